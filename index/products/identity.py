"""What identifies the product of a record: brand and model, codes, whatever else tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from core.records import BY_ROWS, BY_RULE
from core.schema_org import ROLES
from index.products.names import Variant

if TYPE_CHECKING:
    from core.topic import Role, Topic
    from store.records import CurrentRecord


class ProductKey(NamedTuple):
    """The same for all records of a product; both parts are compact."""

    brand: str
    model: str


class ToldAmount(NamedTuple):
    """An amount that tells products apart; None if unknown."""

    number: float | None
    tolerance: float


class ProductTraits(NamedTuple):
    """What else a record says about the product; records with equal traits stay together.

    `words` are families of codes, network generations, makers and classes of parts. `variant` is
    the variant that the record tells of, with its GTINs.
    """

    words: tuple[frozenset[str], ...] = ()
    amounts: tuple[ToldAmount, ...] = ()
    variant: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())

    def contradicts(self, other: ProductTraits) -> bool:
        return (
            any(map(_apart, self.words, other.words))
            or any(map(_far, self.amounts, other.amounts))
            or self._is_another_of_variant(other)
        )

    def _is_another_of_variant(self, other: ProductTraits) -> bool:
        """Different GTINs tell products apart only where the variants are the same."""
        told, gtins = self.variant
        return bool(told) and told == other.variant[0] and _apart(gtins, other.variant[1])


def _apart(some: frozenset[str], others: frozenset[str]) -> bool:
    return bool(some) and bool(others) and some.isdisjoint(others)


def _far(one: ToldAmount, other: ToldAmount) -> bool:
    if one.number is None or other.number is None:
        return False
    return abs(one.number - other.number) > max(one.tolerance, other.tolerance)


class Identity(NamedTuple):
    """`key` is None if the record does not name its product, or contradicts itself.

    `name` is the whole name as the page writes it, `brand` the brand as it is shown, `written` the
    model in the name. `codes` are the maker's codes in names and under `model`; `is_code`: the
    model is one of them. Of learned names any model may be another's code. `gtins` and `parts`
    (part numbers with the brand) are the same for no two products.
    """

    key: ProductKey | None
    name: str = ""
    brand: str = ""
    written: str = ""
    codes: frozenset[str] = frozenset()
    is_code: bool = False
    is_learned: bool = False
    variant: Variant = Variant()
    traits: ProductTraits = ProductTraits()
    gtins: frozenset[str] = frozenset()
    parts: frozenset[str] = frozenset()


# The values of a record by role.


class RoleValues:
    """Finds values by the role of their attribute, or of their property in embedded data."""

    def __init__(self, topic: Topic) -> None:
        self._roles = {one.name: one.role for one in topic.attributes if one.role}

    def of(self, record: CurrentRecord, role: Role) -> list[str]:
        is_embedded = record.source not in {BY_RULE, BY_ROWS}
        found = (
            value.raw
            for value in record.values
            if (
                self._roles.get(value.attribute) is role
                if value.attribute
                else is_embedded and ROLES.get(value.name) is role
            )
        )
        return [raw for raw in dict.fromkeys(found) if raw.strip()]
