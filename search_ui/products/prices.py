"""How the price of a product went: from the past values of its records to steps, day by day."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, NamedTuple

from index.values.price import currency_of
from index.values.read import read_value
from index.values.types import Price

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.topic import Attribute
    from store.records import PastValue


class PriceStep(NamedTuple):
    """From this day on: the lowest and the highest price that any page says; None: none does."""

    day: date
    low: float | None
    high: float | None


class PricedTime(NamedTuple):
    """A price that one page said, from its first day to the day on which it was gone."""

    first: date
    gone: date | None
    low: float
    high: float


def day_of(moment: float) -> date:
    return datetime.fromtimestamp(moment, UTC).date()


def price_steps(past: Iterable[PastValue], attribute: Attribute) -> list[PriceStep]:
    """The state at the end of each day on which it changed.

    Pages are read one after the other: within a day, the first that is read is no news for the
    next. Prices in other currencies than the attribute's are left out: nothing is exchanged.
    """
    times = [time for value in past for time in _times(value, attribute)]
    days = {time.first for time in times} | {time.gone for time in times if time.gone}
    steps: list[PriceStep] = []
    for day in sorted(days):
        step = _at(day, times)
        if not steps or step[1:] != steps[-1][1:]:
            steps.append(step)
    return steps if any(step.low is not None for step in steps) else []


def _times(value: PastValue, attribute: Attribute) -> Iterable[PricedTime]:
    first, gone = day_of(value.since), None if value.until is None else day_of(value.until)
    if first == gone:
        return
    for typed in read_value(value.raw, attribute).values:
        if isinstance(typed, Price) and typed.currency == currency_of(attribute.unit):
            yield PricedTime(first, gone, typed.low, typed.high)


def _at(day: date, times: Sequence[PricedTime]) -> PriceStep:
    held = [time for time in times if time.first <= day and (time.gone is None or day < time.gone)]
    if not held:
        return PriceStep(day, None, None)
    return PriceStep(day, min(time.low for time in held), max(time.high for time in held))
