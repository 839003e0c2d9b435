from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import FileProblems
from core.settings import SHIPPED_SOURCES
from core.sources import (
    AddressPattern,
    Channel,
    Source,
    Sources,
    load_sources,
    save_sources,
    sources_file,
)
from tests.effort import effort

if TYPE_CHECKING:
    from pathlib import Path


FEED = """\
sources:
  # the daily news
  - name: 日报
    channel: news
    kind: feed
    address: http://news.example/rss.xml
"""


def told(folder: Path, text: str) -> list[str]:
    """The mistakes in a file, each with its line."""
    sources_file(folder, "phones").write_text(text, "utf-8")
    with pytest.raises(FileProblems) as raised:
        load_sources(folder, "phones")
    return [f"{problem.line}: {problem.text}" for problem in raised.value.problems]


def test_a_topic_without_a_file_has_no_sources(tmp_path: Path) -> None:
    assert load_sources(tmp_path, "phones") == Sources()


def test_a_source_needs_four_keys(tmp_path: Path) -> None:
    sources_file(tmp_path, "phones").write_text(FEED, "utf-8")
    (feed,) = load_sources(tmp_path, "phones").of(Channel.NEWS)
    assert (feed.on, feed.every, feed.pattern, feed.encoding) == (True, None, "", "")
    assert list(feed.start_addresses()) == ["http://news.example/rss.xml"]


def test_all_mistakes_are_told_with_their_lines(tmp_path: Path) -> None:
    text = FEED.replace("news.example/rss.xml", "").replace("feed", "board")
    text += "    every: 0\n    on: maybe\n    encoding: klingon\n    timezone: Asia\n"
    assert told(tmp_path, text) == [
        "5: the channel news has no board; it has feed, list, search",
        "6: 'http://' is not a web address; write http://host/path or https://host/path",
        "7: 'every' is 0; should be greater than 0",
        "8: 'on' is 'maybe'; should be a valid boolean, unable to interpret input",
        "9: 'klingon' is not an encoding; write one like gbk, big5 or utf-8",
        "10: 'Asia' is not a time zone; write one like Asia/Shanghai",
    ]


def test_a_wrong_key_is_told_with_the_right_ones(tmp_path: Path) -> None:
    (line,) = told(tmp_path, FEED + "    patern: /a\n")
    assert line.startswith("7: unknown key 'patern'; did you mean 'pattern'?")


def test_two_sources_differ_in_name_and_address(tmp_path: Path) -> None:
    again = FEED.partition("news\n")[2]
    assert told(tmp_path, FEED + again) == [
        "7: this name is already that of '日报'; change one",
        "10: this address is already that of '日报'; change one",
    ]


@pytest.mark.parametrize(
    ("kind", "address", "rest", "mistake"),
    [
        ("search", "http://a.example/?q=x", {}, "needs {query}"),
        ("list", "http://a.example/?q={query}", {}, "has no {query}"),
        ("list", "http://a.example/", {"queries": ["a"]}, "only a search has"),
        ("list", "http://a.example/", {"pattern": "news/#"}, "does not begin with / or http"),
        ("list", "http://a.example/", {"name": "a\nb"}, "is not a name"),
    ],
)
def test_what_a_source_cannot_be(
    kind: str, address: str, rest: dict[str, object], mistake: str
) -> None:
    given = {"name": "a", "channel": "news", "kind": kind, "address": address} | rest
    with pytest.raises(ValueError, match=mistake):
        Source.model_validate(given)


def test_a_source_that_is_off_is_not_asked() -> None:
    feed = Source(
        name="a", channel=Channel.NEWS, kind="feed", address="http://a.example/", on=False
    )
    assert not Sources(sources=(feed,)).of(Channel.NEWS)


def test_a_saved_file_reads_as_it_was_and_keeps_its_comments(tmp_path: Path) -> None:
    file = sources_file(tmp_path, "phones")
    file.write_text(FEED, "utf-8")
    known = load_sources(tmp_path, "phones")
    save_sources(tmp_path, "phones", known)
    assert file.read_text("utf-8") == FEED, "nothing changed, so nothing was written"
    (feed,) = known.sources
    changed = Sources(sources=(feed.model_copy(update={"every": 2.0, "on": False}),))
    save_sources(tmp_path, "phones", changed)
    assert load_sources(tmp_path, "phones") == changed
    assert "日报" in file.read_text("utf-8")


def test_sources_that_come_with_specseek_are_those_of_the_pocket_web() -> None:
    shipped = load_sources(SHIPPED_SOURCES, "phones").sources
    assert {one.channel for one in shipped} == set(Channel)
    assert all(".example/" in one.address for one in shipped)


def test_the_queries_of_a_search_are_written_in_its_encoding() -> None:
    search = Source(
        name="a",
        channel=Channel.NEWS,
        kind="search",
        address="http://a.example/s?wd={query}&p=1",
        encoding="gbk",
    )
    assert list(search.start_addresses(("手机 X1",))) == [
        "http://a.example/s?wd=%CA%D6%BB%FA+X1&p=1"
    ]
    own = search.model_copy(update={"queries": ("a",)})
    assert list(own.start_addresses(("b",))) == ["http://a.example/s?wd=a&p=1"]


@pytest.mark.parametrize(
    ("pattern", "url", "fits"),
    [
        ("/news/#/#.html", "http://a.example/news/2026/12.html", True),
        ("/news/#/#.html", "https://a.example/news/2026/12.html", True),
        ("/news/#/#.html", "http://b.example/news/2026/12.html", False),
        ("/news/#/#.html", "http://a.example/news/2026/12.html?page=2", False),
        ("/t/*", "http://a.example/t/", True),
        ("/t/*-#", "http://a.example/t/a-b-c-17", True),
        ("/t/*-#", "http://a.example/t/a-b-c-17b", False),
        ("http://*.a.example/*/#", "http://x.a.example/y/z/9", True),
        ("*.html", "http://anywhere.example/b.html", True),
        ("http://a.example/x", "http://a.example/x", True),
        ("http://a.example/x", "http://a.example/x/y", False),
        ("/x?id=#", "http://a.example/x?id=3", True),
        ("/a*a", "http://a.example/a", False),
    ],
)
def test_patterns(pattern: str, url: str, fits: bool) -> None:  # noqa: FBT001 - an expectation
    assert AddressPattern(pattern, "http://a.example/list/").matches(url) is fits


@given(st.text("/#*.a1", max_size=12), st.text("/.a1?", max_size=40))
def test_any_pattern_takes_any_address(pattern: str, url: str) -> None:
    AddressPattern("/" + pattern, "http://a.example/").matches("http://a.example/" + url)


@pytest.mark.parametrize(
    ("written", "path"),
    [("/*#*#*#*x#.html", "1" * 900 + "x1" * 450), ("/*#x", "1" * 1_900)],
)
def test_long_addresses_take_no_longer_than_their_length_allows(written: str, path: str) -> None:
    pattern = AddressPattern(written, "http://a.example/")
    url = "http://a.example/" + path
    assert effort(lambda: [pattern.matches(url) for _ in range(100)]) < 20
