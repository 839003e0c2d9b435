"""Tests of `index.engines.whoosh`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from whoosh.index import open_dir

from index.engines.engine import EngineError, SearchRequest
from index.engines.whoosh import NOWHERE, PostingsReader, WhooshEngine
from index.engines.whoosh_files import MOST_SEGMENTS, IndexFiles
from tests.index.engines.conformance import FIELDS, PHONES, entry, opened, with_words

if TYPE_CHECKING:
    from collections.abc import Iterator
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


# What was read of Whoosh is kept, but not without end.


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[PostingsReader]:
    WhooshEngine().create(tmp_path, FIELDS, PHONES)
    files = IndexFiles.open(tmp_path)
    yield PostingsReader(files.reader, files.row_of_document)
    files.close()


def test_rows_and_how_often(reader: PostingsReader) -> None:
    read = reader.read("body", "徕卡")
    assert read.rows.tolist() == [0]
    assert read.times.tolist() == [2.0]
    assert reader.read("body", "影像").rows.tolist() == [0, 2]


def test_where_tokens_stand(reader: PostingsReader) -> None:
    assert reader.read("exact", "14").places.tolist() == [2, 2**32 + 2]


def test_the_same_arrays_are_given_again(reader: PostingsReader) -> None:
    assert reader.read("body", "影像") is reader.read("body", "影像")


def test_what_nobody_has_is_not_kept(reader: PostingsReader) -> None:
    assert reader.read("body", "没有") is NOWHERE


def test_the_least_lately_used_goes_when_there_is_no_room(
    reader: PostingsReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("index.engines.whoosh.MOST_NUMBERS_CACHED", 4)
    first, second = reader.read("name", "小米"), reader.read("name", "华为")
    assert reader.read("name", "小米") is first
    reader.read("name", "诺基亚")
    assert reader.read("name", "小米") is first
    assert reader.read("name", "华为") is not second
