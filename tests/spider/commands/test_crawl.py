"""`scrapy crawl` as a person calls it."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from argparse import Namespace
from typing import TYPE_CHECKING

import pytest
from scrapy.exceptions import UsageError

from evaluation.ledger_contents import contents
from spider.commands.crawl import Command
from store.ledger import data_folder_lock
from tests.spider.simulated_crawl import (
    SHOUJI,
    SHOUJI_PRODUCTS,
    TONGXUN_PRODUCTS,
    WEB,
    pocket,
)
from tests.waiting import PATIENCE, wait_until

if TYPE_CHECKING:
    from pathlib import Path

    from tests.spider.commands.conftest import TwoSites, Undisturbed


GOLD = {product.url: product.gold for product in (*SHOUJI_PRODUCTS, *TONGXUN_PRODUCTS)}


def test_a_whole_crawl_ends_well_and_its_ledger_is_whole(undisturbed: Undisturbed) -> None:
    assert undisturbed.status == 0
    assert {url for url, *_ in undisturbed.left.records} == GOLD.keys()
    assert undisturbed.left.duplicates == 0
    assert undisturbed.left.archive_problems == ""
    failed = {url for url, state in undisturbed.left.pages if state == "failed"}
    assert {state for _, state in undisturbed.left.pages} == {"done", "forbidden", "failed"}
    site = WEB.sites["m.tongxun.example"]
    assert failed == {  # pictures that are not there
        site.picture_url(phone) for phone in site.products if site.picture(phone).status != 200
    }


def test_the_feed_has_a_line_for_each_record(undisturbed: Undisturbed) -> None:
    by_rule = [item for item in undisturbed.feed if item["source"] == "rule"]
    assert sorted(item["url"] for item in by_rule) == sorted(GOLD)
    for item in by_rule:
        assert item["rule"].startswith(item["site"])
        assert item["values"] == {pair.attribute: pair.value for pair in GOLD[item["url"]]}
    others = {item["source"] for item in undisturbed.feed} - {"rule"}
    assert others == {"json-ld"}


@pytest.mark.slow
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


@pytest.mark.slow
def test_ctrl_c_ends_it_in_order_and_the_same_command_goes_on(
    undisturbed: Undisturbed, two_sites: TwoSites, tmp_path: Path
) -> None:
    before = len(two_sites.asked)
    crawl = two_sites.crawl(tmp_path)
    with two_sites.held_after(25) as reached:
        process = crawl.start(stderr=subprocess.DEVNULL)
        assert reached.wait(PATIENCE)
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


@pytest.mark.slow
def test_ctrl_c_twice_does_not_wait_for_what_is_under_way(
    two_sites: TwoSites, tmp_path: Path
) -> None:
    before = len(two_sites.asked)
    slow = two_sites.crawl(tmp_path, SPECSEEK_CRAWL_DELAY_SECONDS="30")
    process = slow.start(stderr=subprocess.PIPE)
    assert wait_until(lambda: len(two_sites.asked) >= before + 2)
    process.send_signal(signal.SIGINT)
    assert process.stderr is not None
    assert any(b"Send again to force" in line for line in process.stderr)
    process.send_signal(signal.SIGINT)
    _, words = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert b"Traceback" not in words


@pytest.mark.slow
def test_a_budget_of_pages_is_a_good_end(two_sites: TwoSites, tmp_path: Path) -> None:
    done = two_sites.crawl(tmp_path, "-s", "CLOSESPIDER_PAGECOUNT=5").run()
    assert done.returncode == 0
    assert b"its budget of pages is used up" in done.stderr


MISTAKES = {
    "unknown spider": (["nonsense"], 2, "Spider not found: nonsense; `scrapy list` names them"),
    "unknown topic": (["topic", "-a", "topic=x"], 1, "Error: there is no topic 'x' in "),
}


@pytest.mark.slow
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
    with pytest.raises(UsageError, match="name one spider, as in: scrapy crawl TOPIC"):
        Command().run(words, Namespace())


@pytest.mark.slow
def test_a_mistake_in_the_settings_is_told(two_sites: TwoSites, tmp_path: Path) -> None:
    file = tmp_path / "specseek.toml"
    file.write_text("[crawl]\npages = 'many'\n")
    done = two_sites.crawl(tmp_path, SPECSEEK_CONFIG=str(file)).run()
    assert done.returncode == 1
    assert f"{file}:2: pages is" in done.stderr.decode()
    assert b"Traceback" not in done.stderr


@pytest.mark.slow
def test_a_folder_in_use_is_told(two_sites: TwoSites, tmp_path: Path) -> None:
    with data_folder_lock(tmp_path):
        done = two_sites.crawl(tmp_path).run()
    assert done.returncode == 1
    last = done.stderr.decode().rstrip().splitlines()[-1]
    assert last.startswith(f"Error: another crawl is running in {tmp_path}")
    assert b"Traceback" not in done.stderr


# A disk that is full, and has space again: a small one of its own, in memory.


# One shell, for what is mounted in it is gone with it.
BOTH_RUNS = """
mount -t tmpfs -o size=700k tmpfs "$SPECSEEK_DATA" || exit 99
"$0" -m scrapy crawl phones 2>first.log; echo $? >first.status
mount -o remount,size=50m "$SPECSEEK_DATA" || exit 99
"$0" -m scrapy crawl phones 2>second.log; echo $? >second.status
cp -r "$SPECSEEK_DATA" kept
"""


def own_mounts() -> list[str]:
    """A command under which a disk can be mounted that nobody else sees."""
    unshare = shutil.which("unshare")
    command = [unshare or "unshare", "--map-root-user", "--mount"]
    if not unshare or subprocess.run([*command, "true"], check=False).returncode:
        pytest.skip("this system lets nobody mount a small disk of his own")
    return command


@pytest.fixture(scope="module")
def after(two_sites: TwoSites, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the logs, statuses and data of both runs."""
    folder = tmp_path_factory.mktemp("full")
    data = folder / "data"
    data.mkdir()
    crawl = two_sites.crawl(data)
    done = subprocess.run(
        [*own_mounts(), "sh", "-c", BOTH_RUNS, sys.executable],
        env=crawl.environment,
        cwd=folder,
        check=False,
    )
    if done.returncode == 99:
        pytest.skip("this system mounts no disk in memory")
    return folder


@pytest.mark.slow
def test_it_stops_with_a_clear_message(after: Path) -> None:
    log = (after / "first.log").read_text()
    assert (after / "first.status").read_text() == "1\n"
    assert "Run the same command to go on once there is space again." in log
    assert "the disk is full" in log
    assert "Traceback" not in log


@pytest.mark.slow
def test_with_space_again_the_same_command_completes_it(
    after: Path, undisturbed: Undisturbed
) -> None:
    assert (after / "second.status").read_text() == "0\n"
    resumed = contents(after / "kept")
    assert resumed.records == undisturbed.left.records
    assert resumed.pages == undisturbed.left.pages
    assert (resumed.duplicates, resumed.archive_problems) == (0, "")


# Scrapy's other commands work in the project as ever.


def scrapy(two_sites: TwoSites, data: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "scrapy", *words],
        env=two_sites.crawl(data).environment,
        capture_output=True,
        check=True,
    )


@pytest.mark.slow
def test_list_names_the_spiders(two_sites: TwoSites, tmp_path: Path) -> None:
    listed = scrapy(two_sites, tmp_path, "list").stdout.split()
    assert listed == [b"forums", b"news", b"phones", b"topic"]


@pytest.mark.slow
def test_fetch_gives_a_page_and_leaves_the_ledger_alone(
    two_sites: TwoSites, tmp_path: Path
) -> None:
    fetched = scrapy(two_sites, tmp_path, "fetch", "--nolog", SHOUJI)
    assert fetched.stdout.rstrip() == pocket(SHOUJI).body.rstrip()
    assert list(tmp_path.iterdir()) == []
