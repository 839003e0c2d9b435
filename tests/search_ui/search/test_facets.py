"""Histograms, limits and handles of range facets."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING
from urllib.parse import unquote

import lxml.html
import pytest
from playwright.sync_api import expect

from core.local_text import LocalText
from index.search.model import HistogramBar, RangeFacet, SearchQuery
from search_ui.addresses import FacetAddresses, search_address
from search_ui.facets import ChoiceLink, choice_list, in_topic_units, range_box, values_box
from tests.search_ui.search.answers import PHONES, batteries, brands, years
from tests.search_ui.search.browser import NARROW, visitor
from tests.search_ui.shop_for_tests import open_shop, phones
from tests.spider.rendering.needs_browser import needs_browser

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask.testing import FlaskClient
    from playwright.sync_api import Browser, Page


def day(year: int, month: int = 1, number: int = 1) -> float:
    return float(date(year, month, number).toordinal())


def test_bars_are_as_tall_as_many_and_the_smallest_is_seen() -> None:
    bars = range_box(batteries(), PHONES, "zh").bars
    assert [bar.partition('height="')[2][:4].rstrip('"/') for bar in bars.split("<rect")[1:]] == [
        "1.5",
        "40",
        "",
        "1.5",
    ]


@pytest.mark.parametrize(
    ("low", "high", "inside"),
    [
        (None, None, []),
        (5000.0, None, [3]),
        (None, 5000.0, [0, 1]),
        (4500.0, 4600.0, [1]),
        (4000.0, 4000.0, [1]),
    ],
)
def test_bars_within_the_limits_stand_out(
    low: float | None, high: float | None, inside: list[int]
) -> None:
    bars = range_box(batteries(low, high), PHONES, "zh").bars.split("<rect")[1:]
    assert [at for at, bar in enumerate(bars) if "inside" in bar] == inside


def test_handles_stand_at_the_edges_nearest_to_the_limits() -> None:
    assert range_box(batteries(), PHONES, "zh").handles == (0, 4)
    assert range_box(batteries(4900.0, 6100.0), PHONES, "zh").handles == (2, 3)


def test_limits_and_edges_are_written_as_people_do() -> None:
    box = range_box(batteries(5000.0 * 1.02), PHONES, "zh")
    assert (box.low, box.high, box.unit) == ("5100", "", "mAh")
    assert box.lows == box.highs == ("3000", "4000", "5000", "6000", "7000")


def test_an_edge_between_years_ends_one_and_begins_the_other() -> None:
    box = range_box(years(day(2020, 3), day(2021, 12, 31)), PHONES, "en")
    assert box.lows == ("2020", "2021", "2022")
    assert box.highs == ("2019", "2020", "2021")
    assert (box.low, box.high) == ("2020-03", "2021")
    assert box.label == "Released"


def test_english_limits_are_shown_and_sent_in_the_unit_of_english_pages() -> None:
    camera = next(one for one in PHONES.attributes if one.name == "后置摄像头")
    bars = (HistogramBar(0.0, 2500.0, 3), HistogramBar(2500.0, 5000.0, 1))
    facet = RangeFacet(
        camera,
        LocalText(camera.label),
        bars,
        (1300.0, None),
        SearchQuery(),
    )
    english, chinese = (range_box(facet, PHONES, language) for language in ("en", "zh"))
    assert (english.unit, english.low, english.lows) == ("MP", "13", ("0", "25", "50"))
    assert (chinese.unit, chinese.low, chinese.lows) == ("万像素", "1300", ("0", "2500", "5000"))
    assert (english.converted, chinese.converted) == (True, False)
    sent = [
        ("q", "x"),
        ("min.后置摄像头", "12.5"),
        ("max.后置摄像头", ""),
        ("unit.后置摄像头", "MP"),
    ]
    assert list(in_topic_units(sent, PHONES)) == [
        ("q", "x"),
        ("min.后置摄像头", "1250"),
        ("max.后置摄像头", ""),
    ]


# Links that choose values.


ASKED = SearchQuery("小米 徕卡", ranges={"参考价格": (1000.0, None)}, sort="-参考价格", page=3)
ONE_MORE = FacetAddresses(ASKED, PHONES)


def test_eight_at_once_and_the_rest_on_demand() -> None:
    box = values_box(brands(*map(str, range(11))), PHONES, "zh", ONE_MORE)
    assert [link.label for link in box.first] == [str(number) for number in range(8)]
    assert len(box.rest) == 3
    assert not box.narrowed


def test_a_link_chooses_a_value_or_takes_it_back() -> None:
    box = values_box(brands("Xiaomi", "Huawei", chosen="Xiaomi"), PHONES, "en", ONE_MORE)
    chosen, other = box.first
    assert (chosen.chosen, other.chosen, box.narrowed) == (True, False, True)
    assert "is." not in chosen.address
    assert "&is.%E5%93%81%E7%89%8C=huawei&" in other.address


def test_one_more_choice_is_put_where_addresses_have_it() -> None:
    facet = brands("Xiaomi", "A & B")
    links = values_box(facet, PHONES, "en", FacetAddresses(SearchQuery("徕卡"), PHONES)).first
    for key, link in zip(("xiaomi", "a & b"), links, strict=True):
        expected = SearchQuery("徕卡", chosen={"品牌": (key,)})
        assert link.address == search_address(expected, PHONES)
    whole = SearchQuery(ASKED.text, {"品牌": ("a", "m", "z")}, ASKED.ranges, ASKED.sort)
    two = SearchQuery(ASKED.text, {"品牌": ("a", "z")}, ASKED.ranges, ASKED.sort)
    assert FacetAddresses(two, PHONES).leading_to("品牌")("m") == search_address(whole, PHONES)
    later = FacetAddresses(ASKED, PHONES).leading_to("品牌")("小米")
    whole = SearchQuery(ASKED.text, {"品牌": ("小米",)}, ASKED.ranges, ASKED.sort)
    assert later == search_address(whole, PHONES)


def test_a_choice_is_a_link_with_its_count() -> None:
    html = choice_list(
        [ChoiceLink("小米", 12, chosen=False, address="/search?q=a&is.x=1")], "chosen"
    )
    assert '<a href="/search?q=a&amp;is.x=1" data-swap><span' in html
    assert "<bdi>小米</bdi> " in html
    assert '<span class="count">12</span>' in html
    assert "chosen" not in html


def test_who_does_not_see_the_tick_is_told() -> None:
    html = choice_list([ChoiceLink("小米", 12, chosen=True, address="/search")], "<selected>")
    assert ' class="chosen"' in html
    assert '<span class="hidden"> &lt;selected&gt;</span>' in html


def test_texts_of_pages_do_nothing() -> None:
    hostile = '"><script>alert(1)</script>'
    html = choice_list([ChoiceLink(hostile, 1, chosen=False, address=hostile)], "")
    assert "<script" not in html
    assert '""' not in html


# Facets on demand: by address, and in Chromium as people use them.


pytest.importorskip("playwright.sync_api", reason="needs the extra `render`")


RARE = {"无线充电": ("支持", "不支持"), "重量": ("150g", "190g", "230g")}


def with_many_facets() -> Iterator[dict[str, str]]:
    """Eleven that all have, and two of which few pages say something."""
    for number, phone in enumerate(phones()):
        said = phone | {
            "机身内存": f"{32 << (number % 3)}GB",
            "手机制式": ("4G 全网通", "5G/4G 全网通")[number // 2 % 2],
            "操作系统": ("Android 13", "HarmonyOS 3")[number // 2 % 2],
            "主屏材质": ("OLED", "TFT")[number // 2 % 2],
        }
        few = {name: values[number % len(values)] for name, values in RARE.items()}
        yield said | few if number < 6 else said


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Instead of the usual one."""
    shop = tmp_path_factory.mktemp("shop")
    open_shop(shop, list(with_many_facets()))
    return shop


def page_at(client: FlaskClient, address: str) -> lxml.html.HtmlElement:
    answer = client.get(address)
    assert answer.status_code == 200
    return lxml.html.fromstring(answer.text)


def boxes(page: lxml.html.HtmlElement) -> list[str]:
    return [box.get("data-name") for box in page.cssselect(".facet[data-name]")]


def more(page: lxml.html.HtmlElement) -> dict[str, lxml.html.HtmlElement]:
    links = page.cssselect("#more-facets .choices a")
    return {link.cssselect("bdi")[0].text_content(): link for link in links}


def test_the_rest_is_listed_closed_with_how_many_have_it(client: FlaskClient) -> None:
    page = page_at(client, "/search?q=小米&is.NFC=yes")
    assert len(boxes(page)) == 10
    assert page.cssselect("#more-facets")[0].get("open") is None
    links = more(page)
    assert links["重量"].cssselect(".count")[0].text_content() == "3"
    assert links.keys() >= RARE.keys()
    assert not links.keys() & set(boxes(page))
    assert unquote(links["重量"].get("href")) == "/search?q=小米&is.NFC=yes&facet=重量"


def test_an_added_facet_stands_open_behind_the_others_and_a_link_takes_it_away(
    client: FlaskClient,
) -> None:
    page = page_at(client, "/search?facet=重量&facet=nothing&page=2")
    assert len(boxes(page)) == 11
    assert boxes(page)[-1] == "重量"
    assert page.cssselect('.facet[data-name="重量"]')[0].get("open") is not None
    links = more(page)
    assert next(iter(links)) == "重量"
    assert (links["重量"].get("class"), links["重量"].get("href")) == ("chosen", "/search")
    both = unquote(links["无线充电"].get("href"))
    assert both == "/search?facet=无线充电&facet=重量"
    assert boxes(page_at(client, both))[-2:] == ["无线充电", "重量"]
    assert page.cssselect("meta[name=robots]")


def test_every_way_on_keeps_what_was_added(client: FlaskClient) -> None:
    page = page_at(client, "/search?q=小米 2000mAh以上&facet=重量")
    ways = [
        *page.cssselect(".facet[data-name] .choices a"),
        *page.cssselect("a.chip"),
        *page.cssselect("nav.pages a"),
        *page.cssselect(".exports a"),
    ]
    assert len(ways) > 10
    assert all(unquote(way.get("href")).endswith("facet=重量") for way in ways)
    forms = page.cssselect("form[data-swap]")
    assert len(forms) > 3
    assert all(form.fields["facet"] == "重量" for form in forms)


def test_programs_get_it_too(client: FlaskClient) -> None:
    told = client.get("/search.json?facet=重量").get_json()
    assert told["facets"][-1]["attribute"] == "重量"
    assert client.get("/search.csv?facet=重量").data == client.get("/search.csv").data


def add(page: Page, label: str) -> None:
    page.locator("#more-facets > summary").click()
    page.locator(f"#more-facets a:has(bdi:text-is('{label}'))").click()


@needs_browser
@pytest.mark.parametrize("scripts", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_a_rare_attribute_narrows(browser: Browser, site: str, *, scripts: bool) -> None:
    with visitor(browser, site, java_script_enabled=scripts) as page:
        page.goto("/search?q=小米")
        add(page, "无线充电")
        box = page.locator('.facet[data-name="无线充电"]')
        expect(box).to_have_attribute("open", "")
        if scripts:
            expect(page.locator("#more-facets a.chosen")).to_be_focused()
        box.locator(".choices a").first.click()
        expect(page.locator("#total")).to_have_text("共 3 款")
        expect(page.locator(".chip")).to_have_count(2)
        page.locator(".chip").last.click()
        expect(page.locator("#total")).to_have_text("共 24 款")
        expect(box).to_be_visible()


@pytest.mark.slow
@needs_browser
def test_on_a_narrow_page(browser: Browser, site: str) -> None:
    with visitor(browser, site, NARROW, locale="en-GB") as page:
        page.goto("/search")
        page.locator(".facets-summary").click()
        add(page, "Weight")
        expect(page.locator('.facet[data-name="重量"]')).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW[0]
