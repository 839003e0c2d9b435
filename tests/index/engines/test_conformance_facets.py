"""Facets are counted the same way by every engine."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from index.engines.engine import AnyOf, Either, HasValue, NoneOf, SearchRequest, Within
from tests.index.engines.conformance import created, entry

if TYPE_CHECKING:
    from pathlib import Path

    from index.engines.engine import Condition, Engine, Searcher


def facet(
    searcher: Searcher, attribute: str, *conditions: Condition, words: tuple[str, ...] = ()
) -> dict[str, int]:
    request = SearchRequest(words=words, conditions=conditions, facets=(attribute,))
    return dict(searcher.search(request).facets[attribute])


def test_every_key_with_the_number_of_products(phones: Searcher) -> None:
    assert facet(phones, "品牌") == {"xiaomi": 2, "huawei": 1, "nokia": 1}
    assert facet(phones, "颜色") == {"black": 3, "white": 1, "green": 1}


def test_the_most_frequent_come_first(phones: Searcher) -> None:
    counts = list(facet(phones, "颜色").values())
    assert counts == sorted(counts, reverse=True)


def test_no_facet_is_counted_that_nobody_asked_for(phones: Searcher) -> None:
    assert not phones.search(SearchRequest()).facets
    several = phones.search(SearchRequest(facets=("5G", "品牌")))
    assert set(several.facets) == {"5G", "品牌"}


def test_only_what_is_found_is_counted(phones: Searcher) -> None:
    assert facet(phones, "颜色", words=("小米",)) == {"black": 2, "white": 1}
    assert facet(phones, "颜色", Within("价格", high=300.0)) == {"black": 1}
    assert facet(phones, "颜色", words=("没有",)) == {}


def test_all_pages_are_counted_not_the_one_that_is_shown(phones: Searcher) -> None:
    request = SearchRequest(facets=("品牌",), limit=1)
    assert phones.search(request).facets["品牌"] == {"xiaomi": 2, "huawei": 1, "nokia": 1}
    assert phones.search(replace(request, limit=0)).facets["品牌"]["xiaomi"] == 2


def test_a_choice_leaves_its_own_facet_as_it_was(phones: Searcher) -> None:
    chosen = AnyOf("品牌", ("huawei",))
    assert facet(phones, "品牌", chosen) == {"xiaomi": 2, "huawei": 1, "nokia": 1}
    assert facet(phones, "颜色", chosen) == {"green": 1, "black": 1}


def test_choices_in_two_facets(phones: Searcher) -> None:
    brand, colour = AnyOf("品牌", ("huawei",)), AnyOf("颜色", ("white",))
    assert facet(phones, "品牌", brand, colour) == {"xiaomi": 1}
    assert facet(phones, "颜色", brand, colour) == {"green": 1, "black": 1}
    assert facet(phones, "5G", brand, colour) == {}


def test_every_kind_of_condition_on_its_own_attribute_is_left_out(phones: Searcher) -> None:
    everything = {"yes": 2, "no": 1}
    assert facet(phones, "5G", NoneOf("5G", ("yes",))) == everything
    assert facet(phones, "5G", HasValue("5G", yes=False)) == everything
    assert facet(phones, "5G", HasValue("5G"), AnyOf("5G", ("no",))) == everything


def test_either_is_left_out_by_its_own_attribute_alone(phones: Searcher) -> None:
    either = Either("5G", (AnyOf("5G", ("no",)), AnyOf("颜色", ("white",))))
    assert facet(phones, "5G", either) == {"yes": 2, "no": 1}
    assert facet(phones, "颜色", either) == {"white": 1, "black": 1}


def test_a_product_counts_once_however_often_it_says_so(engine: Engine, tmp_path: Path) -> None:
    red = replace(entry("a"), terms={"颜色": ("red", "red", "blue", "red")})
    with created(engine, tmp_path, [red]) as searcher:
        assert facet(searcher, "颜色") == {"red": 1, "blue": 1}


def test_keys_may_be_any_text(engine: Engine, tmp_path: Path) -> None:
    keys = ("a b", "a/b", "", "红\0色", '"', "a:b AND c", "é", "\ud800", "x" * 5000)
    entries = [replace(entry(str(place)), terms={"颜色": (key,)}) for place, key in enumerate(keys)]
    with created(engine, tmp_path, entries) as searcher:
        assert facet(searcher, "颜色") == dict.fromkeys(keys, 1)
        for place, key in enumerate(keys):
            one = SearchRequest(conditions=(AnyOf("颜色", (key,)),))
            assert [hit.id for hit in searcher.search(one).hits] == [str(place)]
            others = SearchRequest(conditions=(NoneOf("颜色", (key,)),))
            assert searcher.count(others) == len(keys) - 1
