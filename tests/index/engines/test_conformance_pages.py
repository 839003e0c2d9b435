"""Sorting and paging, getting and listing: the same with every engine."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from index.engines.engine import PROMINENCE, AnyOf, EngineError, Hit, SearchRequest, Sort
from tests.index.engines.conformance import FIELDS, PHONES, created, entry, found

if TYPE_CHECKING:
    from pathlib import Path

    from index.engines.engine import Engine, Searcher

CHEAPEST = SearchRequest(sort=Sort("价格", descending=False))
DEAREST = SearchRequest(sort=Sort("价格"))


def test_sorting_both_ways_with_the_missing_last(phones: Searcher) -> None:
    assert found(phones, CHEAPEST) == ["mi-band", "mi14", "mate60", "nokia3310"]
    assert found(phones, DEAREST) == ["mate60", "mi14", "mi-band", "nokia3310"]


def test_a_sort_outweighs_relevance(phones: Searcher) -> None:
    assert found(phones, replace(CHEAPEST, words=("小米",))) == ["mi-band", "mi14"]
    assert found(phones, replace(DEAREST, words=("小米",))) == ["mi14", "mi-band"]


def test_sorting_by_prominence_both_ways(phones: Searcher) -> None:
    assert found(phones, SearchRequest(sort=Sort())) == ["mi-band", "mi14", "mate60", "nokia3310"]
    least = SearchRequest(sort=Sort(PROMINENCE, descending=False))
    assert found(phones, least) == ["nokia3310", "mate60", "mi14", "mi-band"]


def test_negative_and_huge_orders(engine: Engine, tmp_path: Path) -> None:
    values = (2.5, -1e300, 1e300, -2.5, 0.0, 25.0, 1e-300, -1e-300)
    entries = [replace(entry(f"{value}"), orders={"价格": value}) for value in values]
    with created(engine, tmp_path, [entry("none"), *entries]) as searcher:
        ascending = [f"{value}" for value in sorted(values)]
        assert found(searcher, CHEAPEST) == [*ascending, "none"]
        assert found(searcher, DEAREST) == [*reversed(ascending), "none"]


def test_an_order_nobody_has(engine: Engine, tmp_path: Path) -> None:
    with created(engine, tmp_path, [entry("a"), entry("b", prominence=1)]) as searcher:
        assert sorted(found(searcher, CHEAPEST)) == ["a", "b"]


def test_pages_one_after_the_other_make_up_the_whole(engine: Engine, tmp_path: Path) -> None:
    entries = [
        replace(
            entry(f"{number}", "词", prominence=number % 3),
            orders={PROMINENCE: number % 3, "价格": float(number % 5)},
        )
        for number in range(23)
    ]
    with created(engine, tmp_path, entries) as searcher:
        for request in (CHEAPEST, DEAREST, SearchRequest(words=("词",)), SearchRequest()):
            whole = found(searcher, replace(request, limit=100))
            pages = [
                found(searcher, replace(request, offset=offset, limit=4))
                for offset in range(0, 23, 4)
            ]
            assert sum(pages, []) == whole  # noqa: RUF017 - it is short
            assert sorted(whole, key=int) == [str(number) for number in range(23)]


def test_beyond_the_end_there_is_nothing_but_the_total(phones: Searcher) -> None:
    beyond = phones.search(SearchRequest(offset=4, limit=20))
    assert (beyond.total, beyond.hits) == (4, ())
    far = phones.search(replace(DEAREST, words=("小米",), offset=10**9, limit=20))
    assert (far.total, far.hits) == (2, ())


def test_the_last_page_may_be_short(phones: Searcher) -> None:
    assert found(phones, SearchRequest(offset=3, limit=3)) == ["nokia3310"]


def test_a_limit_of_none_counts_only(phones: Searcher) -> None:
    nothing = phones.search(SearchRequest(words=("小米",), limit=0))
    assert (nothing.total, nothing.hits) == (2, ())


def test_a_huge_limit_is_everything(phones: Searcher) -> None:
    assert len(found(phones, SearchRequest(limit=10**9))) == 4


def test_pages_that_cannot_be(phones: Searcher) -> None:
    for impossible in (SearchRequest(offset=-1), SearchRequest(limit=-1)):
        with pytest.raises(EngineError, match="below 0"):
            phones.search(impossible)


def test_hits_have_their_documents_byte_by_byte(phones: Searcher) -> None:
    documents = {one.id: one.document for one in PHONES}
    hits = phones.search(SearchRequest()).hits
    assert {hit.id: hit.document for hit in hits} == documents


def test_get_in_the_order_asked_for_without_those_that_are_not_there(phones: Searcher) -> None:
    got = phones.get(["nokia3310", "no such", "mi14"])
    assert got == [Hit("nokia3310", b""), Hit("mi14", b'{"title": "Xiaomi 14"}')]
    assert phones.get([]) == []
    assert phones.get(iter(["\0", "\ud800", ""])) == []


def test_ids_and_length(phones: Searcher) -> None:
    assert sorted(phones.ids()) == ["mate60", "mi-band", "mi14", "nokia3310"]
    assert len(phones) == 4


def test_large_documents(engine: Engine, tmp_path: Path) -> None:
    large = replace(entry("large", "词"), document=bytes(range(256)) * 20_000)
    with created(engine, tmp_path, [large, entry("small", "词")]) as searcher:
        assert searcher.get(["large"]) == [Hit("large", large.document)]


def test_an_empty_index(engine: Engine, tmp_path: Path) -> None:
    with created(engine, tmp_path, []) as searcher:
        assert len(searcher) == 0
        assert list(searcher.ids()) == []
        assert searcher.get(["a"]) == []
        asked = SearchRequest(
            words=("词",),
            phrases=(("a", "b"),),
            without=(("c",),),
            conditions=(AnyOf("品牌", ("x",)),),
            facets=("品牌",),
        )
        for request in (SearchRequest(), CHEAPEST, asked):
            assert found(searcher, request) == []
        assert searcher.search(asked).facets == {"品牌": {}}


def test_two_entries_with_one_id_are_refused(engine: Engine, tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="two entries have the id 'a'"):
        engine.create(tmp_path, FIELDS, [entry("a"), entry("b"), entry("a")])
