"""The demonstration, looked at from all sides; in one file, since it is a whole crawl."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner, Result

from samples.pocket_web import SIX_HOSTS, PocketWeb
from specseek.cli import main
from specseek.demo import SiteOutcome, outcomes

ROOT = Path(__file__).parents[2]


class Demo(NamedTuple):
    result: Result
    data: Path


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    data = tmp_path_factory.mktemp("demo")
    result = CliRunner(env={"SPECSEEK_DATA": str(data)}).invoke(main, ["demo", "--no-page"])
    return Demo(result, data / "demo")


@pytest.fixture(scope="module")
def crawled(demo: Demo) -> dict[str, SiteOutcome]:
    return {site.host: site for site in outcomes(demo.data)}


def test_every_product_page_is_found_and_recorded_once(crawled: dict[str, SiteOutcome]) -> None:
    assert list(crawled) == list(PocketWeb().sites)
    for site in crawled.values():
        assert len(site.records) == site.pages


def test_every_record_is_as_the_gold_says(crawled: dict[str, SiteOutcome]) -> None:
    assert sum(crawled[host].pages for host in SIX_HOSTS) == 595
    assert {host: site.right for host, site in crawled.items()} == {
        host: site.pages for host, site in crawled.items()
    }


def test_one_label_per_layout_is_all_it_learned_from(crawled: dict[str, SiteOutcome]) -> None:
    labelled = ROOT / "samples" / "labelled"
    assert sum(site.labelled for site in crawled.values()) == len(
        list(labelled.glob("*/page.html"))
    )
    assert crawled["mobile.21cn.example"].labelled == 2  # nine attributes, and eight


def test_records_of_every_site_and_a_summary(demo: Demo) -> None:
    shown = demo.result.stdout
    assert demo.result.exit_code == 0
    assert shown.count("手机名") == 10
    assert "苹果 iPhone 14 Pro" in shown
    assert "pages right" in shown


def test_it_tells_where_ledger_archive_and_index_are(demo: Demo) -> None:
    assert f"Ledger, archive and index: {demo.data}" in demo.result.stderr
    assert (demo.data / "ledger.sqlite").exists()
    assert list((demo.data / "archive").glob("*.warc.gz"))
    assert (demo.data / "index" / "phones" / "current").exists()


def test_its_index_is_searched(demo: Demo) -> None:
    runner = CliRunner(env={"SPECSEEK_DATA": str(demo.data)})
    result = runner.invoke(main, ["search", "苹果 iPhone 14 Pro", "--json"])
    assert result.exit_code == 0
    assert "iPhone 14 Pro" in result.stdout


def test_the_readme_tells_how_many_phones_it_finds(demo: Demo) -> None:
    assert len(PocketWeb().sites) == 10
    readme = (ROOT / "README.md").read_text("utf-8")
    told = re.search(r"crawl ten sites of the pocket web, index their (\d+) phones", readme)
    assert told
    assert f"The index holds {told[1]} phones" in demo.result.stderr
