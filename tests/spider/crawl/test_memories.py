"""What was learned about sites outlives the run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select, update

from spider.crawl.memories import KnownSites
from store.schema import site_memory
from tests.spider.crawl.small_crawl import SHOUJI, Reply, SmallCrawl, html

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

LEARNED_SITE = "shouji.example"
PAGES = [f"{SHOUJI}n/{number}.html" for number in range(60)]
DULL = {
    SHOUJI: html("".join(f'<a href="{page}">{page}</a>' for page in PAGES)),
    **dict.fromkeys(PAGES, html("")),
}


def test_the_next_run_starts_clever(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, site=DULL) as first:
        first.run(most=30)
        learned = first.context.memories[LEARNED_SITE].to_json()
    with SmallCrawl(tmp_path, site=DULL) as second:
        assert second.context.memories[LEARNED_SITE].to_json() == learned


def test_a_crash_forgets_little_of_it(tmp_path: Path) -> None:
    """Now and then it is written in a page's own transaction."""
    with SmallCrawl(tmp_path, site=DULL) as crawl:
        crawl.run(most=49)
        assert crawl.rows(select(site_memory)) == []
        crawl.run(most=1)
        assert crawl.rows(select(site_memory.c.site)) == [(LEARNED_SITE,)]


def test_what_another_version_wrote_is_forgotten(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    with SmallCrawl(tmp_path, site=DULL) as first:
        first.run(most=2)
    with SmallCrawl(tmp_path, site=DULL) as later:
        for learned in ("[]", "{", '{"visits": 3}', "null", "3"):
            caplog.clear()
            memories = KnownSites("phones")
            with later.context.ledger.transaction() as conn:
                conn.execute(update(site_memory).values(learned=learned))
                memories.load(conn)
            assert memories == {}
            assert (
                f"What was learned about {LEARNED_SITE} cannot be read and is forgotten"
                in caplog.text
            )


NEW_SHOP = "http://www.new.example/"
PHONES = [f"{NEW_SHOP}phone/{number}.html" for number in range(1, 13)]


def phone(number: int) -> Reply:
    """A phone of a shop without rules: a table, and a line that is the same on every page."""
    rows = {
        "手机制式": "GSM",
        "主屏尺寸": f"{number}.4英寸",
        "摄像头像素": f"{number}00万像素",
        "电池容量": f"{number}50mAh",
        "参考价格": f"{number}350元",
        "收音机波段": f"FM {number}",
        "客服热线": "400-800-8820",
    }
    table = "".join(f"<tr><th>{name}<td>{value}" for name, value in rows.items())
    return html(f"<title>诺基亚 N{number}</title><h1>诺基亚 N{number}</h1><table>{table}</table>")


SHOP = {
    NEW_SHOP: html("".join(f'<a href="{page}">手机 参数</a>' for page in PHONES)),
    **{page: phone(number) for number, page in enumerate(PHONES, 1)},
}


def test_what_rows_of_a_site_without_rules_say_is_kept(tmp_path: Path) -> None:
    """A name with a value of its own on each page tells more than one with the same on all."""
    with SmallCrawl(tmp_path, NEW_SHOP, site=SHOP) as first:
        first.run()
        said = first.context.memories["new.example"].rows
    assert said.pages == len(PHONES)
    assert len(said.names["电池容量"].values) == len(PHONES)
    assert list(said.names["客服热线"].values.values()) == [len(PHONES)]
    with SmallCrawl(tmp_path, NEW_SHOP, site=SHOP) as second:
        assert second.context.memories.rows("new.example") == said
        assert second.context.memories.rows("unknown.example") is None
        second.run()
        assert second.context.memories.rows("new.example") == said  # known pages teach nothing


def test_pages_are_read_with_what_the_site_s_others_say(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, NEW_SHOP, site=SHOP) as crawl:
        crawl.run()
        sure = {
            url: {value.name: value.confidence for value in record.values}
            for url, record in crawl.stored("rows").items()
        }
        first, last = (sure[url] for url in (crawl.asked[1], crawl.asked[-1]))
        assert last["收音机波段"] > first["收音机波段"]
