from __future__ import annotations

from typing import TYPE_CHECKING

from index.engines.request import AnyOf, Hit, SearchRequest, SearchResponse, Sort
from index.finding.counting import FacetCache

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


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
