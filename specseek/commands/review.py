"""`specseek review`: the queue of proposals, and what is decided about them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from review.auto_accept import accept_likely
from review.deciding import reject_proposals, skip_proposals, undo_decision
from review.guessing import guess_queued
from review.learning import learn_weights, scorer_of
from review.queue import proposal_queue
from review.regions import open_regions, reject_regions
from specseek.applying import apply_and_report, exit_1_if_refused, learn_when_due
from specseek.commands.review_names import accept, alias
from specseek.json_lines import write_line
from specseek.known_workshop import open_review
from specseek.report import print_table
from specseek.review_options import (
    PROPOSAL_IDS,
    PROPOSAL_OR_REGION_IDS,
    TOPIC_OPTION,
    WHO_OPTION,
    split_ids,
)
from specseek.review_words import proposal_json, queue_table, region_json, regions_table
from spider.display.words import several
from store.proposals import OPEN, decision_on

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from review.workshop import ReviewContext

_LIST = """\b
Examples:
  specseek review list
  specseek review list --site zol.example --json > proposals.jsonl
  specseek review list --state rejected
"""
_OTHERS = """\b
Examples:
  specseek review reject 17 18 19
  specseek review reject r3f0c9a17
  specseek review skip 20
  specseek review undo 17
"""


@click.group()
def review() -> None:
    """Decide about names that no rule knows: the queue, and what follows from a decision.

    Proposals are told by their numbers, as `specseek review list` shows them. Several may be
    decided at once, as the same name on several sites.
    """


review.add_command(accept)
review.add_command(alias)


@review.command("list", epilog=_LIST)
@TOPIC_OPTION
@click.option("--site", help="Of this site (registered domain) alone.")
@click.option(
    "--state",
    type=click.Choice(["open", "accepted", "alias", "rejected", "skipped"]),
    default="open",
    show_default=True,
    help="What was decided of them.",
)
@click.option(
    "--limit", type=click.IntRange(min=1), default=50, show_default=True, help="Most shown."
)
@click.option("--json", "json_lines", is_flag=True, help="One JSON object a line.")
def list_proposals(
    *, topic: str | None, site: str | None, state: str, limit: int, json_lines: bool
) -> None:
    """Show the proposals, the likeliest first, with what they may be.

    Before them come whole regions that no rule reads (their ids begin with r), site by site.
    """
    with open_review(topic) as context, context.ledger.reading() as conn:
        whole = open_regions(context, site)[:limit] if state == OPEN else []
        known = context.topic()
        scorer = scorer_of(conn, known.name)
        found = proposal_queue(conn, known, scorer, state=state, site=site, limit=limit)
        guessed = guess_queued(conn, known, found)
    if json_lines:
        for region in whole:
            write_line(region_json(region))
        for one in found:
            write_line(proposal_json(one, guessed.get(one.id)))
    else:
        for table in (regions_table(whole), queue_table(found, guessed)):
            if table.row_count:
                print_table(table)
    told = f"{several(len(whole), 'region')} and " if whole else ""
    click.echo(f"{told}{several(len(found), 'proposal')} {state}", err=True)


@review.command(epilog=_OTHERS)
@PROPOSAL_OR_REGION_IDS
@TOPIC_OPTION
@WHO_OPTION
def reject(ids: Sequence[str], topic: str | None, who: str) -> None:
    """Say that proposals are no attributes: they are not asked about again.

    The names of a region are not wanted on its site any more: stored pages are read again without.
    """
    numbers, chosen = split_ids(ids)
    if not chosen:
        _decide(reject_proposals, numbers, topic, who)
        return
    with open_review(topic) as context:
        reject_regions(context, chosen, who)
        exit_1_if_refused(apply_and_report(context))


@review.command(epilog=_OTHERS)
@PROPOSAL_IDS
@TOPIC_OPTION
@WHO_OPTION
def skip(ids: Sequence[int], topic: str | None, who: str) -> None:
    """Leave proposals for later: they are out of the queue and can be decided any time."""
    _decide(skip_proposals, ids, topic, who)


@review.command(epilog=_OTHERS)
@click.argument("proposal", type=click.IntRange(min=1), metavar="ID")
@TOPIC_OPTION
@WHO_OPTION
def undo(proposal: int, topic: str | None, who: str) -> None:
    """Take the decision about a proposal back, with those that were made with it.

    Files and records that followed it already are put back, too.
    """
    with open_review(topic) as context:
        with context.ledger.reading() as conn:
            decision = decision_on(conn, proposal)
        if decision is None:
            raise click.ClickException(f"Nothing was decided about a proposal {proposal}")
        if undo_decision(context, decision.id, who) is not None:
            exit_1_if_refused(apply_and_report(context))
    click.echo(f"Proposal {proposal} is open again", err=True)


@review.command()
@TOPIC_OPTION
def apply(topic: str | None) -> None:
    """Carry out what is decided and was not carried out yet.

    After a crash it goes on where it was. Weights are learned anew where there are enough new
    decisions; what is likelier than the setting `[review] accept_above` says is accepted (off by
    default). The exit status is 1 if a change is refused.
    """
    with open_review(topic) as context:
        applied = apply_and_report(context)
        learn_when_due(context)
        if accept_likely(context):
            applied += apply_and_report(context)
        if not applied:
            click.echo("Nothing waits to be carried out", err=True)
        exit_1_if_refused(applied)


@review.command("learn")
@TOPIC_OPTION
def learn_command(topic: str | None) -> None:
    """Learn from all decisions how the next proposals are judged."""
    with open_review(topic) as context, context.ledger.transaction() as conn:
        learned = learn_weights(conn, context.topic_name, time.time())
    version = learned.version
    words = "equal weights judge better and stay" if version is None else f"version {version}"
    click.echo(f"Learned: {words}", err=True)


def _decide(
    decide: Callable[[ReviewContext, Sequence[int], str], list[int]],
    ids: Sequence[int],
    topic: str | None,
    who: str,
) -> None:
    with open_review(topic) as context:
        made = decide(context, ids, who)
        learn_when_due(context)
    click.echo(f"{several(len(made), 'decision')} kept", err=True)
