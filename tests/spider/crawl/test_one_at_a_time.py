from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

import pytest

from rules.errors import SpecSeekError
from spider.crawl.one_at_a_time import DataFolderLock

if TYPE_CHECKING:
    from pathlib import Path


def test_a_second_crawl_is_refused_and_told_who_is_at_work(tmp_path: Path) -> None:
    lock = DataFolderLock(tmp_path / "data")
    told = re.escape(f"another crawl is at work in {tmp_path / 'data'} (process {os.getpid()})")
    with pytest.raises(SpecSeekError, match=told):
        DataFolderLock(tmp_path / "data")
    lock.release()
    DataFolderLock(tmp_path / "data").release()


def test_other_folders_are_free(tmp_path: Path) -> None:
    locks = [DataFolderLock(tmp_path / name) for name in "ab"]
    for lock in locks:
        lock.release()


def test_what_is_no_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(
        SpecSeekError, match=r"nothing can be kept in the data folder .*SPECSEEK_DATA"
    ):
        DataFolderLock(tmp_path / "file")


def test_a_lock_with_foul_words_in_it_is_still_a_lock(tmp_path: Path) -> None:
    (tmp_path / "crawl.lock").write_bytes(b"\xff\xfe")
    lock = DataFolderLock(tmp_path)
    assert (tmp_path / "crawl.lock").read_text() == f"{os.getpid()}\n"
    lock.release()
