"""Pages made to hurt: time and memory may grow with their size, and no faster."""

from __future__ import annotations

import time
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pages.page import Page
from pages.sequence import tag_sequence
from pages.tags import TAG

OPENINGS = [
    *("<a ", "<a", "<a b=", '<a b="', "<a b='", "<a b=\"'", "<a b='\"", '<a "', "<a =", "<a b=c"),
    *("<a>", "<td>x", "<a b='c'>", '<a b="c" d="e" f="g" h="i">', "</", "</a", "</a>", "<", "<<a"),
    *(
        "<!",
        "<!-",
        "<!--",
        "<!---",
        "<!-->",
        "<!-- --",
        "<!--!",
        "--!",
        "<?",
        "<![CDATA[",
        "]]",
        "]",
    ),
    *("<script", "<script>", "<script ", "</script", "<script></script>", "<script/>", "<scr"),
    *("<style>", "<title", "<title>", "<title>x</title>", "<title><", "</title", "<textarea/>"),
    *(
        "<iframe b='",
        "<xmp></xm",
        "<noframes>",
        "&",
        "&#",
        "&#1",
        "&amp",
        "&amp;",
        "&#0000",
        "=",
        " ",
    ),
    *("\0", "<\0", "<a\0", "中", "\u3000", "<meta charset=", "<meta a", "<meta a='", "charset= "),
]
SMALL = 10_000
TIMES = 16


def grown(opening: str, size: int) -> bytes:
    return (opening * (size // len(opening))).encode()


def seconds(body: bytes) -> float:
    begin = time.thread_time()
    tag_sequence(Page.read(body))
    return time.thread_time() - begin


@pytest.mark.parametrize("before", ["", '<a b="', "<!--", "<title>", "<script>"])
def test_time_grows_with_size_only(before: str) -> None:
    """16 times the page may take 48 times as long on a busy machine; squared would be 256."""
    for opening in OPENINGS:
        small = before.encode() + grown(opening, SMALL)
        large = before.encode() + grown(opening, SMALL * TIMES)
        too_short_to_measure = 0.001
        expected = TIMES * max(too_short_to_measure, *(seconds(small) for _ in range(3)))
        assert any(seconds(large) < 3 * expected for _ in range(5)), opening


def test_memory_grows_with_size_only() -> None:
    for opening in OPENINGS:
        body = grown(opening, 50_000)
        tracemalloc.start()
        try:
            tag_sequence(Page.read(body))
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert peak < 50 * len(body), opening


@pytest.mark.slow
def test_a_page_of_fifty_megabytes() -> None:
    row = '<tr><td class="名">参考价格：</td><td title="a > b">260 元</td></tr>\n'.encode()
    rows = 50_000_000 // len(row)
    pieces = TAG.split(Page.read(row * rows).body)
    assert pieces[1::3] == [b"tr", b"td", b"td"] * rows
    assert pieces[-1] == "260 元</td></tr>\n".encode()


@given(st.lists(st.sampled_from(OPENINGS)).map("".join), st.binary(max_size=30))
@settings(max_examples=500, deadline=None)
def test_no_bytes_make_it_raise(markup: str, noise: bytes) -> None:
    sequence = tag_sequence(Page.read(markup.encode() + noise + markup.encode("gb18030")))
    assert len(sequence.names) == len(sequence.contents)
