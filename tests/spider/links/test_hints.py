from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from spider.links.hints import HintWords

if TYPE_CHECKING:
    from core.topic import Topic


@pytest.fixture(scope="module")
def hints(phones: Topic) -> HintWords:
    return HintWords(phones)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("诺基亚N95详细参数", {"product"}),
        ("诺基亚手机大全", {"list", "topic"}),
        ("新闻", {"other"}),
        ("/products/3.html", {"product"}),
        ("newsdetail.php", {"other", "product"}),
        ("/sitemap/", set()),
        ("Nokia N95", set()),
        ("", set()),
    ],
)
def test_words_of_the_topic_are_found(hints: HintWords, text: str, kinds: set[str]) -> None:
    assert hints.in_text(text) == kinds


def test_titles_name_the_topic(hints: HintWords) -> None:
    assert hints.names_topic(("诺基亚手机", ""))
    assert hints.names_topic(("Nokia phones",))
    assert not hints.names_topic(("Nokia cameras", "首页"))
