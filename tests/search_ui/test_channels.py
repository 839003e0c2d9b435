"""Articles and posts: tabs, results, the text of one, its stored page, the same for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from lxml import html
from openapi_schema_validator import OAS31Validator

from tests.search_ui.channel_shop import (
    ARTICLES,
    HARM,
    HOSTILE,
    LOW_POST,
    SECOND_POST,
    open_channels,
)
from tests.search_ui.product_shop import shop
from tests.search_ui.site_for_tests import site_on

if TYPE_CHECKING:
    from flask.testing import FlaskClient


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    data = tmp_path_factory.mktemp("shop")
    open_channels(data)
    return site_on(data).test_client()


def page(client: FlaskClient, path: str) -> html.HtmlElement:
    answer = client.get(path, headers={"Accept-Language": "en"})
    assert answer.status_code == 200
    return html.document_fromstring(answer.text)


def tabs(client: FlaskClient, path: str) -> list[tuple[str, str]]:
    links = page(client, path).cssselect("nav.tabs a")
    return [(" ".join(link.text_content().split()), link.get("href")) for link in links]


def titles(client: FlaskClient, path: str) -> list[str]:
    return [one.text_content() for one in page(client, path).cssselect(".document .hit-title")]


# Tabs.


def test_each_tab_has_its_count_and_keeps_the_text(client: FlaskClient) -> None:
    expected = [
        ("Specs 1", "/search?q=%E5%B0%8F%E7%B1%B3T200"),
        ("Reviews & news 2", "/news?q=%E5%B0%8F%E7%B1%B3T200"),
        ("Discussions 2", "/discussions?q=%E5%B0%8F%E7%B1%B3T200"),
    ]
    for path in ("/search", "/news", "/discussions"):
        assert tabs(client, f"{path}?q=小米T200") == expected


def test_the_product_is_kept_between_articles_and_posts(client: FlaskClient) -> None:
    found = tabs(client, "/news?product=xiaomi:t200&site=news.example")
    assert found == [
        ("Specs 69", "/search"),
        ("Reviews & news 2", "/news?product=xiaomi%3At200"),
        ("Discussions 2", "/discussions?product=xiaomi%3At200"),
    ]


def test_a_site_without_articles_and_posts_has_no_tabs(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    other = shop(tmp_path_factory.mktemp("other")).test_client()
    assert tabs(other, "/search?q=小米") == []
    assert "No articles found" in page(other, "/news").text_content()


# Results.


def test_the_newest_first_page_by_page(client: FlaskClient) -> None:
    first, second = titles(client, "/news"), titles(client, "/news?page=2")
    assert len(first) == 20
    assert not {*first} & {*second}
    times = page(client, "/news").cssselect(".document time")
    moments = [time.get("datetime") for time in times]
    assert moments == sorted(moments, reverse=True)
    assert titles(client, "/news?page=99") == titles(client, "/news?page=3")


@pytest.mark.parametrize("path", ["/news", "/discussions", "/search"])
def test_results_are_sorted_where_they_are_shown(client: FlaskClient, path: str) -> None:
    (form,) = page(client, path).cssselect("form.sort")
    assert form.get("action") == path


def test_words_are_marked_and_the_text_is_escaped(client: FlaskClient) -> None:
    answer = client.get("/news?q=很亮")
    assert "屏幕 &lt;b&gt;<mark>很亮</mark>&lt;/b&gt;" in answer.text
    (card,) = page(client, "/news?q=续航").cssselect(".document")
    assert [mark.text for mark in card.cssselect("mark")] == ["续航", "续航"]
    assert len(card.cssselect(".snippet")[0].text_content()) < 200


def test_filters_are_links_and_chips(client: FlaskClient) -> None:
    (one,) = page(client, "/news?author=王编辑").cssselect(".document")
    assert "华为T300" in one.text_content()
    shown = page(client, "/news?product=xiaomi:t200&from=2026-03")
    chips = [" ".join(chip.text_content().split()) for chip in shown.cssselect(".chip")]
    assert chips == ["小米 T200 ×", "2026-03 to … ×"]
    assert [link.get("href") for link in shown.cssselect(".chip")] == [
        "/news?from=2026-03",
        "/news?product=xiaomi%3At200",
    ]
    assert titles(client, "/news?product=xiaomi:t200&from=2026-03") == ["华为T300 与小米 T200 对比"]
    sites = page(client, "/news?site=blog.example").cssselect("[data-name=site] .choices a")
    assert [link.get("class") for link in sites] == [None, "chosen"]


def test_a_card_leads_to_products_source_and_stored_page(client: FlaskClient) -> None:
    (card,) = page(client, "/news?q=续航").cssselect(".document")
    links = [link.get("href") for link in card.cssselect("a")]
    assert links == [
        "/d/1",
        "/news?q=%E7%BB%AD%E8%88%AA&author=%E6%9E%97%E8%AE%B0%E8%80%85",
        "/p/xiaomi:t200",
        "http://news.example/1",
        "/d/1/page",
    ]


def test_posts_of_low_value_are_hidden_behind_a_switch(client: FlaskClient) -> None:
    shown = page(client, "/discussions")
    assert len(shown.cssselect(".document")) == 2
    (switch,) = shown.cssselect("#low")
    assert "2 hidden" in switch.text_content()
    shown = page(client, switch.get("href"))
    assert len(shown.cssselect(".document")) == 4
    assert [switch.get("href") for switch in shown.cssselect("#low")] == ["/discussions"]


def test_nothing_found_says_so(client: FlaskClient) -> None:
    shown = page(client, "/discussions?q=没有的话")
    assert "No posts found" in shown.text_content()
    assert "Try other or fewer words" in shown.text_content()
    filtered = page(client, "/discussions?q=续航&site=nowhere.example")
    assert "Nothing matches all filters" in filtered.text_content()


def test_what_a_form_sends_leads_to_the_address_to_share(client: FlaskClient) -> None:
    answer = client.get("/news?q=&from=2026-3&to=")
    assert answer.status_code == 302
    assert answer.location == "/news?from=2026-03"


# One document.


def test_the_whole_text_with_quotes_apart(client: FlaskClient) -> None:
    shown = page(client, f"/d/{SECOND_POST}")
    assert shown.cssselect("blockquote")[0].text_content() == "两天一充"
    assert "我的只能用一天" in shown.cssselect(".document-text")[0].text_content()
    links = [link.get("href") for link in shown.cssselect(".document-actions a")]
    assert links == [
        "http://forum.example/t/1#p2",
        "http://forum.example/t/1",
        f"/d/{SECOND_POST}/page",
        f"/d/{SECOND_POST}.json",
    ]


def test_a_post_of_low_value_says_so(client: FlaskClient) -> None:
    assert "Low value" in page(client, f"/d/{LOW_POST}").text_content()


def test_the_stored_page_does_nothing(client: FlaskClient) -> None:
    (frame,) = page(client, "/d/1/page").cssselect("iframe")
    assert (frame.get("src"), frame.get("sandbox")) == ("/d/1/page/look", "")
    answer = client.get("/d/1/page/look")
    assert "as it was" in answer.text
    assert "hostile" not in answer.text
    assert "sandbox;" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("path", ["/d/9999", "/d/9999/page", "/d/9999/page/look", "/d/9999.json"])
def test_a_document_that_is_not_there(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_text_that_means_harm_is_text(client: FlaskClient) -> None:
    for path in (f"/d/{HOSTILE}", "/news?q=小米T300", "/p/xiaomi:t300"):
        answer = client.get(path)
        assert "<script>hostile" not in answer.text
        assert "&lt;script&gt;hostile" in answer.text


# On the page of a product.


def test_the_newest_about_a_product_with_links_to_all(client: FlaskClient) -> None:
    shown = page(client, "/p/nokia:t300")
    heads = [head.text_content() for head in shown.cssselect(".about h2")]
    assert heads == ["Reviews & news"]
    assert len(shown.cssselect(".about .document")) == 3
    (every,) = shown.cssselect(".about-all a")
    total = sum("诺基亚T300" in one.documents[0].text for one in ARTICLES)
    assert every.text_content() == f"All {total} articles"
    assert len(titles(client, every.get("href"))) == total


def test_a_product_that_nobody_speaks_of(client: FlaskClient) -> None:
    assert not page(client, "/p/huawei:t200").cssselect(".about")


# For programs.


@pytest.mark.parametrize(
    ("path", "described"),
    [
        ("/news.json", "/news.json"),
        ("/news.json?q=续航&size=1", "/news.json"),
        ("/discussions.json?low=1", "/discussions.json"),
        (f"/d/{HOSTILE}.json", "/d/{number}.json"),
        (f"/d/{SECOND_POST}.json", "/d/{number}.json"),
    ],
)
def test_answers_are_as_described(client: FlaskClient, path: str, described: str) -> None:
    description: Any = client.get("/openapi.json").get_json()
    told = description["paths"][described]["get"]["responses"]["200"]
    schema = told["content"]["application/json"]["schema"]
    answer = client.get(path)
    assert answer.headers["ETag"]
    whole = {**schema, "components": description["components"]}
    OAS31Validator(whole).validate(answer.get_json())


def test_programs_page_through_all(client: FlaskClient) -> None:
    address, seen = "/news.json?size=20", []
    while address:
        answer: Any = client.get(address).get_json()
        seen += [one["id"] for one in answer["documents"]]
        address = answer["next"]
    assert len(seen) == len(set(seen)) == len(ARTICLES)


def test_programs_get_the_whole_text_and_its_products(client: FlaskClient) -> None:
    answer: Any = client.get(f"/d/{HOSTILE}.json").get_json()
    assert answer["text"].startswith(HARM)
    assert answer["products"] == [
        {"id": "xiaomi:t300", "title": "小米 T300", "page": "/p/xiaomi:t300"}
    ]
