"""`specseek review`: the queue of proposals, and decisions about them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from core.topic import Attribute, Facet, ValueType
from review.decide import (
    accept_likely,
    accept_proposals,
    alias_proposals,
    reject_proposals,
    skip_proposals,
    undo_decision,
)
from review.guesses import guess_queued
from review.queue import (
    learn_weights,
    proposal_queue,
    proposals_queued,
    queued_proposal,
    scorer_of,
)
from review.regions import accept_regions, open_regions, reject_regions
from specseek.commands.rules import (
    PROPOSAL_IDS,
    PROPOSAL_OR_REGION_IDS,
    WHO_OPTION,
    apply_and_report,
    exit_1_if_refused,
    learn_when_due,
    open_review,
    split_ids,
)
from specseek.output import print_table, write_line
from specseek.topics import topic_option
from spider.display.views import id_table
from spider.display.words import several, shown
from store.database import steady_time
from store.proposals import OPEN, decision_on

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from rich.table import Table

    from review.context import ReviewContext
    from review.guesses import AttributeGuess
    from review.queue import QueuedProposal
    from review.regions import Region


_ACCEPT = """\b
Examples:
  specseek review accept 17
  specseek review accept r3f0c9a17 r20b41d5e
  specseek review accept 17 18 --name 近场通信 --label NFC --group 网络 --type yes-no
  specseek review accept 17 --later; specseek review accept 21 --later; specseek review apply
"""
_ALIAS = """\b
Examples:
  specseek review alias 17 --of 手机制式
  specseek review alias 17 18
"""
_LATER = click.option(
    "--later", is_flag=True, help="Only store the decision; `specseek review apply` applies it."
)


@click.command(epilog=_ACCEPT)
@PROPOSAL_OR_REGION_IDS
@click.option("--name", help="The attribute's standard name.  [default: as on the page]")
@click.option("--label", help="Its English name.  [default: guessed]")
@click.option("--group", help="The heading it is shown under.  [default: guessed]")
@click.option(
    "--type",
    "kind",
    type=click.Choice([one.value for one in ValueType]),
    help="Type of its values.  [default: guessed]",
)
@click.option("--unit", help="The unit values are stored in.  [default: guessed]")
@click.option(
    "--facet",
    type=click.Choice([one.value for one in Facet]),
    help="Its facet on the search page.  [default: guessed]",
)
@topic_option
@WHO_OPTION
@_LATER
def accept(  # noqa: PLR0913 - one for each part of an attribute
    *,
    ids: Sequence[str],
    name: str | None,
    label: str | None,
    group: str | None,
    kind: str | None,
    unit: str | None,
    facet: str | None,
    topic: str | None,
    who: str,
    later: bool,
) -> None:
    """Accept proposals as a new attribute of the topic.

    Options that are not given are guessed from the name and its values. This changes the topic file
    and the rules, reads stored pages again, and updates ledger and index. The exit status is 1 if
    the change is refused.

    For a region, a rule that reads all of it is made; the options of attributes do not apply.
    """
    given = {
        "name": name,
        "label": label,
        "group": group,
        "type": kind,
        "unit": unit,
        "facet": facet,
    }
    numbers, regions = split_ids(ids)
    if regions and any(given.values()):
        raise click.UsageError("A region has many attributes: --name and the like do not apply")
    with open_review(topic) as context:
        if regions:
            accept_regions(context, regions, who)
        else:
            guessed = _guess(context, numbers[0])
            attribute = _attribute(guessed.attribute, given)
            accept_proposals(context, numbers, attribute, who)
        _follow(context, later=later)


@click.command(epilog=_ALIAS)
@PROPOSAL_IDS
@click.option("--of", "attribute", help="The attribute they are names of.  [default: guessed]")
@topic_option
@WHO_OPTION
@_LATER
def alias(
    *, ids: Sequence[int], attribute: str | None, topic: str | None, who: str, later: bool
) -> None:
    """Accept proposals as aliases of an attribute of the topic.

    This changes the topic file and the rules, reads stored pages again, and updates ledger and
    index. The exit status is 1 if the change is refused.
    """
    with open_review(topic) as context:
        attribute = attribute or _guess(context, ids[0]).alias_of
        if attribute is None:
            raise click.UsageError("No attribute of the topic is similar: choose one with --of")
        alias_proposals(context, ids, attribute, who)
        _follow(context, later=later)


def _guess(context: ReviewContext, proposal: int) -> AttributeGuess:
    with context.ledger.reading() as conn:
        topic = context.topic()
        one = queued_proposal(conn, topic, scorer_of(conn, topic.name), proposal)
        if one is None:
            raise click.ClickException(
                f"There is no proposal {proposal}; see: specseek review list"
            )
        return guess_queued(conn, topic, [replace(one, state=OPEN)])[proposal]


def _attribute(guessed: Attribute, given: dict[str, str | None]) -> Attribute:
    """The guess, overridden by options; another type discards the guessed unit."""
    fields = guessed.model_dump(mode="json")
    options = {key: value for key, value in given.items() if value is not None}
    if "type" in options and options["type"] != fields["type"]:
        fields |= {"unit": "", "facet": "none", "words": ()}
    try:
        return Attribute.model_validate(fields | options)
    except ValueError as error:
        raise click.UsageError(f"This is not a valid attribute: {error}") from error


def _follow(context: ReviewContext, *, later: bool) -> None:
    if later:
        click.echo("Stored; to apply it: specseek review apply", err=True)
        return
    applied = apply_and_report(context)
    learn_when_due(context)
    exit_1_if_refused(applied)


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
    """Decide about names that no rule knows.

    Proposals are given by their ids, as shown by `specseek review list`. Several can be decided at
    once, such as the same name on several sites.
    """


review.add_command(accept)
review.add_command(alias)


@review.command("list", epilog=_LIST)
@topic_option
@click.option("--site", help="Only this site (registered domain).")
@click.option(
    "--state",
    type=click.Choice(["open", "accepted", "alias", "rejected", "skipped"]),
    default="open",
    show_default=True,
    help="Only proposals in this state.",
)
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=50,
    show_default=True,
    help="Show at most so many.",
)
@click.option("--json", "json_lines", is_flag=True, help="One JSON object per line.")
def list_proposals(
    *, topic: str | None, site: str | None, state: str, limit: int, json_lines: bool
) -> None:
    """Show the proposals, likeliest first, with a guess at what they are.

    Before them come whole regions that no rule reads (their ids begin with r), site by site.
    """
    with open_review(topic) as context, context.ledger.reading() as conn:
        regions = open_regions(context, site) if state == OPEN else []
        whole = regions[:limit]
        known = context.topic()
        scorer = scorer_of(conn, known.name)
        found = proposal_queue(conn, known, scorer, state=state, site=site, limit=limit)
        guessed = guess_queued(conn, known, found)
        queued = proposals_queued(conn, known, state=state, site=site)
    if json_lines:
        for region in whole:
            write_line(region_json(region))
        for one in found:
            write_line(proposal_json(one, guessed.get(one.id)))
    else:
        for table in (regions_table(whole), queue_table(found, guessed)):
            if table.row_count:
                print_table(table)
    whole_tables = f"{several(len(regions), 'region')} and " if regions else ""
    part = len(whole) < len(regions) or len(found) < queued
    hint = f"; at most {limit:,} of each are shown: --limit N shows more" if part else ""
    click.echo(f"{whole_tables}{several(queued, 'proposal')} {state}{hint}", err=True)


@review.command(epilog=_OTHERS)
@PROPOSAL_OR_REGION_IDS
@topic_option
@WHO_OPTION
def reject(ids: Sequence[str], topic: str | None, who: str) -> None:
    """Reject proposals: they are not attributes, and are not proposed again.

    For a region, its names are ignored on its site from now on, and stored pages are read again.
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
@topic_option
@WHO_OPTION
def skip(ids: Sequence[int], topic: str | None, who: str) -> None:
    """Skip proposals: they leave the queue, and can be decided at any time."""
    _decide(skip_proposals, ids, topic, who)


@review.command(epilog=_OTHERS)
@click.argument("proposal", type=click.IntRange(min=1), metavar="ID")
@topic_option
@WHO_OPTION
def undo(proposal: int, topic: str | None, who: str) -> None:
    """Undo the decision about a proposal, and those made together with it.

    Changes of files and records that resulted from it are reverted.
    """
    with open_review(topic) as context:
        with context.ledger.reading() as conn:
            decision = decision_on(conn, proposal)
        if decision is None:
            raise click.ClickException(f"There is no decision about proposal {proposal}")
        if undo_decision(context, decision.id, who) is not None:
            exit_1_if_refused(apply_and_report(context))
    click.echo(f"Proposal {proposal} is open again", err=True)


@review.command()
@topic_option
def apply(topic: str | None) -> None:
    """Apply decisions that were not applied yet.

    After a crash it resumes. New weights are learned if there are enough new decisions; proposals
    above the setting `[review] accept_above` are accepted (off by default). The exit status is 1 if
    a change is refused.
    """
    with open_review(topic) as context:
        applied = apply_and_report(context)
        learn_when_due(context)
        if accept_likely(context):
            applied += apply_and_report(context)
        if not applied:
            click.echo("There is nothing to apply", err=True)
        exit_1_if_refused(applied)


@review.command("learn")
@topic_option
def learn_command(topic: str | None) -> None:
    """Learn from all decisions how to score proposals."""
    with open_review(topic) as context, context.ledger.transaction() as conn:
        learned = learn_weights(conn, context.topic_name, steady_time())
    version = learned.version
    outcome = "equal weights are better and stay" if version is None else f"version {version}"
    click.echo(f"Learned: {outcome}", err=True)


def _decide(
    decide: Callable[[ReviewContext, Sequence[int], str], list[int]],
    ids: Sequence[int],
    topic: str | None,
    who: str,
) -> None:
    with open_review(topic) as context:
        made = decide(context, ids, who)
        learn_when_due(context)
    click.echo(f"{several(len(made), 'decision')} stored", err=True)


# The queue of proposals, as tables and as JSON.


_NAMES = 6


def regions_table(found: Sequence[Region]) -> Table:
    table = id_table("region", "site", "heading")
    table.add_column("sure", justify="right", no_wrap=True)
    table.add_column("what", overflow="fold", ratio=1)
    for one in found:
        examples = "; ".join(f"{name.name}: {name.values[0]}" for name in one.names[:_NAMES])
        more = "; …" if len(one.names) > _NAMES else ""
        kind = "a further table" if one.further else "a table"
        what = f"{kind} on {several(one.pages, 'page')}, {several(len(one.names), 'name')}: "
        table.add_row(
            *(one.id, shown(one.site, longest=40), shown(one.heading, longest=40)),
            *(f"{one.confidence:.0%}", shown(what + examples + more)),
        )
    return table


def region_json(one: Region) -> dict[str, object]:
    return {
        "id": one.id,
        "site": one.site,
        "heading": one.heading,
        "further": one.further,
        "pages": one.pages,
        "confidence": round(one.confidence, 4),
        "names": [
            {
                "name": name.name,
                "attribute": name.attribute,
                "pages": name.pages,
                "values": list(name.values),
            }
            for name in one.names
        ],
    }


def queue_table(found: Sequence[QueuedProposal], guessed: Mapping[int, AttributeGuess]) -> Table:
    table = id_table("id", "site", "name", "value", "pages", "score", "may be")
    for one in found:
        table.add_row(
            str(one.id),
            *(shown(text, longest=40) for text in (one.site, one.name, one.value)),
            *(f"{one.pages_seen:,}", f"{one.score.probability:.2f}"),
            shown(_may_be(guessed.get(one.id))),
        )
    return table


def proposal_json(one: QueuedProposal, guess: AttributeGuess | None) -> dict[str, object]:
    guessed = {} if guess is None else _guess_json(guess)
    return {
        "id": one.id,
        "site": one.site,
        "name": one.name,
        "value": one.value,
        "state": one.state,
        "score": round(one.score.probability, 4),
        "contributions": {key: round(part, 4) for key, part in one.score.contributions.items()},
        **one.factors._asdict(),
        "signals": dict(one.signals),
        "support": one.support._asdict(),
        "pages": [{"url": page.url, "value": page.value} for page in one.examples],
        **guessed,
    }


def _guess_json(guess: AttributeGuess) -> dict[str, object]:
    return {
        "alias_of": guess.alias_of,
        "alias_probability": round(guess.alias_probability, 4),
        "attribute": guess.attribute.model_dump(mode="json", exclude_defaults=True),
    }


def _may_be(guess: AttributeGuess | None) -> str:
    if guess is None:
        return ""
    if guess.alias_of:
        return f"= {guess.alias_of} ({guess.alias_probability:.2f})"
    unit = f" ({guess.attribute.unit})" if guess.attribute.unit else ""
    return f"new, {guess.attribute.type}{unit}"
