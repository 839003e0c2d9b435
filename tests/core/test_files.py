from __future__ import annotations

import os
import stat
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from core.files import LockedError, is_locked, lock, replace_file
from tests.waiting import PATIENCE

if TYPE_CHECKING:
    from pathlib import Path


def test_a_new_file_is_as_readable_as_any(tmp_path: Path) -> None:
    (tmp_path / "other").touch()
    replace_file(tmp_path / "file", b"new")
    assert (tmp_path / "file").read_bytes() == b"new"
    assert (tmp_path / "file").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_a_replaced_file_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch(mode=0o600)
    replace_file(path, b"new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "file")
    replace_file(link, b"new")
    assert link.is_symlink()
    assert (tmp_path / "file").read_bytes() == b"new"


def test_a_pipe_is_no_file_to_replace(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="pipe is not a regular file"):
        replace_file(tmp_path / "pipe", b"new")
    assert (tmp_path / "pipe").is_fifo()


@pytest.mark.parametrize("call", ["fsync", "replace"])
@pytest.mark.parametrize("fault", [KeyboardInterrupt, OSError])
def test_a_broken_off_save_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, fault: type[BaseException]
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise fault

    monkeypatch.setattr(os, call, fail)
    with pytest.raises(fault):
        replace_file(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_lock_that_is_held_names_its_holder(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "a.lock"
    with lock(path):
        with pytest.raises(LockedError) as told, lock(path, wait=False):
            pass
        assert told.value.holder == str(os.getpid())
        assert is_locked(path)
    assert not is_locked(path)
    with lock(path, wait=False):
        assert path.read_text() == f"{os.getpid()}\n"


def test_a_lock_file_with_anything_in_it_is_still_a_lock(tmp_path: Path) -> None:
    path = tmp_path / "a.lock"
    path.write_bytes(b"\xff\xfe")
    with lock(path):
        assert path.read_text() == f"{os.getpid()}\n"


def test_asking_for_a_lock_makes_no_file(tmp_path: Path) -> None:
    assert not is_locked(tmp_path / "a.lock")
    assert list(tmp_path.iterdir()) == []


WAITS = """
import sys
from pathlib import Path
from core.files import lock
with lock(Path(sys.argv[1])):
    pass
"""


def test_a_second_process_waits_for_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "a.lock"
    with lock(path):
        other = subprocess.Popen([sys.executable, "-c", WAITS, str(path)])
        with pytest.raises(subprocess.TimeoutExpired):
            other.wait(0.5)
    assert other.wait(PATIENCE) == 0
