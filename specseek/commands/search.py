"""`specseek search`: the search page for terminals and scripts."""

from __future__ import annotations

from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import click
from rich.box import SIMPLE_HEAD
from rich.table import Table

from core.settings import load_settings
from core.topic import Facet, Topic, ValueType, load_topic
from core.topic_parts import ENGLISH
from index.generations import index_place
from index.opening import open_index
from index.search.as_json import answer_as_json
from index.search.bounds import LARGEST_PAGE
from index.search.finder import Finder
from index.search.model import RangeFacet, SearchQuery
from specseek.output import print_table, write_line
from specseek.topics import topic_option, topic_to_search
from spider.display.words import safe, several, shown
from store.seal import stored_seal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from core.local_text import LocalText
    from core.settings import Settings
    from index.documents import ProductDocument
    from index.search.model import SearchResult, ShownFacet
    from store.seal import Seal


_EXAMPLES = """\b
Examples:
  specseek search 4000mAh以上 4000元以下 小米
  specseek search 徕卡 --sort=-上市时间 --limit 5
  specseek search "小米 -二手" --json > found.json
"""


@click.command(epilog=_EXAMPLES)
@click.argument("query", nargs=-1)
@topic_option
@click.option(
    "--sort",
    default="",
    metavar="ATTRIBUTE",
    help="Sort order, smallest first; with a leading minus (--sort=-price) largest first.",
)
@click.option(
    "--page", type=click.IntRange(min=1), default=1, show_default=True, help="Page of the results."
)
@click.option(
    "--limit",
    type=click.IntRange(1, LARGEST_PAGE),
    default=SearchQuery().size,
    show_default=True,
    help="Products per page.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a table.")
def search(  # noqa: PLR0913 - one for each option
    *, query: tuple[str, ...], topic: str | None, sort: str, page: int, limit: int, as_json: bool
) -> None:
    """Find products by limits, brands, features and words, as on the search page.

    Standard error shows the recognized filters and, if nothing was found, suggestions. The
    exit status is 1 if nothing was found.
    """
    settings = load_settings()
    name = topic_to_search(settings, topic)
    if name is None:
        raise click.ClickException(_why_no_index(settings))
    known = load_topic(settings.topics, name)
    with open_finder(settings, known) as finder:
        order = _order(sort, known, finder.sorts)
        answer = finder.find(SearchQuery(" ".join(query), sort=order, page=page, size=limit))
    if as_json:
        write_line(answer_as_json(answer, known))
    elif answer.products:
        print_table(products_table(answer.products, known))
    for line in search_messages(answer, known.languages[0]):
        click.echo(line, err=True)
    if not answer.total:
        raise click.exceptions.Exit(1)


def _order(sort: str, topic: Topic, offered: Sequence[tuple[str, LocalText]]) -> str:
    """The sort order for any name or label of an attribute."""
    minus, called = ("-", sort[1:]) if sort.startswith("-") else ("", sort)
    labels = {
        label.casefold(): attribute.name
        for attribute in topic.attributes
        for label in attribute.label.values()
    }
    name = topic.standard_name(called) or labels.get(called.casefold(), called)
    known = [order for order, _ in offered]
    if minus + name not in known:
        names = ", ".join(order for order in known if order and not order.startswith("-"))
        raise click.BadParameter(
            f"{called!r} is not a sort order; choose one of {names}", param_hint="--sort"
        )
    return minus + name


# Opening the index.


@contextmanager
def open_finder(settings: Settings, topic: Topic) -> Iterator[Finder]:
    """Raises IndexUnusable, which says what to do, if there is no index to be trusted."""
    seal = stored_seal(settings) or _seal_of_ledger(settings)
    place = index_place(settings, topic, seal)
    with closing(open_index(place)) as index:
        yield Finder.over(index)


def _why_no_index(settings: Settings) -> str:
    from specseek.ledger import NO_CRAWL, open_ledger  # noqa: PLC0415 - they import SQLAlchemy

    ledger = open_ledger(settings)
    if ledger is None:
        return f"{NO_CRAWL}, then build the index: specseek index build"
    ledger.close()
    return "No index yet. Build it: specseek index build"


def _seal_of_ledger(settings: Settings) -> Seal:
    from specseek.ledger import open_ledger  # noqa: PLC0415 - they import SQLAlchemy
    from store.ledger import seal_of  # noqa: PLC0415

    ledger = open_ledger(settings)
    if ledger is None:
        raise click.ClickException(_why_no_index(settings))
    with ledger:
        return seal_of(ledger)


# The table of products.


_MOST_SPECS = 6
_MEASURED = (ValueType.QUANTITY, ValueType.DATE)


def products_table(products: Iterable[ProductDocument], topic: Topic) -> Table:
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("product", overflow="fold", ratio=3)
    table.add_column("price", justify="right", no_wrap=True)
    table.add_column("specs", overflow="fold", ratio=5)
    table.add_column("sites", overflow="fold", ratio=2)
    prices = [one.name for one in topic.attributes if one.type is ValueType.PRICE]
    measured = [
        one.name
        for one in topic.attributes
        if one.type in _MEASURED and one.facet is not Facet.NONE
    ]
    for product in products:
        price = next(_meanings(product, prices), "")
        specs = " · ".join([*_meanings(product, measured)][:_MOST_SPECS])
        sites = " ".join(product.sites)
        title = shown(product.title, "bold")
        if not product.confirmed:
            title.append(" (unconfirmed)", "yellow")
        table.add_row(title, shown(price), shown(specs), shown(sites))
    return table


def _meanings(product: ProductDocument, names: Iterable[str]) -> Iterator[str]:
    """The parsed values of these attributes, in their order."""
    for name in names:
        attribute = product.get(name)
        if attribute and attribute.values[0].meaning:
            yield attribute.values[0].meaning


# The messages beside the table: recognized filters, facets, suggestions.


_FACETS = 4
_CHOICES = 5


def search_messages(answer: SearchResult, language: str) -> Iterator[str]:
    """Line by line, without control characters, which may come from pages.

    `language` is that of attributes and values; the words around them are English.
    """
    yield from map(safe, _reading(answer))
    yield from map(safe, _found(answer, language) if answer.total else _empty(answer, language))


def _reading(answer: SearchResult) -> Iterator[str]:
    """The text that was searched for, if it differs from what was typed."""
    if answer.corrected:
        yield f"searched for: {answer.corrected.meant} (as typed: {answer.corrected.insisted.text})"
    yield from (note.in_language(ENGLISH) for note in answer.notes)
    if answer.set_aside:
        said = ", ".join(aside.said for aside in answer.set_aside)
        yield f'set aside: {said} (put a word in "quotes" to insist on it)'


def _found(answer: SearchResult, language: str) -> Iterator[str]:
    if answer.chips:
        yield f"understood: {_chips(answer, language)}"
    for facet in answer.facets[:_FACETS]:
        if summary := _summary(facet, language):
            yield f"{facet.label.in_language(language)}: {summary}"
    first = (answer.asked.page - 1) * answer.asked.size + 1
    last = first + len(answer.products) - 1
    shown = f", {first} to {last} shown" if len(answer.products) < answer.total else ""
    yield f"{several(answer.total, 'product')}{shown}"


def _empty(answer: SearchResult, language: str) -> Iterator[str]:
    yield "Nothing was found."
    if answer.chips:
        yield f"understood: {_chips(answer, language)}"
    for correction in answer.corrections:
        yield f"did you mean: {correction.text}"
    for relaxed in answer.relaxed:
        label = relaxed.chip.label.in_language(language)
        yield f"without {label}: {several(relaxed.count, 'product')}"


def _chips(answer: SearchResult, language: str) -> str:
    return " · ".join(chip.label.in_language(language) for chip in answer.chips)


def _summary(facet: ShownFacet, language: str) -> str:
    """The most frequent values; nothing for ranges, which need a histogram."""
    if isinstance(facet, RangeFacet):
        return ""
    counted = [choice for choice in facet.choices if choice.products]
    few = ", ".join(
        f"{choice.label.in_language(language)} {choice.products:,}" for choice in counted[:_CHOICES]
    )
    return f"{few}, …" if len(counted) > _CHOICES else few
