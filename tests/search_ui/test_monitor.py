"""The monitor over a small ledger: a run, a site, an error with hostile text."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from core.records import ReadRecord, ReadValue
from search_ui.languages import LANGUAGES, words
from search_ui.monitor import sparkline
from spider.faults import WORDS, FaultKind
from store.ledger import Ledger, ledger_url
from store.records import save_records
from store.reports import Coverage
from store.runs import ErrorSeen, RunCounts, end_run, register_error, start_run, update_run
from store.visits import save_page
from tests.search_ui.log_in import logged_in
from tests.search_ui.site_for_tests import site_on
from tests.store.small_crawl import NOW, SITE, TOPIC, add_link, visit

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient


@pytest.fixture
def admin(tmp_path: Path) -> FlaskClient:
    return logged_in(site_on(tmp_path).test_client(), tmp_path)


def crawl(data: Path) -> None:
    with Ledger.open(ledger_url(data)) as ledger, ledger.transaction() as conn:
        run = start_run(conn, TOPIC, NOW)
        link = add_link(conn)
        save_page(conn, visit(link))
        save_records(
            conn,
            link,
            [ReadRecord("rule", "r", 1, (ReadValue("品牌", "品牌", "小米"),))],
            None,
            NOW,
        )
        update_run(conn, run, RunCounts(pages=1234, records=1, bytes=5_000_000), NOW + 75)
        end_run(conn, run, "finished", NOW + 75)


def test_visitors_are_asked_to_log_in(tmp_path: Path) -> None:
    answer = site_on(tmp_path).test_client().get("/monitor")
    assert answer.location == "/log-in?next=/monitor"


def test_before_the_first_crawl_it_says_how_to_begin_and_makes_nothing(
    admin: FlaskClient, tmp_path: Path
) -> None:
    page = admin.get("/monitor", headers={"Accept-Language": "en"}).text
    assert "No crawl yet" in page
    assert "scrapy crawl phones" in page
    assert "There is no usable index" in page
    assert not (tmp_path / "ledger.sqlite").exists()


def test_runs_and_coverage(admin: FlaskClient, tmp_path: Path) -> None:
    crawl(tmp_path)
    page = admin.get("/monitor", headers={"Accept-Language": "en"}).text
    for told in ("1,234", "5.0 MB", "1 min 15 s", "Finished", "100.0%", SITE, "No errors."):
        assert told in page, told
    assert 'points="2.0,2.0 118.0,2.0"' in page


def test_errors_are_inert_and_can_be_narrowed_to_a_kind(admin: FlaskClient, tmp_path: Path) -> None:
    crawl(tmp_path)
    evil = "http://a.example/<script>alert(1)</script>"
    with Ledger.open(ledger_url(tmp_path)) as ledger, ledger.transaction() as conn:
        for kind, url in (("timeout", evil), ("robots", "http://a.example/b")):
            seen = ErrorSeen(TOPIC, None, kind, url, SITE, "given up", "<b>\u202e")
            register_error(conn, seen, NOW)
    page = admin.get("/monitor").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page
    assert "<bdi>&lt;b&gt;" in page
    only = admin.get("/monitor?kind=robots").text
    assert "http://a.example/b" in only
    assert "alert(1)" not in only


def test_pages_that_are_not_kept_say_why(admin: FlaskClient, tmp_path: Path) -> None:
    crawl(tmp_path)
    told = {"off-topic": "Known: <b>品牌", "copy": "a copy of http://a.example/1"}
    with Ledger.open(ledger_url(tmp_path)) as ledger, ledger.transaction() as conn:
        for number, (kind, reason) in enumerate(told.items(), 2):
            page = visit(add_link(conn, number))
            save_page(conn, replace(page, digest="x", not_kept=kind, reason=reason))
    shown = admin.get("/monitor", headers={"Accept-Language": "en"}).text
    assert "Read, but not kept" in shown
    assert "<bdi>Known: &lt;b&gt;品牌</bdi>" in shown
    narrowed = admin.get("/monitor?reason=copy", headers={"Accept-Language": "de"}).text
    assert "Kopie einer anderen Seite" in narrowed
    assert "a copy of http://a.example/1" in narrowed
    assert "Known:" not in narrowed


def test_from_nothing_below_to_everything_above() -> None:
    history = [Coverage(1, 10, 0), Coverage(2, 10, 5), Coverage(3, 10, 10)]
    assert sparkline(history) == "2.0,26.0 60.0,14.0 118.0,2.0"


def test_one_moment_is_a_level_line_and_none_is_nothing() -> None:
    assert sparkline([Coverage(1, 4, 4)]) == "2.0,2.0 118.0,2.0"
    assert sparkline([]) == ""


def test_every_kind_of_fault_is_told_in_each_language() -> None:
    """The crawl stores these sentences; whoever changes one changes it in all languages."""
    english = {key.removeprefix("monitor.fault."): text for key, text in _phrases("en", "fault")}
    assert english == {str(kind): text for kind, text in WORDS.items()}
    for language in set(LANGUAGES) - {"en"}:
        assert set(english.values()).isdisjoint(text for _, text in _phrases(language, "fault"))


def _phrases(language: str, kind: str) -> list[tuple[str, str]]:
    return [one for one in words(language).items() if one[0].startswith(f"monitor.{kind}.")]


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("left out", "ausgelassen"),
        ("given up after 1 attempt", "nach einem Versuch aufgegeben"),
        ("given up after 3 attempts", "nach 3 Versuchen aufgegeben"),
        ("asked once; to be asked again in 60 s", "einmal abgefragt, erneut in 60 s"),
        ("asked 2 times; to be asked again in 120 s", "2-mal abgefragt, erneut in 120 s"),
        ("something <else>", "something &lt;else&gt;"),
    ],
)
def test_errors_are_told_in_the_visitor_s_language(
    admin: FlaskClient, tmp_path: Path, stored: str, shown: str
) -> None:
    with Ledger.open(ledger_url(tmp_path)) as ledger, ledger.transaction() as conn:
        run = start_run(conn, TOPIC, NOW)
        detail = WORDS[FaultKind.TIMEOUT]
        register_error(
            conn, ErrorSeen(TOPIC, run, "timeout", f"http://{SITE}/a", SITE, stored, detail), NOW
        )
    page = admin.get("/monitor", headers={"Accept-Language": "de"}).text
    assert f"<td>{shown}</td>" in page
    assert "Die Antwort dauerte zu lange." in page
    assert detail in admin.get("/monitor", headers={"Accept-Language": "en"}).text
