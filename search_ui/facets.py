"""The facets beside the results: ranges with a histogram, and lists of values with counts."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from core.topic import ValueType
from index.search.address import limit_text, maximum_name, minimum_name, parameters_of
from index.values.local_format import unit_in
from search_ui.addresses import SEARCH, address, search_address
from search_ui.languages import LANGUAGES
from search_ui.text import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from core.topic import Topic
    from index.search.address import End
    from index.search.model import HistogramBar, Limits, RangeFacet, ValuesFacet
    from search_ui.addresses import FacetAddresses
    from search_ui.languages import Language


TALLEST = 40  # height of the drawing in its own units; a bar is one unit wide
_LEAST = 1.5  # so that a single product among thousands stays visible


class RangeBox(NamedTuple):
    """A histogram with two limits; `last` is the number of its last edge.

    Limits are written as the inputs take them, in the unit that the page shows. `lows` and `highs`
    are what an edge means as a lower and as an upper limit: up to 1 January 2023 is up to 2022.
    """

    name: str
    label: str
    unit: str
    is_date: bool
    bars: Markup
    last: int
    lows: tuple[str, ...]
    highs: tuple[str, ...]
    low: str
    high: str
    handles: tuple[int, int]
    others: tuple[tuple[str, str], ...]
    cleared: str
    narrowed: bool
    converted: bool


def range_box(facet: RangeFacet, topic: Topic, language: Language) -> RangeBox:
    attribute = facet.attribute
    is_date = attribute.type is ValueType.DATE
    unit, many = unit_in(attribute.unit, language)
    edges = [*(bar.low for bar in facet.bars), *(bar.high for bar in facet.bars[-1:])]
    lows = tuple(_written(edge / many, "first", is_date) for edge in edges)
    low, high = facet.chosen
    others = tuple(parameters_of(facet.cleared, topic))
    return RangeBox(
        attribute.name,
        say(facet.label, language),
        unit,
        is_date,
        _drawn(facet.bars, facet.chosen),
        len(facet.bars),
        lows,
        tuple(_written(edge - 1, "last", is_date) for edge in edges) if is_date else lows,
        "" if low is None else _written(low / many, "first", is_date),
        "" if high is None else _written(high / many, "last", is_date),
        _handles(edges, facet.chosen),
        others,
        address(SEARCH, others),
        facet.chosen != (None, None),
        many != 1,
    )


UNIT = "unit."


def in_topic_units(
    parameters: Iterable[tuple[str, str]], topic: Topic
) -> Iterator[tuple[str, str]]:
    """The parameters of a search with limits in the topic's units.

    A form in English sends `unit.后置摄像头=MP` along with limits in megapixels.
    """
    several = list(parameters)
    sent = {name.removeprefix(UNIT): unit for name, unit in several if name.startswith(UNIT)}
    factors: dict[str, float] = {}
    for attribute in topic.attributes if sent else ():
        for unit, many in (unit_in(attribute.unit, language) for language in LANGUAGES):
            if sent.get(attribute.name) == unit:
                factors[minimum_name(attribute.name)] = factors[maximum_name(attribute.name)] = many
    for name, value in several:
        if not name.startswith(UNIT):
            yield name, _times(value, factors[name]) if name in factors else value


def _times(value: str, factor: float) -> str:
    try:
        return _written(float(value) * factor, "first", False)  # noqa: FBT003 - see there
    except (ValueError, OverflowError):
        return value


# The edges of a histogram are the same on every page.
@lru_cache(maxsize=4096)
def _written(limit: float, end: End, is_date: bool) -> str:  # noqa: FBT001 - keywords are slower
    """Without the rounding errors of computed numbers."""
    return limit_text(round(limit, 6), end, is_date=is_date)


def _drawn(bars: Sequence[HistogramBar], chosen: Limits) -> Markup:
    """A rectangle for each bar, an empty one for an empty bar."""
    most = max((bar.products for bar in bars), default=0) or 1
    drawn = (
        _rectangle(at, max(_LEAST, TALLEST * bar.products / most), inside=_inside(bar, chosen))
        if bar.products
        else "<rect/>"
        for at, bar in enumerate(bars)
    )
    return Markup("".join(drawn))  # noqa: S704 - made here, of numbers


def _rectangle(at: int, height: float, *, inside: bool) -> str:
    place = f'x="{at}.06" y="{TALLEST - height:.4g}" width=".88" height="{height:.4g}"'
    return f'<rect {place} class="inside"/>' if inside else f"<rect {place}/>"


def _inside(bar: HistogramBar, chosen: Limits) -> bool:
    """Whether more of the bar than its lower edge lies within the limits."""
    low, high = chosen
    if low is None and high is None:
        return False
    if low is not None and low == high:
        return bar.low <= low < bar.high
    return (low is None or bar.high > low) and (high is None or bar.low < high)


def _handles(edges: Sequence[float], chosen: Limits) -> tuple[int, int]:
    """The edges nearest to the limits; the outermost edges where there are no limits."""
    low, high = chosen
    last = max(0, len(edges) - 1)
    return (
        0 if low is None else _nearest(edges, low),
        last if high is None else _nearest(edges, high),
    )


def _nearest(edges: Sequence[float], value: float) -> int:
    return min(range(len(edges)), key=lambda at: abs(edges[at] - value), default=0)


# The box of a values facet: links that select or deselect a value, with counts.


_AT_ONCE = 8


class ChoiceLink(NamedTuple):
    label: str
    products: int
    chosen: bool
    address: str


class ValuesBox(NamedTuple):
    """`first` is always shown, `rest` on demand."""

    name: str
    label: str
    first: tuple[ChoiceLink, ...]
    rest: tuple[ChoiceLink, ...]
    narrowed: bool


def values_box(
    facet: ValuesFacet, topic: Topic, language: Language, one_more: FacetAddresses
) -> ValuesBox:
    leading_to = one_more.leading_to(facet.attribute.name)
    links = tuple(
        ChoiceLink(
            say(choice.label, language),
            choice.products,
            choice.chosen,
            search_address(choice.toggled, topic) if choice.chosen else leading_to(choice.key),
        )
        for choice in facet.choices
    )
    return ValuesBox(
        facet.attribute.name,
        say(facet.label, language),
        links[:_AT_ONCE],
        links[_AT_ONCE:],
        any(choice.chosen for choice in facet.choices),
    )


# The links of a values facet as HTML.
#
# A page has hundreds of them: built here they take a third of the time of a loop in a template,
# which makes every page of results faster by a tenth.


def choice_list(choices: Iterable[ChoiceLink], chosen_word: str) -> Markup:
    """An item for each choice; screen readers say `chosen_word` in place of the tick."""
    # Attributes of the link, and markup behind its label.
    not_chosen = ("", "")
    is_chosen = (' class="chosen"', f'<span class="hidden"> {escape(chosen_word)}</span>')
    items: list[str] = []
    for label, products, chosen, link in choices:
        look, behind = is_chosen if chosen else not_chosen
        items.append(
            f'<li><a href="{escape(link)}" data-swap{look}>'
            f'<span class="tick" aria-hidden="true"></span><bdi>{_escaped(label)}</bdi>{behind} '
            f'<span class="count">{products}</span></a></li>'
        )
    return Markup("".join(items))  # noqa: S704 - every text in it is escaped


# The labels of facets are the same on most pages.
_escaped = lru_cache(maxsize=4096)(escape)
