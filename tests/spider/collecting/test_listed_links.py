from __future__ import annotations

from spider.collecting.listed_links import listed_links
from spider.links.page_links import FoundLink
from tests.effort import effort
from tests.spider.collecting.small_collection import source

HOST = "http://a.example"
LIST = source("a", "list", HOST + "/news/")
TITLES = ("新机发布会定档下周二", "三款千元机横向评测", "旧电池回收点增加到五十个")


def link(path: str, anchor: str, place: str = "ul.list>li") -> FoundLink:
    return FoundLink(path if path.startswith("http") else HOST + path, anchor, place)


ARTICLES = [link(f"/news/2026/{number}.html", title) for number, title in enumerate(TITLES, 10)]
MENU = [link(f"/{name}/", f"{name} 频道首页", "ul.menu>li") for name in ("news", "cars", "food")]
PAGES = [link(f"/news/list_{number}.html", str(number), "div.pages") for number in (2, 3, 4)]
ELSEWHERE = [
    link(f"http://b.example/{number}", "一条很长很长的友情链接文字") for number in range(9)
]


def test_without_a_pattern_the_list_is_where_most_words_lead_to_one_kind_of_address() -> None:
    links = [*MENU, *ARTICLES, *PAGES, *ELSEWHERE]
    assert listed_links(LIST, HOST + "/news/", links) == ARTICLES


def test_a_pattern_decides_wherever_a_link_stands() -> None:
    with_pattern = LIST.model_copy(update={"pattern": "/news/#/#.html"})
    aside = link("/news/2025/7.html", "热点", "div.side")
    chosen = listed_links(with_pattern, HOST + "/news/", [*MENU, aside, *ARTICLES, *ELSEWHERE])
    assert chosen == [aside, *ARTICLES]


def test_further_pages_of_a_thread_are_not_threads() -> None:
    board = source("b", "board", HOST + "/c/a", pattern="/t/*")
    thread, last = link("/t/71", "请教一个问题"), link("/t/71?page=3", "昨天 12:30")
    assert listed_links(board, HOST + "/c/a", [thread, link("/t/71?page=2", "2"), last]) == [thread]


def test_a_date_beside_a_thread_leads_to_its_last_page_a_title_to_a_thread() -> None:
    board = source("b", "board", HOST + "/c/a", pattern="/thread-*.html")
    first, last = link("/thread-71-1-1.html", "请教一个问题"), link("/thread-71-3-1.html", "昨天")
    assert listed_links(board, HOST + "/c/a", [first, last]) == [first, last]
    dated = last._replace(anchor="2026-5-1 12:30")
    assert listed_links(board, HOST + "/c/a", [first, dated]) == [first]


def test_addresses_of_many_numbers_take_little_time() -> None:
    board = source("b", "board", HOST + "/c/a", pattern="/*")
    links = [link(f"/{number}-" + "1-" * 950, "2026-5-1") for number in range(2000)]
    assert effort(lambda: listed_links(board, HOST + "/c/a", links)) < 300


def test_a_search_without_a_pattern_gives_what_leads_away_from_it() -> None:
    search = source("s", "search", HOST + "/s?q={query}")
    assert listed_links(search, HOST + "/s?q=a", [*MENU, *ELSEWHERE]) == ELSEWHERE


def test_a_page_without_a_list_gives_nothing() -> None:
    assert not listed_links(LIST, HOST + "/news/", [])
    assert not listed_links(LIST, HOST + "/news/", [*PAGES, link("/about/us/", "关于我们和本站")])


def test_an_address_is_listed_once_and_never_the_page_itself() -> None:
    again = [
        *ARTICLES,
        link("/news/2026/10.html", "又是这一条新闻"),
        link("/news/", "本页的地址文字"),
    ]
    chosen = listed_links(LIST, HOST + "/news/", again)
    assert {one.url for one in chosen} == {one.url for one in ARTICLES}
    assert len(chosen) == len(ARTICLES)
