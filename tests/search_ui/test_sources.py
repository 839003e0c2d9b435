"""The sources of articles and threads: listed, added, edited, switched off, deleted."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from lxml import html

from core.sources import Source, Sources, load_sources, save_sources
from store.documents import save_documents
from store.frontier import NewLink, add_links
from store.ledger import Ledger, ledger_url
from store.reports import SOURCE
from store.runs import ErrorSeen, register_error
from store.visits import FetchedPage, save_page
from tests.search_ui.channel_shop import ARTICLES, open_channels
from tests.search_ui.log_in import logged_in, token_in
from tests.search_ui.site_for_tests import site_on
from tests.store.small_crawl import NOW

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient
    from sqlalchemy import Connection
    from werkzeug.test import TestResponse

DAILY = Source.model_validate(
    {
        "name": "日报",
        "channel": "news",
        "kind": "feed",
        "address": "http://news.example/rss",
        "every": 2,
    }
)
FORUM = Source.model_validate(
    {
        "name": "论坛",
        "channel": "forums",
        "kind": "board",
        "address": "http://bbs.example/forum-1.html",
        "pattern": "/thread-#.html",
        "on": False,
        "encoding": "gbk",
    }
)
NEW = {
    "name": "站内搜索",
    "channel": "news",
    "kind": "search",
    "address": "https://news.example/s?q={query}",
    "pattern": "/news/#.html",
    "queries": "评测\n降价\n",
    "every": "",
    "encoding": "",
    "timezone": "Asia/Shanghai",
    "on": "1",
}


@pytest.fixture
def admin(tmp_path: Path) -> FlaskClient:
    save_sources(tmp_path / "sources", "phones", Sources(sources=(DAILY, FORUM)))
    return logged_in(site_on(tmp_path).test_client(), tmp_path)


def page(admin: FlaskClient, path: str = "/sources") -> html.HtmlElement:
    answer = admin.get(path, headers={"Accept-Language": "en"})
    assert answer.status_code == 200
    return html.document_fromstring(answer.text)


def send(admin: FlaskClient, path: str, form: dict[str, str]) -> TestResponse:
    token = token_in(admin.get("/sources/source").text)
    return admin.post(path, data=form | {"csrf_token": token}, headers={"Accept-Language": "en"})


def kept(data: Path) -> tuple[Source, ...]:
    return load_sources(data / "sources", "phones").sources


def rows(admin: FlaskClient) -> list[list[str]]:
    found = page(admin).cssselect("tbody tr")
    return [[" ".join(cell.text_content().split()) for cell in row] for row in found]


def fail_once(conn: Connection, source: str, url: str) -> None:
    """The source was read, and then it timed out."""
    crawl, site = "phones:news", "news.example"
    link = NewLink(url, site, source, SOURCE, level=9, depth=0)
    number = add_links(conn, crawl, [link], NOW)[url]
    save_page(conn, FetchedPage(number, crawl, url, site, 200, NOW, next_visit_at=NOW + 100))
    seen = ErrorSeen(crawl, None, "timeout", url, site, "given up", "<b>slow")
    register_error(conn, seen, NOW)


def test_visitors_are_asked_to_log_in(tmp_path: Path) -> None:
    visitor = site_on(tmp_path).test_client()
    assert visitor.get("/sources").location == "/log-in?next=/sources"
    assert visitor.post("/sources/save", data=NEW).status_code in {400, 403}


def test_every_source_with_all_that_is_known_of_it(admin: FlaskClient, tmp_path: Path) -> None:
    with Ledger.open(ledger_url(tmp_path)) as ledger, ledger.transaction() as conn:
        fail_once(conn, "日报", "http://news.example/rss")
    daily, forum = rows(admin)
    assert daily[:7] == [
        *("日报", "News", "Feed (RSS, Atom, JSON)", "http://news.example/rss", "–", "every 2 h"),
        "detected",
    ]
    assert daily[8:] == ["0", "1", "日报: On"]
    assert forum[4:] == ["/thread-#.html", "automatic", "gbk", "never", "0", "0", "论坛: Off"]


def test_a_source_is_added(admin: FlaskClient, tmp_path: Path) -> None:
    assert send(admin, "/sources/save", NEW).status_code == 303
    *_, added = kept(tmp_path)
    assert (added.name, added.queries, added.every) == ("站内搜索", ("评测", "降价"), None)
    assert added.on


def test_a_source_is_edited_in_its_place(admin: FlaskClient, tmp_path: Path) -> None:
    form = page(admin, "/sources/source?name=日报").forms[-1]
    typed = {name: value or "" for name, value in form.form_values()}
    assert (typed["was"], typed["every"]) == ("日报", "2.0")
    answer = send(admin, "/sources/save", typed | {"name": "晚报", "every": "", "pattern": "/n/#"})
    assert answer.status_code == 303
    first, second = kept(tmp_path)
    assert (first.name, first.every, first.pattern) == ("晚报", None, "/n/#")
    assert second == FORUM


def test_switching_off_and_on(admin: FlaskClient, tmp_path: Path) -> None:
    send(admin, "/sources/switch", {"name": "日报", "on": "0"})
    send(admin, "/sources/switch", {"name": "论坛", "on": "1"})
    assert [source.on for source in kept(tmp_path)] == [False, True]
    assert send(admin, "/sources/switch", {"name": "谁", "on": "1"}).status_code == 404


def test_deleting_says_what_stays_and_takes_out_the_source_alone(tmp_path: Path) -> None:
    open_channels(tmp_path)
    with Ledger.open(ledger_url(tmp_path)) as ledger, ledger.transaction() as conn:
        fail_once(conn, "日报", DAILY.address)
    save_sources(tmp_path / "sources", "phones", Sources(sources=(DAILY, FORUM)))
    file = tmp_path / "sources" / "phones.yaml"
    commented = file.read_text("utf-8").replace("name: 论坛", "name: 论坛  # mine")
    file.write_text(commented, "utf-8")
    admin = logged_in(site_on(tmp_path).test_client(), tmp_path)
    asked = page(admin, "/sources/delete?name=日报").cssselect("form.card")[0]
    assert "The documents collected from it (49) stay" in asked.text_content()
    assert kept(tmp_path) == (DAILY, FORUM), "asking changes nothing"
    assert send(admin, "/sources/delete", {"name": "日报"}).status_code == 303
    assert kept(tmp_path) == (FORUM,)
    assert "name: 论坛  # mine" in file.read_text("utf-8")
    assert "小米T200评测" in admin.get("/news?q=T200").text
    assert send(admin, "/sources/delete", {"name": "日报"}).status_code == 404


@pytest.mark.parametrize(
    ("wrong", "field", "told"),
    [
        ({"address": "news.example"}, "address", "is not a web address"),
        ({"address": "javascript:alert(1)//{query}"}, "address", "is not a web address"),
        ({"kind": "board"}, "kind", "the channel news has no board"),
        ({"kind": "feed"}, "address", "the address of a feed has no {query}"),
        ({"name": " "}, "name", "required"),
        ({"name": "日报"}, "name", "already that of"),
        ({"pattern": "news"}, "pattern", "does not begin with"),
        ({"every": "-1"}, "every", "greater than 0"),
        ({"every": "often"}, "every", "number"),
        ({"encoding": "klingon"}, "encoding", "is not an encoding"),
        ({"timezone": "../Asia"}, "timezone", "is not a time zone"),
        ({"channel": "letters"}, "channel", "news"),
    ],
)
def test_a_mistake_is_told_beside_its_field(
    admin: FlaskClient, tmp_path: Path, wrong: dict[str, str], field: str, told: str
) -> None:
    answer = send(admin, "/sources/save", NEW | wrong)
    assert answer.status_code == 400
    shown = html.document_fromstring(answer.text)
    (text,) = shown.cssselect(f"#{field}-wrong")
    assert told in text.text_content()
    assert shown.get_element_by_id(field).get("aria-invalid") == "true"
    if field not in {"channel", "kind"}:
        assert shown.get_element_by_id(field).get("value") == wrong.get(field, NEW[field]).strip()
    assert kept(tmp_path) == (DAILY, FORUM)


def test_a_file_with_mistakes_is_told_and_left_alone(admin: FlaskClient, tmp_path: Path) -> None:
    file = tmp_path / "sources" / "phones.yaml"
    file.write_text("sources:\n  - name: x\n    colour: red\n", "utf-8")
    shown = page(admin)
    assert "colour" in shown.cssselect(".alert")[0].text_content()
    assert "phones.yaml:" in shown.cssselect(".alert")[0].text_content()
    answer = send(admin, "/sources/save", NEW)
    assert answer.status_code == 400
    assert "colour" in answer.text
    assert "colour: red" in file.read_text("utf-8")


def test_without_a_file_there_are_none_yet(admin: FlaskClient, tmp_path: Path) -> None:
    (tmp_path / "sources" / "phones.yaml").unlink()
    assert "No sources yet" in page(admin).text_content()
    assert send(admin, "/sources/save", NEW).status_code == 303
    assert len(kept(tmp_path)) == 1


def test_text_that_means_harm_is_text(admin: FlaskClient, tmp_path: Path) -> None:
    harm = {"name": "<script>hostile()</script>", "queries": "<b>", "pattern": "/<i>"}
    assert send(admin, "/sources/save", NEW | harm).status_code == 303
    assert kept(tmp_path)[-1].name == harm["name"]
    for path in ("/sources", "/sources/source?name=%3Cscript%3Ehostile()%3C/script%3E"):
        assert "<script>hostile" not in admin.get(path).text


# On the monitor.


def test_the_monitor_tells_of_each_source_and_of_the_filter(
    admin: FlaskClient, tmp_path: Path
) -> None:
    with Ledger.open(ledger_url(tmp_path)) as ledger, ledger.transaction() as conn:
        for name in ("日报", "晚报"):
            fail_once(conn, name, f"http://news.example/{name}")
    shown = page(admin, "/monitor").text_content()
    assert "2 addresses known; Bloom filter for 100,000 with 0.1% false positives" in shown
    assert "<b>slow" in shown
    only = page(admin, "/monitor?source=晚报")
    (errors,) = [table for table in only.cssselect("table") if "slow" in table.text_content()]
    assert [row.text_content() for row in errors.cssselect("tbody th")] == ["晚报"]
    assert "http://news.example/晚报" in errors.text_content()
    assert "http://news.example/日报" not in errors.text_content()


def test_articles_newer_than_the_index_are_told(tmp_path: Path) -> None:
    open_channels(tmp_path)
    admin = logged_in(site_on(tmp_path).test_client(), tmp_path)
    figures = page(admin, "/monitor").cssselect(".figures div")
    assert "Articles and posts53" in [figure.text_content() for figure in figures]
    assert "Up to date with the ledger" in page(admin, "/monitor").text_content()
    with Ledger.open(ledger_url(tmp_path)) as ledger, ledger.transaction() as conn:
        save_documents(conn, 1, [ARTICLES[0].documents[0]], None, time.time() + 60)
    assert "The ledger has changed since" in page(admin, "/monitor").text_content()
