"""What lies in the folder of an index of Whoosh."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from whoosh.index import open_dir

from index.engines.checks import EngineError
from index.engines.request import SearchRequest
from index.engines.whoosh_engine import WhooshEngine
from index.engines.whoosh_engine.writing import MOST_SEGMENTS
from tests.index.engines.conformance import FIELDS, PHONES, entry, opened, with_words

if TYPE_CHECKING:
    from pathlib import Path

ENGINE = WhooshEngine()


def test_reading_writes_nothing(tmp_path: Path) -> None:
    ENGINE.create(tmp_path, FIELDS, PHONES)
    (tmp_path / "words" / "MAIN_WRITELOCK").unlink()
    before = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*")}
    with opened(ENGINE, tmp_path) as searcher:
        searcher.search(SearchRequest(words=("小米",), phrases=(("小", "米"),), facets=("品牌",)))
        searcher.get(["mi14"])
    assert {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*")} == before


def test_segments_stay_few_however_many_updates(tmp_path: Path) -> None:
    ENGINE.create(tmp_path, FIELDS, PHONES)
    for number in range(3 * MOST_SEGMENTS):
        ENGINE.update(tmp_path, FIELDS, [entry(f"{number}", "新")], [f"{number - 5}"])
        with open_dir(tmp_path / "words", readonly=True).reader() as reader:
            assert len(reader.leaf_readers()) <= MOST_SEGMENTS
    with opened(ENGINE, tmp_path) as searcher:
        assert sorted(with_words(searcher, "新")) == ["19", "20", "21", "22", "23"]
        assert with_words(searcher, "小米") == ["mi14", "mi-band"]


def test_an_update_leaves_nothing_lying_about(tmp_path: Path) -> None:
    ENGINE.create(tmp_path, FIELDS, PHONES)
    ENGINE.update(tmp_path, FIELDS, [entry("new")], ["mi14"])
    assert sorted(file.name for file in tmp_path.iterdir()) == ["columns", "words"]


def test_a_refused_update_changes_nothing(tmp_path: Path) -> None:
    ENGINE.create(tmp_path, FIELDS, PHONES)
    with pytest.raises(EngineError):
        ENGINE.update(tmp_path, FIELDS, [entry("a", "新"), entry("a")], ["mi14"])
    with opened(ENGINE, tmp_path) as searcher:
        assert with_words(searcher, "小米") == ["mi14", "mi-band"]
        assert with_words(searcher, "新") == []


def test_a_refused_entry_does_not_leave_whoosh_locked(tmp_path: Path) -> None:
    with pytest.raises(EngineError):
        ENGINE.create(tmp_path, FIELDS, [entry("a", "新"), entry("a")])
    open_dir(tmp_path / "words").writer().cancel()
