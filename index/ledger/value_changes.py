"""The difference between the stored values of a record and those read now."""

from __future__ import annotations

from collections import defaultdict, deque
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.records import ReadValue


class CurrentValue(NamedTuple):
    """A stored row that still holds."""

    id: int
    position: int
    value: ReadValue


class ValueChanges(NamedTuple):
    """What is `moved` holds, but stands elsewhere, or is as sure as it was no more."""

    ended: list[int]  # ids of rows that no longer hold
    moved: list[tuple[int, int, ReadValue]]  # (id, position, value)
    added: list[tuple[int, ReadValue]]  # (position, value)


def value_changes(current: Iterable[CurrentValue], read: Sequence[ReadValue]) -> ValueChanges:
    """Equal values keep their rows, wherever they stand: a new line shifts, it changes nothing.

    Nor does it when a value is a little surer than before; but a value that a rule reads now is
    another than the same without a rule.
    """
    kept: defaultdict[tuple[object, ...], deque[CurrentValue]] = defaultdict(deque)
    for row in current:
        kept[_what_is_said(row.value)].append(row)
    changes = ValueChanges([], [], [])
    for position, value in enumerate(read):
        alike = kept[_what_is_said(value)]
        if not alike:
            changes.added.append((position, value))
            continue
        row = alike.popleft()
        if (row.position, row.value) != (position, value):
            changes.moved.append((row.id, position, value))
    changes.ended.extend(row.id for rows in kept.values() for row in rows)
    return changes


def _what_is_said(value: ReadValue) -> tuple[object, ...]:
    return value.attribute, value.name, value.raw, value.confirmed
