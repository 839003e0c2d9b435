"""`specseek review`: the queue of proposals, and what is decided about them."""

from __future__ import annotations

import getpass
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from index.ledger.decisions import decision_on
from index.ledger.proposals import OPEN
from review import deciding
from review.auto_accept import accept_likely
from review.guessing import guesses
from review.learning import learn, learn_if_due, scorer_of
from review.queue import queue, queued
from rules.topic import Attribute, Facet, ValueType
from specseek.applying import apply_and_tell, fail_where_refused
from specseek.json_lines import write_line
from specseek.known_workshop import known_workshop
from specseek.report import print_table
from specseek.review_words import as_json, queue_table
from spider.display.words import several

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from review.kinds import Guess
    from review.workshop import Workshop

_LIST = """\b
Examples:
  specseek review list
  specseek review list --site zol.example --json > proposals.jsonl
  specseek review list --state rejected
"""
_ACCEPT = """\b
Examples:
  specseek review accept 17
  specseek review accept 17 18 --name 近场通信 --label NFC --group 网络 --type yes-no
  specseek review accept 17 --later; specseek review accept 21 --later; specseek review apply
"""
_ALIAS = """\b
Examples:
  specseek review alias 17 --of 手机制式
  specseek review alias 17 18
"""
_OTHERS = """\b
Examples:
  specseek review reject 17 18 19
  specseek review skip 20
  specseek review undo 17
"""
_TOPIC = click.option("--topic", metavar="NAME", help="Of this topic, where there are several.")
_WHO = click.option("--who", default=getpass.getuser, help="Who decides.  [default: your login]")
_LATER = click.option(
    "--later", is_flag=True, help="Only keep it: `specseek review apply` does it."
)
_IDS = click.argument("ids", type=click.IntRange(min=1), nargs=-1, required=True, metavar="ID...")


@click.group(short_help="Decide about names that no rule knows.")
def review() -> None:
    """Decide about names that no rule knows: the queue, and what follows from a decision.

    Proposals are told by their numbers, as `specseek review list` shows them. Several may be
    decided at once, as the same name on several sites.
    """


@review.command("list", epilog=_LIST)
@_TOPIC
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
    """Show the proposals, the likeliest first, with what they may be."""
    with known_workshop(topic) as workshop, workshop.ledger.reading() as conn:
        known = workshop.topic()
        scorer = scorer_of(conn, known.name)
        found = queue(conn, known, scorer, state=state, site=site, limit=limit)
        guessed = guesses(conn, known, found)
    if json_lines:
        for one in found:
            write_line(as_json(one, guessed.get(one.id)))
    elif found:
        print_table(queue_table(found, guessed))
    click.echo(f"{several(len(found), 'proposal')} {state}", err=True)


@review.command(epilog=_ACCEPT)
@_IDS
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
@_TOPIC
@_WHO
@_LATER
def accept(  # noqa: PLR0913 - one for each part of an attribute
    *,
    ids: Sequence[int],
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
    """
    told = {
        "name": name,
        "label": label,
        "group": group,
        "type": kind,
        "unit": unit,
        "facet": facet,
    }
    with known_workshop(topic) as workshop:
        guessed = _guess(workshop, ids[0])
        attribute = _attribute(guessed.attribute, told)
        deciding.accept(workshop, ids, attribute, who)
        _follow(workshop, later=later)


@review.command(epilog=_ALIAS)
@_IDS
@click.option("--of", "attribute", help="The attribute they stand for.  [default: guessed]")
@_TOPIC
@_WHO
@_LATER
def alias(
    *, ids: Sequence[int], attribute: str | None, topic: str | None, who: str, later: bool
) -> None:
    """Take proposals for other names of an attribute that the topic has.

    Topic file and rules change, stored pages are read again, ledger and index follow. The exit
    status is 1 if that is refused.
    """
    with known_workshop(topic) as workshop:
        attribute = attribute or _guess(workshop, ids[0]).alias_of
        if attribute is None:
            raise click.UsageError("It is like no attribute of the topic: name one with --of")
        deciding.alias(workshop, ids, attribute, who)
        _follow(workshop, later=later)


@review.command(epilog=_OTHERS)
@_IDS
@_TOPIC
@_WHO
def reject(ids: Sequence[int], topic: str | None, who: str) -> None:
    """Say that proposals are no attributes: they are not asked about again."""
    _decide(deciding.reject, ids, topic, who)


@review.command(epilog=_OTHERS)
@_IDS
@_TOPIC
@_WHO
def skip(ids: Sequence[int], topic: str | None, who: str) -> None:
    """Leave proposals for later: they are out of the queue and can be decided any time."""
    _decide(deciding.skip, ids, topic, who)


@review.command(epilog=_OTHERS)
@click.argument("proposal", type=click.IntRange(min=1), metavar="ID")
@_TOPIC
@_WHO
def undo(proposal: int, topic: str | None, who: str) -> None:
    """Take the decision about a proposal back, with those that were made with it.

    Files and records that followed it already are put back, too.
    """
    with known_workshop(topic) as workshop:
        with workshop.ledger.reading() as conn:
            decision = decision_on(conn, proposal)
        if decision is None:
            raise click.ClickException(f"Nothing was decided about a proposal {proposal}")
        if deciding.undo(workshop, decision.id, who) is not None:
            fail_where_refused(apply_and_tell(workshop))
    click.echo(f"Proposal {proposal} is open again", err=True)


@review.command()
@_TOPIC
def apply(topic: str | None) -> None:
    """Carry out what is decided and was not carried out yet.

    After a crash it goes on where it was. Weights are learned anew where there are enough new
    decisions; what is likelier than the setting `[review] accept_above` says is accepted (off by
    default). The exit status is 1 if a change is refused.
    """
    with known_workshop(topic) as workshop:
        applied = apply_and_tell(workshop)
        _learn(workshop)
        if accept_likely(workshop):
            applied += apply_and_tell(workshop)
        if not applied:
            click.echo("Nothing waits to be carried out", err=True)
        fail_where_refused(applied)


@review.command("learn")
@_TOPIC
def learn_weights(topic: str | None) -> None:
    """Learn from all decisions how the next proposals are judged."""
    with known_workshop(topic) as workshop, workshop.ledger.transaction() as conn:
        learned = learn(conn, workshop.topic_name, time.time())
    version = learned.version
    words = "equal weights judge better and stay" if version is None else f"version {version}"
    click.echo(f"Learned: {words}", err=True)


def _decide(
    decide: Callable[[Workshop, Sequence[int], str], list[int]],
    ids: Sequence[int],
    topic: str | None,
    who: str,
) -> None:
    with known_workshop(topic) as workshop:
        made = decide(workshop, ids, who)
        _learn(workshop)
    click.echo(f"{several(len(made), 'decision')} kept", err=True)


def _guess(workshop: Workshop, proposal: int) -> Guess:
    with workshop.ledger.reading() as conn:
        topic = workshop.topic()
        one = queued(conn, topic, scorer_of(conn, topic.name), proposal)
        if one is None:
            raise click.ClickException(
                f"There is no proposal {proposal}; see: specseek review list"
            )
        return guesses(conn, topic, [replace(one, state=OPEN)])[proposal]


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


def _follow(workshop: Workshop, *, later: bool) -> None:
    if later:
        click.echo("Kept; to carry it out: specseek review apply", err=True)
        return
    applied = apply_and_tell(workshop)
    _learn(workshop)
    fail_where_refused(applied)


def _learn(workshop: Workshop) -> None:
    """Every so many decisions the next proposals are judged anew."""
    with workshop.ledger.transaction() as conn:
        learn_if_due(conn, workshop.topic_name, time.time())
