"""A real crawl with a real browser, through the pocket proxy."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from core.settings import SHIPPED_TOPICS
from evaluation.hostile.host import Canary
from evaluation.ledger_contents import LedgerContents, contents
from pages.page import Page
from rules.learn import Example, train
from rules.library import RuleLibrary
from samples.crawl_process import CrawlProcess
from samples.proxy import LoggedRequest, PocketProxy
from store.archive import read_captures
from store.ledger import Ledger, ledger_url
from store.runs import ErrorFilter, latest_errors
from tests.spider.rendering.needs_browser import needs_browser
from tests.spider.rendering.script_web import SPECS, ScriptWeb, as_shown

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [needs_browser, pytest.mark.slow]

PHONES = (SHIPPED_TOPICS / "phones.yaml").read_text("utf-8")
HEAD = """\
name: phones
title: {zh: 手机, en: Phones}
seeds: [http://shop.example/, http://plain.example/phone/1]
render: [shop.example]
"""


@dataclass(frozen=True)
class Crawled:
    words: str
    left: LedgerContents
    errors: dict[str, str]
    bodies: dict[str, bytes]
    asked: Counter[str]
    contacts: int


def train_on_what_is_shown(rules: Path) -> None:
    url = "http://shop.example/phone/1"
    name, *others = SPECS["1"].items()
    examples = [Example(attribute=name[0], value=name[1])]
    examples += [Example(attribute=label, name=label, value=value) for label, value in others]
    rules.mkdir(parents=True)
    train(RuleLibrary(rules), Page.read(as_shown("1"), url, "text/html"), examples)


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Crawled:
    folder = tmp_path_factory.mktemp("rendered")
    (folder / "phones.yaml").write_text(HEAD + PHONES[PHONES.index("\nlinks:") :], "utf-8")
    train_on_what_is_shown(folder / "rules" / "phones")
    log: list[LoggedRequest] = []
    settings = {
        "SPECSEEK_TOPICS": str(folder),
        "SPECSEEK_RULES": str(folder / "rules"),
        "SPECSEEK_CRAWL_TIMEOUT_SECONDS": "60",
        "SPECSEEK_CRAWL_PAGE_MEGABYTES": "1",
        "SPECSEEK_CRAWL_RETRIES": "0",
    }
    with Canary() as canary, PocketProxy(ScriptWeb(canary.port), log=log.append) as proxy:
        ended = CrawlProcess(proxy.url, folder / "data", settings=settings).run()
        contacts = canary.connections
    assert ended.returncode == 0, ended.stderr.decode()
    with Ledger.open(ledger_url(folder / "data")) as ledger, ledger.reading() as conn:
        errors = {error.url: error.kind for error in latest_errors(conn, ErrorFilter(), 100)}
    archived = (capture for _, capture in read_captures(folder / "data" / "archive"))
    return Crawled(
        words=ended.stderr.decode(),
        left=contents(folder / "data"),
        errors=errors,
        bodies={urlsplit(capture.url).path: capture.body for capture in archived},
        asked=Counter(asked.url for asked in log),
        contacts=contacts,
    )


def test_the_crawl_ends_in_order_and_without_a_word_of_trouble(crawled: Crawled) -> None:
    assert "Traceback" not in crawled.words
    assert "Task was destroyed" not in crawled.words


def test_what_scripts_fill_in_is_recorded_and_their_links_are_followed(crawled: Crawled) -> None:
    records = {
        url: {attribute: raw for attribute, _, raw in values}
        for url, _, _, values in crawled.left.records
    }
    assert records == {
        f"http://shop.example/phone/{number}": spec for number, spec in SPECS.items()
    }


def test_other_hosts_are_read_as_they_are(crawled: Crawled) -> None:
    asked = {url for url in crawled.asked if "//plain.example/" in url}
    assert asked == {"http://plain.example/robots.txt", "http://plain.example/phone/1"}


def test_nothing_but_the_web_is_contacted(crawled: Crawled) -> None:
    """The attacking page tried all it could: neither past the proxy nor through it."""
    assert "全部试过" in crawled.bodies["/attack"].decode()
    assert crawled.contacts == 0
    hosts = {urlsplit(url).hostname for url in crawled.asked}
    assert hosts == {"shop.example", "plain.example"}
    assert crawled.asked["http://shop.example/redirect/169.254.169.254"] == 1


def test_pictures_are_not_fetched_and_style_sheets_once_for_the_archive(crawled: Crawled) -> None:
    assert not [url for url in crawled.asked if url.endswith((".jpg", ".ico"))]
    assert {times for url, times in crawled.asked.items() if url.endswith(".css")} == {1}


def test_a_script_that_leads_elsewhere_is_a_redirect(crawled: Crawled) -> None:
    assert ("http://shop.example/moved", "redirect") in crawled.left.pages
    assert crawled.errors["http://shop.example/away"] == "forbidden-address"


def test_a_page_whose_script_has_no_end_is_read_as_far_as_it_came(crawled: Crawled) -> None:
    assert "荣耀 X50 参数" in crawled.bodies["/endless"].decode()


def test_a_page_that_waits_for_what_never_comes_is_read(crawled: Crawled) -> None:
    assert crawled.asked["http://shop.example/never"] == 2
    assert "等过" in crawled.bodies["/waiting"].decode()


def test_a_page_with_dialogs_popups_and_endless_requests_is_read(crawled: Crawled) -> None:
    assert "看过" in crawled.bodies["/noisy"].decode()
    assert sum("/poll/" in url for url in crawled.asked) <= 200


def test_a_page_that_grows_too_large_is_given_up(crawled: Crawled) -> None:
    assert crawled.errors["http://shop.example/growing"] == "too-large"
