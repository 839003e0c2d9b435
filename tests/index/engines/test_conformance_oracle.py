"""Every engine finds, counts and sorts as the slow and plain way does."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from index.engines.engine import (
    PROMINENCE,
    AllOf,
    AnyOf,
    Either,
    Fields,
    HasValue,
    IndexEntry,
    NoneOf,
    SearchRequest,
    Sort,
    TextMatch,
    Within,
    WordMatch,
)
from tests.index.engines import oracle
from tests.index.engines.conformance import opened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from index.engines.engine import Engine, Searcher

ATTRIBUTES = ("甲", "乙")
FIELDS = Fields(
    said=ATTRIBUTES, terms=ATTRIBUTES, numbers=ATTRIBUTES, orders=(PROMINENCE, *ATTRIBUTES)
)

tokens = st.sampled_from(("a", "b", "米", "AND"))
token_lists = st.lists(tokens, max_size=5).map(tuple)
keys = st.sampled_from(("red", "blue", "x y"))
key_lists = st.lists(keys, max_size=3).map(tuple)
numbers = st.sampled_from((-1e300, -2.0, -0.0, 0.0, 1.5, 2.0, 3.0, 1e300))
attributes = st.sampled_from(ATTRIBUTES)

entries = st.builds(
    IndexEntry,
    id=st.sampled_from([f"id {number}" for number in range(12)]),
    document=st.binary(max_size=3),
    name=token_lists,
    body=token_lists,
    exact=token_lists,
    said=st.dictionaries(attributes, token_lists),
    terms=st.dictionaries(attributes, key_lists),
    numbers=st.dictionaries(attributes, st.lists(numbers, max_size=3).map(tuple)),
    spans=st.dictionaries(
        attributes, st.tuples(numbers, numbers).map(lambda ends: (min(ends), max(ends)))
    ),
    orders=st.fixed_dictionaries(
        {PROMINENCE: numbers}, optional=dict.fromkeys(ATTRIBUTES, numbers)
    ),
)
entry_lists = st.lists(entries, max_size=8, unique_by=lambda entry: entry.id)
limits = st.none() | numbers
conditions = st.one_of(
    st.builds(Within, attributes, limits, limits, st.booleans()),
    st.builds(AnyOf, attributes, key_lists),
    st.builds(NoneOf, attributes, key_lists),
    st.builds(TextMatch, attributes, token_lists, st.booleans()),
    st.builds(HasValue, attributes, st.booleans()),
    st.builds(WordMatch, token_lists, st.booleans()),
)
several = st.lists(conditions, max_size=2).map(tuple)
either = st.builds(Either, attributes, several) | st.builds(
    Either, st.just(""), st.lists(st.builds(AllOf, several), max_size=2).map(tuple)
)
phrases = st.lists(st.lists(tokens, max_size=3).map(tuple), max_size=1).map(tuple)
requests = st.builds(
    SearchRequest,
    words=st.lists(tokens, max_size=2).map(tuple),
    in_name=st.lists(tokens, max_size=1).map(tuple),
    optional=st.lists(tokens, max_size=1).map(tuple),
    called=st.lists(tokens, max_size=1).map(tuple),
    phrases=phrases,
    without=phrases,
    conditions=st.lists(conditions | either, max_size=3).map(tuple),
    facets=st.just(ATTRIBUTES),
    sort=st.none() | st.builds(Sort, st.sampled_from(FIELDS.orders), st.booleans()),
    limit=st.just(100),
)


@settings(max_examples=25, deadline=None)
@given(
    first=entry_lists,
    later=entry_lists,
    gone=st.lists(st.sampled_from(["id 0", "id 1", "id 2"]), max_size=2),
    asked=st.lists(requests, min_size=1, max_size=10),
)
def test_as_the_oracle_says(
    engine: Engine,
    first: list[IndexEntry],
    later: list[IndexEntry],
    gone: list[str],
    asked: list[SearchRequest],
) -> None:
    gone = [ident for ident in gone if ident not in {entry.id for entry in later}]
    now = {entry.id: entry for entry in first} | {entry.id: entry for entry in later}
    now = {ident: entry for ident, entry in now.items() if ident not in gone}
    with TemporaryDirectory() as folder:
        engine.create(Path(folder), FIELDS, first)
        engine.update(Path(folder), FIELDS, later, gone)
        with opened(engine, Path(folder), FIELDS) as searcher:
            assert sorted(searcher.ids()) == sorted(now)
            for request in asked:
                _agrees(searcher, list(now.values()), request)


def _agrees(searcher: Searcher, entries: Sequence[IndexEntry], request: SearchRequest) -> None:
    found = searcher.search(request)
    expected = oracle.matching(entries, request)
    assert found.total == searcher.count(request) == len(expected)
    assert {(one.id, one.document) for one in found.hits} == {
        (one.id, one.document) for one in expected
    }
    for attribute in request.facets:
        counts = found.facets[attribute]
        assert counts == oracle.facet(entries, request, attribute)
        assert list(counts.values()) == sorted(counts.values(), reverse=True)
    sort = None if request.by_relevance else request.sort or Sort()
    if sort:
        kept = {one.id: one.orders.get(sort.attribute) for one in entries}
        assert [kept[hit.id] for hit in found.hits] == oracle.orders(expected, sort)
