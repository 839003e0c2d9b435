"""Which records under one name are one product. In doubt, they are not."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from index.products.chips import Chipset
from index.products.codes import code_family
from index.products.vocabulary import BRANDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from index.products.identity import Identity

_SAME_SCREEN = 0.3  # inches; sites round, and measure with or without the corners
_MOST_KINDS = 100  # unlike pieces of evidence under one name; more are no phone's, but noise


class ProductTraits(NamedTuple):
    """What else a record tells of the phone; records that tell the same are never parted."""

    families: frozenset[str]
    inches: float | None
    generations: frozenset[str]
    chip: Chipset

    @classmethod
    def of(cls, identity: Identity) -> ProductTraits:
        about = BRANDS.brands.get(identity.key.brand) if identity.key else None
        families = frozenset(map(code_family, identity.codes))
        return cls(
            frozenset() if about and about.codes_by_region else families,
            identity.inches,
            identity.variant.generations,
            Chipset() if about and about.chips_by_region else identity.chip,
        )

    def contradicts(self, other: ProductTraits) -> bool:
        return (
            _apart(self.families, other.families)
            or _apart(self.generations, other.generations)
            or any(map(_apart, self.chip, other.chip))
            or _far(self.inches, other.inches)
        )


def _apart(some: frozenset[str], others: frozenset[str]) -> bool:
    return bool(some) and bool(others) and some.isdisjoint(others)


def _far(one: float | None, other: float | None) -> bool:
    return one is not None and other is not None and abs(one - other) > _SAME_SCREEN


def contradict(some: Sequence[Identity], others: Sequence[Identity]) -> bool:
    """Is anyone among the first at odds with anyone among the second?"""
    kinds = set(map(ProductTraits.of, others))
    return any(one.contradicts(kind) for one in set(map(ProductTraits.of, some)) for kind in kinds)


def same_phones(alike: Sequence[Identity]) -> list[list[int]]:
    """Groups, by place, of identities with one key: all together if none contradicts another."""
    places: dict[ProductTraits, list[int]] = defaultdict(list)
    for place, identity in enumerate(alike):
        places[ProductTraits.of(identity)].append(place)
    if len(places) > _MOST_KINDS:
        return list(places.values())
    return [
        sorted(place for kind in group for place in places[kind])
        for group in _without_contradictions(list(places))
    ]


def _without_contradictions(kinds: list[ProductTraits]) -> list[list[ProductTraits]]:
    """Those with most rivals form groups first; one that fits several groups stays alone."""
    rivals = {kind: sum(map(kind.contradicts, kinds)) for kind in kinds}
    groups: list[list[ProductTraits]] = []
    alone: list[list[ProductTraits]] = []
    for kind in sorted(kinds, key=lambda kind: (-rivals[kind], _in_order(kind))):
        fitting = [group for group in groups if not any(map(kind.contradicts, group))]
        if len(fitting) > 1:
            alone.append([kind])
        elif fitting:
            fitting[0].append(kind)
        else:
            groups.append([kind])
    return groups + alone


def _in_order(kind: ProductTraits) -> tuple[float, list[list[str]]]:
    """Any order will do, as long as it is always the same."""
    words = (kind.families, kind.generations, *kind.chip)
    return kind.inches or 0.0, list(map(sorted, words))
