"""The published examples of content extraction via valid characters, and odd pages."""

from __future__ import annotations

from datetime import datetime

from hypothesis import given
from hypothesis import strategies as st

from channels.valid_characters import (
    News,
    count_valid_characters,
    news_of,
    valid_text,
    way_to_core_block,
)
from pages.dom import Tree
from pages.page import Page

NOW = datetime(2016, 6, 30, 12, 0)  # noqa: DTZ001
NOT_BEFORE = datetime(2014, 1, 1)  # noqa: DTZ001


def tree(markup: str) -> Tree:
    return Tree(Page.read(markup.encode(), "https://news.example/1.html"))


def text(length: int) -> str:
    """So many valid characters."""
    return "这是一段正文的文字"[: length % 9] + "这是一段正文的文字" * (length // 9)


def published_page() -> Tree:
    """The published worked example: the same blocks with as many valid characters each."""
    others = 3685 - 505 - 25
    paragraphs = "".join(f"<p>{text(number)}</p>" for number in [505, *[others // 10] * 10, 5, 25])
    return tree(
        f"<body><div class=ep-header>{text(5)}</div>"
        "<div id=js-epContent><div class=ep-content-bg>"
        f"<div id=epContentLeft><h1>{text(15)}</h1><div>{text(30)}</div><div>{text(21)}</div>"
        f"<div id=endText>{paragraphs}</div><div>{text(161)}</div></div>"
        f"<div>{text(190)}</div></div></div><div>{text(54)}</div></body>"
    )


def test_the_published_way_to_the_core_block() -> None:
    page = published_page()
    way = way_to_core_block(page, count_valid_characters(page))
    assert [
        (step.element.get("id") or step.element.get("class") or step.element.tag, step.characters)
        for step in way
    ] == [
        ("body", 4161),
        ("js-epContent", 4102),
        ("ep-content-bg", 4102),
        ("epContentLeft", 3912),
        ("endText", 3685),
    ]
    assert [round(step.ratio, 2) for step in way] == [0.99, 1.0, 0.95, 0.94, 0.14]


def test_links_and_keywords_have_no_valid_characters() -> None:
    """As in the published drawing of a tree: the heading has no stop word, the author is a link."""
    page = tree(
        "<body><div class=nav-wrap><h1>Small Vintage Plane Crashes</h1></div>"
        "<div class=ep-content><a><span>From Stefan on the river</span></a>"
        "<p>The plane was on a flight</p><p>They say they saw it</p>"
        "<p>It is the end</p></div></body>"
    )
    counts = count_valid_characters(page)
    assert counts[page.body] == len("TheplanewasonaflightTheysaytheysawitItistheend")
    assert valid_text(page) == "The plane was on a flight\nThey say they saw it\nIt is the end"


def test_an_article_of_one_paragraph_is_the_element_that_holds_it() -> None:
    page = tree(f"<body><div><div><p>{text(200)}</p></div></div></body>")
    way = way_to_core_block(page, count_valid_characters(page))
    assert [step.element.tag for step in way] == ["body", "div", "div", "p"]


def test_scripts_styles_and_comments_count_nothing() -> None:
    page = tree("<body><script>the of</script><style>the</style><!-- the --><p>the</p></body>")
    assert count_valid_characters(page)[page.body] == 3


def test_a_page_without_sentences_has_no_core_block() -> None:
    page = tree("<body><a href=/>the home page</a></body>")
    assert way_to_core_block(page, count_valid_characters(page)) == []
    assert valid_text(page) == ""


# Title, date and body.


def test_the_title_is_what_title_and_heading_have_in_common() -> None:
    page = tree(
        "<title>参事:“建10个城市”是误解|某人|超大城市_某新闻网</title>"
        f"<h1>参事:“建10个城市”是误解</h1><p>{text(150)}</p><p>2016/6/12 10:10</p>"
    )
    news = news_of(page, NOW, NOT_BEFORE)
    assert news.title == "参事:“建10个城市”是误解"
    assert news.is_valid


def test_the_title_of_the_page_where_they_have_little_in_common() -> None:
    assert (
        news_of(tree("<title>城市新闻</title><h1>城市</h1>"), NOW, NOT_BEFORE).title == "城市新闻"
    )
    assert news_of(tree("<h1>没有标题的网页</h1>"), NOW, NOT_BEFORE).title == "没有标题的网页"


def test_the_date_is_the_latest_that_can_be() -> None:
    page = tree(
        "<p>2013-05-01 08:00</p><p>2014-06-12 10:10:20</p><p>2014/6/12 10:10</p>"
        "<p>2014-13-45</p><p>2019-01-01</p>"
    )
    assert news_of(page, NOW, NOT_BEFORE).date == datetime(2014, 6, 12, 10, 10, 20)  # noqa: DTZ001
    assert news_of(tree("<p>no date</p>"), NOW, NOT_BEFORE).date is None


def test_a_page_without_date_or_with_little_text_is_no_news() -> None:
    assert not News("一条新闻的标题", None, text(200)).is_valid
    assert not News("一条新闻的标题", NOW, text(100)).is_valid
    assert not News("五个字标题", NOW, text(200)).is_valid


# Odd pages.


def test_deep_pages_are_read() -> None:
    assert valid_text(tree("<div>" * 5000 + "the end")) == "the end"


@given(st.text(alphabet="<>/adiv p=的the\n", max_size=200))
def test_any_markup_is_read(markup: str) -> None:
    page = tree(markup)
    counts = count_valid_characters(page)
    assert sum(map(len, valid_text(page).split())) <= counts[page.body]
