from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.topic import shipped_topic
from index.analysis import analyzer_for
from index.channels.finder import ChannelFinder, snippet
from index.channels.query import ChannelQuery, channel_query
from store.documents import ARTICLE, POST
from tests.index.channels.conftest import article, day, post

if TYPE_CHECKING:
    from tests.index.small_index import SmallIndex


def texts(finder: ChannelFinder, asked: ChannelQuery) -> list[str]:
    return [document.text[:6] for document in finder.find(asked).documents]


def test_the_newest_come_first_without_words(finder: ChannelFinder) -> None:
    assert texts(finder, ChannelQuery(ARTICLE)) == ["The Xi", "屏幕很亮，續", "屏幕 <b>"]


def test_words_in_any_script_and_anywhere(finder: ChannelFinder) -> None:
    assert texts(finder, ChannelQuery(ARTICLE, "续航")) == ["屏幕很亮，續"]
    assert texts(finder, ChannelQuery(ARTICLE, "xiaomi2")) == ["The Xi"]
    assert texts(finder, ChannelQuery(ARTICLE, "评测")) == ["屏幕很亮，續"]
    assert texts(finder, ChannelQuery(ARTICLE, "屏幕 相机")) == ["屏幕很亮，續"]
    assert texts(finder, ChannelQuery(ARTICLE, "没有的词")) == []


def test_phrases_and_unwanted_words(finder: ChannelFinder) -> None:
    assert texts(finder, ChannelQuery(ARTICLE, '"很亮"')) == ["屏幕很亮，續"]
    assert texts(finder, ChannelQuery(ARTICLE, "屏幕 -相机")) == ["屏幕 <b>"]


def test_filters(finder: ChannelFinder) -> None:
    asked = ChannelQuery(ARTICLE)
    assert texts(finder, replace(asked, product="xiaomi:2")) == ["The Xi"]
    assert texts(finder, replace(asked, site="blog.example")) == ["屏幕 <b>"]
    assert texts(finder, replace(asked, author="Ann")) == ["屏幕很亮，續"]
    january = channel_query([("from", "2026-01"), ("to", "2026-01")], ARTICLE)
    assert texts(finder, january) == ["屏幕很亮，續"]
    assert texts(finder, replace(asked, author="Ann", site="blog.example")) == []


def test_posts_of_low_value_are_hidden_unless_asked_for(finder: ChannelFinder) -> None:
    found = finder.find(ChannelQuery(POST))
    assert [one.author for one in found.documents] == ["Dora", "Ann"]
    assert (found.total, found.hidden) == (2, 1)
    everything = finder.find(ChannelQuery(POST, low=True))
    assert [one.author for one in everything.documents] == ["Dora", "Carl", "Ann"]
    assert (everything.total, everything.hidden) == (3, 1)


def test_relevance_or_the_newest(talked: SmallIndex) -> None:
    talked.tell("http://f.example/2", post("续航和屏幕都说了很多很多别的话", day(2026, 5, 1), "E"))
    talked.tell("http://n.example/3", article("续航", "续航", day(2026, 1, 1)))
    talked.tell("http://n.example/4", article("别的", "说了很多，也有续航", day(2026, 5, 1)))
    talked.build()
    opened = talked.open()
    finder = ChannelFinder.over(opened)
    by_relevance = finder.find(ChannelQuery(ARTICLE, "续航")).documents
    newest = finder.find(ChannelQuery(ARTICLE, "续航", sort="newest")).documents
    opened.close()
    assert by_relevance[0].title == "续航"
    assert newest[0].title == "别的"


def test_facets_count_what_another_choice_would_find(finder: ChannelFinder) -> None:
    found = finder.find(ChannelQuery(ARTICLE, site="news.example"))
    assert dict(found.sites) == {"news.example": 2, "blog.example": 1}
    assert dict(found.authors) == {"Ann": 1, "Bob": 1}
    assert dict(found.products) == {"xiaomi:1": 2, "xiaomi:2": 1}


def test_counts_for_tabs(finder: ChannelFinder) -> None:
    assert finder.counts("") == (3, 2)
    assert finder.counts("续航") == (1, 2)  # the thread's title has it
    assert finder.counts("", "xiaomi:2") == (1, 2)


def test_pages(finder: ChannelFinder) -> None:
    found = finder.find(ChannelQuery(ARTICLE, page=2, size=2))
    assert [one.title for one in found.documents] == ["无日期"]
    beyond = finder.find(ChannelQuery(ARTICLE, page=9, size=2))
    assert (beyond.asked.page, [one.title for one in beyond.documents]) == (2, ["无日期"])


def test_one_document(finder: ChannelFinder) -> None:
    some = finder.find(ChannelQuery(ARTICLE)).documents[0]
    assert finder.get(some.id) == some
    assert finder.get(10**9) is None


# Snippets.


ANALYZER = analyzer_for(shipped_topic("phones"))


def _marked(text: str, *words: str) -> str:
    pieces = snippet(text, words, ANALYZER)
    return "".join(f"[{piece}]" if marked else piece for piece, marked in pieces)


def test_the_words_are_marked_as_the_text_writes_them() -> None:
    assert _marked("這台Mate 60的續航", "mate60", "续航") == "這台[Mate 60]的[續航]"
    assert _marked("屏幕", "续航") == "屏幕"
    assert _marked("") == ""


def test_a_snippet_shows_the_place_where_the_words_are() -> None:
    text = "无关的话。" * 200 + "续航很好" + "别的话。" * 200
    shown = _marked(text, "续航")
    assert shown.startswith("…")
    assert shown.endswith("…")
    assert "[续航]很好" in shown
    assert len(shown) < 190
    assert _marked(text).startswith("无关的话。")


def test_a_snippet_finds_words_that_are_written_in_another_way() -> None:
    text = "无关的话。" * 200 + "這台MATE 60不錯" + "别的话。" * 200
    assert "[MATE 60]" in _marked(text, "mate60")


@given(st.text(), st.lists(st.text(min_size=1, max_size=5), max_size=3))
def test_any_text(text: str, words: list[str]) -> None:
    shown = "".join(piece for piece, _ in snippet(text, words, ANALYZER))
    assert len(shown) <= 182


# Queries from addresses.


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ({"q": "a\nb"}, ChannelQuery(POST, "a b")),
        ({"from": "2026-02", "to": "2026-02"}, ChannelQuery(POST, since=739648, until=739675)),
        ({"from": "2026-02", "to": "2026-01"}, ChannelQuery(POST, since=739617, until=739675)),
        ({"from": "yesterday", "page": "-1", "sort": "x"}, ChannelQuery(POST)),
        ({"page": "999999999", "size": "7000"}, ChannelQuery(POST, page=100, size=100)),
        ({"site": "a\0b", "low": "1"}, ChannelQuery(POST, low=True)),
    ],
)
def test_any_address_is_a_query(parameters: dict[str, str], expected: ChannelQuery) -> None:
    assert channel_query(parameters.items(), POST) == expected
