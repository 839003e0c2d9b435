"""Examples to try are examples of what is understood."""

from __future__ import annotations

import pytest

from index.query.understand import understand
from search_ui.languages import LANGUAGES
from search_ui.searching.wording import example_queries
from tests.search_ui.searching.answers import PHONES

EXAMPLES = [text for language in LANGUAGES for text in example_queries("phones", language)]


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_example_is_understood(text: str) -> None:
    query = understand(text, PHONES)
    assert query.filters or text == "骁龙8 Gen3"  # a chip's name is searched for as it is
    assert not query.filters or not query.words


def test_a_topic_without_examples_has_none() -> None:
    assert example_queries("teapots", "zh") == []
