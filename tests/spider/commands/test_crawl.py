"""`scrapy crawl` as a person calls it."""

from __future__ import annotations

import signal
import subprocess
import time
from argparse import Namespace
from typing import TYPE_CHECKING

import pytest
from scrapy.exceptions import UsageError

from evaluation.crawling.ledger_contents import contents
from spider.commands.crawl import Command
from store.ledger import data_folder_lock
from tests.spider.crawl.small_pages import SHOUJI_PRODUCTS, TONGXUN_PRODUCTS

if TYPE_CHECKING:
    from pathlib import Path

    from tests.spider.commands.conftest import TwoSites, Undisturbed

GOLD = {product.url: product.gold for product in (*SHOUJI_PRODUCTS, *TONGXUN_PRODUCTS)}


def test_a_whole_crawl_ends_well_and_its_ledger_is_whole(undisturbed: Undisturbed) -> None:
    assert undisturbed.status == 0
    assert {url for url, *_ in undisturbed.left.records} == GOLD.keys()
    assert undisturbed.left.duplicates == 0
    assert undisturbed.left.archive_problems == ""
    assert {state for _, state in undisturbed.left.pages} == {"done", "forbidden"}


def test_the_feed_has_a_line_for_each_record(undisturbed: Undisturbed) -> None:
    by_rule = [item for item in undisturbed.feed if item["source"] == "rule"]
    assert sorted(item["url"] for item in by_rule) == sorted(GOLD)
    for item in by_rule:
        assert item["rule"].startswith(item["site"])
        assert item["values"] == {pair.attribute: pair.value for pair in GOLD[item["url"]]}
    others = {item["source"] for item in undisturbed.feed} - {"rule"}
    assert others == {"json-ld"}


def test_right_after_it_nearly_all_is_answered_without_a_body(
    undisturbed: Undisturbed, two_sites: TwoSites
) -> None:
    before = len(two_sites.asked)
    done = two_sites.crawl(undisturbed.data).run()
    pages = [one for one in two_sites.asked[before:] if not one.url.endswith("/robots.txt")]
    assert done.returncode == 0
    assert {one.status for one in pages} == {304}
    assert len(pages) > 80
    again = contents(undisturbed.data)
    assert again == undisturbed.left


def test_ctrl_c_ends_it_in_order_and_the_same_command_goes_on(
    undisturbed: Undisturbed, two_sites: TwoSites, tmp_path: Path
) -> None:
    before = len(two_sites.asked)
    crawl = two_sites.crawl(tmp_path)
    process = crawl.start(stderr=subprocess.DEVNULL)
    until = time.monotonic() + 60
    while len(two_sites.asked) < before + 25 and time.monotonic() < until:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    assert process.wait() == 130
    assert len(two_sites.asked) < before + 80
    assert "taken" not in {state for _, state in contents(tmp_path).pages}
    assert crawl.run().returncode == 0
    after = contents(tmp_path)
    assert (after.records, after.pages) == (undisturbed.left.records, undisturbed.left.pages)
    assert (after.duplicates, after.archive_problems) == (0, "")
    pages = [one.url for one in two_sites.asked[before:] if not one.url.endswith("/robots.txt")]
    assert len(pages) == len(set(pages))  # what was under way was waited for


def test_ctrl_c_twice_does_not_wait_for_what_is_under_way(
    two_sites: TwoSites, tmp_path: Path
) -> None:
    before = len(two_sites.asked)
    slow = two_sites.crawl(tmp_path, SPECSEEK_CRAWL_DELAY_SECONDS="30")
    process = slow.start(stderr=subprocess.PIPE)
    until = time.monotonic() + 60
    while len(two_sites.asked) < before + 2 and time.monotonic() < until:
        time.sleep(0.01)
    for _ in range(2):
        process.send_signal(signal.SIGINT)
        time.sleep(0.5)
    _, words = process.communicate(timeout=120)
    assert process.returncode == 130
    assert b"Traceback" not in words


def test_a_budget_of_pages_is_a_good_end(two_sites: TwoSites, tmp_path: Path) -> None:
    done = two_sites.crawl(tmp_path, "-s", "CLOSESPIDER_PAGECOUNT=5").run()
    assert done.returncode == 0
    assert b"its budget of pages is used up" in done.stderr


MISTAKES = {
    "unknown spider": (["nonsense"], 2, "Spider not found: nonsense; `scrapy list` names them"),
    "unknown topic": (["topic", "-a", "topic=x"], 1, "Error: there is no topic 'x' in "),
    "unknown revisit": (
        ["phones", "-a", "revisit=often"],
        1,
        "Error: revisit='often' is unknown; choose one of all, due, none",
    ),
}


@pytest.mark.parametrize(("words", "status", "told"), MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_is_told_in_a_line(
    two_sites: TwoSites, tmp_path: Path, words: list[str], status: int, told: str
) -> None:
    spider, *arguments = words
    done = two_sites.crawl(tmp_path, *arguments, spider=spider).run()
    assert done.returncode == status
    assert told in done.stderr.decode()
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("words", [[], ["phones", "topic"]])
def test_one_spider_is_to_be_named(words: list[str]) -> None:
    with pytest.raises(UsageError, match="name one spider, as in: scrapy crawl phones"):
        Command().run(words, Namespace())


def test_a_mistake_in_the_settings_is_told(two_sites: TwoSites, tmp_path: Path) -> None:
    file = tmp_path / "specseek.toml"
    file.write_text("[crawl]\npages = 'many'\n")
    done = two_sites.crawl(tmp_path, SPECSEEK_CONFIG=str(file)).run()
    assert done.returncode == 1
    assert f"{file}:2: pages is" in done.stderr.decode()
    assert b"Traceback" not in done.stderr


def test_a_folder_in_use_is_told(two_sites: TwoSites, tmp_path: Path) -> None:
    with data_folder_lock(tmp_path):
        done = two_sites.crawl(tmp_path).run()
    assert done.returncode == 1
    last = done.stderr.decode().rstrip().splitlines()[-1]
    assert last.startswith(f"Error: another crawl is at work in {tmp_path}")
    assert b"Traceback" not in done.stderr
