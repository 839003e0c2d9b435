from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from index.suggesting.errors import SuggestionsUnreadableError
from index.suggesting.suggestions import Suggestions
from index.suggesting.writing import FILE, write_suggestions

if TYPE_CHECKING:
    from pathlib import Path

    from rules.topic import Topic

MAGIC = b"SpecSeek suggestions 1\n"


def refused(folder: Path, content: bytes) -> str:
    (folder / FILE).write_bytes(content)
    with pytest.raises(SuggestionsUnreadableError) as error:
        Suggestions.open(folder)
    return str(error.value)


def signed(content: bytes) -> bytes:
    return MAGIC + f"{zlib.crc32(content):08x}\n".encode() + content


def test_a_missing_file_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(SuggestionsUnreadableError, match="specseek index build"):
        Suggestions.open(tmp_path)


def test_damage_is_seen(phones: Topic, tmp_path: Path) -> None:
    write_suggestions(tmp_path, [("小米 12", 1.0)], phones)
    whole = (tmp_path / FILE).read_bytes()
    for at in (0, len(MAGIC), len(MAGIC) + 20, len(whole) // 2, len(whole) - 1):
        changed = whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]
        assert "specseek index build" in refused(tmp_path, changed)
    for length in (0, 5, len(MAGIC), len(whole) // 2, len(whole) - 16):
        assert "specseek index build" in refused(tmp_path, whole[:length])


@pytest.mark.parametrize(
    "head",
    [
        b"[]\n",
        b"{\n",
        b"3\n",
        b"[1, 1, 1, 1, 1, 1, 1, 1]\n",
        b"[99999999999999999999, 1, 1, 1, 1, 1, 1, 1]\n",
        b"[1e9, 1, 1, 1, 1, 1, 1, 1]\n",
        b'["1", 1, 1, 1, 1, 1, 1, 1]\n',
        b"",
        b"\xff\xfe\n",
        b"[" * 100_000 + b"\n",
    ],
    ids=range(10),
)
def test_a_file_made_with_malice_is_refused(tmp_path: Path, head: bytes) -> None:
    assert "specseek index build" in refused(tmp_path, signed(head))


@settings(
    max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(content=st.binary())
def test_anything_else_is_refused(tmp_path: Path, content: bytes) -> None:
    refused(tmp_path, content)
    refused(tmp_path, signed(content))
