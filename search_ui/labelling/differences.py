"""What rules read off a page now, beside what the ledger holds of it."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from rules.names import name_key

if TYPE_CHECKING:
    from collections.abc import Iterable


class State(StrEnum):
    NEW = "new"
    CHANGED = "changed"
    LOST = "lost"
    SAME = "same"


class Said(NamedTuple):
    """One value as a page shows it."""

    attribute: str | None
    name: str
    value: str

    @property
    def key(self) -> str:
        return self.attribute or name_key(self.name)


class Difference(NamedTuple):
    """`before` is "" for what is new, `value` for what is lost."""

    state: State
    attribute: str | None
    name: str
    value: str
    before: str


def differences(before: Iterable[Said], now: Iterable[Said]) -> list[Difference]:
    """In the order of the page; what is lost stands last."""
    then, here = _joined(before), _joined(now)
    found = [
        Difference(
            _state(said, then.get(key)), *said, before=then[key].value if key in then else ""
        )
        for key, said in here.items()
    ]
    lost = (said for key, said in then.items() if key not in here)
    return found + [
        Difference(State.LOST, said.attribute, said.name, "", said.value) for said in lost
    ]


def counted(found: Iterable[Difference]) -> dict[State, int]:
    """How many of each state, those that ask for attention first; none that is not there."""
    counts = Counter(difference.state for difference in found)
    order = (State.LOST, State.CHANGED, State.NEW, State.SAME)
    return {state: counts[state] for state in order if counts[state]}


def _state(now: Said, before: Said | None) -> State:
    if before is None:
        return State.NEW
    same = name_key(now.value) == name_key(before.value) != "" or now.value == before.value
    return State.SAME if same else State.CHANGED


def _joined(values: Iterable[Said]) -> dict[str, Said]:
    """Several values of one attribute are one, as records join them."""
    joined: dict[str, Said] = {}
    for said in values:
        known = joined.get(said.key)
        if known is None:
            joined[said.key] = said
        elif said.value not in known.value.split("；"):
            joined[said.key] = known._replace(value=f"{known.value}；{said.value}")
    return joined
