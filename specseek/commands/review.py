"""`specseek review`: the queue of proposals, and what is decided about them."""

from __future__ import annotations

import time
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
from review.queue import learn_weights, proposal_queue, queued_proposal, scorer_of
from review.regions import accept_regions, open_regions, reject_regions
from specseek.commands.rules import (
    PROPOSAL_IDS,
    PROPOSAL_OR_REGION_IDS,
    TOPIC_OPTION,
    WHO_OPTION,
    apply_and_report,
    exit_1_if_refused,
    learn_when_due,
    open_review,
    split_ids,
)
from specseek.output import print_table, write_line
from spider.display.views import figures_table
from spider.display.words import several, shown
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
    "--later", is_flag=True, help="Only keep it: `specseek review apply` does it."
)


@click.command(epilog=_ACCEPT)
@PROPOSAL_OR_REGION_IDS
@click.option("--name", help="The attribute's standard name.  [default: as it is shown]")
@click.option("--label", help="Its name in English.  [default: guessed]")
@click.option("--group", help="The heading it is shown under.  [default: guessed]")
@click.option(
    "--type",
    "kind",
    type=click.Choice([one.value for one in ValueType]),
    help="Of its values.  [default: guessed]",
)
@click.option("--unit", help="The unit values are stored in.  [default: guessed]")
@click.option(
    "--facet",
    type=click.Choice([one.value for one in Facet]),
    help="How results are narrowed by it.  [default: guessed]",
)
@TOPIC_OPTION
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
    """Take proposals for a new attribute of the topic.

    What is not told is guessed from the name and its values. Topic file and rules change,
    stored pages are read again, ledger and index follow. The exit status is 1 if that is refused.

    Of a region a rule is made, which reads all of it; attributes are not told then.
    """
    told = {
        "name": name,
        "label": label,
        "group": group,
        "type": kind,
        "unit": unit,
        "facet": facet,
    }
    numbers, regions = split_ids(ids)
    if regions and any(told.values()):
        raise click.UsageError("A region is many attributes: --name and the like are one's")
    with open_review(topic) as context:
        if regions:
            accept_regions(context, regions, who)
        else:
            guessed = _guess(context, numbers[0])
            attribute = _attribute(guessed.attribute, told)
            accept_proposals(context, numbers, attribute, who)
        _follow(context, later=later)


@click.command(epilog=_ALIAS)
@PROPOSAL_IDS
@click.option("--of", "attribute", help="The attribute they stand for.  [default: guessed]")
@TOPIC_OPTION
@WHO_OPTION
@_LATER
def alias(
    *, ids: Sequence[int], attribute: str | None, topic: str | None, who: str, later: bool
) -> None:
    """Take proposals for other names of an attribute that the topic has.

    Topic file and rules change, stored pages are read again, ledger and index follow. The exit
    status is 1 if that is refused.
    """
    with open_review(topic) as context:
        attribute = attribute or _guess(context, ids[0]).alias_of
        if attribute is None:
            raise click.UsageError("It is like no attribute of the topic: name one with --of")
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


def _attribute(guessed: Attribute, told: dict[str, str | None]) -> Attribute:
    """What was guessed, with what was told in its place; a unit goes with its type."""
    fields = guessed.model_dump(mode="json")
    given = {key: value for key, value in told.items() if value is not None}
    if "type" in given and given["type"] != fields["type"]:
        fields |= {"unit": "", "facet": "none", "words": ()}
    try:
        return Attribute.model_validate(fields | given)
    except ValueError as error:
        raise click.UsageError(f"That is no attribute: {error}") from error


def _follow(context: ReviewContext, *, later: bool) -> None:
    if later:
        click.echo("Kept; to carry it out: specseek review apply", err=True)
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


# The queue of proposals, for people and for scripts.


_NAMES = 6


def regions_table(found: Sequence[Region]) -> Table:
    table = figures_table("region")
    for heading in ("site", "heading"):
        table.add_column(heading, overflow="fold")
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
    table = figures_table("id", "site", "name", "value", "pages", "score", "may be")
    for one in found:
        table.add_row(
            str(one.id),
            *(shown(text, longest=40) for text in (one.site, one.name, one.value)),
            *(f"{one.pages_seen:,}", f"{one.score.probability:.2f}"),
            shown(_may_be(guessed.get(one.id))),
        )
    return table


def proposal_json(one: QueuedProposal, guess: AttributeGuess | None) -> dict[str, object]:
    told = {} if guess is None else _guess_json(guess)
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
        **told,
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
