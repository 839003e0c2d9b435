"""The past prices of a product as its page shows them: a chart, or a sentence, and a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from index.values.format import format_money
from search_ui.languages import phrase
from search_ui.products.chart import price_chart
from search_ui.products.links import web_link
from search_ui.products.past_prices import price_attributes
from search_ui.products.prices import price_steps
from search_ui.products.readable import one_way
from search_ui.searching.wording import utc_minute

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from core.topic import Attribute, Topic
    from index.documents import ProductDocument
    from search_ui.languages import Language
    from search_ui.products.chart import PriceChart
    from search_ui.products.prices import PriceStep
    from store.records import PastValue

_LONGEST = 100


class PastPrice(NamedTuple):
    raw: str
    site: str
    link: str
    since: str
    until: str


class PricePanel(NamedTuple):
    """`chart` is None where the price never changed."""

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
    """One for each kind of price that any page of the product said in the topic's currency."""
    for attribute in price_attributes(topic):
        values = [value for value in past if value.attribute == attribute.name]
        if steps := price_steps(values, attribute):
            label = attribute.label if language == "en" else attribute.name
            changed = len(steps) > 1
            yield PricePanel(
                label,
                _summary(steps, attribute, language)
                if changed
                else _one(steps[0], attribute, language),
                price_chart(steps, today, attribute.unit) if changed else None,
                tuple(_past_prices(values, document)) if changed else (),
            )


def _one(step: PriceStep, attribute: Attribute, language: Language) -> str:
    label = attribute.label if language == "en" else attribute.name
    return phrase(
        "product.prices.one",
        language,
        name=label,
        day=step.day,
        amount=_amount(step, attribute, language),
    )


def _summary(steps: Sequence[PriceStep], attribute: Attribute, language: Language) -> str:
    return phrase(
        "product.prices.summary",
        language,
        first=steps[0].day,
        from_amount=_amount(steps[0], attribute, language),
        last=steps[-1].day,
        to_amount=_amount(steps[-1], attribute, language),
        count=len(steps) - 1,
    )


def _amount(step: PriceStep, attribute: Attribute, language: Language) -> str:
    if step.low is None or step.high is None:
        return phrase("product.prices.none", language)
    ends = dict.fromkeys(format_money(end, attribute.unit) for end in (step.low, step.high))
    amount = "–".join(ends)
    return amount.replace("￥", "¥") if language == "en" else amount


def _past_prices(values: Sequence[PastValue], document: ProductDocument) -> Iterator[PastPrice]:
    """The newest first."""
    pages = {page.record_id: page for page in document.pages}
    for value in reversed(values):
        page = pages[value.record_id]
        yield PastPrice(
            one_way(value.raw)[:_LONGEST],
            page.site,
            web_link(page.url),
            utc_minute(value.since),
            "" if value.until is None else utc_minute(value.until),
        )
