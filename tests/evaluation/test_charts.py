from __future__ import annotations

import itertools
from typing import Any

from lxml import etree

from evaluation.charts import TimeLine, time_chart

SVG = "{http://www.w3.org/2000/svg}"
SIZES = {20_000: "20 KB", 2_000_000: "2 MB"}
LINES = [
    TimeLine("ours <fast>", "ours", {20_000: 0.0002, 2_000_000: 0.0006}),
    TimeLine("theirs & slow", "rival", {20_000: 0.04, 2_000_000: 4.0}),
    TimeLine("a tree", "tree", {20_000: 0.039, 2_000_000: 3.9}),
]


def drawn() -> Any:
    return etree.fromstring(time_chart("Time & size", LINES, SIZES))


def test_the_picture_is_well_formed_and_says_what_it_shows() -> None:
    words = [text.text for text in drawn().iter(SVG + "text")]
    assert {"Time & size", "20 KB", "2 MB", "1 ms", "1 s"} <= set(words)
    assert {"ours <fast>  0.6 ms", "theirs & slow  4 s", "a tree  3.9 s"} <= set(words)


def test_slower_is_higher_and_bigger_is_further_right() -> None:
    ours, theirs, _tree = (
        [tuple(map(float, point.split(","))) for point in line.attrib["points"].split()]
        for line in drawn().iter(SVG + "polyline")
    )
    assert ours[0][0] == theirs[0][0] < ours[1][0]
    assert theirs[0][1] < ours[0][1]
    assert theirs[1][1] < theirs[0][1]


def test_names_do_not_overlap() -> None:
    heights = sorted(
        float(text.attrib["y"])
        for text in drawn().iter(SVG + "text")
        if text.attrib["class"] in {"ours", "rival", "tree"}
    )
    assert all(right - left >= 15 for left, right in itertools.pairwise(heights))
