"""What was learned about sites outlives the run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select, update

from index.ledger.tables import site_memory
from spider.crawl.memories import SiteMemories
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
        learned = first.parts.memories[SITE].to_json()
    with SmallCrawl(tmp_path, site=DULL) as second:
        assert second.parts.memories[SITE].to_json() == learned


def test_a_crash_forgets_little_of_it(tmp_path: Path) -> None:
    """Now and then it is written in a page's own transaction."""
    with SmallCrawl(tmp_path, site=DULL) as crawl:
        crawl.run(most=49)
        assert crawl.rows(select(site_memory)) == []
        crawl.run(most=1)
        assert crawl.rows(select(site_memory.c.site)) == [(SITE,)]


def test_what_another_version_wrote_is_forgotten(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    with SmallCrawl(tmp_path, site=DULL) as first:
        first.run(most=2)
    with SmallCrawl(tmp_path, site=DULL) as later:
        for learned in ("[]", "{", '{"visits": 3}', "null", "3"):
            caplog.clear()
            memories = SiteMemories("phones")
            with later.parts.ledger.transaction() as conn:
                conn.execute(update(site_memory).values(learned=learned))
                memories.load(conn)
            assert memories == {}
            assert f"What was learned about {SITE} cannot be read and is forgotten" in caplog.text
