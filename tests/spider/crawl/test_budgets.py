"""What one run may cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.spider.crawl.small_crawl import SHOUJI, TONGXUN, Reply, SmallCrawl, html, moved, status

if TYPE_CHECKING:
    from pathlib import Path

NAMES = "abcdefghij"
HOME = html("".join(f'<a href="/{name}">{name}</a>' for name in NAMES))


def site_of(*others: Reply) -> dict[str, Reply]:
    """A home page with ten links, answered in turn by these."""
    pages = {f"{SHOUJI}{name}": others[at % len(others)] for at, name in enumerate(NAMES)}
    return {SHOUJI: HOME, **pages}


def test_a_site_has_its_share_and_the_next_run_goes_on(tmp_path: Path) -> None:
    site = site_of(html("")) | {TONGXUN: html("")}
    with SmallCrawl(tmp_path, SHOUJI, TONGXUN, site=site, pages_per_site=4) as first:
        asked = first.run()
        assert len([url for url in asked if url.startswith(SHOUJI)]) == 4
        assert TONGXUN in asked
        assert not first.context.queue.waits
        assert list(first.states().values()).count("queued") > 0
    with SmallCrawl(tmp_path, SHOUJI, TONGXUN, site=site) as second:
        assert len(second.run()) == 11 - 4


def test_every_answer_counts(tmp_path: Path) -> None:
    site = site_of(status(404), moved("/a"), status(500), html(""))
    with SmallCrawl(tmp_path, site=site, pages_per_site=5) as crawl:
        assert len(crawl.run()) == 5


def test_bytes_are_counted_whatever_the_status(tmp_path: Path) -> None:
    large = "x" * 400_000
    with SmallCrawl(tmp_path, site=site_of(html(large, 404)), megabytes=1) as crawl:
        assert len(crawl.run()) == 1 + 3
        assert crawl.end_reasons == ["closespider_bytes"]
        assert crawl.take() is None


def test_nought_is_no_limit(tmp_path: Path) -> None:
    site = site_of(html(""))
    with SmallCrawl(tmp_path, site=site, pages_per_site=0, megabytes=0, depth=0) as crawl:
        assert len(crawl.run()) == 11
