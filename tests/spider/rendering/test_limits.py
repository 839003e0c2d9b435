from __future__ import annotations

from pathlib import Path

from spider.rendering.limits import (
    MOST_AT_ONCE,
    MOST_PAGES,
    MOST_REQUESTS,
    SIZES_FETCHED,
    PageLimits,
)

DOCUMENT = (Path(__file__).parents[3] / "docs/rendering.md").read_text("utf-8")


def test_the_documented_limits_hold() -> None:
    assert f"| requests | {MOST_REQUESTS}, {MOST_AT_ONCE} at the same time" in DOCUMENT
    assert f"| size of all it fetches | {SIZES_FETCHED} times `page_megabytes` |" in DOCUMENT
    assert f"| pages in the browser at the same time | {MOST_PAGES} |" in DOCUMENT
    assert "after a third of `timeout_seconds`" in DOCUMENT
    assert PageLimits(30, 1, 1).seconds_to_settle == 10
