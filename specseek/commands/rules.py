"""`specseek rules`: what changed in topics and rules, and how to put it back."""

from __future__ import annotations

import click

from review.deciding import confirm_change, drop_change, revert_change
from specseek.applying import apply_and_report, exit_1_if_refused
from specseek.change_words import change_json, changes_table, concerns_site, diff_lines
from specseek.json_lines import write_line
from specseek.known_workshop import open_review
from specseek.report import print_table
from specseek.review_options import TOPIC_OPTION, WHO_OPTION
from spider.display.words import safe, several
from store.changes import changes_of, files_of_change

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
_CHANGE_ID = click.argument("change", type=click.IntRange(min=1), metavar="ID")


@click.group()
def rules() -> None:
    """See what decisions changed in topic and rule files, and put it back."""


@rules.command(epilog=_LOG)
@TOPIC_OPTION
@click.option("--site", help="Of this site (registered domain) alone.")
@click.option("--diff", is_flag=True, help="Show what changed in the files, as diff -u does.")
@click.option(
    "--limit", type=click.IntRange(min=1), default=50, show_default=True, help="Most changes shown."
)
@click.option("--json", "json_lines", is_flag=True, help="One JSON object a line.")
def log(*, topic: str | None, site: str | None, diff: bool, limit: int, json_lines: bool) -> None:
    """Show what decisions changed, the newest first.

    Changes that are proposed wait for an answer (specseek rules confirm, or drop); those that
    are decided wait for `specseek review apply`.
    """
    with open_review(topic) as context, context.ledger.reading() as conn:
        found = changes_of(conn, context.topic_name, limit)
        found = [one for one in found if site is None or concerns_site(one, site)]
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
    click.echo(several(len(found), "change"), err=True)


@rules.command(epilog=_REVERT)
@_CHANGE_ID
@TOPIC_OPTION
@WHO_OPTION
def revert(change: int, topic: str | None, who: str) -> None:
    """Put back what a change did.

    Its files become what they were, stored pages are read again, its names are open again. What
    later changes did to the same files must be put back first; the words say which. The exit
    status is 1 if it cannot be.
    """
    with open_review(topic) as context:
        revert_change(context, change, who)
        exit_1_if_refused(apply_and_report(context))


@rules.command(epilog=_CONFIRM)
@_CHANGE_ID
@TOPIC_OPTION
@WHO_OPTION
def confirm(change: int, topic: str | None, who: str) -> None:
    """Say yes to a change that was proposed, such as a repair.

    Its files are written, and stored pages of the site are read again.
    """
    with open_review(topic) as context:
        confirm_change(context, change, who)
        exit_1_if_refused(apply_and_report(context))


@rules.command(epilog=_CONFIRM.replace("confirm", "drop"))
@_CHANGE_ID
@TOPIC_OPTION
@WHO_OPTION
def drop(change: int, topic: str | None, who: str) -> None:
    """Say no to a change that was proposed."""
    with open_review(topic) as context:
        drop_change(context, change, who)
    click.echo(f"Change {change} is dropped", err=True)
