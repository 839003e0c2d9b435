"""The search page by address: a real index, asked through Flask's test client."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import lxml.html
import pytest
from flask import g
from hypothesis import given
from hypothesis import strategies as st

from core.local_text import LocalText
from index.generations import IndexUnusable
from index.search.model import FilterChip, SearchQuery
from search_ui.page_numbers import page_numbers
from search_ui.search import (
    no_index_page,
    results_page,
)
from tests.search_ui.search.answers import answer, product
from tests.search_ui.shop_for_tests import BRANDS, TOTAL, open_shop
from tests.search_ui.site_for_tests import site_on

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask.testing import FlaskClient

    from index.search.model import SearchResult


def total(client: FlaskClient, address: str) -> str:
    page = lxml.html.fromstring(client.get(address).text)
    return str(page.cssselect("#total")[0].text_content())


def test_a_typed_query_narrows(client: FlaskClient) -> None:
    assert total(client, "/search") == f"共 {TOTAL} 款"
    assert total(client, "/search?q=小米") == f"共 {BRANDS['小米']} 款"
    assert total(client, "/search?q=小米 4000mAh以上 3000元以下") == "共 5 款"


def test_words_set_aside_are_struck_through_and_one_click_insists(client: FlaskClient) -> None:
    page = lxml.html.fromstring(client.get("/search?q=小米 环绕立体声").text)
    (aside,) = page.find_class("chip-aside")
    assert aside.findtext(".//s/bdi") == "环绕立体声"
    insisted = client.get(aside.get("href"))
    assert not lxml.html.fromstring(insisted.text).find_class("chip-aside")


def test_a_correction_is_told_and_can_be_refused(client: FlaskClient) -> None:
    page = lxml.html.fromstring(client.get("/search?q=xaiomi").text)
    (told,) = page.find_class("corrected")
    assert "xiaomi" in told.text_content()
    assert parse_qs(urlsplit(told.find("a").get("href")).query)["q"] == ['"xaiomi"']


def test_the_order_that_the_text_asks_for_is_the_one_selected(client: FlaskClient) -> None:
    page = lxml.html.fromstring(client.get("/search?q=最便宜的小米").text)
    (chosen,) = page.xpath("//select[@id='sort']/option[@selected]")
    assert chosen.get("value") == "参考价格"
    assert page.xpath("//select[@id='sort']/option/@value")[0] == "relevance"


def test_a_price_in_another_currency_is_said_not_to_be_converted(client: FlaskClient) -> None:
    page = lxml.html.fromstring(client.get("/search?q=under $500").text)
    assert "美元" in page.find_class("search-note")[0].text_content()


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


def test_while_typing_completions_and_the_first_products(client: FlaskClient) -> None:
    shown = client.get("/typing.json?q=小米").get_json()
    assert shown["suggestions"] == client.get("/suggest.json?q=小米").get_json()
    assert len(shown["products"]) == 4
    assert shown["products"][0].keys() == {"name", "price", "address"}
    assert client.get("/typing.json").get_json() == {"suggestions": [], "products": []}


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


# The page of results as HTML, from an answer.


@pytest.fixture(autouse=True)
def in_a_request(tmp_path: Path) -> Iterator[None]:
    with site_on(tmp_path).test_request_context("/search"):
        g.language, g.theme = "zh", "auto"
        yield


def page_of(shown: SearchResult) -> lxml.html.HtmlElement:
    return lxml.html.fromstring(results_page(shown).get_data(as_text=True))


def test_a_result_shows_name_price_specs_and_how_many_sites_say_so() -> None:
    page = page_of(answer())
    (hit,) = page.cssselect(".hit")
    assert hit.cssselect("h2")[0].text_content() == "小米14 Ultra"
    assert hit.cssselect("h2 a")[0].get("href") == "/p/xiaomi:14%20ultra"
    assert hit.cssselect(".price")[0].text_content() == "￥5,999"
    assert hit.cssselect(".specs .asked")[0].text_content() == "电池容量5000 mAh"
    assert "2 个网站" in hit.text_content()
    assert page.cssselect("#total")[0].text_content() == "共 61 款"


def test_what_was_searched_for_is_marked() -> None:
    marked = page_of(answer()).cssselect("h2 mark")
    assert [one.text_content() for one in marked] == ["14"]


def test_the_box_says_what_was_asked_and_the_title_too() -> None:
    page = page_of(answer())
    assert page.cssselect("#q")[0].get("value") == "小米 徕卡"
    assert page.cssselect("title")[0].text_content() == "小米 徕卡 – SpecSeek"


def test_a_chip_leads_to_the_search_without_it() -> None:
    (chip,) = page_of(answer()).cssselect(".chip")
    assert chip.get("aria-label") == "移除 品牌: 小米"
    assert chip.get("href") == "/search?q=%E5%BE%95%E5%8D%A1"


def test_the_first_page_has_a_next_one_and_none_before_it() -> None:
    page = page_of(answer())
    assert [one.get("rel") for one in page.cssselect("nav.pages [rel]")] == ["next"]
    assert [one.text_content() for one in page.cssselect(".page-number")] == ["1", "2", "3", "4"]
    assert page.cssselect("[rel=next]")[0].get("href").endswith("&page=2")


def test_nothing_found_names_the_condition_to_leave_out() -> None:
    page = page_of(answer(total=0))
    (relaxed,) = page.cssselect(".relaxed li")
    assert " ".join(relaxed.text_content().split()) == "去掉“品牌: 小米” 共 12 款"
    assert relaxed.cssselect("a")[0].get("href") == "/search?q=%E5%BE%95%E5%8D%A1"
    assert page.cssselect(".nothing p a")[0].text_content() == "小米 莱卡"
    assert not page.cssselect(".hit")


HOSTILE = "\"'><script>alert(1)</script>\u202e\x00\ud800&lt;"


def test_hostile_text_is_text_wherever_it_stands() -> None:
    chip = FilterChip(LocalText.same(HOSTILE), HOSTILE, SearchQuery(HOSTILE))
    hostile = replace(
        answer(),
        asked=SearchQuery(HOSTILE, chosen={"品牌": (HOSTILE,)}),
        products=(product(HOSTILE, 电池容量=HOSTILE, 参考价格=HOSTILE)._replace(id=HOSTILE),),
        chips=(chip,),
        words=("script",),
    )
    answered = results_page(hostile)
    assert "<script>alert" not in answered.get_data(as_text=True)
    page = lxml.html.fromstring(answered.data)
    assert {one.get("src", "").partition("/static/")[1] for one in page.iter("script")} == {
        "/static/"
    }
    assert not page.xpath("//@*[starts-with(name(), 'on')] | //@style")


def test_an_index_that_is_not_used_is_not_a_missing_one() -> None:
    page = no_index_page(IndexUnusable("phones", "it is damaged")).get_data(as_text=True)
    assert "索引需要重建" in page
    assert "scrapy crawl" not in page


# Which pages are offered.


def test_a_gap_of_one_page_is_filled() -> None:
    assert page_numbers(total=200, page=5, size=20).numbers == (1, 2, 3, 4, 5, 6, 7, None, 10)


def test_one_page_has_no_neighbours() -> None:
    pages = page_numbers(total=0, page=1, size=20)
    assert (pages.numbers, pages.before, pages.after) == ((1,), None, None)


@given(st.integers(1, 300), st.data())
def test_first_last_and_this_page_are_always_there(last: int, data: st.DataObject) -> None:
    page = data.draw(st.integers(1, last))
    pages = page_numbers(last * 20, page, 20)
    shown = [number for number in pages.numbers if number is not None]
    assert {1, page, last} <= set(shown)
    assert shown == sorted(set(shown))
    assert len(pages.numbers) <= 9
    assert pages.before == (page - 1 or None)
