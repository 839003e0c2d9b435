"""Conditions mean the same to every engine."""

from __future__ import annotations

from dataclasses import replace
from math import inf, nan
from typing import TYPE_CHECKING

import pytest

from index.engines.engine import (
    AnyOf,
    Either,
    EngineError,
    HasValue,
    NoneOf,
    SearchRequest,
    Sort,
    TextMatch,
    Within,
)
from tests.index.engines.conformance import FIELDS, created, entry, found, where

if TYPE_CHECKING:
    from pathlib import Path

    from index.engines.engine import Engine, IndexEntry, Searcher

ALL = {"mi14", "mi-band", "mate60", "nokia3310"}


def test_a_point_within_limits(phones: Searcher) -> None:
    assert where(phones, Within("电池", 4610.0, 4750.0)) == {"mi14", "mate60"}
    assert where(phones, Within("电池", 4610.5, 4750.0)) == {"mate60"}
    assert where(phones, Within("电池", 5000.0, 6000.0)) == set()


def test_limits_that_are_out(phones: Searcher) -> None:
    assert where(phones, Within("电池", 4610.0, 4750.0, exclusive=True)) == set()
    assert where(phones, Within("电池", 233.0, 4750.0, exclusive=True)) == {"mi14"}
    assert where(phones, Within("电池", 4609.0, None, exclusive=True)) == {"mi14", "mate60"}


def test_a_missing_limit_is_no_limit(phones: Searcher) -> None:
    assert where(phones, Within("电池", low=4700.0)) == {"mate60"}
    assert where(phones, Within("电池", high=4610.0)) == {"mi-band", "mi14"}
    assert where(phones, Within("电池", low=-inf, high=inf)) == {"mi-band", "mi14", "mate60"}


def test_without_limits_any_number_or_span_will_do(phones: Searcher) -> None:
    assert where(phones, Within("价格")) == {"mi-band", "mi14", "mate60"}
    assert where(phones, Within("价格", exclusive=True)) == {"mi-band", "mi14", "mate60"}


def test_one_of_several_points_is_enough(phones: Searcher) -> None:
    assert where(phones, Within("价格", 3900.0, 4000.0)) == {"mi14"}
    assert where(phones, Within("价格", 4500.0, 4600.0)) == {"mi14"}
    assert where(phones, Within("价格", 4000.0, 4500.0)) == set()


@pytest.mark.parametrize(
    ("low", "high", "exclusive", "overlaps"),
    [
        (5600.0, 5700.0, False, True),
        (5000.0, 7000.0, False, True),
        (5000.0, 5499.0, False, True),
        (5000.0, 5499.0, True, False),
        (6999.0, None, False, True),
        (6999.0, None, True, False),
        (6998.0, None, True, True),
        (7000.0, 8000.0, False, False),
        (5000.0, 5498.0, False, False),
    ],
)
def test_a_span_is_found_where_it_overlaps(
    phones: Searcher, low: float, high: float | None, *, exclusive: bool, overlaps: bool
) -> None:
    assert ("mate60" in where(phones, Within("价格", low, high, exclusive))) is overlaps


def test_limits_the_wrong_way_round_find_nothing(phones: Searcher) -> None:
    assert where(phones, Within("价格", 6000.0, 5000.0)) == set()
    assert where(phones, Within("价格", 6000.0, 6000.0, exclusive=True)) == set()
    assert where(phones, Within("价格", nan, None)) == set()
    assert where(phones, Within("价格", None, nan)) == set()


def test_negative_and_huge_numbers(engine: Engine, tmp_path: Path) -> None:
    values = (-1e308, -2.5, -0.0, 5e-324, 0.1, 2.5, 25.0, 2.0**53 + 2, 1e308)
    entries = [replace(entry(f"{value}"), numbers={"价格": (value,)}) for value in values]
    with created(engine, tmp_path, entries) as searcher:
        assert where(searcher, Within("价格", high=-2.5)) == {"-1e+308", "-2.5"}
        assert where(searcher, Within("价格", 2.5, 2.5)) == {"2.5"}
        assert where(searcher, Within("价格", 0.0, 0.0)) == {"-0.0"}
        assert where(searcher, Within("价格", 0.0, 1.0, exclusive=True)) == {"5e-324", "0.1"}
        assert where(searcher, Within("价格", low=2.0**53 + 2)) == {f"{2.0**53 + 2}", "1e+308"}
        assert where(searcher, Within("价格", low=2.0**53 + 4)) == {"1e+308"}


@pytest.mark.parametrize("number", [inf, -inf, nan])
def test_what_is_no_finite_number_is_refused(engine: Engine, tmp_path: Path, number: float) -> None:
    for place, odd in enumerate(
        (
            replace(entry("odd"), numbers={"价格": (1.0, number)}),
            replace(entry("odd"), spans={"价格": (number, number)}),
            replace(entry("odd"), orders={"价格": number}),
        )
    ):
        folder = tmp_path / str(place)
        folder.mkdir()
        with pytest.raises(EngineError, match=r"'odd'.*'价格'.*only finite numbers"):
            engine.create(folder, FIELDS, [odd])


def test_a_span_from_high_to_low_is_refused(engine: Engine, tmp_path: Path) -> None:
    with pytest.raises(EngineError, match=r"'odd'.*put the smaller number first"):
        engine.create(tmp_path, FIELDS, [replace(entry("odd"), spans={"价格": (2.0, 1.0)})])


def test_any_of_several_keys(phones: Searcher) -> None:
    assert where(phones, AnyOf("品牌", ("huawei", "nokia"))) == {"mate60", "nokia3310"}
    assert where(phones, AnyOf("颜色", ("white", "green"))) == {"mi14", "mate60"}


def test_none_of_several_keys_and_those_without_any_stay_in(phones: Searcher) -> None:
    assert where(phones, NoneOf("颜色", ("white", "green"))) == {"mi-band", "nokia3310"}
    assert where(phones, NoneOf("5G", ("yes", "no"))) == {"mi-band"}


def test_keys_nobody_has(phones: Searcher) -> None:
    assert where(phones, AnyOf("品牌", ("apple",))) == set()
    assert where(phones, AnyOf("品牌", ("apple", "nokia"))) == {"nokia3310"}
    assert where(phones, NoneOf("品牌", ("apple",))) == ALL
    assert where(phones, AnyOf("品牌", ("nok",))) == set()


def test_no_keys_at_all(phones: Searcher) -> None:
    assert where(phones, AnyOf("品牌", ())) == set()
    assert where(phones, NoneOf("品牌", ())) == ALL


def test_saying_all_of_the_tokens(phones: Searcher) -> None:
    assert where(phones, TextMatch("卖点", ("影像",))) == {"mi14", "mate60"}
    assert where(phones, TextMatch("卖点", ("影像", "徕卡"))) == {"mi14"}
    assert where(phones, TextMatch("卖点", ("骁龙",))) == set()


def test_not_saying_all_of_the_tokens(phones: Searcher) -> None:
    assert where(phones, TextMatch("卖点", ("影像",), yes=False)) == {"mi-band", "nokia3310"}
    assert where(phones, TextMatch("卖点", ("影像", "徕卡"), yes=False)) == ALL - {"mi14"}


def test_everything_says_all_of_no_tokens(phones: Searcher) -> None:
    assert where(phones, TextMatch("卖点", ())) == ALL
    assert where(phones, TextMatch("卖点", (), yes=False)) == set()


def test_known_and_not_known(phones: Searcher) -> None:
    assert where(phones, HasValue("颜色")) == {"mi14", "mi-band", "mate60"}
    assert where(phones, HasValue("颜色", yes=False)) == {"nokia3310"}
    assert where(phones, HasValue("卖点")) == {"mi14", "mate60"}
    assert where(phones, HasValue("卖点", yes=False)) == {"mi-band", "nokia3310"}


def test_a_span_alone_is_known(phones: Searcher) -> None:
    assert where(phones, HasValue("价格")) == {"mi14", "mi-band", "mate60"}


def test_all_conditions_must_hold(phones: Searcher) -> None:
    assert where(phones, AnyOf("颜色", ("black",)), Within("价格", high=4000.0)) == {
        "mi14",
        "mi-band",
    }
    assert where(phones, AnyOf("颜色", ("black",)), AnyOf("颜色", ("white",))) == {"mi14"}
    assert where(phones, Within("价格", 3999.0, 3999.0), Within("价格", 4599.0, 4599.0)) == {"mi14"}
    assert where(phones, HasValue("颜色"), HasValue("颜色", yes=False)) == set()


def test_conditions_and_words(phones: Searcher) -> None:
    request = SearchRequest(words=("小米",), conditions=(AnyOf("颜色", ("white",)),))
    assert found(phones, request) == ["mi14"]


def test_either_of_several_conditions(phones: Searcher) -> None:
    cheap_or_nokia = Either("价格", (Within("价格", high=300.0), AnyOf("品牌", ("nokia",))))
    assert where(phones, cheap_or_nokia) == {"mi-band", "nokia3310"}
    assert where(phones, cheap_or_nokia, HasValue("颜色")) == {"mi-band"}
    assert where(
        phones, Either("卖点", (HasValue("卖点", yes=False), TextMatch("卖点", ("卫星",))))
    ) == (ALL - {"mi14"})


def test_either_of_nothing_holds_for_nothing(phones: Searcher) -> None:
    assert where(phones, Either("价格", ())) == set()


@pytest.mark.parametrize(
    "condition",
    [
        Within("品牌", 1.0, 2.0),
        AnyOf("电池", ("1",)),
        NoneOf("卖点", ("1",)),
        TextMatch("价格", ("1",)),
        HasValue("没有"),
        Either("价格", (Within("没有", 1.0),)),
    ],
    ids=lambda condition: type(condition).__name__,
)
def test_an_attribute_the_index_does_not_have(
    phones: Searcher, condition: Within | AnyOf | NoneOf | TextMatch | HasValue | Either
) -> None:
    request = SearchRequest(conditions=(condition,))
    with pytest.raises(EngineError, match="the index has"):
        phones.search(request)
    with pytest.raises(EngineError, match="the index has"):
        phones.count(request)


def test_a_facet_or_sort_the_index_does_not_have(phones: Searcher) -> None:
    with pytest.raises(EngineError, match="'电池' cannot be counted as a facet"):
        phones.search(SearchRequest(facets=("电池",)))
    with pytest.raises(EngineError, match="'电池' cannot be sorted by"):
        phones.search(SearchRequest(sort=Sort("电池")))


@pytest.mark.parametrize(
    "odd",
    [
        replace(entry("said"), said={"没有": ("a",)}),
        replace(entry("terms"), terms={"没有": ("a",)}),
        replace(entry("numbers"), numbers={"没有": (1.0,)}),
        replace(entry("spans"), spans={"没有": (1.0, 2.0)}),
        replace(entry("orders"), orders={"没有": 1.0}),
    ],
    ids=lambda odd: odd.id,
)
def test_an_entry_with_an_attribute_the_fields_do_not_have(
    engine: Engine, tmp_path: Path, odd: IndexEntry
) -> None:
    with pytest.raises(EngineError, match=r"'没有'.*rebuild the index"):
        engine.create(tmp_path, FIELDS, [odd])
