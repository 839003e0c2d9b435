"""Endless spaces: links into them are kept, told, and not asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.spider.crawl.small_crawl import SHOUJI, SmallCrawl, html

if TYPE_CHECKING:
    from pathlib import Path

    from tests.spider.crawl.small_crawl import Reply

FAR = f"{SHOUJI}calendar/2199-01/"
DAYS = 60


def day(number: int) -> str:
    return f"{SHOUJI}day/{number}.html"


def calendar() -> dict[str, Reply]:
    """Each page leads to the next, and says nothing."""
    pages = {day(n): html(f'<a href="{day(n + 1)}">下一天</a>') for n in range(DAYS)}
    return {SHOUJI: html(f'<a href="{day(0)}">日历</a>'), **pages}


def test_a_link_that_gives_itself_away_is_held_at_once(tmp_path: Path) -> None:
    site = {SHOUJI: html(f'<a href="{FAR}">1月</a><a href="/a">a</a>'), f"{SHOUJI}a": html("")}
    with SmallCrawl(tmp_path, site=site) as crawl:
        assert sorted(crawl.run()) == [SHOUJI, f"{SHOUJI}a"]
        assert crawl.states()[FAR] == "held"
        error = crawl.errors()[FAR]
        assert (error.kind, error.action) == ("trap", "held back, with all others like it")
        assert "2199" in error.detail
        assert not crawl.context.queue.waits
        assert crawl.context.progress.faults["trap"].count == 1


def test_pages_that_lead_only_to_more_of_their_kind_are_left_after_some(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, site=calendar(), depth=0, trap_pages=20) as crawl:
        asked = crawl.run()
        assert 20 <= len(asked) <= 25
        assert list(crawl.states().values()).count("held") == 1
        assert [error.kind for error in crawl.errors().values()] == ["trap"]
        assert not crawl.context.queue.waits
    with SmallCrawl(tmp_path, site=calendar(), depth=0, trap_pages=20) as again:
        assert sorted(again.run()) == sorted(asked)  # what was visited is, and nothing beyond


def test_the_register_is_not_filled_with_them(tmp_path: Path) -> None:
    far = [f"{SHOUJI}calendar/21{year}-01/" for year in range(50, 80)]
    home = html("".join(f'<a href="{url}">{url}</a>' for url in far))
    with SmallCrawl(tmp_path, site={SHOUJI: home}) as crawl:
        crawl.run()
        assert list(crawl.states().values()).count("held") == len(far)
        assert len(crawl.errors()) == 5
