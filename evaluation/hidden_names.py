"""Is a name recognised that the topic has forgotten, and is what is new told as new?

Each name that real pages show is taken out of the topic: alone, so that the guess should name its
attribute, and with its whole attribute, so that the guess should be that it is new. Values known
beforehand are those of every second page; the guess sees values of the others, and what else
stands beside them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.table import Table

from core.names import name_key, site_of
from core.topic import Attribute, Topic, shipped_topic
from core.topic_parts import TopicQuery
from evaluation.datasets import gsmarena, phone_records
from review.evidence import KnownValues
from review.guesses import AttributeGuesser, ValueOnPage
from store.records import CurrentRecord, CurrentRecordValue

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from evaluation.datasets import ShownRecord


_MOST_PAGES = 200  # of a site
_MOST_SHOWN = 60  # values of a name that are looked at


class HiddenName(NamedTuple):
    """A name, the attribute it stands for (None: none any more), and what was guessed."""

    name: str
    attribute: str | None
    guessed: str | None


@dataclass(frozen=True)
class HiddenNames:
    guesses: tuple[HiddenName, ...]

    def figures(self) -> dict[str, float]:
        """Precision of what was told to be an alias; recall of aliases; new ones told as new."""
        told = [one for one in self.guesses if one.guessed]
        aliases = [one for one in self.guesses if one.attribute]
        new = [one for one in self.guesses if not one.attribute]
        return {
            "precision": _share(told, [one for one in told if one.guessed == one.attribute]),
            "recall": _share(aliases, [one for one in aliases if one.guessed == one.attribute]),
            "told new": _share(new, [one for one in new if not one.guessed]),
        }

    @property
    def counts(self) -> Counter[str]:
        return Counter(_outcome(one) for one in self.guesses)

    def table(self) -> Table:
        table = Table(title="Names that the topic forgot, with values of real pages")
        headings = ("asked", "right alias", "right: new", "alias told as new", "wrong alias")
        for heading in (*headings, *self.figures()):
            table.add_column(heading, justify="right")
        figures = (f"{figure:.4f}" for figure in self.figures().values())
        counts = (str(self.counts[outcome]) for outcome in headings[1:])
        table.add_row(str(len(self.guesses)), *counts, *figures)
        return table

    def as_json(self) -> dict[str, Any]:
        wrong = [one._asdict() for one in self.guesses if _outcome(one) == "wrong alias"]
        missed = [one._asdict() for one in self.guesses if _outcome(one) == "alias told as new"]
        return {**self.figures(), **self.counts, "wrong": wrong, "missed": missed}


class _KnownBesideShown(KnownValues):
    """What else the asked pages show is known, but no value of theirs counts as known before."""

    def __init__(self, known: Iterable[CurrentRecord], shown: Iterable[CurrentRecord]) -> None:
        super().__init__(shipped_topic("phones"), known)
        self._shown = {record.url: record.values for record in shown}

    def on(self, url: str) -> tuple[CurrentRecordValue, ...]:
        return self._shown.get(url) or super().on(url)


def measure_hidden_names() -> HiddenNames:
    topic = shipped_topic("phones")
    pages = list(_pages())
    known = _KnownBesideShown(_records(pages[1::2], topic), _records(pages[::2], topic))
    guesses = (
        HiddenName(name, attribute, AttributeGuesser(forgetful, known).guess(name, shown).alias_of)
        for name, shown in _values_by_name(pages[::2]).items()
        for attribute, forgetful in _without(name, topic)
    )
    return HiddenNames(tuple(guesses))


def _without(name: str, topic: Topic) -> Iterator[tuple[str | None, Topic]]:
    """The topic without an alias, and without the attribute that has the name.

    A standard name is not taken out alone: records are stored under it.
    """
    standard = topic.standard_name(name)
    if standard is None:
        yield None, topic
        return
    attribute = topic.attributes[topic.places[standard]]
    others = [one for one in topic.attributes if one is not attribute]
    left = tuple(alias for alias in attribute.aliases if name_key(alias) != name_key(name))
    if len(left) < len(attribute.aliases):
        forgetful = attribute.model_copy(update={"aliases": left})
        yield standard, _with_attributes(topic, (*others, forgetful))
    yield None, _with_attributes(topic, others)


def _with_attributes(topic: Topic, attributes: Iterable[Attribute]) -> Topic:
    """Made anew, for a copy would remember the names of the old one.

    What refers to attributes is left out, as it may refer to one that is not there any more.
    """
    left = tuple(one.model_copy(update={"read_from": ()}) for one in attributes)
    query = TopicQuery(product_words=topic.query.product_words)
    return Topic(
        name=topic.name,
        title=topic.title,
        interest=topic.interest,
        attributes=left,
        query=query,
    )


def _pages() -> Iterator[ShownRecord]:
    """Of each site in turn, evenly."""
    by_site: defaultdict[str, list[ShownRecord]] = defaultdict(list)
    for url, values in phone_records():
        by_site[site_of(url)].append((url, values))
    by_site["gsmarena"] = [(page.url, list(page.pairs)) for page in gsmarena()]
    for rows in by_site.values():
        yield from rows[:: max(1, len(rows) // _MOST_PAGES)]


def _records(pages: Iterable[ShownRecord], topic: Topic) -> Iterator[CurrentRecord]:
    for number, (url, values) in enumerate(pages):
        said = tuple(
            CurrentRecordValue(topic.standard_name(name), name, raw, None, None, None, 0.0)
            for name, raw in values
        )
        yield CurrentRecord(number, url, site_of(url), "rule", 0, 0.0, 0.0, said)


def _values_by_name(pages: Iterable[ShownRecord]) -> dict[str, list[ValueOnPage]]:
    found: defaultdict[str, list[ValueOnPage]] = defaultdict(list)
    for url, values in pages:
        for name, raw in values:
            if name_key(name) and len(found[name]) < _MOST_SHOWN:
                found[name].append(ValueOnPage(raw, url))
    return found


def _outcome(one: HiddenName) -> str:
    if one.guessed == one.attribute:
        return "right alias" if one.attribute else "right: new"
    return "wrong alias" if one.guessed else "alias told as new"


def _share(all_of_them: list[HiddenName], those: list[HiddenName]) -> float:
    return len(those) / len(all_of_them) if all_of_them else 1.0
