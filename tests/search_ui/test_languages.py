"""Every word of the pages in both languages, with the same parts to fill in."""

from __future__ import annotations

import re

import pytest

from search_ui.languages import phrase, words


@pytest.mark.parametrize("key", sorted(words()))
def test_both_languages_say_it_with_the_same_parts(key: str) -> None:
    chinese, english = words()[key]
    assert chinese.strip()
    assert english.strip()
    parts = [set(re.findall(r"{(\w+)[^}]*}", text)) for text in (chinese, english)]
    assert parts[0] == parts[1]


def test_parts_are_filled_in() -> None:
    assert phrase("site.tagline", "en", topic="phones") == "Search phones by their specs"
