"""A few phones every engine is tried on, and how to try one."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from index.engines.engine import PROMINENCE, Fields, IndexEntry, SearchRequest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from index.engines.engine import Condition, Engine, Searcher

EMBEDDED = ("whoosh", "tantivy")
ENGINES = (*EMBEDDED, pytest.param("opensearch", marks=pytest.mark.slow))

FIELDS = Fields(
    said=("卖点",),
    terms=("品牌", "颜色", "5G"),
    numbers=("价格", "电池"),
    orders=(PROMINENCE, "价格"),
)

PHONES = (
    IndexEntry(
        id="mi14",
        document=b'{"title": "Xiaomi 14"}',
        name=("小米", "14"),
        body=("骁龙", "8", "gen3", "徕卡", "徕卡", "影像"),
        exact=("小", "米", "14", "骁", "龙", "8", "gen", "3"),
        said={"卖点": ("徕卡", "影像")},
        terms={"品牌": ("xiaomi",), "颜色": ("black", "white"), "5G": ("yes",)},
        numbers={"价格": (3999.0, 4599.0), "电池": (4610.0,)},
        orders={PROMINENCE: 9.0, "价格": 3999.0},
    ),
    IndexEntry(
        id="mi-band",
        document="手环".encode(),
        name=("手环",),
        body=("小米", "14", "天", "续航"),
        exact=("手", "环", "14", "天", "小", "米"),
        terms={"品牌": ("xiaomi",), "颜色": ("black",)},
        numbers={"价格": (249.0,), "电池": (233.0,)},
        orders={PROMINENCE: 99.0, "价格": 249.0},
    ),
    IndexEntry(
        id="mate60",
        document=b"\x00\xff",
        name=("华为", "mate60"),
        body=("麒麟", "卫星", "影像"),
        exact=("华", "为", "mate", "60", "麒", "麟"),
        said={"卖点": ("卫星", "影像")},
        terms={"品牌": ("huawei",), "颜色": ("green", "black"), "5G": ("yes",)},
        numbers={"电池": (4750.0,)},
        spans={"价格": (5499.0, 6999.0)},
        orders={PROMINENCE: 8.0, "价格": 5499.0},
    ),
    IndexEntry(
        id="nokia3310",
        document=b"",
        name=("诺基亚", "3310"),
        body=("经典",),
        exact=("诺", "基", "亚", "3310"),
        terms={"品牌": ("nokia",), "5G": ("no",)},
        orders={PROMINENCE: 1.0},
    ),
)


def entry(ident: str, *words: str, prominence: float = 0.0) -> IndexEntry:
    """Something with these words in its body, alone and in this order."""
    orders = {PROMINENCE: prominence}
    return IndexEntry(id=ident, document=ident.encode(), body=words, exact=words, orders=orders)


@contextmanager
def created(
    engine: Engine, folder: Path, entries: Iterable[IndexEntry], fields: Fields = FIELDS
) -> Iterator[Searcher]:
    """A new index of these entries, open for reading."""
    folder.mkdir(parents=True, exist_ok=True)
    engine.create(folder, fields, entries)
    with opened(engine, folder, fields) as searcher:
        yield searcher


@contextmanager
def opened(engine: Engine, folder: Path, fields: Fields = FIELDS) -> Iterator[Searcher]:
    searcher = engine.open(folder, fields)
    try:
        yield searcher
    finally:
        searcher.close()


def found(searcher: Searcher, request: SearchRequest) -> list[str]:
    """The ids of the hits in their order; the total must say the same everywhere."""
    answer = searcher.search(request)
    assert searcher.count(request) == answer.total
    assert len(answer.hits) <= request.limit
    return [hit.id for hit in answer.hits]


def with_words(searcher: Searcher, *words: str) -> list[str]:
    return found(searcher, SearchRequest(words=words))


def where(searcher: Searcher, *conditions: Condition) -> set[str]:
    return set(found(searcher, SearchRequest(conditions=conditions)))
