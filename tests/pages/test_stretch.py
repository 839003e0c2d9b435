from __future__ import annotations

import pytest

from pages.alphabet import Alphabet
from pages.page import Page
from pages.sequence import tag_sequence
from pages.stretch import TagStretch

ALPHABET = Alphabet()
ROW = "<tr><th>{}</th><td>{}</td></tr>"


def stretch(html: str, most: int = 0) -> TagStretch:
    return TagStretch(html.encode(), "utf-8", ALPHABET, most)


def contents(found: TagStretch) -> list[str]:
    return [found.content(tag) for tag in range(len(found.letters))]


@pytest.mark.parametrize(
    "html",
    [
        "<dd>·<strong>上市时间：</strong>2007&nbsp;年</dd>",
        "<b>one<!-- a <i> comment --> text</b><u>",
        "before<p>text<script>x = '<b>';</script> goes on<br>",
        "<title>a <b> & c</title><textarea>d<e></textarea>f",
        "<TD>upper<td\n>lower",
        "<b>&am<!-- no entity -->p;",
        "<i>cut <b",
        "no tag at all",
        "",
    ],
)
def test_letters_and_contents_are_those_of_the_tag_sequence(html: str) -> None:
    whole = tag_sequence(Page("", html.encode(), "utf-8"))
    found = stretch(html)
    assert found.letters == ALPHABET.spell_written(whole.written)
    assert contents(found) == whole.contents


def test_no_more_tags_are_read_than_asked_for() -> None:
    found = stretch("<b>1<i>2<u>3<s>4", most=2)
    assert found.letters == ALPHABET.spell_written("b*i")
    assert found.content(0) == "1"


@pytest.mark.parametrize(
    ("html", "runs_on"),
    [
        ("<b>￥</b><i>99</i>", True),
        ("<b>5</b>.<sup>5</sup>", True),
        ("<b>￥</b> <i>99</i>", False),
        ("<b>￥ </b><i>99</i>", False),
        ("<b>￥</b><br>99", False),
        ("<b>￥</b><div>99</div>", False),
        ("<b>￥</b><!-- a comment --><i>99</i>", True),
        ("<b>￥</b><i></i>", False),
    ],
)
def test_texts_run_on_where_a_reader_sees_no_gap(html: str, *, runs_on: bool) -> None:
    assert stretch(html).runs_on(1) is runs_on
