from __future__ import annotations

from typing import TYPE_CHECKING

from index.finding.asked import SearchQuery

if TYPE_CHECKING:
    from index.finding.finder import Finder


def hints(finder: Finder, asked: SearchQuery) -> list[tuple[str, int, str]]:
    relaxed = finder.find(asked).relaxed
    return [(each.chip.label.zh, each.count, each.chip.without.text) for each in relaxed]


def test_each_condition_and_word_is_left_out_alone_the_most_helpful_first(finder: Finder) -> None:
    assert hints(finder, SearchQuery("小米 1000元以下")) == [
        ("参考价格 ≤ 1000 元", 3, "小米"),
        ("品牌: 小米", 2, "1000元以下"),
    ]
    assert hints(finder, SearchQuery("华为 徕卡 4G")) == [("徕卡", 2, "华为 4G")]


def test_counts_are_those_of_the_question_that_is_left(finder: Finder) -> None:
    for hint in finder.find(SearchQuery("小米 14 诺基亚 500元以下")).relaxed:
        assert finder.find(hint.chip.without).total == hint.count


def test_two_at_a_time_where_none_alone_helps(finder: Finder) -> None:
    assert hints(finder, SearchQuery("诺基亚 5G 6.5寸")) == [
        ("品牌: 诺基亚 + 主屏尺寸 ≈ 6.5 英寸", 7, "5G"),
        ("5G网络: 有 + 主屏尺寸 ≈ 6.5 英寸", 2, "诺基亚"),
    ]


def test_what_was_chosen_in_facets_is_left_out_too(finder: Finder) -> None:
    asked = SearchQuery("小米", chosen={"主屏材质": ("TFT",)}, ranges={"参考价格": (None, 1000)})
    (hint,) = finder.find(asked).relaxed
    assert (hint.chip.label.zh, hint.count) == ("品牌: 小米", 2)
    assert hint.chip.without == SearchQuery(chosen=asked.chosen, ranges=asked.ranges)


def test_there_is_nothing_to_relax_where_something_was_found(finder: Finder) -> None:
    answer = finder.find(SearchQuery("小米"))
    assert (answer.relaxed, answer.corrections) == ((), ())


def test_an_endless_text_costs_no_endless_counting(finder: Finder) -> None:
    assert finder.find(SearchQuery(" ".join(map(chr, range(0x4E00, 0x4EF0))))).relaxed == ()


def test_of_very_many_parts_none_is_tried(finder: Finder) -> None:
    assert hints(finder, SearchQuery("qqqq " + "华为 " * 5))[0][0] == "qqqq"
    assert hints(finder, SearchQuery("qqqq " + "华为 " * 30)) == []


def test_corrections_are_such_as_find_something(finder: Finder) -> None:
    assert SearchQuery("诺基亚") in finder.find(SearchQuery("诺吉亚", page=4)).corrections
    galaxy = finder.find(SearchQuery("5000元以上 galxay -二手")).corrections
    assert [each.text for each in galaxy] == ["5000元以上 galaxy -二手"]
    for correction in galaxy:
        assert finder.find(correction).total


def test_what_no_word_is_like_is_not_corrected(finder: Finder) -> None:
    assert finder.find(SearchQuery("qqqqqqqq")).corrections == ()
