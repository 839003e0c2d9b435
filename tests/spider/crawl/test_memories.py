"""What was learned about sites outlives the run."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sqlalchemy import select, update

from index.ledger.tables import site_memory
from tests.spider.crawl.small_crawl import SHOUJI, SmallCrawl, html

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

SITE = "shouji.example"
PAGES = [f"{SHOUJI}n/{number}.html" for number in range(60)]
DULL = {
    SHOUJI: html("".join(f'<a href="{page}">{page}</a>' for page in PAGES)),
    **dict.fromkeys(PAGES, html("")),
}


def test_the_next_run_starts_clever(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, site=DULL) as first:
        first.run(most=30)
        taken = first.take()
        assert taken
        worth = first.parts.judge.value(taken.bucket)
        visits = first.parts.memories[SITE].visits
        assert visits == 30
    with SmallCrawl(tmp_path, site=DULL) as second:
        assert second.parts.memories[SITE].visits == visits
        assert abs(second.parts.judge.value(taken.bucket) - worth) < 0.05


def test_a_crash_forgets_little_of_it(tmp_path: Path) -> None:
    """Now and then it is written in a page's own transaction."""
    with SmallCrawl(tmp_path, site=DULL) as crawl:
        crawl.run()
        [learned] = crawl.rows(select(site_memory.c.learned).where(site_memory.c.site == SITE))
        assert 45 <= json.loads(learned[0])["visits"] <= 50


def test_what_another_version_wrote_is_forgotten(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    with SmallCrawl(tmp_path, site=DULL) as first:
        first.run(most=2)
    for learned in ("[]", "{", '{"visits": 3}', "null"):
        with SmallCrawl(tmp_path, site=DULL) as damaged, damaged.parts.ledger.transaction() as conn:
            conn.execute(update(site_memory).values(learned=learned))
            damaged.parts.memories.clear()
        with SmallCrawl(tmp_path, site=DULL) as later:
            assert later.parts.memories[SITE].visits == 0
            assert "cannot be read and is forgotten" in caplog.text
            later.run(most=1)
