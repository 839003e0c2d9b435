from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from index.building.current_index import CurrentIndex
from index.building.files import MANIFEST
from index.building.opening import OpenIndex
from index.building.problems import MissingIndex
from index.engines.request import SearchRequest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.index.building.small_index import SmallIndex


@pytest.fixture
def current(small: SmallIndex) -> Iterator[CurrentIndex]:
    index = CurrentIndex(small.place)
    yield index
    index.close()


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


def test_what_was_replaced_is_closed_after_a_while(
    small: SmallIndex, current: CurrentIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    small.build()
    old = current.get()
    small.say(11, 价格="1元").build()
    closed: list[str] = []
    monkeypatch.setattr(
        OpenIndex, "close", lambda opened: closed.append(opened.manifest.generation)
    )
    current.get()
    assert closed == []
    monkeypatch.setattr("index.building.current_index._LONGEST_ANSWER", 0)
    current.get()
    assert closed == [old.manifest.generation]
    monkeypatch.undo()
    old.close()


def test_a_bad_one_does_not_take_the_place_of_a_good_one(
    small: SmallIndex, current: CurrentIndex, caplog: pytest.LogCaptureFixture
) -> None:
    small.build()
    current.get()
    small.say(11, 价格="1元").build()
    (small.place.root / str(small.place.current()) / MANIFEST).write_bytes(b"{}")
    assert total(current) == total(current) == 10
    assert len(caplog.records) == 1, "it is told once"
    assert "does not bear the seal of this ledger" in caplog.text
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
