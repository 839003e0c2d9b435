"""Whatever is sent is answered."""

from __future__ import annotations

from math import inf, nan
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from index.search.bounds import LARGEST_PAGE
from index.search.model import SearchQuery
from tests.index.search.small_shop import PHONES, titles

if TYPE_CHECKING:
    from index.search.finder import Finder


NAMES = [attribute.name for attribute in PHONES.attributes]


def test_sorts_go_both_ways(finder: Finder) -> None:
    cheapest = titles(finder.find(SearchQuery(sort="参考价格", size=3)))
    assert cheapest == ["诺基亚 6300", "诺基亚 N95", "红米 Note 12"]
    assert titles(finder.find(SearchQuery(sort="-上市时间", size=1))) == ["小米 14 Ultra"]
    offered = dict(finder.find(SearchQuery()).sorts)
    assert offered[""].in_language("en") == "Relevance"
    assert offered["参考价格"].in_language("zh") == "参考价格: 从低到高"
    assert offered["-上市时间"].in_language("en") == "Released: newest first"
    assert "-电池容量" in offered
    assert "品牌" not in offered


def test_pages_and_sizes_have_bounds(finder: Finder) -> None:
    last = finder.find(SearchQuery(page=10**12, size=4))
    assert (last.asked.page, len(last.products), last.total) == (3, 3, 11)
    assert finder.find(SearchQuery(page=-5)).asked.page == 1
    assert finder.find(SearchQuery(size=10**9)).asked.size == LARGEST_PAGE
    assert len(finder.find(SearchQuery(size=-1)).products) == 1


@pytest.mark.parametrize(
    "ranges",
    [
        {"参考价格": (nan, inf)},
        {"参考价格": (-inf, 1e300)},
        {"无此属性": (1, 2)},
        {"品牌": (1, 2)},
        {"参考价格": (None, None)},
    ],
)
def test_limits_that_mean_nothing_are_left_out(
    finder: Finder, ranges: dict[str, tuple[float | None, float | None]]
) -> None:
    answer = finder.find(SearchQuery(ranges=ranges))
    assert (answer.total, answer.asked) == (11, SearchQuery())


def test_limits_the_wrong_way_round_are_turned(finder: Finder) -> None:
    assert finder.find(SearchQuery(ranges={"参考价格": (4000, 3000)})).asked.ranges == {
        "参考价格": (3000, 4000)
    }


def test_unknown_choices_and_sorts_are_left_out(finder: Finder) -> None:
    chosen = {"无此属性": ("x",), "参考价格": ("0",), "手机名": ("x",), "品牌": ("a\0b", "x" * 999)}
    answer = finder.find(SearchQuery(chosen=chosen, sort="-品牌"))
    assert answer.asked == SearchQuery()


@pytest.mark.parametrize(
    "text",
    ["小米" * 500_000, "\0小米\ud800", "\u202e小米", "\ud83d", "<script>", "-" * 600, '"' * 501],
)
def test_hostile_texts_are_cut_and_cleaned(finder: Finder, text: str) -> None:
    answer = finder.find(SearchQuery(text))
    assert len(answer.asked.text) <= 500
    assert answer.asked.text.isprintable()


@given(
    st.builds(
        SearchQuery,
        text=st.text(max_size=60),
        chosen=st.dictionaries(
            st.sampled_from(NAMES) | st.text(max_size=5),
            st.lists(st.text(max_size=5), max_size=4).map(tuple),
            max_size=4,
        ),
        ranges=st.dictionaries(
            st.sampled_from(NAMES), st.tuples(st.none() | st.floats(), st.floats()), max_size=4
        ),
        sort=st.sampled_from(NAMES) | st.text(max_size=5),
        page=st.integers(),
        size=st.integers(),
    )
)
@settings(
    max_examples=75,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_nothing_raises_and_every_answer_can_be_asked_again(
    finder: Finder, asked: SearchQuery
) -> None:
    answer = finder.find(asked)
    again = finder.find(answer.asked)
    assert (again.asked, again.total) == (answer.asked, answer.total)
    for chip in answer.chips:
        assert finder.find(chip.without).total >= 0
