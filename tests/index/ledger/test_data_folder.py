from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

import pytest

from index.ledger.data_folder import data_folder_lock
from rules.errors import SpecSeekError

if TYPE_CHECKING:
    from pathlib import Path


def test_a_second_crawl_is_refused_and_told_who_is_at_work(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    told = re.escape(f"another crawl is at work in {folder} (process {os.getpid()})")
    with (
        data_folder_lock(folder),
        pytest.raises(SpecSeekError, match=told),
        data_folder_lock(folder),
    ):
        pass
    with data_folder_lock(folder):
        pass


def test_other_folders_are_free(tmp_path: Path) -> None:
    with data_folder_lock(tmp_path / "a"), data_folder_lock(tmp_path / "b"):
        pass


def test_what_is_no_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    told = r"nothing can be kept in the data folder .*SPECSEEK_DATA"
    with pytest.raises(SpecSeekError, match=told), data_folder_lock(tmp_path / "file"):
        pass


def test_an_error_of_the_work_itself_stays_what_it_is(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), data_folder_lock(tmp_path):
        (tmp_path / "gone").read_bytes()
