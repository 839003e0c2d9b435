"""`specseek rules` and `specseek repair`: changes of topics and rules, and proposed repairs.

Also what these share with `specseek review`: options, applying decisions, descriptions of changes.
"""

from __future__ import annotations

import getpass
import re
from contextlib import contextmanager
from difflib import unified_diff
from typing import TYPE_CHECKING

import click

from core.errors import SpecSeekError, file_error_text
from core.settings import load_settings
from review.apply import apply_changes
from review.context import ReviewContext
from review.decide import confirm_change, drop_change, revert_change
from review.queue import learn_if_due
from review.regions import REGION_MARK
from review.repairs import RepairFinding, propose_repairs
from specseek.ledger import NO_CRAWL, chosen_topics, open_ledger, tell_no_crawl
from specseek.output import local_time, print_table, progress_bar, utc_time, write_line
from specseek.topics import only_one, topic_option
from spider.display.views import id_table
from spider.display.words import safe, several, shown
from store.changes import (
    ChangeKind,
    ChangeState,
    changes_in_state,
    changes_of,
    files_of_change,
)
from store.database import steady_time

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.table import Table

    from discovery.repair import Repair
    from review.apply import AppliedChange
    from store.changes import FileChange, KnownChange


WHO_OPTION = click.option(
    "--who", default=getpass.getuser, help="Who decides.  [default: your login name]"
)
_REGION = re.compile(rf"{REGION_MARK}[0-9a-f]{{8}}")


PROPOSAL_OR_REGION_IDS = click.argument("ids", nargs=-1, required=True, metavar="ID...")
PROPOSAL_IDS = click.argument(
    "ids", type=click.IntRange(min=1), nargs=-1, required=True, metavar="ID..."
)


def split_ids(ids: Sequence[str]) -> tuple[list[int], list[str]]:
    """Numbers of proposals, and ids of regions; a command decides about one kind only."""
    regions = [one for one in ids if _REGION.fullmatch(one)]
    numbers = [one for one in ids if one not in regions]
    for one in numbers:
        if not (one.isascii() and one.isdecimal() and int(one)):
            raise click.BadParameter(f"{one!r} is not the id of a proposal or region")
    if numbers and regions:
        raise click.UsageError("Decide about regions and proposals in separate commands")
    return list(map(int, numbers)), regions


# `specseek rules`: show and revert changes of topics and rules.


_LOG = """\b
Examples:
  specseek rules log
  specseek rules log --site zol.example --diff
  specseek rules log --json > changes.jsonl
"""
_REVERT = """\b
Example:
  specseek rules revert 12
"""
_CONFIRM = """\b
Example:
  specseek repair
  specseek rules log --diff
  specseek rules confirm 12
"""
_MOST_CHANGES = 100_000
_CHANGE_ID = click.argument("change", type=click.IntRange(min=1), metavar="ID")


@click.group()
def rules() -> None:
    """Show and revert what decisions changed in topic and rule files."""


@rules.command(epilog=_LOG)
@topic_option
@click.option("--site", help="Only this site (registered domain).")
@click.option("--diff", is_flag=True, help="Show the changes of files as unified diffs.")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=50,
    show_default=True,
    help="Show at most so many.",
)
@click.option("--json", "json_lines", is_flag=True, help="One JSON object per line.")
def log(*, topic: str | None, site: str | None, diff: bool, limit: int, json_lines: bool) -> None:
    """Show what decisions changed, newest first.

    Proposed changes wait for `specseek rules confirm` or `drop`; decided ones wait for
    `specseek review apply`.
    """
    with open_review(topic) as context, context.ledger.reading() as conn:
        made = changes_of(conn, context.topic_name, _MOST_CHANGES)
        made = [one for one in made if site is None or concerns_site(one, site)]
        found = made[:limit]
        files = {one.id: files_of_change(conn, one.id) for one in found if diff or json_lines}
    if json_lines:
        for one in found:
            write_line(change_json(one, files[one.id]))
    elif found:
        print_table(changes_table(found))
        for one in found if diff else ():
            click.echo(f"\nChange {one.id}" + (f": {safe(one.note)}" if one.note else ""))
            for file in files[one.id]:
                for line in diff_lines(file):
                    click.echo(safe(line))
    hint = f"; the last {limit:,} are shown: --limit N shows more" if len(found) < len(made) else ""
    click.echo(f"{several(len(made), 'change')}{hint}", err=True)


@rules.command(epilog=_REVERT)
@_CHANGE_ID
@topic_option
@WHO_OPTION
def revert(change: int, topic: str | None, who: str) -> None:
    """Revert a change.

    Restores its files, reads stored pages again, and reopens its proposals. Later changes to the
    same files must be reverted first; the message lists them. The exit status is 1 if it cannot be
    reverted.
    """
    with open_review(topic) as context:
        revert_change(context, change, who)
        exit_1_if_refused(apply_and_report(context))


@rules.command(epilog=_CONFIRM)
@_CHANGE_ID
@topic_option
@WHO_OPTION
def confirm(change: int, topic: str | None, who: str) -> None:
    """Confirm a proposed change, such as a repair.

    Writes its files, and reads stored pages of the site again.
    """
    with open_review(topic) as context:
        confirm_change(context, change, who)
        exit_1_if_refused(apply_and_report(context))


@rules.command(epilog=_CONFIRM.replace("confirm", "drop"))
@_CHANGE_ID
@topic_option
@WHO_OPTION
def drop(change: int, topic: str | None, who: str) -> None:
    """Drop a proposed change."""
    with open_review(topic) as context:
        drop_change(context, change, who)
    click.echo(f"Change {change} is dropped", err=True)


# Changes as text, tables and diffs.


_TEXT_FILES = (".yaml", ".json")


def change_summary(change: KnownChange) -> str:
    """A short description."""
    names = "、".join(str(name) for name in _detail_list(change, "names"))
    told = change.detail.get("attribute")
    attribute = str(told.get("name", "")) if isinstance(told, dict) else str(told or "")
    match change.kind:
        case ChangeKind.REVERT:
            summary = f"revert of change {change.detail.get('reverts')}"
        case ChangeKind.REPAIR:
            summary = f"rules of {change.site}"
        case ChangeKind.READ:
            summary = f"pages of {change.site} read again"
        case ChangeKind.SEED:
            summary = f"new seed: {change.detail.get('seed')}"
        case ChangeKind.REGION:
            summary = f"rules for {_region(change)}"
        case ChangeKind.UNWANTED:
            summary = f"not wanted: {_region(change)}"
        case ChangeKind.ALIAS:
            summary = f"{names} = {attribute}"
        case ChangeKind.ATTRIBUTE:
            summary = f"new: {attribute}" + (f" ({names})" if names != attribute else "")
    return summary


def _region(change: KnownChange) -> str:
    headings = "、".join(str(one) for one in _detail_list(change, "headings")[:5] if one)
    many = several(len(_detail_list(change, "region_names")), "name")
    return f"{many} of {change.site}" + (f" under {headings}" if headings else "")


def outcome_text(applied: AppliedChange) -> str:
    change = applied.change
    about = f"Change {change.id} ({change_summary(change)})"
    if change.state is ChangeState.DONE:
        words = (
            f"{about} is done: {several(change.pages_all, 'stored page')} read again, "
            f"{applied.records:,} of them changed"
        )
        return f"{words}\n  {change.note}" if change.note else words
    if change.state is ChangeState.REFUSED:
        return f"{about} is refused, nothing was changed: {change.note}"
    return f"{about} is {change.state}: {change.note}"


def changes_table(changes: Sequence[KnownChange]) -> Table:
    table = id_table("change", "state", "made", "who", "site", "what", "pages")
    for change in changes:
        table.add_row(
            *(str(change.id), change.state, local_time(change.made_at)),
            *(
                shown(text)
                for text in (change.who, _sites_of_change(change), change_summary(change))
            ),
            f"{change.pages_all:,}",
        )
    return table


def change_json(change: KnownChange, files: Sequence[FileChange]) -> dict[str, object]:
    return {
        "change": change.id,
        "kind": change.kind,
        "state": change.state,
        "site": change.site,
        "who": change.who,
        "detail": dict(change.detail),
        "note": change.note,
        "made_at": utc_time(change.made_at),
        "done_at": utc_time(change.done_at) if change.done_at else None,
        "pages": change.pages_all,
        "files": [file.path for file in files],
    }


def diff_lines(file: FileChange) -> Iterator[str]:
    """A unified diff; for pages only their sizes."""
    if not file.path.endswith(_TEXT_FILES):
        sizes = [f"{len(body):,} bytes" if body else "no file" for body in file[1:]]
        yield f"{file.path}: {' → '.join(sizes)}"
        return
    before, after = ((body or b"").decode("utf-8", "replace").splitlines() for body in file[1:])
    yield from unified_diff(before, after, f"a/{file.path}", f"b/{file.path}", lineterm="")


def concerns_site(change: KnownChange, site: str) -> bool:
    return site in {change.site, *_detail_list(change, "sites")}


def _sites_of_change(change: KnownChange) -> str:
    return change.site or "、".join(str(site) for site in _detail_list(change, "sites"))


def _detail_list(change: KnownChange, key: str) -> list[object]:
    told = change.detail.get(key)
    return told if isinstance(told, list) else []


# `specseek repair`: propose rules for redesigned sites.


_REPAIR_EXAMPLES = """\b
Examples:
  specseek repair
  specseek repair --site pcpop.example --json
"""


@click.command(epilog=_REPAIR_EXAMPLES)
@click.option("--topic", metavar="NAME", help="Only crawls of this topic.")
@click.option("--site", help="Only this site (registered domain).")
@click.option("--json", "as_json", is_flag=True, help="One JSON object per line instead of text.")
def repair(*, topic: str | None, site: str | None, as_json: bool) -> None:
    """Find sites whose pages can no longer be read as before, and propose repairs.

    The known values of a site are searched on its current pages; if they are found, new rules are
    learned from them and checked on other pages. Nothing is changed: each repair waits for
    `specseek rules confirm` or `drop`. A site whose values are not found raises an alarm, which
    also goes into the error register; the exit status is 1 then.
    """
    ledger = open_ledger()
    if ledger is None:
        tell_no_crawl(topic)
        return
    findings: list[RepairFinding] = []
    with ledger:
        with ledger.reading() as conn:
            topics = chosen_topics(conn, topic)
        for name in topics:
            for finding in propose_repairs(ReviewContext(load_settings(), name, ledger), site):
                findings.append(finding)
                if as_json:
                    write_line({"topic": name, **finding.as_json()})
                else:
                    click.echo(_finding_text(finding))
    alarms = sum(finding.repair is None for finding in findings)
    click.echo(_repairs_summary(len(findings) - alarms, alarms), err=True)
    if alarms:
        raise click.exceptions.Exit(1)


def _finding_text(finding: RepairFinding) -> str:
    outcome = (
        _repair_text(finding.change, finding.repair)
        if finding.repair
        else f"  ALARM: {finding.alarm}"
    )
    return f"{click.style(safe(str(finding.loss)), bold=True)}\n{outcome}"


def _repair_text(change: int | None, repair: Repair) -> str:
    predicted = repair.predicted
    lines = [
        (
            f"  change {change} would read it again: precision {predicted.precision:.1%}, recall "
            f"{predicted.recall:.1%} on {several(predicted.pages, 'page')} that taught nothing"
        )
    ]
    renamed = [
        f"{attribute} is now {new or 'without a name'}"
        for attribute, (_, new) in sorted(repair.renamed.items())
    ]
    if renamed:
        lines.append(f"  renamed: {', '.join(renamed)}")
    if repair.gone:
        lines.append(f"  no longer shown: {', '.join(repair.gone)}")
    return "\n".join(map(safe, lines))


def _repairs_summary(proposed: int, alarms: int) -> str:
    if not proposed and not alarms:
        return "All sites are read as before"
    parts = []
    if proposed:
        parts.append(f"{several(proposed, 'repair')} proposed: specseek rules confirm ID (or drop)")
    if alarms:
        parts.append(f"{several(alarms, 'site')} lost: specseek errors --kind coverage")
    return "; ".join(parts)


# The context of decisions.


@contextmanager
def open_review(topic: str | None) -> Iterator[ReviewContext]:
    """For the given topic, or for the only one there is."""
    ledger = open_ledger()
    if ledger is None:
        raise click.ClickException(NO_CRAWL)
    with ledger:
        with ledger.reading() as conn:
            topics = chosen_topics(conn, topic)
        if not topics:
            raise click.ClickException(NO_CRAWL)
        yield ReviewContext(load_settings(), only_one(topics, "were crawled"), ledger)


# Applying decisions, with a progress bar and a report.


def apply_and_report(context: ReviewContext) -> list[AppliedChange]:
    """Apply all pending changes, and print the outcome of each."""
    with progress_bar("Reading stored pages") as bar:
        tasks = {0: bar.add_task("", start=False, visible=False)}

        def show(change: KnownChange, done: int, of: int) -> None:
            if change.id not in tasks:
                tasks[change.id] = bar.add_task("")
            bar.update(tasks[change.id], completed=done, total=of)

        try:
            applied = apply_changes(context, show)
        except (SpecSeekError, OSError) as error:
            raise click.ClickException(_what_was_kept(context, error)) from error
    for one in applied:
        click.echo(safe_lines(outcome_text(one)), err=True)
    return applied


def _what_was_kept(context: ReviewContext, error: SpecSeekError | OSError) -> str:
    """Says that decisions are kept in the ledger, even if applying them failed."""
    why = file_error_text(error) if isinstance(error, OSError) else str(error)
    try:
        with context.ledger.reading() as conn:
            waiting = len(changes_in_state(conn, [ChangeState.DECIDED], context.topic_name))
    except SpecSeekError:
        return why
    if not waiting:
        return why
    kept = "1 decision is" if waiting == 1 else f"{waiting} decisions are"
    return f"{kept} stored, and not applied yet: {why}. Afterwards: specseek review apply"


def learn_when_due(context: ReviewContext) -> None:
    """Learn new weights if there are enough new decisions."""
    with context.ledger.transaction() as conn:
        learn_if_due(conn, context.topic_name, steady_time())


def exit_1_if_refused(applied: Sequence[AppliedChange]) -> None:
    if any(one.change.state is not ChangeState.DONE for one in applied):
        raise click.exceptions.Exit(1)


def safe_lines(text: str) -> str:
    return "\n".join(map(safe, text.split("\n")))
