"""Page numbers of results: the first, the last, and those around the current one."""

from __future__ import annotations

from typing import NamedTuple

_AROUND = 2


class PageNumbers(NamedTuple):
    """`numbers` has None for gaps."""

    page: int
    last: int
    numbers: tuple[int | None, ...]

    @property
    def offered(self) -> list[int]:
        """All pages that there are links to."""
        numbers = (*self.numbers, self.before, self.after)
        return [number for number in numbers if number is not None]

    @property
    def before(self) -> int | None:
        return self.page - 1 if self.page > 1 else None

    @property
    def after(self) -> int | None:
        return self.page + 1 if self.page < self.last else None


def page_numbers(total: int, page: int, size: int) -> PageNumbers:
    """Page numbers of a result; a gap of one page is filled, since it would take as much room.

    >>> page_numbers(total=400, page=6, size=20).numbers
    (1, None, 4, 5, 6, 7, 8, None, 20)
    """
    last = max(1, -(-total // size))
    near = range(page - _AROUND, page + _AROUND + 1)
    shown = sorted({1, last, *(number for number in near if 1 <= number <= last)})
    numbers: list[int | None] = []
    for number in shown:
        before = numbers[-1] if numbers else 0
        if before is not None and number - before == 2:
            numbers.append(number - 1)
        elif before is not None and number - before > 2:
            numbers.append(None)
        numbers.append(number)
    return PageNumbers(page, last, tuple(numbers))
