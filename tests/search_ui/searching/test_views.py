"""The search page by address: a real index, asked through Flask's test client."""

from __future__ import annotations

from typing import TYPE_CHECKING

import lxml.html
import pytest

from tests.search_ui.shop_for_tests import BRANDS, TOTAL, open_shop
from tests.search_ui.site_for_tests import site_on

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient


def total(client: FlaskClient, address: str) -> str:
    page = lxml.html.fromstring(client.get(address).text)
    return str(page.cssselect("#total")[0].text_content())


def test_home_says_how_much_there_is(client: FlaskClient) -> None:
    assert f"{TOTAL} 款产品，来自 2 个网站" in client.get("/").text


def test_a_typed_query_narrows(client: FlaskClient) -> None:
    assert total(client, "/search") == f"共 {TOTAL} 款"
    assert total(client, "/search?q=小米") == f"共 {BRANDS['小米']} 款"
    assert total(client, "/search?q=小米 4000mAh以上 3000元以下") == "共 5 款"


def test_every_link_of_a_facet_keeps_its_promise(client: FlaskClient) -> None:
    page = lxml.html.fromstring(client.get("/search?q=4000mAh以上").text)
    links = page.cssselect(".choices a")
    assert len(links) > 5
    for link in links[:8]:
        count = link.cssselect(".count")[0].text_content()
        assert total(client, link.get("href")) == f"共 {count} 款"


def test_fields_that_nobody_filled_in_leave_the_address(client: FlaskClient) -> None:
    answer = client.get("/search?q=小米&min.电池容量=&max.电池容量=4000&sort=")
    assert answer.status_code == 302
    assert answer.location == (
        "/search?q=%E5%B0%8F%E7%B1%B3&max.%E7%94%B5%E6%B1%A0%E5%AE%B9%E9%87%8F=4000"
    )
    assert total(client, answer.location) == "共 8 款"


def test_months_are_limits_of_dates(client: FlaskClient) -> None:
    assert total(client, "/search?q=小米&min.上市时间=2003-06&max.上市时间=2005-06") == "共 3 款"
    page = lxml.html.fromstring(client.get("/search?min.上市时间=2003-06").text)
    assert page.cssselect('[name="min.上市时间"]')[0].get("value") == "2003-06"


def test_pages_follow_each_other(client: FlaskClient) -> None:
    address, seen = "/search?q=小米", []
    while address:
        page = lxml.html.fromstring(client.get(address).text)
        seen += [one.text_content() for one in page.cssselect(".hit-title")]
        address = next((one.get("href") for one in page.cssselect("nav [rel=next]")), "")
    assert len(seen) == len(set(seen)) == BRANDS["小米"]


def test_suggestions_are_a_list_of_texts(client: FlaskClient) -> None:
    suggested = client.get("/suggest.json?q=xiaomi").get_json()
    assert suggested
    assert all("小米" in text for text in suggested)
    assert client.get("/suggest.json").get_json() == []


@pytest.mark.parametrize(
    "address",
    [
        "/search?q=%00%ed%a0%80%ff<script>",
        "/search?q=" + "x" * 3000,
        "/search?is.品牌=<script>&is.nothing=1&min.电池容量=nan&max.电池容量=1e999",
        "/search?page=99999999999&size=-1&sort=../../etc",
        "/search?page=0&page=2&q=a&q=b",
        "/search?facet=<script>&facet=%00%ed%a0%80&facet=品牌" + "&facet=NFC" * 300,
        "/suggest.json?q=%00%ed%a0%80" + "小" * 500,
    ],
)
def test_whatever_is_asked_is_answered(client: FlaskClient, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 200
    assert "<script>" not in answer.text.replace('<script src="/static/', "")


def test_pages_follow_a_new_index_by_themselves(tmp_path: Path) -> None:
    nokia, xiaomi = ({"手机名": name, "品牌": name[:-4]} for name in ("诺基亚 N95", "小米 T14"))
    open_shop(tmp_path, [nokia])
    client = site_on(tmp_path).test_client()
    client.set_cookie("lang", "zh")
    assert total(client, "/search") == "共 1 款"
    open_shop(tmp_path, [nokia, xiaomi])
    assert total(client, "/search") == "共 2 款"
    assert "2 款产品，来自 2 个网站" in client.get("/").text


def test_without_an_index_home_tells_and_others_say_not_yet(tmp_path: Path) -> None:
    client = site_on(tmp_path).test_client()
    assert client.get("/").status_code == 200
    assert "specseek index build" in client.get("/").text
    assert client.get("/search?q=小米").status_code == 503
    assert "specseek index build" in client.get("/search").text
    assert client.get("/suggest.json?q=a").get_json()["error"]["status"] == 503
