"""The past prices of a product: a chart or a sentence, and a table.

The ledger has every value with its time; `price_steps` combines them into daily steps,
`price_chart` draws these as SVG paths.
"""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from core.currencies import currency_of
from core.topic import ValueType
from index.values.local_format import dates_in, money_in, sign_once
from index.values.read import read_value
from index.values.types import Price
from search_ui.addresses import web_link
from search_ui.languages import phrase
from search_ui.text import one_way, readable, utc_minute
from store.records import value_history

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from core.topic import Attribute, Topic
    from index.documents import ProductDocument
    from search_ui.languages import Language
    from search_ui.site import SearchSite
    from store.records import PastValue


_LONGEST = 100


class PastPrice(NamedTuple):
    raw: str
    site: str
    link: str
    since: str
    until: str


class PricePanel(NamedTuple):
    """`chart` is None if the price never changed."""

    label: str
    said: str
    chart: PriceChart | None
    past: tuple[PastPrice, ...]


def price_panels(
    past: Sequence[PastValue],
    document: ProductDocument,
    topic: Topic,
    today: date,
    language: Language,
) -> Iterator[PricePanel]:
    """One for each kind of price that any page of the product has in the topic's currency."""
    for attribute in price_attributes(topic):
        values = [value for value in past if value.attribute == attribute.name]
        if steps := price_steps(values, attribute):
            label = attribute.label_in(language)
            changed = len(steps) > 1
            yield PricePanel(
                label,
                _summary(steps, attribute, language)
                if changed
                else _one(steps[0], attribute, language),
                price_chart(steps, today, attribute.unit, language) if changed else None,
                tuple(_past_prices(values, document, language)) if changed else (),
            )


def _one(step: PriceStep, attribute: Attribute, language: Language) -> str:
    label = attribute.label_in(language)
    return phrase(
        "product.prices.one",
        language,
        name=label,
        day=dates_in(step.day.isoformat(), language),
        amount=_amount(step, attribute, language),
    )


def _summary(steps: Sequence[PriceStep], attribute: Attribute, language: Language) -> str:
    return phrase(
        "product.prices.summary",
        language,
        first=dates_in(steps[0].day.isoformat(), language),
        from_amount=_amount(steps[0], attribute, language),
        last=dates_in(steps[-1].day.isoformat(), language),
        to_amount=_amount(steps[-1], attribute, language),
        count=len(steps) - 1,
    )


def _amount(step: PriceStep, attribute: Attribute, language: Language) -> str:
    if step.low is None or step.high is None:
        return phrase("product.prices.none", language)
    ends = (money_in(end, attribute.unit, language) for end in (step.low, step.high))
    return sign_once("–".join(dict.fromkeys(ends)))


def _past_prices(
    values: Sequence[PastValue], document: ProductDocument, language: Language
) -> Iterator[PastPrice]:
    """The newest first."""
    pages = {page.record_id: page for page in document.pages}
    for value in reversed(values):
        page = pages[value.record_id]
        yield PastPrice(
            one_way(value.raw)[:_LONGEST],
            page.site,
            web_link(page.url),
            utc_minute(value.since, language),
            "" if value.until is None else utc_minute(value.until, language),
        )


# The prices of a product's pages, from the ledger.


def price_attributes(topic: Topic) -> list[Attribute]:
    return [attribute for attribute in topic.attributes if attribute.type is ValueType.PRICE]


def past_prices(document: ProductDocument, site: SearchSite) -> list[PastValue]:
    """In the order in which they first appeared; empty if there is no ledger."""
    if site.ledger is None:
        return []
    records = [page.record_id for page in document.pages]
    attributes = [attribute.name for attribute in price_attributes(site.topic)]
    with site.ledger.reading() as conn:
        past = value_history(conn, records, attributes)
    return [value._replace(raw=readable(value.raw)) for value in past]


# From the past values of a product's records to daily price steps.


class PriceStep(NamedTuple):
    """The lowest and highest price of all pages from this day on; None: no price."""

    day: date
    low: float | None
    high: float | None


class PricedTime(NamedTuple):
    """A price on one page, from its first day to the day on which it was gone."""

    first: date
    gone: date | None
    low: float
    high: float


def day_of(moment: float) -> date:
    return datetime.fromtimestamp(moment, UTC).date()


def price_steps(past: Iterable[PastValue], attribute: Attribute) -> list[PriceStep]:
    """The state at the end of each day on which it changed.

    Pages are fetched one after the other, so differences within a day mean nothing. Prices in other
    currencies are left out: there is no conversion.
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


# A chart of prices as SVG paths and labels, without styles.


CHART_WIDTH, CHART_HEIGHT = 480, 210
_LEFT, _RIGHT, _TOP, _BOTTOM = 84, 12, 14, 28
_ROUND_STEPS = (1, 2, 2.5, 5, 10)


class Tick(NamedTuple):
    at: float
    label: str


class PriceChart(NamedTuple):
    """`line` is the lowest price, `band` extends from there to the highest."""

    line: str
    band: str
    across: tuple[Tick, ...]
    upwards: tuple[Tick, ...]
    width: int = CHART_WIDTH
    height: int = CHART_HEIGHT
    left: int = _LEFT
    right: int = CHART_WIDTH - _RIGHT
    bottom: int = CHART_HEIGHT - _BOTTOM


class _Scale(NamedTuple):
    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), 1)


def price_chart(
    steps: Sequence[PriceStep], today: date, currency: str, language: Language
) -> PriceChart:
    """There are at least two `steps`; the last one holds until today."""
    last = max(today, steps[-1].day + timedelta(days=1))
    ends = [*(step.day.toordinal() for step in steps[1:]), last.toordinal()]
    x = _Scale(steps[0].day.toordinal(), ends[-1], _LEFT, CHART_WIDTH - _RIGHT)
    marks = list(_round_numbers([end for step in steps for end in step[1:] if end is not None]))
    y = _Scale(marks[0], marks[-1], CHART_HEIGHT - _BOTTOM, _TOP)
    pieces = [
        (x(step.day.toordinal()), x(end), y(step.low), y(step.high))
        for step, end in zip(steps, ends, strict=True)
        if step.low is not None and step.high is not None
    ]
    return PriceChart(
        _line(pieces),
        " ".join(f"M{x1} {low}V{high}H{x2}V{low}Z" for x1, x2, low, high in pieces),
        tuple(
            Tick(x(day), dates_in(date.fromordinal(day).isoformat(), language))
            for day in _days(steps[0].day, last)
        ),
        tuple(Tick(y(mark), money_in(mark, currency, language)) for mark in marks),
    )


def _line(pieces: Sequence[tuple[float, float, float, float]]) -> str:
    """Adjacent steps are joined; there is a gap where there was no price."""
    path, end = [], math.nan
    for x1, x2, low, _ in pieces:
        path.append(f"V{low}H{x2}" if x1 == end else f"M{x1} {low}H{x2}")
        end = x2
    return "".join(path)


def _round_numbers(amounts: Sequence[float]) -> Iterator[float]:
    """A few round numbers, from below the lowest amount to above the highest."""
    low, high = min(amounts), max(amounts)
    if low == high:
        low, high = low * 0.9, high * 1.1 or 1.0
    rough = (high - low) / 4 or 1.0  # a quarter of a tiny difference is 0
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * times for times in _ROUND_STEPS if power * times >= rough)
    first, last = math.floor(low / step), math.ceil(high / step)
    return (count * step for count in range(first, last + 1))


def _days(first: date, last: date) -> list[int]:
    """Four evenly spaced days, or fewer if the span is shorter."""
    span = (last - first).days
    parts = min(3, span)
    return [first.toordinal() + round(span * part / parts) for part in range(parts + 1)]
