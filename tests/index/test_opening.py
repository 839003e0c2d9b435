"""Tests of `index.opening`."""

from __future__ import annotations

import gc
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from index.engines.engine import AnyOf, EngineError, SearchRequest
from index.generations import MANIFEST, IndexUnusable, MissingIndex, trusted_manifest
from index.opening import CurrentIndex, open_index
from index.search.finder import Finder
from index.search.model import SearchQuery
from tests.index.small_index import TOPIC, SmallIndex

if TYPE_CHECKING:
    from index.engines.engine import Engine, Fields, Searcher
    from index.generations import IndexManifest, IndexPlace


def test_all_that_searching_takes_is_open(small: SmallIndex) -> None:
    small.build()
    opened = small.open()
    request = SearchRequest(conditions=(AnyOf("品牌", ("xiaomi",)),), facets=("内存", "价格"))
    found = opened.searcher.search(request)
    assert found.total == opened.schema.products == opened.manifest.products == 10
    assert found.facets["内存"] == {"8 GB": 10}
    assert sum(found.facets["价格"].values()) == 10
    assert opened.schema.labels["品牌"]["xiaomi"].in_language("en") == "Xiaomi"
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

    monkeypatch.setattr("index.opening.trusted_manifest", trusted_then_removed)
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


@pytest.fixture
def current(small: SmallIndex) -> CurrentIndex:
    return CurrentIndex(small.place)


def total(current: CurrentIndex) -> int:
    return current.get().searcher.count(SearchRequest())


def test_it_is_there_as_soon_as_it_is_built(small: SmallIndex, current: CurrentIndex) -> None:
    with pytest.raises(MissingIndex):
        current.get()
    small.build()
    assert total(current) == 10


def test_it_is_opened_once(small: SmallIndex, current: CurrentIndex) -> None:
    small.build()
    assert current.get() is current.get()


def test_a_new_build_is_followed_and_the_old_one_still_answers(
    small: SmallIndex, current: CurrentIndex
) -> None:
    small.build()
    old = current.get()
    small.say(11, 价格="1元").build()
    assert total(current) == 11
    assert old.searcher.count(SearchRequest()) == 10


def test_what_was_replaced_is_closed_once_nobody_uses_it(
    small: SmallIndex, current: CurrentIndex
) -> None:
    """At once: where builds are quick, indexes would pile up until there are no files left."""
    small.build()
    old = current.get()
    finder = Finder.over(old)
    assert finder.find(SearchQuery("小米7")).products
    folder = small.place.folder(old.manifest.generation)
    gc.collect()
    gc.disable()
    try:
        small.say(11, 价格="1元").build()
        assert total(current) == 11
        assert finder.count(SearchQuery("小米")) == 10
        assert open_files(folder)
        del old, finder
        assert not open_files(folder)
    finally:
        gc.enable()


def test_one_that_could_not_be_opened_at_first_is_closed_as_well(small: SmallIndex) -> None:
    current = CurrentIndex(small.place)
    with pytest.raises(MissingIndex):
        current.get()
    small.build()
    assert total(current) == 10
    gc.collect()
    gc.disable()
    try:
        assert open_files(small.place.root)
        del current
        assert not open_files(small.place.root)
    finally:
        gc.enable()


def test_an_open_index_has_few_files_however_many_attributes_there_are(small: SmallIndex) -> None:
    few = topic_of(10, small)
    many = topic_of(60, small)
    assert few == many < 20


def topic_of(attributes: int, small: SmallIndex) -> int:
    """How many files are open of an index with as many attributes."""
    more = (
        f"  - {{name: 尺寸{n}, label: Size, group: Body, type: quantity, unit: mm}}"
        for n in range(attributes)
    )
    head, names = TOPIC.split("names:", 1)
    topic = "\n".join((head.rstrip(), *more, f"names:{names}"))
    wide = SmallIndex(small.data / str(attributes), topic=topic)
    wide.say(*range(5), **{f"尺寸{n}": f"{n + 1} mm" for n in range(attributes)}).build()
    opened = wide.open()
    try:
        return open_files(wide.place.root)
    finally:
        opened.close()
        wide.ledger.close()


def open_files(folder: Path) -> int:
    """How many files of the folder this process has open."""
    handles = Path("/proc/self/fd")
    targets = (str(one.readlink()) for one in handles.iterdir() if one.is_symlink())
    return sum(target.startswith(str(folder)) for target in targets)


def test_a_bad_one_does_not_take_the_place_of_a_good_one(
    small: SmallIndex, current: CurrentIndex, caplog: pytest.LogCaptureFixture
) -> None:
    small.build()
    current.get()
    small.say(11, 价格="1元").build()
    (small.place.root / str(small.place.current()) / MANIFEST).write_bytes(b"{}")
    assert total(current) == total(current) == 10
    assert len(caplog.records) == 1, "it is told once"
    assert "does not have the seal of this ledger" in caplog.text
    small.build()
    assert total(current) == 11


def test_a_folder_that_was_removed_leaves_the_open_one_in_use(
    small: SmallIndex, current: CurrentIndex
) -> None:
    small.build()
    current.get()
    small.place.pointer.unlink()
    assert total(current) == 10


def test_many_threads_while_new_ones_are_built(small: SmallIndex, current: CurrentIndex) -> None:
    small.build()
    done = threading.Event()
    wrong: list[object] = []

    def ask() -> None:
        while not done.wait(0.002):
            try:
                if (found := total(current)) not in {10, 11, 12, 13}:
                    wrong.append(found)
            except Exception as error:  # noqa: BLE001 - any of them is one too many
                wrong.append(error)

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for number in (11, 12, 13):
        small.say(number, 价格="1元").build()
    done.set()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert total(current) == 13
