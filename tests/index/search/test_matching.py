"""A product that several shops sell is shown with the value that met the query."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.topic import shipped_topic
from index.search.as_json import answer_as_json
from index.search.model import SearchQuery
from tests.index.search.small_shop import open_index_of, stored

if TYPE_CHECKING:
    from index.search.finder import Finder
    from store.records import CurrentRecord


MONITORS = shipped_topic("monitors")
SOLD = [
    ("a.example", "Dell U2724D", "458,00 €", "120 Hz", "IPS"),
    ("b.example", "Dell U2724D", "458,00 €", "120 Hz", "IPS"),
    ("c.example", "Dell U2724D", "449,00 €", "100 Hz", "VA"),
    ("d.example", "Dell U2724D", "439,00 €", "120 Hz", "IPS"),
    ("e.example", "Dell U2724D", "US$399", "120 Hz", "IPS"),
    ("a.example", "LG 27GP850", "329,00 €", "165 Hz", "IPS"),
]


ATTRIBUTES = ("Produktname", "Preis", "Bildwiederholfrequenz", "Paneltyp")


def offer(number: int, site: str, *values: str) -> CurrentRecord:
    said = dict(zip(ATTRIBUTES, values, strict=True))
    return stored(number, said)._replace(url=f"http://{site}/{number}", site=site)


@pytest.fixture(scope="module")
def shops(tmp_path_factory: pytest.TempPathFactory) -> Finder:
    offers = [offer(number, *sold) for number, sold in enumerate(SOLD, 1)]
    return open_index_of(tmp_path_factory.mktemp("shops"), MONITORS, offers)


def shown(finder: Finder, asked: SearchQuery, attribute: str = "Preis") -> list[str]:
    """Of the monitor that all sell: on the page, as JSON, and among all that are exported."""
    answer = finder.find(asked)
    found = [one.get(attribute) for one in answer.products if "U2724D" in one.title]
    exported = [one.get(attribute) for one in finder.find_all(asked) if "U2724D" in one.title]
    assert found == exported
    values = [one.shown for one in found if one]
    products = answer_as_json(answer, MONITORS)["products"]
    assert isinstance(products, list)
    as_json = [one["attributes"][attribute]["raw"] for one in products if "U2724D" in one["title"]]
    assert as_json == values
    return values


@pytest.mark.parametrize(
    ("text", "price"),
    [
        ("Dell", "458,00 €"),  # what most shops say
        ("unter 450 Euro", "439,00 €"),
        ("under 440 €", "439,00 €"),
        ("440 bis 450 Euro", "449,00 €"),
        ("ab 450 Euro", "458,00 €"),
        ("under $400", "US$399"),
        ("nach Preis aufsteigend", "458,00 €"),
    ],
)
def test_the_lowest_price_within_the_limits_is_shown(shops: Finder, text: str, price: str) -> None:
    assert shown(shops, SearchQuery(text)) == [price]


def test_a_limit_of_a_facet_counts_as_one_that_was_typed(shops: Finder) -> None:
    limits = {"Preis": (None, 445.0)}
    assert shown(shops, SearchQuery("", ranges=limits)) == ["439,00 €"]


def test_so_does_any_other_value(shops: Finder) -> None:
    rate = "Bildwiederholfrequenz"
    assert shown(shops, SearchQuery("Dell"), rate) == ["120 Hz"]
    assert shown(shops, SearchQuery("unter 110 Hz"), rate) == ["100 Hz"]
    assert shown(shops, SearchQuery("100 Hz"), rate) == ["100 Hz"]
    assert shown(shops, SearchQuery("Dell"), "Paneltyp") == ["IPS"]
    assert shown(shops, SearchQuery("VA-Panel"), "Paneltyp") == ["VA"]
    assert shown(shops, SearchQuery("", chosen={"Paneltyp": ("VA",)}), "Paneltyp") == ["VA"]


def test_all_values_stay_each_once(shops: Finder) -> None:
    found = shops.find(SearchQuery("unter 450 Euro")).products
    price = next(one.get("Preis") for one in found if "U2724D" in one.title)
    assert price
    assert [value.raw for value in price.values] == ["439,00 €", "449,00 €", "458,00 €", "US$399"]
    assert [len(value.said_by) for value in price.values] == [1, 1, 2, 1]
