"""The page of results as HTML, from an answer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import lxml.html
import pytest
from flask import g

from index.generations import IndexUnusable, MissingIndex
from index.schema import BilingualText
from index.search.model import FilterChip, SearchQuery
from search_ui.searching.counts import SiteCounts
from search_ui.searching.pages import home_page, home_without_index, no_index_page, results_page
from tests.search_ui.searching.answers import answer, product
from tests.search_ui.site_for_tests import site_on

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from index.search.model import SearchResult


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
    chip = FilterChip(BilingualText(HOSTILE, HOSTILE), HOSTILE, SearchQuery(HOSTILE))
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


def test_home_has_examples_as_links_and_how_much_there_is() -> None:
    page = lxml.html.fromstring(
        home_page(SiteCounts(products=1234, sites=7)).get_data(as_text=True)
    )
    assert "1,234 款产品，来自 7 个网站" in page.text_content()
    assert all(one.get("href").startswith("/search?q=") for one in page.cssselect(".example"))
    assert page.cssselect("#q[autofocus]")


def test_home_without_an_index_says_what_to_do() -> None:
    page = home_without_index(MissingIndex("phones")).get_data(as_text=True)
    assert "scrapy crawl phones" in page
    assert "specseek index build" in page


def test_an_index_that_is_not_used_is_not_a_missing_one() -> None:
    page = no_index_page(IndexUnusable("phones", "it is damaged")).get_data(as_text=True)
    assert "索引需要重建" in page
    assert "scrapy crawl" not in page
