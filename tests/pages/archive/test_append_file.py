from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from pages.archive.append_file import AppendFile

if TYPE_CHECKING:
    from pathlib import Path


def test_pieces_follow_each_other_and_are_there_at_once(tmp_path: Path) -> None:
    file = AppendFile(tmp_path / "a")
    assert [file.append(b"one"), file.append(b""), file.append(b"three")] == [0, 3, 3]
    assert file.path.read_bytes() == b"onethree"
    assert file.end == 8
    file.close()


def test_a_file_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"another's")
    with pytest.raises(FileExistsError):
        AppendFile(tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == b"another's"


def test_a_file_can_be_given_up(tmp_path: Path) -> None:
    file = AppendFile(tmp_path / "a")
    file.append(b"a piece")
    file.discard()
    assert not list(tmp_path.iterdir())


# A limit on the size of files acts as a full disk does: a part is written, then none.
SMALL_DISK = """
import errno, resource, signal, sys
from pathlib import Path
from pages.archive.append_file import AppendFile

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
file = AppendFile(Path(sys.argv[1]))
file.append(b"a" * 60)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY))
try:
    file.append(b"b" * 60)
except OSError as error:
    assert error.errno == errno.EFBIG and error.filename == sys.argv[1]
else:
    raise AssertionError("the disk is not full")
assert file.path.stat().st_size == 60
assert file.append(b"c" * 30) == 60
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
assert file.append(b"d" * 60) == 90
file.close()
"""


def test_what_a_full_disk_refuses_leaves_no_trace(tmp_path: Path) -> None:
    path = tmp_path / "a"
    subprocess.run([sys.executable, "-c", SMALL_DISK, str(path)], check=True)
    assert path.read_bytes() == b"a" * 60 + b"c" * 30 + b"d" * 60
