"""What is Tantivy's own: segments, texts it could not keep, folders that are no index of its."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.engines.engine import (
    PROMINENCE,
    AnyOf,
    EngineError,
    Fields,
    IndexEntry,
    SearchRequest,
    Sort,
    Within,
)
from index.engines.tantivy import TantivyEngine
from index.engines.tantivy_fields import decoded_key, encoded_key, encoded_token, joined_tokens

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from index.engines.engine import Searcher


pytest.importorskip("tantivy", reason="the extra 'fast' is not installed")


ENGINE = TantivyEngine()
FIELDS = Fields(terms=("品牌",), numbers=("价格",), orders=(PROMINENCE, "价格"))
SPANS = [(begin, end) for begin in range(-5, 6) for end in range(begin, 6) if end - begin < 6]


def phone(number: int, prominence: float, **more: object) -> IndexEntry:
    entry = IndexEntry(
        f"p{number:04}", b"", name=("手机",), orders={PROMINENCE: prominence, "价格": 1.0}
    )
    return replace(entry, **more)  # type: ignore[arg-type] # whatever is given


def pages(folder: Path, request: SearchRequest) -> list[str]:
    searcher = ENGINE.open(folder, FIELDS)
    starts = range(0, len(searcher), request.limit)
    return [hit.id for at in starts for hit in searcher.search(replace(request, offset=at)).hits]


def in_three_segments(folder: Path, phones: Iterable[IndexEntry]) -> None:
    parts = list(phones)
    ENGINE.create(folder, FIELDS, parts[::3])
    ENGINE.update(folder, FIELDS, parts[1::3], ())
    ENGINE.update(folder, FIELDS, parts[2::3], ())


@pytest.mark.parametrize(
    "order", [SearchRequest(words=("手机",)), SearchRequest(sort=Sort("价格")), SearchRequest()]
)
def test_equals_are_in_order_whichever_segment_they_lie_in(
    tmp_path: Path, order: SearchRequest
) -> None:
    in_three_segments(tmp_path, (phone(at, at * 7 % 100) for at in range(100)))
    expected = sorted(range(100), key=lambda at: -(at * 7 % 100))
    assert pages(tmp_path, replace(order, limit=7)) == [f"p{at:04}" for at in expected]


@pytest.mark.parametrize("limit", [20, 100, 300])
def test_many_equals_are_each_on_one_page(tmp_path: Path, limit: int) -> None:
    in_three_segments(tmp_path, (phone(at, at * 7 % 601) for at in range(600)))
    found = pages(tmp_path, SearchRequest(words=("手机",), limit=limit))
    assert sorted(found) == [f"p{at:04}" for at in range(600)]


def test_an_index_is_written_as_one_segment(tmp_path: Path) -> None:
    ENGINE.create(tmp_path, FIELDS, (phone(at, at) for at in range(5000)))
    assert len([*tmp_path.glob("*.store")]) == 1


def test_more_keys_than_tantivy_counts(tmp_path: Path) -> None:
    own = [tuple(f"k{at}-{of}" for of in range(100)) for at in range(700)]
    entries = (phone(at, at, terms={"品牌": ("all", *keys)}) for at, keys in enumerate(own))
    ENGINE.create(tmp_path, FIELDS, entries)
    counts = ENGINE.open(tmp_path, FIELDS).search(SearchRequest(facets=("品牌",))).facets["品牌"]
    assert next(iter(counts.items())) == ("all", 700)
    assert len(counts) == 60_000


def test_facets_with_few_and_with_many_sets_of_keys(tmp_path: Path) -> None:
    names = ("many", "one")
    fields = Fields(terms=names)
    entries = (
        IndexEntry(
            str(at), b"", terms={names[0]: (str(at // 50), str(at % 50)), names[1]: ("all",)}
        )
        for at in range(1500)
    )
    ENGINE.create(tmp_path, fields, entries)
    facets = ENGINE.open(tmp_path, fields).search(SearchRequest(facets=names)).facets
    assert facets[names[1]] == {"all": 1500}
    many = facets[names[0]]
    assert many["49"] == 30
    assert many["7"] == 50 + 29  # of 350 to 399, and of 7, 57 ...; 357 is in both
    assert sum(many.values()) == 2 * 1500 - 30


@pytest.mark.parametrize("odd", ["\ud800", "a\0b", "\0", "a b", "长" * 7000, "\n", "🙂"])
def test_any_text_is_an_id_and_a_key(tmp_path: Path, odd: str) -> None:
    ENGINE.create(tmp_path, FIELDS, [phone(0, 1, id=odd, terms={"品牌": (odd,)}), phone(1, 0)])
    ENGINE.update(tmp_path, FIELDS, [phone(0, 1, id=odd, terms={"品牌": (odd,)})], ())
    searcher = ENGINE.open(tmp_path, FIELDS)
    assert set(searcher.ids()) == {odd, "p0001"}
    found = searcher.search(SearchRequest(conditions=(AnyOf("品牌", (odd,)),), facets=("品牌",)))
    assert [hit.id for hit in found.hits] == [odd]
    assert found.facets["品牌"] == {odd: 1}


@given(st.lists(st.text(), max_size=5))
def test_tokens_stay_apart(tokens: list[str]) -> None:
    assert joined_tokens(tokens).split(" ") == ([*map(encoded_token, tokens)] or [""])


@given(st.text(st.characters()), st.text(st.characters()))
def test_keys_are_as_unlike_as_their_texts(one: str, other: str) -> None:
    assert decoded_key(encoded_key(one)) == one
    assert (encoded_key(one) == encoded_key(other)) == (one == other)


def test_a_folder_without_an_index(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="has no Tantivy index: build it first"):
        ENGINE.open(tmp_path, FIELDS)


def test_an_index_of_other_fields(tmp_path: Path) -> None:
    ENGINE.create(tmp_path, FIELDS, [phone(0, 1)])
    with pytest.raises(EngineError, match="rebuild it"):
        ENGINE.open(tmp_path, Fields(said=("卖点",)))


def test_a_damaged_index(tmp_path: Path) -> None:
    ENGINE.create(tmp_path, FIELDS, [phone(0, 1)])
    (tmp_path / "meta.json").write_text("{", "utf-8")
    with pytest.raises(EngineError, match="rebuild it"):
        ENGINE.open(tmp_path, FIELDS)


def test_a_failed_build_leaves_the_folder_free(tmp_path: Path) -> None:
    ENGINE.create(tmp_path, FIELDS, [phone(0, 1)])
    with pytest.raises(EngineError, match="two entries"):
        ENGINE.update(tmp_path, FIELDS, [phone(1, 1), phone(1, 2)], ())
    ENGINE.update(tmp_path, FIELDS, [phone(2, 1)], ())
    assert set(ENGINE.open(tmp_path, FIELDS).ids()) == {"p0000", "p0002"}


def test_a_key_that_is_too_long_is_found_by_what_is_counted(tmp_path: Path) -> None:
    ENGINE.create(tmp_path, FIELDS, [phone(0, 1, terms={"品牌": ("长" * 100_000,)})])
    searcher = ENGINE.open(tmp_path, FIELDS)
    (counted,) = searcher.search(SearchRequest(facets=("品牌",))).facets["品牌"]
    for written in (counted, "长" * 100_000):
        assert searcher.count(SearchRequest(conditions=(AnyOf("品牌", (written,)),))) == 1


def test_many_updates_are_merged_and_stay_in_order(tmp_path: Path) -> None:
    ENGINE.create(tmp_path, FIELDS, [phone(0, 0)])
    for at in range(1, 20):
        ENGINE.update(tmp_path, FIELDS, [phone(at, at * 7 % 20)], gone=[f"p{at - 2:04}"])
    expected = sorted((18, 19), key=lambda at: -(at * 7 % 20))
    assert pages(tmp_path, SearchRequest(words=("手机",))) == [f"p{at:04}" for at in expected]
    assert len([*tmp_path.glob("*.store")]) < 10


@pytest.fixture(scope="module")
def spans(tmp_path_factory: pytest.TempPathFactory) -> Searcher:
    """From each number to each that is not far above it; to itself it is a number."""
    folder = tmp_path_factory.mktemp("spans")
    entries = (
        IndexEntry(f"{begin} {end}", b"", spans={"价格": (begin, end)})
        if begin < end
        else IndexEntry(f"{begin} {end}", b"", numbers={"价格": (begin,)})
        for begin, end in SPANS
    )
    ENGINE.create(folder, FIELDS, entries)
    return ENGINE.open(folder, FIELDS)


LIMITS = st.none() | st.integers(-6, 6).map(float)


@given(LIMITS, LIMITS, st.booleans())
def test_spans_and_numbers_overlap_as_they_should(
    spans: Searcher,
    low: float | None,
    high: float | None,
    exclusive: bool,  # noqa: FBT001
) -> None:
    bottom, top = -inf if low is None else low, inf if high is None else high

    def overlaps(begin: int, end: int) -> bool:
        if bottom > top or (exclusive and bottom == top):
            return False
        if exclusive:
            return begin < top and end > bottom
        return begin <= top and end >= bottom

    request = SearchRequest(conditions=(Within("价格", low, high, exclusive),), limit=100)
    expected = {f"{begin} {end}" for begin, end in SPANS if overlaps(begin, end)}
    assert {hit.id for hit in spans.search(request).hits} == expected
