from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from index.building.opening import open_index
from index.building.problems import IndexUnusable
from index.building.trusting import trusted_manifest
from index.engines.checks import EngineError
from index.engines.request import AnyOf, SearchRequest

if TYPE_CHECKING:
    from pathlib import Path

    from index.building.manifest import IndexManifest
    from index.building.place import IndexPlace
    from index.engines.engine import Engine, Searcher
    from index.engines.entry import Fields
    from tests.index.building.small_index import SmallIndex


def test_all_that_searching_takes_is_open(small: SmallIndex) -> None:
    small.build()
    opened = small.open()
    request = SearchRequest(conditions=(AnyOf("品牌", ("xiaomi",)),), facets=("内存", "价格"))
    found = opened.searcher.search(request)
    assert found.total == opened.schema.products == opened.manifest.products == 10
    assert found.facets["内存"] == {"8 GB": 10}
    assert sum(found.facets["价格"].values()) == 10
    assert opened.schema.labels["品牌"]["xiaomi"].en == "Xiaomi"
    assert "小米 7" in opened.suggestions.complete("小米")
    assert opened.topic == small.topic
    opened.close()


def test_one_that_is_replaced_and_removed_while_it_is_opened(
    small: SmallIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    small.build()
    prices = iter(("111元", "112元"))

    def trusted_then_removed(place: IndexPlace) -> IndexManifest:
        manifest = trusted_manifest(place)
        for price in prices:
            small.say(1, 价格=price).build()
        return manifest

    monkeypatch.setattr("index.building.opening.trusted_manifest", trusted_then_removed)
    opened = open_index(small.place)
    assert opened.manifest.generation == small.place.current()
    opened.close()


def test_one_that_its_engine_cannot_open_is_built_anew(
    small: SmallIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    small.build()
    bad = small.place.current()
    kind = type(small.place.engine)
    open_any = kind.open

    def open_good(engine: Engine, folder: Path, fields: Fields) -> Searcher:
        if folder.parent.name == bad:
            raise EngineError("a file of another layout")
        return open_any(engine, folder, fields)

    monkeypatch.setattr(kind, "open", open_good)
    with pytest.raises(IndexUnusable, match="a file of another layout"):
        small.open()
    assert "a file of another layout" in small.build().why
    assert len(small.found()) == 10


def test_an_open_index_stays_as_it_is(small: SmallIndex) -> None:
    small.build()
    opened = small.open()
    for price in ("111元", "112元"):
        small.say(1, 2, 3, 价格=price).build()
    assert opened.searcher.count(SearchRequest()) == 10
    assert not (small.place.root / opened.manifest.generation).exists()
    assert len(opened.searcher.search(SearchRequest(limit=50)).hits) == 10
    opened.close()
