"""Tests of `index.build`."""

from __future__ import annotations

import gc
import os
import resource
import shutil
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import pytest

from core.files import lock
from core.processes import new_processes
from index.build import ProductScan, build_index, entries_of, verify_index
from index.documents_build import ProductDocuments
from index.generations import MANIFEST, BuildFailed, IndexUnusable
from store.records import current_records
from tests.index.small_index import TOPIC, SmallIndex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from index.build import Progress


_Item = TypeVar("_Item")


def all_files(index: SmallIndex) -> dict[str, int]:
    root = index.place.root
    return {str(path): path.stat().st_mtime_ns for path in root.rglob("*") if path.is_file()}


def test_the_first_build_makes_all_of_it(small: SmallIndex) -> None:
    built = small.build()
    assert (built.how, built.why, built.products) == ("whole", "there is none yet", 10)
    assert small.found() == {f"小米 {number}": f"{number}00元" for number in range(1, 11)}


def test_without_records_there_is_an_empty_index(tmp_path: Path) -> None:
    index = SmallIndex(tmp_path)
    assert index.build().products == 0
    assert index.found() == {}
    assert index.say(1, 价格="100元").build().products == 1
    index.close()


def test_if_nothing_changed_nothing_is_written(small: SmallIndex) -> None:
    small.build()
    before = all_files(small)
    assert small.build().how == "unchanged"
    assert all_files(small).items() - before.items() <= _own_files(small)


def _own_files(index: SmallIndex) -> set[tuple[str, int]]:
    """What a look through the index leaves behind: that it was looked through, and the lock."""
    beside = (".checked", "build.lock")
    return {(name, at) for name, at in all_files(index).items() if name.endswith(beside)}


def test_what_changed_is_brought_up_to_date(small: SmallIndex) -> None:
    small.build()
    small.say(3, 价格="333元").say(11, 价格="1100元").say(5)
    built = small.build()
    assert (built.how, built.products) == ("updated", 10)
    assert built.changes.changed == {"xiaomi:3", "xiaomi:11"}
    assert built.changes.gone == {"xiaomi:5"}
    found = small.found()
    assert found["小米 3"] == "333元"
    assert found["小米 11"] == "1100元"
    assert "小米 5" not in found
    assert len(found) == 10


def test_an_update_keeps_the_limits_of_histograms(small: SmallIndex) -> None:
    small.build()
    first = small.open()
    small.say(10, 价格="9999元").build()
    second = small.open()
    assert second.schema.edges == first.schema.edges
    small.build(whole=True)
    third = small.open()
    assert third.schema.edges != first.schema.edges
    for opened in (first, second, third):
        opened.close()


def test_first_values_of_a_histogram_need_a_whole_build(small: SmallIndex) -> None:
    small.build()
    built = small.say(1, 价格="100元", 重量="180g").build()
    assert (built.how, built.why) == ("whole", "重量 had no values before")


def test_an_index_that_was_outgrown_is_built_whole(small: SmallIndex) -> None:
    small.build()
    built = small.say(*range(11, 31), 价格="500元").build()
    assert built.how == "whole"
    assert "it had 10 products" in built.why


def test_it_is_built_whole_when_asked(small: SmallIndex) -> None:
    small.build()
    assert small.build(whole=True).how == "whole"


def test_another_topic_or_engine_needs_another_index(small: SmallIndex, tmp_path: Path) -> None:
    small.build()
    changed = SmallIndex(tmp_path, topic=TOPIC.replace("unit: g", "unit: kg"))
    assert changed.build().why == "it was built with another topic"
    changed.close()
    pytest.importorskip("tantivy")
    fast = SmallIndex(tmp_path, "tantivy")
    assert fast.build().why == "it was built with another topic, engine"
    assert fast.say(1, 价格="1元").build().how == "updated"
    assert fast.found()["小米 1"] == "1元"
    fast.close()


def test_the_generation_before_stays_and_older_ones_go(small: SmallIndex) -> None:
    names = []
    for price in range(3):
        small.say(1, 价格=f"{price}1元").build()
        names.append(small.place.current())
    assert [folder.name for folder in small.place.generations()] == sorted(map(str, names[1:]))


def test_what_dead_builders_left_is_removed(small: SmallIndex) -> None:
    small.build()
    current = small.place.root / str(small.place.current())
    unfinished = small.place.root / "20200101T000000-00000000"
    shutil.copytree(current, unfinished)
    (unfinished / MANIFEST).unlink()
    (small.place.root / ".0123.tmp").touch()
    small.build()
    assert small.place.generations() == [current]
    assert not (small.place.root / ".0123.tmp").exists()


def test_generations_of_builders_killed_at_the_end_are_removed(small: SmallIndex) -> None:
    """After the seal but before the index was put into use, or after that but before cleaning."""
    small.build(whole=True)
    small.build(whole=True)
    previous, current = small.place.generations_in_order()
    older = small.place.root / "20200101T000000-00000000"
    unused = small.place.root / "20200101T000000-11111111"
    for folder, age in ((older, -1), (unused, 1)):
        shutil.copytree(current, folder)
        sealed = (current if age > 0 else previous).joinpath(MANIFEST).stat().st_mtime_ns + age
        os.utime(folder / MANIFEST, ns=(sealed, sealed))
    assert small.place.generations_in_order() == [older, previous, current, unused]
    assert small.build().how == "unchanged"
    assert small.place.generations_in_order() == [previous, current]


def test_two_builders_at_once(small: SmallIndex) -> None:
    with (
        lock(small.place.root / "build.lock"),
        pytest.raises(BuildFailed, match=rf"Another process \({os.getpid()}\)"),
    ):
        small.build()
    assert small.build().how == "whole"


def breaking(error: BaseException) -> Progress:
    """Ends the indexing of products after the first of them."""

    def progress(items: Iterable[_Item], _total: int, what: str, /) -> Iterator[_Item]:
        for item in items:
            yield item
            if what == "Indexing":
                raise error

    return progress


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OSError(28, "No space left on device"), BuildFailed),
        (KeyboardInterrupt(), KeyboardInterrupt),
        (RuntimeError(), RuntimeError),
    ],
)
def test_what_fails_leaves_the_old_index_in_use(
    small: SmallIndex, error: BaseException, told: type[BaseException], *, whole: bool
) -> None:
    small.build()
    before, current = small.found(), small.place.current()
    small.say(1, 2, 3, 价格="1元")
    with pytest.raises(told):
        build_index(small.place, small.ledger, whole=whole, progress=breaking(error))
    assert small.found() == before
    assert [folder.name for folder in small.place.generations()] == [current]
    assert small.build().changes.changed == {"xiaomi:1", "xiaomi:2", "xiaomi:3"}


# Whoosh leaves the file it could not write to the garbage collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(
    "room",
    [0, 2_000, *(pytest.param(room, marks=pytest.mark.slow) for room in (300, 20_000))],
)
def test_a_full_disk_leaves_the_old_index_in_use(small: SmallIndex, room: int) -> None:
    """No file may become larger than this: what is written beyond fails."""
    small.build()
    before = small.found()
    small.say(1, 2, 3, 价格="1元")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, limits[1]))
    try:
        with pytest.raises(BuildFailed, match="stays in use"):
            small.build(whole=True)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    gc.collect()
    assert small.found() == before
    assert len(small.place.generations()) == 1
    assert small.build().how == "updated"


def test_a_place_that_cannot_be_written_to_is_told(small: SmallIndex) -> None:
    small.place.root.parent.write_bytes(b"a file where a folder should be")
    with pytest.raises(BuildFailed, match="could not be built"):
        small.build()


def test_an_index_is_compared_with_the_ledger(small: SmallIndex) -> None:
    small.build()
    assert not verify_index(small.place, small.ledger).behind
    small.say(1, 价格="1元").say(2)
    verified = verify_index(small.place, small.ledger)
    assert verified.behind.changed == {"xiaomi:1"}
    assert verified.behind.gone == {"xiaomi:2"}
    assert verified.manifest.products == 10


def test_an_engine_that_lost_products_is_noticed(
    small: SmallIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    small.build()
    opened = small.open()
    monkeypatch.setattr(type(opened.searcher), "ids", lambda _: iter(("xiaomi:1",)))
    opened.close()
    with pytest.raises(IndexUnusable, match="does not hold the products"):
        verify_index(small.place, small.ledger)


@pytest.mark.slow
def test_entries_that_workers_make_are_the_same(small: SmallIndex) -> None:
    topic = small.place.topic
    with small.ledger.reading() as conn:
        documents = list(ProductDocuments(current_records(conn, topic.name), topic))
    schema = ProductScan(documents, topic).stats.schema()
    entries = list(entries_of(topic, schema, documents))
    assert len(entries) == 10
    assert list(entries_of(topic, schema, documents, partial(new_processes, 2))) == entries
