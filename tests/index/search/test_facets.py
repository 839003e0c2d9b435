"""Tests of `index.search.facets`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.engines.engine import AnyOf, Hit, SearchRequest, SearchResponse, Sort
from index.search.bounds import MOST_ADDED
from index.search.facets import MOST_FACETS, FacetCache
from index.search.model import RangeFacet, SearchQuery, ValuesFacet
from tests.index.search.small_shop import PHONES, titles

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from index.search.finder import Finder
    from index.search.model import FacetValue, SearchResult


class Counted:
    """An engine that writes down what it is asked."""

    def __init__(self) -> None:
        self.requests: list[SearchRequest] = []

    def search(self, request: SearchRequest) -> SearchResponse:
        self.requests.append(request)
        keys = {str(number): 1000 - number for number in range(500)}
        return SearchResponse(500, (), dict.fromkeys(request.facets, keys))

    def count(self, request: SearchRequest) -> int:
        return self.search(request).total

    def get(self, ids: Iterable[str]) -> list[Hit]:
        return [Hit(each, b"") for each in ids]

    def ids(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 500

    def close(self) -> None:
        pass


def test_other_pages_and_orders_of_a_question_are_not_counted_again() -> None:
    engine = Counted()
    counting = FacetCache(engine, ("品牌",))
    first = counting.search(SearchRequest(words=("徕卡",)))
    second = counting.search(SearchRequest(words=("徕卡",), sort=Sort("参考价格"), offset=20))
    other = counting.search(SearchRequest(words=("蔡司",)))
    assert [request.facets for request in engine.requests] == [("品牌",), (), ("品牌",)]
    assert engine.requests[1].offset == 20
    assert second.facets["品牌"]["7"] == first.facets["品牌"]["7"] == other.facets["品牌"]["7"]


def test_of_endless_values_the_frequent_and_the_chosen_are_remembered() -> None:
    counting = FacetCache(Counted(), ("颜色",))
    request = SearchRequest(conditions=(AnyOf("颜色", ("444", "nobody's")),))
    first = counting.search(request).facets["颜色"]
    remembered = counting.search(request).facets["颜色"]
    assert remembered == first
    assert len(remembered) == 101
    assert remembered["444"] == 556


def test_old_questions_are_forgotten() -> None:
    engine = Counted()
    counting = FacetCache(engine, ("品牌",))
    for number in (*range(300), 0):
        counting.search(SearchRequest(words=(str(number),)))
    assert engine.requests[-1].facets == ("品牌",)


def values(answer: SearchResult, name: str) -> dict[str, FacetValue]:
    (facet,) = (facet for facet in answer.facets if facet.attribute.name == name)
    assert isinstance(facet, ValuesFacet)
    return {choice.key: choice for choice in facet.choices}


def histogram(answer: SearchResult, name: str) -> RangeFacet:
    (facet,) = (facet for facet in answer.facets if facet.attribute.name == name)
    assert isinstance(facet, RangeFacet)
    return facet


def test_facets_come_in_the_order_people_filter_and_only_where_they_tell_something(
    finder: Finder,
) -> None:
    names = [facet.attribute.name for facet in finder.find(SearchQuery()).facets]
    assert names == sorted(names, key=PHONES.facets.index)
    assert names[:2] == ["参考价格", "品牌"]
    assert {"电池容量", "操作系统"} <= set(names)
    assert "无线充电" not in names
    few = [facet.attribute.name for facet in finder.find(SearchQuery("诺基亚")).facets]
    assert "参考价格" in few
    assert "主屏材质" not in few  # both have the same


def test_counts_survive_a_choice_within_the_facet(finder: Finder) -> None:
    brands = values(finder.find(SearchQuery(chosen={"品牌": ("huawei",)})), "品牌")
    assert next(iter(brands)) == "huawei"
    assert (brands["huawei"].chosen, brands["huawei"].products) == (True, 2)
    assert (brands["xiaomi"].chosen, brands["xiaomi"].products) == (False, 3)
    assert brands["xiaomi"].toggled.chosen == {"品牌": ("huawei", "xiaomi")}
    assert brands["huawei"].toggled == SearchQuery()
    assert (brands["nokia"].label.in_language("zh"), brands["nokia"].label.in_language("en")) == (
        "诺基亚",
        "Nokia",
    )


def test_what_the_text_says_is_chosen_in_the_facet_and_a_click_takes_it_out_of_the_text(
    finder: Finder,
) -> None:
    answer = finder.find(SearchQuery("小米 8GB 4500mAh", chosen={"品牌": ("xiaomi",)}, page=2))
    xiaomi = values(answer, "品牌")["xiaomi"]
    assert xiaomi.chosen
    assert xiaomi.toggled == SearchQuery("8GB 4500mAh")
    memory = values(answer, "运行内存")
    assert (memory["8 GB"].chosen, memory["8 GB"].toggled.text) == (True, "小米 4500mAh")
    battery = histogram(answer, "电池容量")
    assert battery.chosen == (4410.0, 4590.0)
    assert battery.cleared.text == "小米 8GB"


def test_a_memory_size_may_be_chosen_beside_the_one_typed(finder: Finder) -> None:
    memory = values(finder.find(SearchQuery("8GB 小米")), "运行内存")
    both = finder.find(memory["12 GB"].toggled)
    assert set(titles(both)) == {"小米 13", "小米 14"}


def test_what_is_excluded_is_not_offered(finder: Finder) -> None:
    brands = values(finder.find(SearchQuery("除了小米")), "品牌")
    assert "xiaomi" not in brands
    assert "huawei" in brands


def test_bars_count_all_products_with_a_value(finder: Finder) -> None:
    price = histogram(finder.find(SearchQuery(ranges={"参考价格": (None, 1000)})), "参考价格")
    assert sum(bar.products for bar in price.bars) == 11
    assert all(bar.low < bar.high for bar in price.bars)
    assert [one.high for one in price.bars[:-1]] == [one.low for one in price.bars[1:]]
    assert price.chosen == (None, 1000)
    assert price.cleared == SearchQuery()
    assert (price.label.in_language("zh"), price.label.in_language("en")) == ("参考价格", "Price")


def test_facets_in_use_are_always_there(finder: Finder) -> None:
    nothing = finder.find(SearchQuery("诺基亚 5G", ranges={"像素密度": (400, None)}))
    assert nothing.total == 0
    assert {facet.attribute.name for facet in nothing.facets} == {"品牌", "移动网络"}
    assert len(finder.find(SearchQuery()).facets) <= MOST_FACETS


def test_facets_that_few_products_have_are_listed_with_how_many(finder: Finder) -> None:
    answer = finder.find(SearchQuery())
    assert len(answer.facets) == MOST_FACETS
    assert [
        (more.label.in_language("zh"), more.products, more.added) for more in answer.more_facets
    ] == [
        ("NFC", 11, False),
        ("摄像头像素", 3, False),
        ("后置摄像头数", 2, False),
        ("后置摄像头", 1, False),
    ]
    few = finder.find(SearchQuery("华为"))
    assert "后置摄像头" not in {more.label.in_language("zh") for more in few.more_facets}


def test_a_facet_is_added_behind_the_ten_and_taken_away_again(finder: Finder) -> None:
    before = finder.find(SearchQuery())
    camera = before.more_facets[1]
    answer = finder.find(SearchQuery(facets=camera.toggled))
    assert answer.asked.facets == ("摄像头像素",)
    assert answer.facets[:-1] != before.facets  # its links keep what was added
    assert [facet.label for facet in answer.facets[:-1]] == [one.label for one in before.facets]
    assert sum(bar.products for bar in histogram(answer, "摄像头像素").bars) == 3
    first, *others = answer.more_facets
    assert (first.label.in_language("zh"), first.added, first.toggled) == ("摄像头像素", True, ())
    assert [(one.label.in_language("zh"), one.added) for one in others] == [
        ("NFC", False),
        ("后置摄像头数", False),
        ("后置摄像头", False),
    ]
    assert others[0].toggled == ("摄像头像素", "NFC")


def test_what_was_added_is_kept_while_other_filters_are_chosen(finder: Finder) -> None:
    answer = finder.find(SearchQuery("小米 4000元以下", facets=("机身内存",)))
    assert all(chip.without.facets == ("机身内存",) for chip in answer.chips)
    assert values(answer, "品牌")["huawei"].toggled.facets == ("机身内存",)
    assert histogram(answer, "参考价格").cleared.facets == ("机身内存",)
    assert set(values(answer, "机身内存")) == {"128 GB", "256 GB"}


def test_a_facet_nobody_found_has_is_not_drawn_but_can_be_taken_away(finder: Finder) -> None:
    answer = finder.find(SearchQuery("诺基亚", facets=("机身内存",)))
    assert "机身内存" not in {facet.label.in_language("zh") for facet in answer.facets}
    assert (answer.more_facets[0].label.in_language("zh"), answer.more_facets[0].products) == (
        "机身内存",
        0,
    )


def test_only_a_few_facets_are_added_and_the_newest_is_among_them(finder: Finder) -> None:
    names = [attribute.name for attribute in PHONES.attributes]
    answer = finder.find(SearchQuery(facets=("无此属性", "手机名", "无线充电", *names, *names)))
    assert len(answer.asked.facets) == len(set(answer.asked.facets)) == MOST_ADDED
    assert not {"无此属性", "手机名", "无线充电"} & set(answer.asked.facets)
    last = answer.more_facets[-1]
    assert last.label.in_language("zh") == "后置摄像头"
    assert last.toggled == (*answer.asked.facets[1:], "后置摄像头")


def test_a_choice_nobody_has_any_more_stays_to_be_taken_back(finder: Finder) -> None:
    answer = finder.find(SearchQuery(chosen={"品牌": ("palm",)}))
    palm = values(answer, "品牌")["palm"]
    assert (palm.products, palm.chosen, palm.toggled) == (0, True, SearchQuery())
    assert answer.relaxed[0].count == 11
