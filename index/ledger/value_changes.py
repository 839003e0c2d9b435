"""What differs between the values a record has and those that were read now?"""

from __future__ import annotations

from collections import defaultdict, deque
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from index.ledger.records import ReadValue


class CurrentValue(NamedTuple):
    """A stored row that still holds."""

    id: int
    position: int
    value: ReadValue


class ValueChanges(NamedTuple):
    ended: list[int]  # ids of rows that no longer hold
    moved: list[tuple[int, int]]  # (id, new position) of rows that hold, but stand elsewhere
    added: list[tuple[int, ReadValue]]  # (position, value)


def value_changes(current: Iterable[CurrentValue], read: Sequence[ReadValue]) -> ValueChanges:
    """Equal values keep their rows, wherever they stand: a new line shifts, it changes nothing."""
    kept: defaultdict[ReadValue, deque[CurrentValue]] = defaultdict(deque)
    for row in current:
        kept[row.value].append(row)
    changes = ValueChanges([], [], [])
    for position, value in enumerate(read):
        if not kept[value]:
            changes.added.append((position, value))
            continue
        row = kept[value].popleft()
        if row.position != position:
            changes.moved.append((row.id, position))
    changes.ended.extend(row.id for rows in kept.values() for row in rows)
    return changes
