"""What the page itself, and other sites, say of the products that have a new name."""

from __future__ import annotations

from collections import Counter, defaultdict
from math import log2
from typing import TYPE_CHECKING, NamedTuple

from core.names import name_key
from index.products.catalogue import same_by_meaning
from index.values.text import plain, says_nothing

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from core.topic import Topic
    from review.known_values import KnownValues
    from review.shown import ValueOnPage
    from store.records import CurrentRecordValue

_AGREE_IF_SAME = 0.8  # two sites say the same of one attribute of one product about so often
_RAREST = 0.02  # no value is taken to be rarer: what is known is a sample
_MOST_BITS = 12.0


class OtherSiteAgreement(NamedTuple):
    """How often other sites say the same of the product, of how many, and what that tells.

    `bits` is positive where it speaks for one attribute, negative where it speaks against.
    """

    same: int = 0
    of: int = 0
    bits: float = 0.0


class AlsoOnPage(NamedTuple):
    """The page shows the attribute too, under another name, with another value."""

    name: str
    value: str


class ProductStatements:
    """By attribute: what each page says itself, and what other sites say of its product."""

    def __init__(self, name: str, shown: Sequence[ValueOnPage], known: KnownValues) -> None:
        key = name_key(name)
        self.pages = [one for one in shown if not says_nothing(plain(one.value))]
        self.beside = [
            _by_attribute(said for said in known.on(one.url) if name_key(said.name) != key)
            for one in self.pages
        ]
        self.elsewhere = [
            _by_attribute(said for record in known.elsewhere(one.url) for said in record.values)
            for one in self.pages
        ]


class ProductEvidence:
    """For one topic and what is known of it."""

    def __init__(self, topic: Topic, known: KnownValues) -> None:
        self._known = known
        self._same = same_by_meaning(topic)
        self._shares_of: dict[str, dict[Hashable, float]] = {}

    def beside(self, said: ProductStatements, attribute: str) -> AlsoOnPage | None:
        """What rules the attribute out, if anything does."""
        for one, on_page in zip(said.pages, said.beside, strict=True):
            others = on_page.get(attribute)
            if others and self._same(attribute, one.value) not in self._meanings(others, attribute):
                return AlsoOnPage(others[0].name, others[0].raw)
        return None

    def elsewhere(self, said: ProductStatements, attribute: str) -> OtherSiteAgreement:
        """A value that is common says little when it is the same; a rare one says much."""
        same = of = 0
        bits = 0.0
        for one, by_others in zip(said.pages, said.elsewhere, strict=True):
            others = by_others.get(attribute)
            if not others:
                continue
            value = self._same(attribute, one.value)
            agrees = value in self._meanings(others, attribute)
            of, same = of + 1, same + agrees
            bits += _bits(self._shares(attribute).get(value, 0.0), agrees=agrees)
        return OtherSiteAgreement(same, of, max(-_MOST_BITS, min(_MOST_BITS, bits)))

    def _meanings(self, said: Sequence[CurrentRecordValue], attribute: str) -> set[Hashable]:
        return {self._same(attribute, one.raw) for one in said}

    def _shares(self, attribute: str) -> dict[Hashable, float]:
        """Value → how common it is; worked out once."""
        if attribute not in self._shares_of:
            counts: Counter[Hashable] = Counter()
            for raw, count in self._known.of(attribute).items():
                counts[self._same(attribute, raw)] += count
            total = counts.total()
            self._shares_of[attribute] = {value: n / total for value, n in counts.items()}
        return self._shares_of[attribute]


def _bits(share: float, *, agrees: bool) -> float:
    by_chance = max(share, _RAREST)
    if agrees:
        return log2(_AGREE_IF_SAME / by_chance)
    return log2((1 - _AGREE_IF_SAME) / max(1 - by_chance, 1 - _AGREE_IF_SAME))


def _by_attribute(said: Iterable[CurrentRecordValue]) -> dict[str, list[CurrentRecordValue]]:
    found: defaultdict[str, list[CurrentRecordValue]] = defaultdict(list)
    for one in said:
        if one.attribute and not says_nothing(plain(one.raw)):
            found[one.attribute].append(one)
    return found
