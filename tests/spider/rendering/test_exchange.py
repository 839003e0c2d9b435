from __future__ import annotations

from pathlib import Path

from scrapy.http import Response

from spider.rendering.exchange import (
    MOST_AT_ONCE,
    MOST_PAGES,
    MOST_REQUESTS,
    SIZES_FETCHED,
    KeptScripts,
    PageLimits,
)

URL = "http://shop.example/fill.js"


def test_a_script_is_kept_by_its_address() -> None:
    scripts = KeptScripts()
    answer = Response(URL, body=b"x")
    scripts.keep(URL, answer)
    assert scripts.get(URL) is answer
    assert scripts.get(f"{URL}?v=2") is None


def test_what_failed_or_may_not_be_stored_is_asked_for_again() -> None:
    scripts = KeptScripts()
    scripts.keep(URL, Response(URL, status=404))
    scripts.keep(URL, Response(URL, headers={"Cache-Control": "private, no-store"}))
    assert scripts.get(URL) is None


def test_those_used_longest_ago_are_forgotten_first() -> None:
    scripts = KeptScripts(most_bytes=100)
    for name in "abc":
        scripts.keep(name, Response(URL, body=b"x" * 33))
    assert scripts.get("a")
    scripts.keep("d", Response(URL, body=b"x" * 33))
    assert [name for name in "abcd" if scripts.get(name)] == ["a", "c", "d"]


def test_a_script_larger_than_all_room_leaves_none() -> None:
    scripts = KeptScripts(most_bytes=100)
    scripts.keep("a", Response(URL, body=b"x" * 101))
    assert scripts.get("a") is None
    scripts.keep("b", Response(URL, body=b"x" * 100))
    scripts.keep("b", Response(URL, body=b"x" * 99))
    assert scripts.get("b")


DOCUMENT = (Path(__file__).parents[3] / "docs/rendering.md").read_text("utf-8")


def test_the_documented_limits_hold() -> None:
    assert f"| requests | {MOST_REQUESTS}, {MOST_AT_ONCE} at the same time" in DOCUMENT
    assert f"| size of all it fetches | {SIZES_FETCHED} times `page_megabytes` |" in DOCUMENT
    assert f"| pages in the browser at the same time | {MOST_PAGES} |" in DOCUMENT
    assert "after a third of `timeout_seconds`" in DOCUMENT
    assert PageLimits(30, 1, 1).seconds_to_settle == 10
