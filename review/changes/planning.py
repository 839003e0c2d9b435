"""From a decision to a plan: the topic file edited, the rules of the sites learned anew."""

from __future__ import annotations

import codecs
from itertools import groupby
from typing import TYPE_CHECKING

from core.topic import Attribute, Topic
from core.yaml_files import parse_yaml
from review.changes.plan import ChangePlan
from review.changes.retraining import (
    NameOnPage,
    TopicChange,
    retrain,
    retrain_with_region,
    rules_with_unwanted,
)
from review.problems import RefusedError
from review.rereading import DamagedPageError, page_at
from review.reverting import files_before
from review.topic_text import text_with_aliases, text_with_attribute
from rules.training import TrainingError
from store.changes import ChangeKind, FileChange, bytes_or_none, change_of, files_of_change
from store.proposals import decisions_of_change, proposals_by_id
from store.stored_pages import Affected, stored_page
from store.unread import best_pages, unconfirmed_values

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from review.workshop import ReviewContext
    from store.changes import KnownChange
    from store.proposals import KnownProposal


_PAGES_TRIED = 3


def plan_change(context: ReviewContext, change: KnownChange) -> ChangePlan:
    """What the change will do; RefusedError or DecisionError tells why it cannot be."""
    if change.kind is ChangeKind.REPAIR:
        return _plan_of_repair(context, change)
    if change.kind is ChangeKind.REVERT:
        return _plan_of_revert(context, change)
    if change.kind is ChangeKind.REGION:
        return _plan_of_region(context, change)
    if change.kind is ChangeKind.UNWANTED:
        rules = rules_with_unwanted(context, change.site, _detail_list(change, "region_names"))
        return ChangePlan((rules,), Affected(change.topic, (change.site,)))
    return _plan_of_names(context, change)


def _plan_of_repair(context: ReviewContext, change: KnownChange) -> ChangePlan:
    """Its files were worked out when it was proposed."""
    with context.ledger.reading() as conn:
        files = files_of_change(conn, change.id)
    for file in files:
        if bytes_or_none(context.file(file.path)) != file.before:
            raise RefusedError(
                f"{file.path} is another since the repair was proposed; look anew: specseek repair"
            )
    return ChangePlan(tuple(files), Affected(change.topic, (change.site,)))


def _plan_of_region(context: ReviewContext, change: KnownChange) -> ChangePlan:
    """The page that shows most of it becomes a sample; the next best one where that fails."""
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
        "no stored page of it teaches a rule:\n" + "\n".join(problems)
        if problems
        else "no page that shows it is in the archive; crawl the site again"
    )


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
            raise RefusedError("the change that is to be reverted is not in the ledger")
        files = files_before(conn, context, reverted, by=change.id)
    sites = _detail_list(change, "sites") or [change.site]
    names = tuple(_detail_list(change, "names"))
    return ChangePlan(
        tuple(files), Affected(change.topic, tuple(sites), names, _detail_attribute(change))
    )


def _topic_file(context: ReviewContext, change: KnownChange) -> FileChange:
    before = context.file(context.topic_path).read_bytes()
    text = _text(before)
    if change.kind is ChangeKind.ATTRIBUTE:
        attribute = Attribute.model_validate(change.detail["attribute"])
        new = text_with_attribute(text, attribute)
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
    """Each site with a page that shows the name there, sites together."""
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
