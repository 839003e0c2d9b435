"""`specseek review accept` and `alias`: the decisions that change files and records."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from core.topic import Attribute, Facet, ValueType
from review.deciding import accept_proposals, alias_proposals
from review.guessing import guess_queued
from review.learning import scorer_of
from review.queue import queued_proposal
from review.regions import accept_regions
from specseek.applying import apply_and_report, exit_1_if_refused, learn_when_due
from specseek.known_workshop import open_review
from specseek.review_options import (
    PROPOSAL_IDS,
    PROPOSAL_OR_REGION_IDS,
    TOPIC_OPTION,
    WHO_OPTION,
    split_ids,
)
from store.proposals import OPEN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from review.kinds import AttributeGuess
    from review.workshop import ReviewContext

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
