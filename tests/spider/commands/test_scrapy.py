"""Scrapy's other commands work in the project as ever."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from tests.spider.crawl.small_crawl import SHOUJI, pocket

if TYPE_CHECKING:
    from pathlib import Path

    from tests.spider.commands.conftest import TwoSites


def scrapy(two_sites: TwoSites, data: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "scrapy", *words],
        env=two_sites.crawl(data).environment,
        capture_output=True,
        check=True,
    )


def test_list_names_the_spiders(two_sites: TwoSites, tmp_path: Path) -> None:
    assert scrapy(two_sites, tmp_path, "list").stdout.split() == [b"phones", b"topic"]


def test_fetch_gives_a_page_and_leaves_the_ledger_alone(
    two_sites: TwoSites, tmp_path: Path
) -> None:
    fetched = scrapy(two_sites, tmp_path, "fetch", "--nolog", SHOUJI)
    assert fetched.stdout.rstrip() == pocket(SHOUJI).body.rstrip()
    assert list(tmp_path.iterdir()) == []
