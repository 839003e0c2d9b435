"""What rules read off a page now, beside what the ledger holds of it."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from core.names import name_key

if TYPE_CHECKING:
    from collections.abc import Iterable


class DifferenceState(StrEnum):
    NEW = "new"
    CHANGED = "changed"
    LOST = "lost"
    SAME = "same"


class PageValue(NamedTuple):
    """One value as a page shows it."""

    attribute: str | None
    name: str
    value: str

    @property
    def key(self) -> str:
        return self.attribute or name_key(self.name)


class ValueDifference(NamedTuple):
    """`before` is "" for what is new, `value` for what is lost."""

    state: DifferenceState
    attribute: str | None
    name: str
    value: str
    before: str


def value_differences(
    before: Iterable[PageValue], now: Iterable[PageValue]
) -> list[ValueDifference]:
    """In the order of the page; what is lost stands last."""
    then, here = _joined(before), _joined(now)
    found = [
        ValueDifference(
            _state(said, then.get(key)), *said, before=then[key].value if key in then else ""
        )
        for key, said in here.items()
    ]
    lost = (said for key, said in then.items() if key not in here)
    return found + [
        ValueDifference(DifferenceState.LOST, said.attribute, said.name, "", said.value)
        for said in lost
    ]


def count_differences(found: Iterable[ValueDifference]) -> dict[DifferenceState, int]:
    """How many of each state, those that ask for attention first; none that is not there."""
    counts = Counter(difference.state for difference in found)
    order = (
        DifferenceState.LOST,
        DifferenceState.CHANGED,
        DifferenceState.NEW,
        DifferenceState.SAME,
    )
    return {state: counts[state] for state in order if counts[state]}


def _state(now: PageValue, before: PageValue | None) -> DifferenceState:
    if before is None:
        return DifferenceState.NEW
    same = name_key(now.value) == name_key(before.value) != "" or now.value == before.value
    return DifferenceState.SAME if same else DifferenceState.CHANGED


def _joined(values: Iterable[PageValue]) -> dict[str, PageValue]:
    """Several values of one attribute are one, as records join them."""
    joined: dict[str, PageValue] = {}
    for said in values:
        known = joined.get(said.key)
        if known is None:
            joined[said.key] = said
        elif said.value not in known.value.split("；"):
            joined[said.key] = known._replace(value=f"{known.value}；{said.value}")
    return joined
