"""Guesses what a new name is: a new attribute, with its fields, or an alias of a known one.

`guess_queued` guesses for proposals of the queue. The evidence that a name is an alias comes from
`evidence.py`, the type and unit of its values from `value_types.py`; group and English label are
guessed here.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from heapq import nlargest
from math import exp
from typing import TYPE_CHECKING, NamedTuple

from opencc import OpenCC

from core.names import clean_name, name_key
from core.topic import Attribute
from core.topic_parts import ENGLISH
from review.evidence import TopicEvidence, known_values
from review.name_similarity import plain_name, without_remarks, words_of
from review.value_types import value_kind
from store.proposals import OPEN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sqlalchemy import Connection

    from core.topic import Topic
    from review.evidence import AliasEvidence, KnownValues
    from review.queue import QueuedProposal


def guess_queued(
    conn: Connection, topic: Topic, waiting: Sequence[QueuedProposal]
) -> dict[int, AttributeGuess]:
    """Proposal id → a new attribute, with its fields, or the attribute it may be an alias of.

    For open proposals only: decided ones need no guess.
    """
    waiting = [one for one in waiting if one.state == OPEN and name_key(one.name)]
    if not waiting:
        return {}
    urls = [example.url for one in waiting for example in one.examples]
    guesser = AttributeGuesser(topic, known_values(conn, topic, urls))
    return {
        one.id: guesser.guess(
            one.name, [ValueOnPage(page.value, page.url) for page in one.examples]
        )
        for one in waiting
    }


ALIAS_ABOVE = 0.5  # a wrong alias mixes two attributes, so less likely ones count as new
_OTHERS = 3


class AttributeGuess(NamedTuple):
    """`attribute` is the guess for a new attribute; `alias_of` is None if that is likelier.

    `alias_probability` is that of the likeliest attribute, even if it is too low; `others` are the
    next ones. `reasons` are for and against the likeliest.
    """

    attribute: Attribute
    alias_of: str | None
    alias_probability: float
    reasons: tuple[AliasReason, ...]
    others: tuple[tuple[str, float], ...]


class AttributeGuesser:
    """Guesses for many names of one topic."""

    def __init__(self, topic: Topic, known: KnownValues) -> None:
        self._topic = topic
        self._known = known
        self._evidence = TopicEvidence(topic, known)

    def guess(self, name: str, shown: Sequence[ValueOnPage]) -> AttributeGuess:
        found = list(self._evidence.about(clean_name(name), shown))
        likely = likely_aliases(found)
        first = likely[0]
        values = [one.value for one in shown]
        kind = value_kind(name, values, self._topic)
        standard = standard_form(name, self._topic)
        attribute = Attribute(
            name=standard,
            label=english_label(standard, self._topic),
            group=group_of(name, shown, self._topic, self._known, found),
            type=kind.type,
            unit=kind.unit,
            facet=kind.facet,
            aliases=(name,) if name_key(name) != name_key(standard) else (),
        )
        return AttributeGuess(
            attribute,
            first.attribute if first.probability >= ALIAS_ABOVE else None,
            first.probability,
            reasons_for(first.evidence, self._topic),
            tuple((one.attribute, one.probability) for one in likely[1 : 1 + _OTHERS]),
        )


def guess_attribute(
    name: str, shown: Sequence[ValueOnPage], topic: Topic, known: KnownValues
) -> AttributeGuess:
    """The guess for a name that pages show with these values."""
    return _guesser(topic, known).guess(name, shown)


@lru_cache(maxsize=1)
def _guesser(topic: Topic, known: KnownValues) -> AttributeGuesser:
    return AttributeGuesser(topic, known)


def standard_form(name: str, topic: Topic) -> str:
    """In simplified characters and without remarks, if no attribute has this name already."""
    shown = clean_name(name)
    short = clean_name(_simplified(without_remarks(shown)))
    free = name_key(short) and topic.standard_name(short) is None
    return short if free else shown


@lru_cache(maxsize=1)
def _converter() -> OpenCC:
    return OpenCC("t2s")


def _simplified(text: str) -> str:
    """Lone surrogates, which a page may show, cannot be converted."""
    converted: str = _converter().convert(text.encode("utf-8", "replace").decode())
    return converted


# Whether a new name is an alias of a known attribute.


# Log-odds, fitted to the phones' own names, each hidden in turn, with values that real pages show.
_NOTHING = -6.0
_WORDS = 3.0
_SAME_NAME = 1.7
_LEAD = 6.5
_VALUES = 6.0
_UNDERSTOOD = -1.0
_MISUNDERSTOOD = -3.0
_UNUSUAL = -1.0
_BIT = 0.25


class LikelyAlias(NamedTuple):
    """An attribute, the probability that the name is its alias, and the evidence."""

    attribute: str
    probability: float
    evidence: AliasEvidence


def likely_aliases(found: Iterable[AliasEvidence]) -> list[LikelyAlias]:
    """The likeliest first."""
    likely = [LikelyAlias(one.attribute, alias_probability(one), one) for one in found]
    return sorted(likely, key=lambda one: (-one.probability, one.attribute))


def alias_probability(one: AliasEvidence) -> float:
    """Zero for an attribute that the page also shows itself, with another value."""
    if one.beside:
        return 0.0
    total = _NOTHING + _WORDS * one.name.words + _SAME_NAME * one.name.same + _LEAD * one.lead
    if one.values:
        total += _VALUES * one.values.share
    total += _BIT * one.elsewhere.bits
    if one.understood is not None:
        total += _MISUNDERSTOOD + (_UNDERSTOOD - _MISUNDERSTOOD) * one.understood
    if one.usual is not None:
        total += _UNUSUAL * (1 - one.usual)
    return 1 / (1 + exp(-total))


# Reasons why a name may, or may not, be an alias of an attribute, for people.


_ALIKE = 0.5
_VALUES_ALIKE = 0.3


class AliasReason(NamedTuple):
    """`kind` is one of `REASON_KINDS`; `detail` is the text it is about, as pages write it."""

    kind: str
    detail: str


REASON_KINDS = (
    "same-name",  # detail: the name that means the same
    "similar-name",  # detail: the name it is like
    "same-product",  # detail: 5/6: so many of the products have the same value on other sites
    "other-product-values",  # detail: 1/6: most have another value there
    "similar-values",  # detail: what the values have in common
    "other-values",  # detail: the attribute
    "type-and-unit",  # detail: the attribute's type and unit, which the values have
    "other-type",  # detail: the attribute's type and unit, which the values do not have
    "unusual-amounts",  # detail: the attribute
    "beside",  # detail: the name and value under which the page shows the attribute itself
)


def reasons_for(one: AliasEvidence, topic: Topic) -> tuple[AliasReason, ...]:
    """The strongest first; empty if nothing speaks for it."""
    return tuple(AliasReason(kind, detail) for kind, detail in _reasons(one, topic))


def _reasons(one: AliasEvidence, topic: Topic) -> Iterator[tuple[str, str]]:
    if one.beside:
        yield "beside", f"{one.beside.name}: {one.beside.value}"
    if one.elsewhere.of:
        kind = "same-product" if one.elsewhere.bits > 0 else "other-product-values"
        yield kind, f"{one.elsewhere.same}/{one.elsewhere.of}"
    if one.name.same:
        yield "same-name", one.name.to
    elif one.name.total >= _ALIKE:
        yield "similar-name", one.name.to
    yield from _about_values(one, topic)


def _about_values(one: AliasEvidence, topic: Topic) -> Iterator[tuple[str, str]]:
    attribute = topic.attributes[topic.places[one.attribute]]
    if one.values and one.values.share >= _VALUES_ALIKE:
        yield "similar-values", " ".join(one.values.shared)
    elif one.values:
        yield "other-values", one.attribute
    if one.understood is not None:
        kind = "type-and-unit" if one.understood >= _ALIKE else "other-type"
        yield kind, f"{attribute.type} {attribute.unit}".strip()
    if one.usual is not None and one.usual < _ALIKE:
        yield "unusual-amounts", one.attribute


# The group of a new attribute.


_NEAR = 3  # places up and down on the page
_MOST_PAGES = 10
_OF_NEIGHBOURS = 0.8
_MOST_ALIKE = 5  # most similar attributes that have a vote
_LEAST = 0.3  # name similarity that is worth one vote


def group_of(
    name: str,
    shown: Sequence[ValueOnPage],
    topic: Topic,
    known: KnownValues,
    found: Iterable[AliasEvidence],
) -> str:
    """The group of the attributes around it, and of those with similar names."""
    groups = {attribute.name: attribute.group for attribute in topic.attributes}
    votes: defaultdict[str, float] = defaultdict(float)
    every = list(found)
    for one in nlargest(_MOST_ALIKE, every, key=lambda one: one.name.total):
        if one.name.total >= _LEAST:
            votes[groups[one.attribute]] += one.name.total**2
    with_values = [one for one in every if one.values]
    for one in nlargest(_MOST_ALIKE, with_values, key=_share):
        votes[groups[one.attribute]] += _share(one) ** 2
    for attribute, nearness in _neighbours(name, shown, known).items():
        if attribute in groups:
            votes[groups[attribute]] += _OF_NEIGHBOURS * nearness
    best = max(votes, key=lambda group: (votes[group], group), default="")
    return best or _rest(topic)


def _share(one: AliasEvidence) -> float:
    return one.values.share if one.values else 0.0


def _neighbours(name: str, shown: Sequence[ValueOnPage], known: KnownValues) -> dict[str, float]:
    """Attribute → how near it is on pages, about 2 at most in total."""
    near: defaultdict[str, float] = defaultdict(float)
    pages = [one.url for one in shown if one.url][:_MOST_PAGES]
    for url in pages:
        said = known.on(url)
        places = [at for at, one in enumerate(said) if name_key(one.name) == name_key(name)]
        for place in places[:1]:
            for at in range(max(0, place - _NEAR), min(len(said), place + _NEAR + 1)):
                attribute = said[at].attribute
                if attribute and at != place:
                    near[attribute] += 1 / abs(at - place) / len(pages)
    return near


def _rest(topic: Topic) -> str:
    return "Other" if topic.attributes[0].group.isascii() else "其他"


# A first English label for a name; people may write a better one.


def english_label(name: str, topic: Topic) -> str:
    """The name itself if it is Latin; else translated word by word, else transcribed.

    >>> from core.topic import shipped_topic
    >>> phones = shipped_topic("phones")
    >>> [english_label(name, phones) for name in ("Call records", "GPU型号", "闹钟")]
    ['Call records', 'GPU model', 'Naozhong']
    """
    if name.isascii():
        return clean_name(name)
    words = words_of(name, topic)
    taken = {attribute.label_in(ENGLISH).casefold() for attribute in topic.attributes}
    if words and all(word.english for word in words):
        english = dict.fromkeys(word.english for word in words)
        label = _capitalized(" ".join(_as_written(word, name) for word in english))
        if label.casefold() not in taken:
            return label
    from pypinyin import lazy_pinyin  # noqa: PLC0415 - its dictionaries load slowly

    return _capitalized("".join(lazy_pinyin(plain_name(without_remarks(name)))))


def _as_written(word: str, name: str) -> str:
    """In the name's own capitals: GPU stays GPU."""
    return word.upper() if word.upper() in name else word


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


# A value under a new name, and the page that shows it.


class ValueOnPage(NamedTuple):
    """`url` is "" if no page is given."""

    value: str
    url: str = ""
