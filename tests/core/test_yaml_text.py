from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.sources import Source, Sources, load_sources, save_sources, sources_file
from core.yaml_files import compose_yaml, parse_yaml
from core.yaml_text import UneditableError, checked_text, with_entries

if TYPE_CHECKING:
    from pathlib import Path

    from core.yaml_files import Data

FILE = """\
# Ours.
sources:
  # The daily one.
  - name: 日报  # since May
    channel: news
    kind: feed
    address: http://news.example/rss
    every: 2  # hours
    on: true

  # Slow.
  - name: 论坛
    channel: forums
    kind: board
    address: http://bbs.example/
    queries: []
# The end.
"""


def sources(*changes: dict[str, object]) -> Sources:
    """The file's two sources with these changes."""
    read = parse_yaml(FILE, Sources, "file").sources
    changed = [
        Source.model_validate(one.model_dump() | more)
        for one, more in zip(read, changes, strict=True)
    ]
    return Sources(sources=tuple(changed))


def edited(folder: Path, wanted: Sources, text: str = FILE) -> str:
    file = sources_file(folder, "phones")
    file.write_bytes(text.encode())
    save_sources(folder, "phones", wanted)
    assert load_sources(folder, "phones") == wanted
    return file.read_bytes().decode()


def test_only_what_changes_is_written_anew(tmp_path: Path) -> None:
    wanted = sources({"on": False, "every": 0.5, "pattern": "/a/#"}, {})
    assert edited(tmp_path, wanted) == FILE.replace("every: 2  #", "every: 0.5  #").replace(
        "    on: true\n", "    on: false\n    pattern: /a/#\n"
    )


def test_what_is_no_longer_said_goes(tmp_path: Path) -> None:
    wanted = sources({"every": None}, {"name": "BBS: all"})
    assert edited(tmp_path, wanted) == FILE.replace("    every: 2  # hours\n", "").replace(
        "- name: 论坛", "- name: 'BBS: all'"
    )


def test_a_source_is_added_behind_the_last(tmp_path: Path) -> None:
    feed = Source.model_validate(
        {"name": "b", "channel": "news", "kind": "feed", "address": "http://b.example/"}
    )
    wanted = Sources(sources=(*sources({}, {}).sources, feed))
    lines = "  - name: b\n    channel: news\n    kind: feed\n    address: http://b.example/\n"
    assert edited(tmp_path, wanted) == FILE.replace("# The end.", lines + "# The end.")
    windows = edited(tmp_path, wanted, FILE.replace("\n", "\r\n"))
    assert "\n" not in windows.replace("\r\n", "")


@pytest.mark.parametrize("place", [0, 1])
def test_a_deleted_source_leaves_the_comments_around_it(tmp_path: Path, place: int) -> None:
    left = sources({}, {}).sources[1 - place]
    text = edited(tmp_path, Sources(sources=(left,)))
    for comment in ("# Ours.", "# The daily one.", "# Slow.", "# The end."):
        assert comment in text


def test_the_last_source_is_deleted_and_another_one_added(tmp_path: Path) -> None:
    first, second = sources({}, {}).sources
    one = edited(tmp_path, Sources(sources=(first,)))
    none = edited(tmp_path, Sources(), one)
    assert "sources: []\n" in none
    assert "# The end." in edited(tmp_path, Sources(sources=(second, first)), none)
    with pytest.raises(UneditableError, match="has no sources"):
        edited(tmp_path, Sources(sources=(second,)), "{}")


def test_a_source_between_braces_is_written_between_braces(tmp_path: Path) -> None:
    text = "sources:\n- {name: a, channel: news, kind: feed, address: 'http://a.example/'} # ours\n"
    wanted = parse_yaml(text.replace("name: a", "name: b"), Sources, "file")
    assert edited(tmp_path, wanted, text) == (
        "sources:\n- {name: b, channel: news, kind: feed, address: http://a.example/} # ours\n"
    )


def test_what_cannot_be_edited_as_text_is_left_alone(tmp_path: Path) -> None:
    text = "{sources: [{name: a, channel: news, kind: feed, address: 'http://a.example/'}]}"
    with pytest.raises(UneditableError, match="on lines of its own"):
        edited(tmp_path, sources({}, {}), text)
    assert sources_file(tmp_path, "phones").read_text("utf-8") == text
    with pytest.raises(UneditableError, match="by hand"):
        checked_text(FILE, sources({"every": 3}, {}))


WORDS = st.text(min_size=1, max_size=8).filter(lambda word: not _has_surrogate(word))
VALUES = WORDS | st.booleans() | st.integers(-9, 9) | st.lists(WORDS, max_size=3)
ENTRIES = st.lists(
    st.builds(
        lambda name, more: {"name": name, **more},
        WORDS,
        st.dictionaries(st.sampled_from("abcd"), VALUES),
    ),
    max_size=4,
)


def _has_surrogate(word: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in word)


@settings(max_examples=60, deadline=None)
@given(ENTRIES, ENTRIES, ENTRIES)
def test_any_list_becomes_any_other(
    first: list[dict[str, Data]], second: list[dict[str, Data]], third: list[dict[str, Data]]
) -> None:
    text = "# All.\nentries: [] # here\nmore: 1 # no entry\n"
    known: list[dict[str, Data]] = []
    for wanted in (first, second, third):
        text = with_entries(text, "entries", known, wanted)
        read, problems = compose_yaml(text)
        assert not problems
        assert read.data() == {"entries": wanted, "more": 1}
        assert all(comment in text for comment in ("# All.\n", "# here\n", "# no entry\n"))
        known = wanted
