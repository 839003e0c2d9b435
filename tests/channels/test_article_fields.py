"""Title, date and author, as metadata tells them or the page shows them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from channels.article import Article, read_article
from pages.page import Page
from samples.pocket_web import PocketWeb
from tests.channels.made_article import page_of, paragraphs

FETCHED = datetime(2024, 5, 3, 12, 0, tzinfo=UTC)


def json_ld(content: str) -> str:
    return f'<script type="application/ld+json">{content}</script>'


def read(body: str = "", head: str = "", url: str = "https://news.example/1.html") -> Article:
    return read_article(page_of(f"{body}<div>{paragraphs()}</div>", head, url), FETCHED)


@pytest.mark.parametrize(
    ("head", "body", "title"),
    [
        ("<title>A new phone | The Daily Phone</title>", "<h1>A new phone</h1>", "A new phone"),
        ("<title>A new phone - The Daily</title>", "<h1>The Daily</h1>", "A new phone"),
        ("<title>Two phones - The Daily</title>", "<h1>1 May Two phones</h1>", "Two phones"),
        ("<title>Phones</title>", "<h1>Two phones that we like</h1>", "Two phones that we like"),
        ("<title>某某博客 » 一款新手机</title>", "", "一款新手机"),
        ("<title>一款新手机_手机频道_某某网</title>", "", "一款新手机"),
        (
            "<title>某某网 - 一款新手机</title><meta property=og:site_name content=某某网>",
            "",
            "一款新手机",
        ),
        ("<meta property=og:title content='A new phone'>", "", "A new phone"),
        ("", "<h1>A new phone</h1>", "A new phone"),
        ("", "", ""),
        (json_ld('{"@graph": [{"@type": "NewsArticle", "headline": "Two"}]}'), "", "Two"),
        ("<meta property=og:title content='A &lt;i&gt;new&lt;/i&gt; phone'>", "", "A new phone"),
        ("<title>一款新手机(图)--某某新闻</title>", "", "一款新手机(图)"),
        # The highest heading is the site's name, with no sign before it.
        ("<title>一款新手机 某某网</title>", "<h1>某某网</h1><h2>一款新手机</h2>", "一款新手机"),
        (
            "<title>The new phones of 2024 - a phone for all</title>",
            "<h1>Our favourite new phones</h1><h2>The new phones of 2024</h2>",
            "Our favourite new phones",
        ),
        # The heading is the beginning of the title, or all of it.
        (
            "<meta property=og:title content='The best new phones of 2024'>",
            "<h1>The best new phones</h1>",
            "The best new phones of 2024",
        ),
        (
            "<meta property=og:title content='The best new phones | Free and very fast indeed'>",
            "<h1>The best new phones</h1>",
            "The best new phones",
        ),
        (
            "<meta name=title content='Two phones 2024'><meta name=headline content='Two phones'>",
            "<h1>Two phones</h1>",
            "Two phones",
        ),
    ],
)
def test_titles(head: str, body: str, title: str) -> None:
    assert read(body, head).title == title


CHANNELS = "".join(f"<li><a href=/{number}>第{number}个频道</a></li>" for number in range(20))
MENU = "<ul class=nav><li><a href=/phones><b>手机频道</b></a></li></ul>"
BREADCRUMBS = "<div><a href=/>首页</a> > <a href=/phones>手机</a> > 正文</div>"


@pytest.mark.parametrize(
    ("body", "title"),
    [
        ("<h2>一款新手机</h2>", "一款新手机"),
        ("<div class=post-title>一款新手机</div><div>2024-05-01</div>", "一款新手机"),
        ("<div class=Heading><p>一款新手机</p></div>", "一款新手机"),
        ("<p><b>一款新手机</b></p>", "一款新手机"),
        ("<p>主题： 一款新手机</p>", "一款新手机"),
        # Menus stand above the breadcrumbs.
        (f"{MENU}{BREADCRUMBS}<p><b>一款新手机</b></p>", "一款新手机"),
        # What does not look like a title.
        ("<p>第二频道</p><p>一款新手机</p>", "某某网"),
        (BREADCRUMBS, "某某网"),
        ("<p><b>责任编辑：王小明</b></p>", "某某网"),
        ("<p><b>2024-05-01 08:30</b></p>", "某某网"),
        # What the page shows is right.
        ("<h2>手机频道</h2><p>某某网</p>", "某某网"),
        # The site's name at the top of the page is no title.
        (
            f"<div><a href=/>某某网</a></div><ul>{CHANNELS}</ul><h2>一款新手机</h2>",
            "一款新手机",
        ),
    ],
)
def test_the_title_is_the_line_above_the_text_where_the_page_is_called_by_its_site(
    body: str, title: str
) -> None:
    assert read(body, "<title>某某网</title>").title == title


def test_a_title_that_the_page_shows_in_other_words_stays() -> None:
    shown = "<h2>手机频道</h2><p>我们试了一款电池很大的新手机</p>"
    head = "<title>我们试用了一款电池很大的新手机</title>"
    assert read(shown, head).title == "我们试用了一款电池很大的新手机"


def test_a_title_that_metadata_gives_needs_not_be_shown() -> None:
    head = "<title>某某网</title><meta property=og:title content=一款新手机>"
    assert read("<h2>手机频道</h2>", head).title == "一款新手机"


def test_where_nothing_is_told_the_line_above_the_text_is_the_title() -> None:
    assert read(f"{MENU}{BREADCRUMBS}<p>一款新手机</p>").title == "一款新手机"
    links = "<li><a href=/1>另一篇文章</a></li>" * 8
    blog = f"<div class=sidebar><h1>最近文章</h1><ul>{links}</ul></div><h2>一款新手机</h2>"
    assert read(blog).title == "一款新手机"


@pytest.mark.parametrize(
    ("head", "body", "date"),
    [
        ("<meta property=article:published_time content=2024-05-01T08:30:00+08:00>", "",
         "2024-05-01T08:30:00+08:00"),
        (json_ld('{"@type": "Article", "datePublished": "2024-05-01"}'), "", "2024-05-01"),
        ("", "<time datetime=2024-05-01>yesterday</time>", "2024-05-01"),
        ("", "<div>2024年5月1日 08:30　来源：日报</div>", "2024-05-01T08:30:00"),
        ("", "<div>3小时前</div>", "2024-05-03T09:00:00"),
        ("", "<div>Yesterday 14:02</div>", "2024-05-02T14:02:00"),
        ("", ("<time class=updated datetime=2024-05-02>2 May</time>"
         "<time class='entry-date published' datetime=2024-05-01>1 May</time>"), "2024-05-01"),
        ("", "<time class=updated datetime=2024-05-02>2 May</time>", "2024-05-02"),
        ("", "<p>Updated: May 2, 2024. Published: May 1, 2024</p>", "2024-05-01"),
        ("", "<p>更新时间：2024-05-02</p><p>发布时间：2024-05-01</p>", "2024-05-01"),
        ("<meta name=pubdate content=nonsense>", "<p>May 1, 2024</p>", "2024-05-01"),
        ("", "", ""),
    ],
)  # fmt: skip
def test_dates(head: str, body: str, date: str) -> None:
    assert read(body, head).date == date


def test_the_date_in_the_address_comes_last() -> None:
    assert read(url="https://news.example/2024/05/01/phone.html").date == "2024-05-01"
    assert read(url="https://news.example/202405/t20240501_71.html").date == "2024-05-01"
    shown = read("<div>2024-04-30</div>", url="https://news.example/20240501/phone.html")
    assert shown.date == "2024-04-30"


@pytest.mark.parametrize(
    ("head", "body", "author"),
    [
        ("<meta name=author content='Anna Bell'>", "", "Anna Bell"),
        ("<meta name=author content='https://news.example/anna'>", "", ""),
        ("", "<span class=byline>By Anna Bell</span>", "Anna Bell"),
        ("", "<a rel=author href=/anna>Anna Bell</a>", "Anna Bell"),
        ("", "<div>作者：王小明　2024-05-01</div>", "王小明"),
        ("", "<div>作者:zboy_1 阅读(16) 评论(5) 发表于:2024-05-01 12:30</div>", "zboy_1"),
        ("", "<td>02日14:25 作者： 赵婕 出自[某某出版社]</td>", "赵婕"),
        ("", "<p>光明日报记者 王建宏 张文攀</p>", "王建宏 张文攀"),
        ("", "<p>河南商报记者马俊峰/文受访者供图</p>", "马俊峰"),
        ("", "<p>记者致电有关部门核实</p>", ""),
        ("", "<div>小王子 发表于 2024-05-01 12:30</div>", "小王子"),
        ("", "<div>由小王子张贴 @ 2024-05-01</div>", "小王子"),
        ("", "<div>来源：某某日报 编辑：苏亮</div>", "苏亮"),
        ("", "<div>作者：王小明 编辑：苏亮</div>", "王小明"),
        ("", "<div>Von Anna Bell, 3. Mai 2024</div>", "Anna Bell"),
        ("", "<div>Brought to you by our partners</div>", ""),
        ("<meta name=author content='CMS 7'>", "<div>By Anna Bell</div>", "Anna Bell"),
        ("<meta name=author content='CMS 7'>", "", "CMS 7"),
        (
            "<meta property=og:site_name content=某某网><meta name=author content=某某网>",
            "<p>本报记者 王小明</p>",
            "王小明",
        ),
        (
            "<meta name=twitter:label1 content='Written by'><meta name=twitter:data1 content=Anna>",
            "",
            "Anna",
        ),
        (
            "",
            (
                "<div class=author-box><a href=/u/1>Anna Bell</a><p>Writes on bridges.</p>"
                "<button>Follow</button></div>"
            ),
            "Anna Bell",
        ),
        (
            "",
            "<div itemprop=author><meta itemprop=name content='Anna Bell'>Anna</div>",
            "Anna Bell",
        ),
        ("", "<span itemprop=itemListElement><span itemprop=name>Home</span></span>", ""),
        ("", "<div class=authorities-list>Authorities</div>", ""),
        ("<title>一座桥_老王的博客_某某网</title>", "", "老王"),
        (json_ld('{"@type": "Review", "author": [{"name": "A. B."}, "C."]}'), "", "A. B., C."),
    ],
)
def test_authors(head: str, body: str, author: str) -> None:
    assert read(body, head).author == author


@pytest.mark.parametrize(
    ("end", "author"),
    [
        ("新春佳节到了。（常书香 马丹阳 ）", "常书香 马丹阳"),
        ("（记者 格桑边觉）新春佳节到了。", "格桑边觉"),
        ("未完，（资料图片）", ""),
    ],
)
def test_names_in_brackets_at_the_end_of_the_text(end: str, author: str) -> None:
    body = "<p>这是一段足够长的正文，说的是一台手机用了一个月以后的感受。</p>" * 5
    assert read_article(page_of(f"<div>{body}<p>{end}</p></div>"), FETCHED).author == author


def test_date_and_author_below_a_title_that_counts_as_text() -> None:
    """A line with much in it, between the title and the text, as portals have it."""
    web = PocketWeb()
    for gold in web.channel_sites["www.shoujibao.example"].documents():
        article = read_article(Page.read(web.fetch(gold.page).body, gold.page))
        assert (article.date, article.author) == (gold.at.isoformat(), gold.author)


def test_a_link_to_a_user_above_the_text_names_the_author() -> None:
    text = "<p>这是一段足够长的正文，说的是一台手机用了一个月以后的感受。</p>" * 5
    head = "<h1>一座新的桥</h1><div><a href=/u/7>青石板</a><span>字数 612</span></div>"
    assert read_article(page_of(f"{head}<div>{text}</div>"), FETCHED).author == "青石板"
    far = head.replace("/u/7", "https://other.example/u/7")
    assert read_article(page_of(f"{far}<div>{text}</div>"), FETCHED).author == ""


def test_signs_around_a_name_are_no_part_of_it() -> None:
    byline = "<p class=byline>作者 <a>老王</a> · <time>2024-05-01 09:30</time></p>"
    assert read(byline).author == "老王"


@pytest.mark.parametrize(
    "script",
    ["{", "[" * 5000, '{"@type": "Article", "author": 7}', '{"@type": ["Article", 3]}', "null"],
)
def test_bad_json_ld_costs_nothing(script: str) -> None:
    assert read(head=f"<title>A new phone</title>{json_ld(script)}").title == "A new phone"
