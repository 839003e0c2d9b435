"""What comes out of a page: records, and how the extraction went."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from core.names import name_key

if TYPE_CHECKING:
    from rules.page_rows import PageRows


class Status(StrEnum):
    """How a page fared: read by a rule, read without one, or why not."""

    OK = "ok"
    READ = "read"
    NO_RULE = "no-rule"
    NO_MATCH = "no-match"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Pair:
    """One name and value as the page shows them; attribute is None where no rule knows it.

    `values` are the items where the value is a list, in page order; `section` is the heading
    above the pair. `by` tells how it was read (area, unit, row, embedded) and `confidence` how
    likely it is a fact of this page's product.
    """

    attribute: str | None
    name: str
    value: str
    values: tuple[str, ...] = ()
    section: str = field(default="", compare=False)
    by: str = field(default="", compare=False)
    confidence: float = field(default=1.0, compare=False)

    @property
    def by_rule(self) -> bool:
        """Did a rule read it? What rows or embedded data say without one is unconfirmed."""
        return self.by not in {"row", "embedded"}


@dataclass(frozen=True, slots=True)
class Reading:
    """A pair and the leaves it was read from.

    `in_name_leaf` tells that the value begins in the same text as the name; `group` is the
    element around the row and those beside it, None for what is no row.
    """

    pair: Pair
    name_leaf: int | None
    value_leaves: tuple[int, ...]
    in_name_leaf: bool = False
    group: int | None = None

    @property
    def words(self) -> tuple[str, str]:
        """Name and value as they are compared."""
        return name_key(self.pair.name), name_key(self.pair.value)

    @property
    def leaves(self) -> tuple[int, ...]:
        return self.value_leaves if self.name_leaf is None else (self.name_leaf, *self.value_leaves)


@dataclass(frozen=True, slots=True)
class Record:
    pairs: tuple[Pair, ...]

    def joined(self) -> dict[str, str]:
        """Attribute (the page's name where it is unknown) → value; repeats are joined."""
        values: dict[str, list[str]] = {}
        for pair in self.pairs:
            kept = values.setdefault(pair.attribute or pair.name, [])
            if pair.value not in kept:
                kept.append(pair.value)
        return {name: "；".join(kept) for name, kept in values.items()}


@dataclass(frozen=True, slots=True)
class Extraction:
    """`rule` is the id of the layout that read the page; `rows` are told where they were read."""

    status: Status
    rule: str | None = None
    records: tuple[Record, ...] = ()
    rows: PageRows | None = field(default=None, compare=False, repr=False)
