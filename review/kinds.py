"""What may a new name be: a new attribute, filled in, or another name of a known one?"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from opencc import OpenCC

from core.names import clean_name, name_key
from core.topic import Attribute
from review.aliases import likely_aliases
from review.groups import group_of
from review.labels import english_label
from review.likeness.evidence import TopicEvidence
from review.likeness.name_words import without_remarks
from review.reasons import AliasReason, reasons_for
from review.value_kinds import value_kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.topic import Topic
    from review.known_values import KnownValues
    from review.shown import ValueOnPage

ALIAS_ABOVE = 0.5  # a wrong alias mixes two attributes: what is less likely is told as new
_OTHERS = 3


class AttributeGuess(NamedTuple):
    """`attribute` is what it would be as a new one; `alias_of` is None where that is likelier.

    `alias_probability` is that of the likeliest attribute, also where it is too low; `others` are
    the next ones. `reasons` are those for and against the likeliest.
    """

    attribute: Attribute
    alias_of: str | None
    alias_probability: float
    reasons: tuple[AliasReason, ...]
    others: tuple[tuple[str, float], ...]


class AttributeGuesser:
    """For many names of one topic."""

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
    """What a name may be that pages show with these values."""
    return _guesser(topic, known).guess(name, shown)


@lru_cache(maxsize=1)
def _guesser(topic: Topic, known: KnownValues) -> AttributeGuesser:
    return AttributeGuesser(topic, known)


def standard_form(name: str, topic: Topic) -> str:
    """In simplified characters and without remarks, where no attribute is called so already."""
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
