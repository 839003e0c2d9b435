"""The home page: every way into the index leads to products, and examples find something."""

from __future__ import annotations

from typing import TYPE_CHECKING

import lxml.html
import pytest

from index.query.understand import understand
from search_ui.home import _band_ends
from search_ui.languages import LANGUAGES
from tests.search_ui.search.answers import PHONES
from tests.search_ui.shop_for_tests import BRANDS, TOTAL
from tests.search_ui.site_for_tests import site_on

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient
    from lxml.html import HtmlElement


def page(client: FlaskClient, address: str = "/") -> HtmlElement:
    return lxml.html.fromstring(client.get(address).text)


def total(client: FlaskClient, address: str) -> int:
    return int(client.get(address.replace("/search", "/search.json")).get_json()["total"])


def test_home_says_how_much_there_is(client: FlaskClient) -> None:
    home = page(client)
    assert f"{TOTAL} 款产品" in home.text_content()
    assert home.cssselect("#q[autofocus]")


@pytest.mark.parametrize("part", ["brands", "bands"])
def test_brands_and_prices_lead_to_as_many_products_as_they_say(
    client: FlaskClient, part: str
) -> None:
    links = page(client).cssselect(f"section[aria-labelledby={part}] li a")
    assert len(links) > 3
    for link in links:
        count = int(link.cssselect(".count")[0].text_content())
        assert total(client, link.get("href")) == count > 0


def test_brands_with_most_products_come_first(client: FlaskClient) -> None:
    shown = [link.text_content().split()[0] for link in page(client).cssselect(".brand-list a")]
    assert shown[0] == max(BRANDS, key=BRANDS.__getitem__)


def test_the_newest_products_come_in_order(client: FlaskClient) -> None:
    tiles = page(client).cssselect("section[aria-labelledby=newest] .tile")
    days = [tile.cssselect(".soft")[0].text_content().strip()[:7] for tile in tiles]
    assert days == sorted(days, reverse=True)
    assert len(days) == 6


@pytest.mark.parametrize("address", ["/", "/help"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_finds_something(client: FlaskClient, address: str, language: str) -> None:
    client.set_cookie("lang", language)
    links = page(client, address).cssselect(".example")
    assert len(links) > 3
    assert all(total(client, link.get("href")) for link in links)


def test_home_without_an_index_says_what_to_do(tmp_path: Path) -> None:
    home = site_on(tmp_path).test_client().get("/").text
    assert "scrapy crawl phones" in home
    assert "specseek index build" in home


@pytest.mark.parametrize(
    ("bars", "ends"),
    [
        ([0, 0, 9, 0, 0, 9], [0, 3, 6]),
        ([5], [0, 1]),
        ([0, 0], [0, 2]),
        ([9, 1, 1, 1], [0, 1, 4]),
    ],
)
def test_bands_of_prices_have_about_as_many_products(bars: list[int], ends: list[int]) -> None:
    assert _band_ends(bars) == ends


# Examples to try are examples of what is understood.


EXAMPLES = [text for language in LANGUAGES for text in PHONES.examples[language]]


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_example_is_understood(text: str) -> None:
    query = understand(text, PHONES)
    assert query.filters or text == "骁龙8 Gen3"  # a chip's name is searched for as it is
    assert not query.filters or not query.words
