"""What search engines and link previews read: robots.txt, the sitemap, metadata of a product."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from lxml import etree, html
from protego import Protego

from search_ui import search_engines
from tests.search_ui.product_shop import Read, shop

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    return shop(tmp_path_factory.mktemp("shop")).test_client()


def locations(client: FlaskClient, path: str) -> list[str]:
    answer = client.get(path)
    assert answer.content_type == "application/xml; charset=utf-8"
    return [
        str(text) for text in etree.fromstring(answer.data).xpath("//*[local-name()='loc']/text()")
    ]


@pytest.mark.parametrize(
    ("path", "may"),
    [
        ("/", True),
        ("/p/xiaomi:14", True),
        ("/static/base.css", True),
        ("/search?q=5G", False),
        ("/typing.json?q=5G", False),
        ("/stored/1/look", False),
        ("/d/1", False),
        ("/p/xiaomi:14.json", False),
        ("/monitor", False),
    ],
)
def test_robots_may_read_products_but_not_endless_searches(
    client: FlaskClient, path: str, *, may: bool
) -> None:
    rules = Protego.parse(client.get("/robots.txt").text)
    assert rules.can_fetch(f"http://localhost{path}", "some-bot") is may
    assert list(rules.sitemaps) == ["http://localhost/sitemap.xml"]


def test_the_sitemap_leads_to_every_product(client: FlaskClient) -> None:
    (file,) = locations(client, "/sitemap.xml")
    products = locations(client, file.removeprefix("http://localhost"))
    assert len(products) == client.get("/search.json").get_json()["total"]
    assert all(client.get(address).status_code == 200 for address in products)


def test_a_sitemap_of_many_products_has_several_files(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_engines, "_PRODUCTS_PER_FILE", 2)
    files = locations(client, "/sitemap.xml")
    found = [locations(client, file.removeprefix("http://localhost")) for file in files]
    assert [len(some) for some in found] == [2, 2, 1]
    assert len({address for some in found for address in some}) == 5
    assert client.get("/sitemap-4.xml").status_code == 404
    assert client.get("/sitemap-0.xml").status_code == 404


def test_a_product_describes_itself_to_machines(client: FlaskClient) -> None:
    page = html.fromstring(client.get("/p/xiaomi:14", headers={"Accept-Language": "en"}).text)
    (about,) = page.xpath("//script[@type='application/ld+json']/text()")
    product = json.loads(about)
    assert (product["@type"], product["name"], product["url"]) == (
        *("Product", "小米 14", "http://localhost/p/xiaomi:14"),
    )
    assert product["brand"] == {"@type": "Brand", "name": "Xiaomi"}
    prices = {"priceCurrency": "CNY", "lowPrice": 3799, "highPrice": 3799}
    assert product["offers"] == {"@type": "AggregateOffer"} | prices
    battery = {"@type": "PropertyValue", "name": "Battery", "value": "4610mAh"}
    assert battery in product["additionalProperty"]
    (description,) = page.xpath("//meta[@name='description']/@content")
    assert description.startswith("Price ¥3,799; ")
    assert page.xpath("//meta[@property='og:title']/@content") == ["小米 14"]
    assert page.xpath("//link[@rel='canonical']/@href") == ["http://localhost/p/xiaomi:14"]


def test_text_of_the_web_stays_inside_the_metadata(tmp_path: Path) -> None:
    hostile = "</script><script>alert(1)</script>!"
    phone = Read("http://a.example/99", {"手机名": "小米 99", "品牌": "小米", "重量": hostile})
    page = html.fromstring(shop(tmp_path, [phone]).test_client().get("/p/xiaomi:99").text)
    (about,) = page.xpath("//script[@type='application/ld+json']/text()")
    assert hostile in [one["value"] for one in json.loads(about)["additionalProperty"]]
    assert not page.xpath("//script[not(@src) and not(@type)]")
