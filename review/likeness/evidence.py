"""All that speaks for a new name being another name of an attribute, and against it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from review.likeness.meanings import UsualAmounts, share_understood
from review.likeness.names import NameLikeness, TopicNames
from review.likeness.parts import value_parts
from review.likeness.products import (
    AlsoOnPage,
    OtherSiteAgreement,
    ProductEvidence,
    ProductStatements,
)
from review.likeness.values import TopicValues, ValueLikeness

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from core.topic import Attribute, Topic
    from review.known_values import KnownValues
    from review.shown import ValueOnPage

_MOST_PAGES = 30  # looked at one by one, for what they and other sites say of the product
_MOST_VALUES = 50


class AliasEvidence(NamedTuple):
    """`lead`: how much more alike the name is to this attribute's than to any other's.

    `values`, `understood` and `usual` are None where nothing can be said.
    """

    attribute: str
    name: NameLikeness
    lead: float
    values: ValueLikeness | None
    understood: float | None
    usual: float | None
    elsewhere: OtherSiteAgreement
    beside: AlsoOnPage | None


class TopicEvidence:
    """For one topic and what is known of its values."""

    def __init__(self, topic: Topic, known: KnownValues) -> None:
        self._attributes = topic.attributes
        self._known = known
        self._names = TopicNames(topic)
        self._values = TopicValues(topic, known)
        self._amounts = UsualAmounts(known)
        self._products = ProductEvidence(topic, known)

    def about(self, name: str, shown: Sequence[ValueOnPage]) -> Iterator[AliasEvidence]:
        """For each attribute of the topic."""
        alike = {one.name: self._names.likeness(name, one.name) for one in self._attributes}
        first, second = _best_two(alike)
        asked = _NewName.of(name, shown, self._known)
        for attribute in self._attributes:
            own = alike[attribute.name]
            lead = own.total - (second if own.total == first else first)
            yield self._evidence(attribute, own, lead, asked)

    def _evidence(
        self, attribute: Attribute, alike: NameLikeness, lead: float, asked: _NewName
    ) -> AliasEvidence:
        comparable = bool(asked.parts) and self._values.known(attribute.name)
        return AliasEvidence(
            attribute.name,
            alike,
            lead,
            self._values.likeness(asked.parts, attribute.name) if comparable else None,
            share_understood(asked.values, attribute),
            self._amounts.share(asked.values, attribute),
            self._products.elsewhere(asked.said, attribute.name),
            self._products.beside(asked.said, attribute.name),
        )


class _NewName(NamedTuple):
    """What is asked about, made ready once for all attributes."""

    values: list[str]
    parts: Mapping[str, float]
    said: ProductStatements

    @classmethod
    def of(cls, name: str, shown: Sequence[ValueOnPage], known: KnownValues) -> _NewName:
        values = [one.value for one in shown[:_MOST_VALUES]]
        pages = [one for one in shown if one.url][:_MOST_PAGES]
        parts = value_parts(Counter(one.value for one in shown))
        return cls(values, parts, ProductStatements(name, pages, known))


def _best_two(alike: Mapping[str, NameLikeness]) -> tuple[float, float]:
    ranked = sorted((one.total for one in alike.values()), reverse=True)
    return ranked[0], ranked[1] if len(ranked) > 1 else 0.0
