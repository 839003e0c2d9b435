"""`specseek search`: what the search page does, for terminals and scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from core.settings import load_settings
from core.topic import Topic, load_topic
from index.search.as_json import answer_as_json
from index.search.bounds import LARGEST_PAGE
from index.search.model import SearchQuery
from specseek.json_lines import write_line
from specseek.known_index import open_finder
from specseek.report import print_table
from specseek.search_table import products_table
from specseek.search_words import search_messages

if TYPE_CHECKING:
    from collections.abc import Sequence

    from index.schema import BilingualText

_EXAMPLES = """\b
Examples:
  specseek search 5000mAh以上 3000元以下 小米
  specseek search 徕卡 --sort=-上市时间 --limit 5
  specseek search "小米 -二手" --json > found.json
"""


@click.command(epilog=_EXAMPLES)
@click.argument("query", nargs=-1)
@click.option(
    "--topic", "name", metavar="NAME", default="phones", show_default=True, help="Of this topic."
)
@click.option(
    "--sort",
    default="",
    metavar="ATTRIBUTE",
    help="Smallest first; with a minus before it (--sort=-price) largest first.",
)
@click.option(
    "--page", type=click.IntRange(min=1), default=1, show_default=True, help="Which page of them."
)
@click.option(
    "--limit",
    type=click.IntRange(1, LARGEST_PAGE),
    default=SearchQuery().size,
    show_default=True,
    help="Most products on a page.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a table.")
def search(  # noqa: PLR0913 - one for each option
    *, query: tuple[str, ...], name: str, sort: str, page: int, limit: int, as_json: bool
) -> None:
    """Find products by what people type: limits, brands, features, words.

    Standard error tells what was understood and, where nothing was found, what to leave out.
    The exit status is 1 if nothing was found.
    """
    settings = load_settings()
    topic = load_topic(settings.topics, name)
    with open_finder(settings, topic) as finder:
        order = _order(sort, topic, finder.sorts)
        answer = finder.find(SearchQuery(" ".join(query), sort=order, page=page, size=limit))
    if as_json:
        write_line(answer_as_json(answer, topic))
    elif answer.products:
        print_table(products_table(answer.products, topic))
    for line in search_messages(answer):
        click.echo(line, err=True)
    if not answer.total:
        raise click.exceptions.Exit(1)


def _order(sort: str, topic: Topic, offered: Sequence[tuple[str, BilingualText]]) -> str:
    """By any name that the topic has for an attribute, or its label."""
    minus, called = ("-", sort[1:]) if sort.startswith("-") else ("", sort)
    labels = {attribute.label.casefold(): attribute.name for attribute in topic.attributes}
    name = topic.standard_name(called) or labels.get(called.casefold(), called)
    known = [order for order, _ in offered]
    if minus + name not in known:
        names = ", ".join(order for order in known if order and not order.startswith("-"))
        raise click.BadParameter(
            f"{called!r} is no order; choose one of {names}", param_hint="--sort"
        )
    return minus + name
