"""Applies decisions: plan, prepare, commit in one transaction, then update files and index.

A plan has the new content of files (`retrain.py` learns the rules) and the stored pages to read
again (`reread.py` reads them into a staging file). A process may be killed at any moment: before
the commit everything is as it was, and pages already read are not read again; after the commit,
whoever opens the data next completes the change.
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from core.errors import FileProblems
from core.files import lock
from core.topic import Attribute, Topic
from core.yaml_files import parse_yaml
from core.yaml_text import UneditableError
from index.build import build_index
from review.context import DecisionError, RefusedError
from review.decide import files_before
from review.reread import DamagedPageError, Staging, page_at, staged_pages
from review.retrain import (
    NameOnPage,
    TopicChange,
    retrain,
    retrain_with_region,
    rules_with_unwanted,
)
from review.site_pages import store_labelled_pages
from review.topic_edit import text_with_aliases, text_with_attribute, text_with_seed
from rules.learn import TrainingError
from rules.reader import copy_reason
from store.changes import (
    ChangeKind,
    ChangeState,
    EditedByHandError,
    FileChange,
    UnwritableError,
    bytes_or_none,
    change_of,
    changes_in_state,
    files_of_change,
    finish_pending_changes,
    require_untouched,
    require_writable,
    save_change_files,
    set_change_note,
    set_change_state,
)
from store.database import steady_time
from store.frontier import queue_site_again
from store.ledger import writing_lock
from store.not_kept import end_copies
from store.proposals import decisions_of_change, proposals_by_id, undo_decisions
from store.records import ValueLoss, save_records, value_loss
from store.stored_pages import Affected, newest_capture, stored_page
from store.unread import best_pages, unconfirmed_values
from store.visits import set_outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from sqlalchemy import Connection

    from review.context import ReviewContext
    from store.changes import KnownChange
    from store.proposals import KnownProposal


if TYPE_CHECKING:
    Progress = Callable[[KnownChange, int, int], None]

# Errors that a retry cannot fix; after others the decision stands and is retried later.
_REFUSALS = (
    *(RefusedError, DecisionError, TrainingError),
    *(UneditableError, UnwritableError, DamagedPageError),
)


class AppliedChange(NamedTuple):
    """The result of a change; `records` is the number of pages whose records changed."""

    change: KnownChange
    records: int = 0


def _no_progress(_change: KnownChange, _done: int, _of: int) -> None: ...


def apply_changes(context: ReviewContext, progress: Progress = _no_progress) -> list[AppliedChange]:
    """Apply all pending changes; returns the result of each.

    One process at a time: a second one waits, and finds nothing left to do. SpecSeekError if a
    crawl is running; decisions are then applied later.
    """
    with (
        lock(context.changes_folder / "apply.lock"),
        writing_lock(context.ledger, context.settings.data),
    ):
        finish_pending_changes(context.ledger, context.settings)
        with context.ledger.reading() as conn:
            decided = changes_in_state(conn, [ChangeState.DECIDED], context.topic_name)
        applied = [_apply(context, change, progress) for change in decided]
        follow_with_index(context)
        return applied


def follow_with_index(context: ReviewContext) -> bool:
    """Update the index if it lacks a change; returns whether it did.

    A change's folder is kept until then, so that this survives a crash.
    """
    with context.ledger.reading() as conn:
        over = [change for change in _with_folder(conn, context) if change.done_at is not None]
    done = any(change.state is ChangeState.DONE for change in over)
    if done:
        build_index(context.index_place(), context.ledger)
    for change in over:
        Staging(context, change.id).remove()
    return done


def _with_folder(conn: Connection, context: ReviewContext) -> Iterator[KnownChange]:
    for folder in context.changes_folder.glob("[0-9]*"):
        change = change_of(conn, int(folder.name)) if folder.name.isdecimal() else None
        if change is not None and change.topic == context.topic_name:
            yield change


def _apply(context: ReviewContext, change: KnownChange, progress: Progress) -> AppliedChange:
    records = 0
    try:
        plan = plan_change(context, change)
        require_writable(context.settings, plan.files)
        staging = Staging(context, change.id)
        readings = staging.fill(plan, lambda done, of: progress(change, done, of))
        if change.kind is not ChangeKind.REVERT:
            _refuse_great_loss(context, readings)
        records = keep_change(context, change, plan, readings)
    except (EditedByHandError, FileProblems) as error:
        _note(context, change, str(error))
    except _REFUSALS as error:
        _refuse(context, change, str(error))
    else:
        _write_files(context, change)
    with context.ledger.reading() as conn:
        return AppliedChange(change_of(conn, change.id) or change, records)


def _refuse_great_loss(context: ReviewContext, readings: Path) -> None:
    """Losing many values is expected only when a change is reverted."""
    loss, most = ValueLoss(), context.settings.review.most_lost
    with context.ledger.reading() as conn:
        for read in staged_pages(readings):
            loss = loss.plus(value_loss(conn, read.page.link_id, read.records))
    if loss.share > most:
        raise RefusedError(
            f"of {loss.values:,} values of the pages it concerns, {loss.lost:,} ({loss.share:.0%}) "
            "would be lost; if that is right, raise most_lost in [review] of the settings and "
            "decide again"
        )


def _write_files(context: ReviewContext, change: KnownChange) -> None:
    """The change is committed by now: errors in writing files are reported and retried."""
    try:
        finish_pending_changes(context.ledger, context.settings)
    except (EditedByHandError, UnwritableError) as error:
        _note(context, change, str(error))


def keep_change(
    context: ReviewContext, change: KnownChange, plan: ChangePlan, readings: Path
) -> int:
    """Commit the change in one transaction: it holds whatever happens to this process."""
    with context.ledger.transaction() as conn:
        now = steady_time()
        known = change_of(conn, change.id)
        if known is None or known.state is not ChangeState.DECIDED:
            return 0  # the decision was undone meanwhile
        require_untouched(context.settings, plan.files)
        changed = 0
        for read in staged_pages(readings):
            if read.records is not None:
                page = read.page
                save_records(conn, page.link_id, read.records, page.capture_id, now)
                if read.records:
                    end_copies(conn, change.topic, page.url, copy_reason(page.url), now)
                set_outcome(
                    *(conn, page.link_id, read.outcome),
                    copy_of=read.copy_of,
                    not_kept=read.not_kept,
                )
                changed += 1
        save_change_files(conn, change.id, plan.files)
        if change.kind is ChangeKind.SEED:
            queue_site_again(conn, change.topic, change.site)
        if change.kind is ChangeKind.REVERT:
            reverted = int(str(change.detail["reverts"]))
            undo_decisions(conn, decisions_of_change(conn, reverted), now)
        # Earlier problems are over; a repair's note says who confirmed it.
        note = None if change.kind is ChangeKind.REPAIR else plan.note
        set_change_state(conn, change.id, ChangeState.KEPT, now, note)
        return changed


def _refuse(context: ReviewContext, change: KnownChange, why: str) -> None:
    with context.ledger.transaction() as conn:
        now = steady_time()
        undo_decisions(conn, decisions_of_change(conn, change.id), now)
        set_change_state(conn, change.id, ChangeState.REFUSED, now, why)


def _note(context: ReviewContext, change: KnownChange, why: str) -> None:
    with context.ledger.transaction() as conn:
        set_change_note(conn, change.id, why)


# From a decision to a plan: edit the topic file, retrain the rules of the sites.


_PAGES_TRIED = 3


def plan_change(context: ReviewContext, change: KnownChange) -> ChangePlan:
    """What the change will do; RefusedError or DecisionError if it cannot be applied."""
    return _PLANS[change.kind](context, change)


def _plan_of_repair(context: ReviewContext, change: KnownChange) -> ChangePlan:
    """Its files were prepared when it was proposed."""
    with context.ledger.reading() as conn:
        files = files_of_change(conn, change.id)
    for file in files:
        if bytes_or_none(context.file(file.path)) != file.before:
            raise RefusedError(
                f"{file.path} has changed since the repair was proposed; "
                "propose it again: specseek repair"
            )
    return ChangePlan(tuple(files), Affected(change.topic, (change.site,)))


def _plan_of_region(context: ReviewContext, change: KnownChange) -> ChangePlan:
    """The page that shows most of the region becomes a sample; if that fails, the next best."""
    headings, problems = _detail_list(change, "headings"), []
    with context.ledger.reading() as conn:
        where = (conn, change.topic, change.site, headings)
        bodies = [stored_page(conn, change.topic, one) for one in best_pages(*where, _PAGES_TRIED)]
        found = [(one, unconfirmed_values(*where, one.link_id)) for one in bodies if one]
    aside = context.folder_of(change.id) / "trial"
    for body, values in found:
        try:
            result = retrain_with_region(context, page_at(context.archive, body), values, aside)
        except (RefusedError, TrainingError, DamagedPageError) as error:
            problems.append(f"{body.url}: {error}")
        else:
            return ChangePlan(result.files, Affected(change.topic, (change.site,)), result.note)
    raise RefusedError(
        "no rule could be learned from its stored pages:\n" + "\n".join(problems)
        if problems
        else "none of its pages is in the archive; crawl the site again"
    )


def _plan_of_unwanted(context: ReviewContext, change: KnownChange) -> ChangePlan:
    rules = rules_with_unwanted(context, change.site, _detail_list(change, "region_names"))
    return ChangePlan((rules,), Affected(change.topic, (change.site,)))


def _plan_of_reading(context: ReviewContext, change: KnownChange) -> ChangePlan:
    store_labelled_pages(context, change.site)
    return ChangePlan((), Affected(change.topic, (change.site,)))


def _plan_of_seed(context: ReviewContext, change: KnownChange) -> ChangePlan:
    return ChangePlan((_topic_file(context, change),), Affected(change.topic, ()))


def _plan_of_names(context: ReviewContext, change: KnownChange) -> ChangePlan:
    topic_file = _topic_file(context, change)
    before = context.topic()
    after = parse_yaml(_text(topic_file.after), Topic, context.topic_path)
    with context.ledger.reading() as conn:
        shown = _pages_showing_names(conn, context, change)
    aside = context.folder_of(change.id) / "trial"
    files, notes = [topic_file], []
    for _, of_site in groupby(shown, key=lambda one: one[0]):
        result = retrain(context, TopicChange(before, after), [one for _, one in of_site], aside)
        files += result.files
        notes += [result.note] if result.note else []
    affected = Affected(
        change.topic, tuple(_detail_list(change, "sites")), tuple(_detail_list(change, "names"))
    )
    return ChangePlan(tuple(files), affected, "\n".join(notes))


def _plan_of_revert(context: ReviewContext, change: KnownChange) -> ChangePlan:
    with context.ledger.reading() as conn:
        reverted = change_of(conn, int(str(change.detail["reverts"])))
        if reverted is None:
            raise RefusedError("the change to revert is not in the ledger")
        files = files_before(conn, context, reverted, by=change.id)
    sites = _detail_list(change, "sites") or [change.site]
    names = tuple(_detail_list(change, "names"))
    return ChangePlan(
        tuple(files), Affected(change.topic, tuple(sites), names, _detail_attribute(change))
    )


_PLANS: Mapping[ChangeKind, Callable[[ReviewContext, KnownChange], ChangePlan]] = {
    ChangeKind.ATTRIBUTE: _plan_of_names,
    ChangeKind.ALIAS: _plan_of_names,
    ChangeKind.REPAIR: _plan_of_repair,
    ChangeKind.REGION: _plan_of_region,
    ChangeKind.UNWANTED: _plan_of_unwanted,
    ChangeKind.READ: _plan_of_reading,
    ChangeKind.SEED: _plan_of_seed,
    ChangeKind.REVERT: _plan_of_revert,
}


def _topic_file(context: ReviewContext, change: KnownChange) -> FileChange:
    before = context.file(context.topic_path).read_bytes()
    text = _text(before)
    if change.kind is ChangeKind.ATTRIBUTE:
        attribute = Attribute.model_validate(change.detail["attribute"])
        new = text_with_attribute(text, attribute)
    elif change.kind is ChangeKind.SEED:
        new = text_with_seed(text, str(change.detail["seed"]))
    else:
        new = text_with_aliases(
            text, str(change.detail["attribute"]), _detail_list(change, "names")
        )
    mark = codecs.BOM_UTF8 if before.startswith(codecs.BOM_UTF8) else b""
    return FileChange(context.topic_path, before, mark + new.encode())


def _text(body: bytes | None) -> str:
    return (body or b"").decode("utf-8-sig")


def _pages_showing_names(
    conn: Connection, context: ReviewContext, change: KnownChange
) -> list[tuple[str, NameOnPage]]:
    """For each site, the pages that show the names."""
    ids = [decision.proposal_id for decision in decisions_of_change(conn, change.id)]
    found = sorted(proposals_by_id(conn, ids).values(), key=lambda one: (one.site, one.id))
    return [(one.site, _page_of(conn, context, one)) for one in found]


def _page_of(conn: Connection, context: ReviewContext, proposal: KnownProposal) -> NameOnPage:
    body = stored_page(conn, context.topic_name, proposal.link_id)
    if body is None:
        raise RefusedError(
            f"the page that showed {proposal.name!r} on {proposal.site} is not in the archive; "
            "crawl the site again"
        )
    return NameOnPage(page_at(context.archive, body), proposal.name, proposal.value)


def _detail_list(change: KnownChange, key: str) -> list[str]:
    told = change.detail.get(key, [])
    return [str(one) for one in told] if isinstance(told, list) else []


def _detail_attribute(change: KnownChange) -> str | None:
    told = change.detail.get("attribute")
    name = told.get("name") if isinstance(told, dict) else told
    return None if name is None else str(name)


# What a change will do: the new content of files, and the pages to read again.


@dataclass(frozen=True)
class ChangePlan:
    """`note` is for people: what is unusual about the change."""

    files: tuple[FileChange, ...]
    affected: Affected
    note: str = ""

    def after(self, path: str) -> bytes | None:
        """The new content of a file that changes."""
        return next(file.after for file in self.files if file.path == path)

    def changes(self, path: str) -> bool:
        return any(file.path == path for file in self.files)

    def key(self, context: ReviewContext) -> str:
        """A key for staged pages: they are valid for the same files, rules and pages only."""
        digest = sha256(repr(self.affected).encode())
        for file in self.files:
            digest.update(repr((file.path, file.before, file.after)).encode())
        for path in sorted(context.file(context.rules_path).glob("*.yaml")):
            digest.update(path.read_bytes())
        with context.ledger.reading() as conn:
            digest.update(str(newest_capture(conn)).encode())
        return digest.hexdigest()[:32]
