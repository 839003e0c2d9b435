"""The page of a product: everything that is known of it, and sources."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from lxml import html

from index.documents import PageOfProduct, ProductDocument, ShownAttribute, ShownValue, ValueSource
from search_ui.product import spec_sheet
from store.ledger import Ledger, ledger_url
from tests.search_ui.product_shop import NOW, PHONES, Read, shop
from tests.search_ui.site_for_tests import site_on

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient


ENGLISH = {"Accept-Language": "en"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    return shop(tmp_path_factory.mktemp("shop")).test_client()


@pytest.fixture(scope="module")
def page(client: FlaskClient) -> html.HtmlElement:
    return html.fromstring(client.get("/p/xiaomi:14").text)


def row(page: html.HtmlElement, name: str) -> html.HtmlElement:
    (found,) = page.xpath(f"//table[@class='sheet']/tbody/tr[th[normalize-space()='{name}']]")
    return found


def words(element: html.HtmlElement) -> str:
    return " ".join(element.text_content().split())


def test_attributes_stand_in_the_topics_groups_and_the_unknown_come_last(
    page: html.HtmlElement,
) -> None:
    titles = [words(title) for title in page.xpath("//section[contains(@class,'group')]/h2")]
    assert titles == ["基本", "价格", "性能", "电池", "网络", "外观", "其他（网页上的叫法）"]
    last = page.xpath("//section[contains(@class,'group')]")[-1]
    assert "电子字典" in words(last)


def test_a_value_with_who_says_it_as_they_write_it(page: html.HtmlElement) -> None:
    cells = [
        [words(cell) for cell in source.xpath("td")]
        for source in row(page, "电池容量").xpath(".//table[@class='sources']/tbody/tr")
    ]
    assert sorted(cells, key=lambda cell: cell[2]) == [
        ["4610mAh", "4610 mAh", "a.example", "a.example/1 v2", "2023-11-14 22:13"],
        ["4610 毫安时", "4610 mAh", "b.example", "b.example/1 v2", "2023-11-13 22:13"],
    ]


def test_links_lead_to_the_pages_it_was_read_from(page: html.HtmlElement) -> None:
    (link,) = row(page, "NFC").xpath(".//a[@href]")
    assert link.get("href") == "http://a.example/mi14"
    assert link.get("rel") == "noopener noreferrer nofollow ugc"


def test_a_conflict_is_told_in_words_with_both_sides(page: html.HtmlElement) -> None:
    weight = row(page, "重量")
    assert "来源不一致" in words(weight)
    assert {"193g", "188克"} <= {words(cell) for cell in weight.xpath(".//td//td")}
    assert "来源不一致" not in words(row(page, "电池容量"))
    assert "1 项参数来源不一致" in words(page.xpath("//header[contains(@class,'product-head')]")[0])


def test_a_price_that_changed_has_a_chart_and_a_table(page: html.HtmlElement) -> None:
    (chart,) = page.xpath("//*[local-name()='svg'][@class='price-chart']")
    assert chart.get("role") == "img"
    assert "￥3,999" in chart.get("aria-label")
    rows = page.xpath("//section[contains(@class,'prices')]//tbody/tr")
    assert [words(cell) for cell in rows[0].xpath("td")] == [
        *("3799元", "a.example", "2023-12-04 22:13", "至今"),
    ]
    assert len(rows) == 2


def test_a_price_that_never_changed_is_a_sentence(client: FlaskClient) -> None:
    page = client.get("/p/xiaomi:14pro", headers=ENGLISH).text
    assert "Price: ¥4,999 (unchanged since 2023-11-14)" in page
    assert "price-chart" not in page


def test_the_data_of_the_page_is_linked(page: html.HtmlElement) -> None:
    links = {link.get("type"): link.get("href") for link in page.xpath("//link[@rel='alternate']")}
    assert links == {
        "application/json": "/p/xiaomi:14.json",
        "text/csv": "/p/xiaomi:14.csv",
    }


def test_in_english_too(client: FlaskClient) -> None:
    page = client.get("/p/xiaomi:14", headers=ENGLISH).text
    for said in ("Battery", "Sources disagree", "Add to compare", "Xiaomi", "2 pages on 2 sites"):
        assert said in page


def test_headings_go_down_step_by_step(page: html.HtmlElement) -> None:
    levels = [int(one.tag[1]) for one in page.xpath("//h1|//h2|//h3")]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_an_unknown_id_leads_to_a_search(client: FlaskClient) -> None:
    answer = client.get("/p/xiaomi:15~abc")
    assert answer.status_code == 404
    assert 'value="xiaomi 15"' in answer.text


@pytest.mark.parametrize(
    "path",
    ["/p/%00", "/p/a%2Fb", "/p/..%2f..%2fetc", "/p/%FF%FE", "/p/" + "x" * 5000, "/p/<script>"],
)
def test_odd_ids_are_just_unknown(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "<script>" not in answer.text
    assert len(answer.text) < 40_000


def test_what_has_not_changed_is_not_sent_again(client: FlaskClient) -> None:
    tag = client.get("/p/xiaomi:14").headers["ETag"]
    again = client.get("/p/xiaomi:14", headers={"If-None-Match": tag})
    assert (again.status_code, again.text) == (304, "")
    assert client.get("/p/xiaomi:14", headers={"If-None-Match": tag, **ENGLISH}).status_code == 200


@pytest.mark.parametrize("path", ["/p/x:y", "/compare?id=x", "/p/x:y.json", "/search.csv"])
@pytest.mark.parametrize("crawled", [False, True])
def test_without_an_index_it_says_so(tmp_path: Path, path: str, *, crawled: bool) -> None:
    if crawled:
        Ledger.open(ledger_url(tmp_path)).close()
    answer = site_on(tmp_path).test_client().get(path)
    assert answer.status_code == 503
    assert re.search("specseek (index build|crawl)|index", answer.text)


def test_what_was_read_without_a_rule_is_shown_as_unconfirmed(tmp_path: Path) -> None:
    read = {"手机名": "小米 15", "电池容量": "5400mAh"}
    sure = {"手机名": "小米 16", "重量": "188g"}
    client = shop(
        tmp_path,
        [
            Read("http://c.example/15", read, source="rows", by="row"),
            Read("http://a.example/16", sure),
            Read("http://c.example/16", {**sure, "电池容量": "6500mAh"}, source="rows", by="row"),
        ],
    ).test_client()
    page = html.fromstring(client.get("/p/xiaomi:15", headers=ENGLISH).text)
    assert words(page.xpath("//header//span[@class='unconfirmed']")[0]) == "Unconfirmed"
    assert "Extracted without a rule, 87% confident" in words(row(page, "Battery"))
    both = html.fromstring(client.get("/p/xiaomi:16", headers=ENGLISH).text)
    assert not both.xpath("//header//span[@class='unconfirmed']")
    marked = both.xpath("//tr[.//span[@class='unconfirmed']]/th")
    assert [words(name) for name in marked] == ["Battery"]
    data = client.get("/p/xiaomi:15.json").json
    assert data
    assert data["confirmed"] is False
    assert data["attributes"][0]["values"][0]["said_by"][0]["confidence"] == 0.87


# Limits of what a page shows at once; the JSON has the rest.


def product(*attributes: ShownAttribute) -> ProductDocument:
    page = PageOfProduct(1, "javascript:alert(1)", "a.example", "json-ld", "8GB")
    return ProductDocument("x:y", "X Y", "x", (page,), attributes)


def said(name: str, *raws: str, meaning: str = "", times: int = 1) -> ShownAttribute:
    by = (ValueSource(0, "", 0, NOW),) * times
    values = tuple(ShownValue(raw, meaning, by) for raw in raws)
    return ShownAttribute(name, known=name in {"NFC", "重量"}, conflict=False, values=values)


def test_a_value_that_no_rule_read_tells_where_it_stood() -> None:
    ((row,),) = [group.rows for group in spec_sheet(product(said("重量", "193g")), PHONES, "zh")]
    (source,) = row.values[0].sources
    assert (source.read_by, source.variant, source.link) == ("json-ld", "8GB", "")


def test_yes_and_no_are_words_of_the_page() -> None:
    nfc = product(said("NFC", "支持", meaning="yes"))
    meanings = [
        spec_sheet(nfc, PHONES, language)[0].rows[0].values[0].meaning for language in ("zh", "en")
    ]
    assert meanings == ["是", "yes"]


def test_a_name_the_topic_has_is_another_one_where_the_page_means_another() -> None:
    """`known` is what counts: the document says whose name it is."""
    own = said("重量", "193g")._replace(known=False)
    assert [group.key for group in spec_sheet(product(own), PHONES, "zh")] == ["other"]


def test_no_attribute_makes_a_page_endless() -> None:
    many = said("重量", *(f"{grams}g" for grams in range(100)), "x" * 1_000_000, times=90)
    ((row,),) = [group.rows for group in spec_sheet(product(many), PHONES, "zh")]
    assert (len(row.values), row.unseen) == (20, 81)
    assert (len(row.values[0].sources), row.values[0].unseen) == (20, 70)


def test_a_long_value_is_cut_and_its_rest_kept_apart() -> None:
    ((row,),) = [group.rows for group in spec_sheet(product(said("x", "y" * 4000)), PHONES, "en")]
    assert (len(row.values[0].text.start), len(row.values[0].text.rest)) == (300, 3700)
