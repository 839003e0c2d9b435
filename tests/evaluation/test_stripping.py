from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.stripping import stripped


@pytest.mark.parametrize(
    ("page", "left"),
    [
        (b'<td class="ttl"><a href="x">', b'<td><a href="x">'),
        (b"<td CLASS=nfo colspan=2 Id='a b'>", b"<td colspan=2>"),
        (b'<p data-spec="year" data-x style="color:red" lang=zh>', b"<p lang=zh>"),
        (b'<br class="wide"/>', b"<br/>"),
        (b'<img alt="class=x id=y" id=z>', b'<img alt="class=x id=y">'),
        (b"<p classes=1 idea=2 database=3>", b"<p classes=1 idea=2 database=3>"),
        (b'<p title="a > b" id=x>id="y"</p>', b'<p title="a > b">id="y"</p>'),
    ],
)
def test_only_telling_attributes_go(page: bytes, left: bytes) -> None:
    assert stripped(page) == left


@pytest.mark.parametrize(
    "page",
    [
        b"<!-- <p id=x> -->",
        b"<script id=x>document.write('<p class=y>')</script>",
        b"<title>the id = 3 > class = 4</title>",
        "电池 class=a 容量".encode("gbk"),
        b"a < b id=c",
    ],
)
def test_all_else_stays(page: bytes) -> None:
    assert stripped(page) == page


@given(st.lists(st.sampled_from([b"<", b">", b'"', b"'", b"=", b" ", b"/", b"id", b"p", b"\xd6"])))
def test_broken_markup_is_no_problem(parts: list[bytes]) -> None:
    page = b"".join(parts)
    assert len(stripped(page)) <= len(page)
