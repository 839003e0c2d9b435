"""The tag sequence as a list of texts."""

from __future__ import annotations

from pages.nesting import outline
from pages.page import Page
from pages.sequence import tag_sequence
from search_ui.labelling.texts import MOST_TEXTS, markable_texts

PAGE = Page.read("<p>0</p><table><tr><th>重量</th><td><b>102</b> 克</td></tr></table>".encode(), "")


def test_each_text_with_its_tag_of_the_sequence() -> None:
    shown = markable_texts(outline(PAGE), range(0)).shown
    names = tag_sequence(PAGE).names
    assert [(text.text, names[text.tag - 1]) for text in shown] == [
        *(("0", "p"), ("重量", "th"), ("102", "b"), ("克", "b"))
    ]
    assert [text.tags for text in shown] == ["p", "table*tr*th", "td*b", ""]


def test_a_region_comes_with_a_few_texts_around_it() -> None:
    many = outline(Page.read(b"<p>x" * 100, ""))
    found = markable_texts(many, range(50, 52))
    assert [text.number for text in found.shown] == list(range(47, 55))
    assert (found.whole, found.cut) == (False, False)


def test_a_long_page_has_an_end() -> None:
    found = markable_texts(outline(Page.read(b"<p>x" * (MOST_TEXTS + 1), "")), range(0))
    assert (len(found.shown), found.whole, found.cut) == (MOST_TEXTS, True, True)
