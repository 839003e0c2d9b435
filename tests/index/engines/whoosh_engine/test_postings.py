"""What was read of Whoosh is kept, but not without end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from index.engines.whoosh_engine import WhooshEngine
from index.engines.whoosh_engine.files import IndexFiles
from index.engines.whoosh_engine.postings import NOWHERE, PostingsReader
from tests.index.engines.conformance import FIELDS, PHONES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


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
    monkeypatch.setattr("index.engines.whoosh_engine.postings.MOST_NUMBERS_KEPT", 4)
    first, second = reader.read("name", "小米"), reader.read("name", "华为")
    assert reader.read("name", "小米") is first
    reader.read("name", "诺基亚")
    assert reader.read("name", "小米") is first
    assert reader.read("name", "华为") is not second
