"""The demonstration, looked at from all sides; in one file, since it is a whole crawl."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner, Result
from rich.console import Console, RenderableType

from core.settings import load_settings
from rules.record import Pair, Record
from samples.pocket_web import ALL_SITES, SIX_HOSTS, PocketWeb
from specseek.cli import main
from specseek.commands.demo import (
    SiteOutcome,
    document_outcomes,
    outcomes,
    records_table,
    summary_table,
)

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


@pytest.mark.slow
def test_every_product_page_is_found_and_recorded_once(crawled: dict[str, SiteOutcome]) -> None:
    assert list(crawled) == list(PocketWeb(ALL_SITES).sites)
    for site in crawled.values():
        assert len(site.records) == site.pages


@pytest.mark.slow
def test_every_record_is_as_the_gold_says(crawled: dict[str, SiteOutcome]) -> None:
    assert sum(crawled[host].pages for host in SIX_HOSTS) == 595
    assert {host: site.right for host, site in crawled.items()} == {
        host: site.pages for host, site in crawled.items()
    }


@pytest.mark.slow
def test_every_article_and_post_is_collected(demo: Demo) -> None:
    found = {site.host: site for site in document_outcomes(demo.data)}
    assert sum(site.read for site in found.values()) == 461
    for host, site in found.items():
        assert site.right == site.read == site.documents, host
    assert "Its articles and posts, read without rules" in demo.result.stdout
    assert "The index holds 223 phones, 461 articles and posts." in demo.result.stderr


@pytest.mark.slow
def test_one_label_per_layout_is_all_it_learned_from(crawled: dict[str, SiteOutcome]) -> None:
    labelled = ROOT / "samples" / "labelled"
    assert sum(site.labelled for site in crawled.values()) == len(
        list(labelled.glob("*/page.html"))
    )
    assert crawled["mobile.21cn.example"].labelled == 2  # nine attributes, and eight


@pytest.mark.slow
def test_records_of_every_site_and_a_summary(demo: Demo) -> None:
    shown = demo.result.stdout
    assert demo.result.exit_code == 0
    assert shown.count("手机名") == 10
    assert shown.count("Produktname") == 3
    assert "苹果 iPhone 14 Pro" in shown
    assert "pages right" in shown


@pytest.mark.slow
def test_commands_in_its_folder_use_its_own_rules_and_topics(
    demo: Demo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(demo.data)
    settings = load_settings()
    for folder in (settings.data, settings.rules, settings.topics, settings.sources):
        assert folder.resolve().is_relative_to(demo.data.resolve())


@pytest.mark.slow
def test_it_tells_where_ledger_archive_and_index_are(demo: Demo) -> None:
    assert f"Ledger, archive and index: {demo.data}" in demo.result.stderr
    assert (demo.data / "ledger.sqlite").exists()
    assert list((demo.data / "archive").glob("*.warc.gz"))
    for topic in ("phones", "monitors"):
        assert (demo.data / "index" / topic / "current").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("topic", "name"), [("phones", "苹果 iPhone 14 Pro"), ("monitors", "Dell UltraSharp U3223QE")]
)
def test_its_indexes_are_searched(demo: Demo, topic: str, name: str) -> None:
    runner = CliRunner(env={"SPECSEEK_DATA": str(demo.data)})
    result = runner.invoke(main, ["search", "--topic", topic, name, "--json"])
    assert result.exit_code == 0
    assert name in result.stdout


@pytest.mark.slow
def test_the_readme_tells_how_many_products_it_finds(demo: Demo) -> None:
    web = PocketWeb(ALL_SITES)
    sites = {host.split(".", 1)[1] for host in (*web.sites, *web.channel_sites)}
    readme = (ROOT / "README.md").read_text("utf-8")
    pattern = (
        r"the pocket web \((\d+) sites\), index its (\d+) phones, (\d+) articles and posts, "
        r"and (\d+) monitors"
    )
    told = re.search(pattern, readme)
    assert told
    assert int(told[1]) == len(sites)
    assert f"The index holds {told[2]} phones, {told[3]} articles and posts" in demo.result.stderr
    assert f"The index holds {told[4]} monitors." in demo.result.stderr


def record(**values: str) -> Record:
    return Record(tuple(Pair(name, name, value) for name, value in values.items()))


SITE = SiteOutcome(
    host="site.example",
    labelled=1,
    pages=1_002,
    right=1_001,
    records=(record(手机名="N95", 电子字典="支持"), record(手机名="N73", 参考价格="￥1580")),
)


def printed(table: RenderableType) -> list[list[str]]:
    console = Console(width=100)
    with console.capture() as capture:
        console.print(table)
    return [line.split() for line in capture.get().splitlines() if line.strip()]


def test_records_are_rows_and_their_attributes_columns() -> None:
    title, heading, _, first, second = printed(records_table(SITE))
    assert title == ["site.example"]
    assert heading == ["手机名", "电子字典", "参考价格"]
    assert first == ["N95", "支持", "–"]
    assert second == ["N73", "–", "￥1580"]


def test_only_the_attributes_that_most_records_have() -> None:
    rare = record(**{f"少见{number}": "有" for number in range(9)})
    common = record(手机名="N95")
    site = SiteOutcome("site.example", 1, 3, 3, (rare, common, common))
    _, heading, *_ = printed(records_table(site))
    assert heading[0] == "手机名"
    assert len(heading) == 6


def test_the_summary_adds_up() -> None:
    table = printed(summary_table([SITE, SITE]))
    assert ["site.example", "1", "1,002", "1,001", "4"] in table
    assert ["all", "2", "2,004", "2,002", "8"] in table
