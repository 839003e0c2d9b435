"""Tests of `index.generations`."""

from __future__ import annotations

import json
import os
import pickle
import shutil
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from index.generations import (
    MANIFEST,
    BuildFailed,
    IndexUnusable,
    MissingIndex,
    sealed_json,
    trusted_manifest,
    unsealed_json,
)
from tests.index.small_index import SmallIndex

if TYPE_CHECKING:
    from pathlib import Path


KEY, OTHER = b"k" * 32, b"o" * 32
PARTS: dict[str, object] = {"名": ["小米", 1.5, None], "files": {"a/b": [3, "ff"]}}


def test_what_was_sealed_can_be_read() -> None:
    assert unsealed_json(sealed_json(PARTS, KEY, "manifest"), KEY, "manifest") == PARTS


def test_not_with_another_key_or_as_something_else() -> None:
    body = sealed_json(PARTS, KEY, "manifest")
    assert unsealed_json(body, OTHER, "manifest") is None
    assert unsealed_json(body, KEY, "checked") is None


def test_not_when_anything_in_it_was_changed() -> None:
    changes: list[dict[str, object]] = [{"名": []}, {"new": 1}, {"seal": None}, {"seal": "é"}]
    for change in changes:
        body = json.loads(sealed_json(PARTS, KEY, "manifest")) | change
        assert unsealed_json(json.dumps(body).encode(), KEY, "manifest") is None


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60) | st.sampled_from([b"[" * 200_000, b"9" * 9999, b'{"seal":1}']))
def test_anything_else_was_never_sealed(body: bytes) -> None:
    assert unsealed_json(body, KEY, "manifest") is None


# An index is opened only if this ledger made it, as it is, with what is here today.


def folder_of(index: SmallIndex) -> Path:
    return index.place.root / str(index.place.current())


def a_file_of(index: SmallIndex) -> Path:
    return max((folder_of(index) / "engine").rglob("*.seg"))


def refused(index: SmallIndex, why: str) -> None:
    """It is not opened, and the next build makes it anew."""
    with pytest.raises(IndexUnusable, match=why):
        index.open()
    assert index.build().how == "whole"
    assert len(index.found()) == 10


def test_a_missing_one(small: SmallIndex) -> None:
    with pytest.raises(MissingIndex, match=r"there is none yet.*specseek index build"):
        small.open()


def test_one_without_its_folder(small: SmallIndex) -> None:
    small.build()
    shutil.rmtree(folder_of(small))
    refused(small, "cannot be read")


@pytest.mark.parametrize(
    "name", ["", "../../elsewhere", "20200101T000000-00000000", "\xff\0", "a/b"]
)
def test_a_pointer_that_leads_nowhere(small: SmallIndex, name: str) -> None:
    small.build()
    small.place.pointer.write_bytes(name.encode("latin-1"))
    refused(small, "there is none yet|cannot be read")


def test_a_pointer_that_is_no_file(small: SmallIndex) -> None:
    small.build()
    small.place.pointer.unlink()
    small.place.pointer.mkdir()
    with pytest.raises(MissingIndex):
        small.open()
    with pytest.raises(BuildFailed, match="is not a regular file"):
        small.build()


def test_a_damaged_file_even_if_it_looks_as_before(small: SmallIndex) -> None:
    small.build()
    small.open().close()
    file = a_file_of(small)
    times = file.stat()
    body = bytearray(file.read_bytes())
    body[len(body) // 2] ^= 1
    file.write_bytes(body)
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    refused(small, f"damaged: engine/words/{file.name} was changed")


def test_a_file_that_is_cut_off_or_missing(small: SmallIndex) -> None:
    small.build()
    os.truncate(a_file_of(small), 10)
    refused(small, "was changed")
    a_file_of(small).unlink()
    refused(small, "is missing")


def test_a_file_that_somebody_added(small: SmallIndex, tmp_path: Path) -> None:
    """Whoosh opens the newest table of contents it finds, and unpickles it: that is code."""
    small.build()

    class Evil:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return os.mkdir, (str(tmp_path / "taken over"),)

    added = folder_of(small) / "engine" / "words" / "_MAIN_99.toc"
    added.write_bytes(pickle.dumps(Evil()))
    refused(small, "_MAIN_99.toc does not belong to it")
    assert not (tmp_path / "taken over").exists()


def test_a_link_in_the_place_of_a_file(small: SmallIndex, tmp_path: Path) -> None:
    small.build()
    file = a_file_of(small)
    file.rename(tmp_path / "same")
    file.symlink_to(tmp_path / "same")
    refused(small, "was changed")


def test_a_link_in_the_place_of_its_folder(small: SmallIndex, tmp_path: Path) -> None:
    """All is as it was, for now: who has the link can exchange everything behind it at once."""
    small.build()
    small.open().close()
    folder = folder_of(small)
    folder.rename(tmp_path / "elsewhere")
    folder.symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    refused(small, "its folder is a link")


def test_empty_files_do_no_harm(small: SmallIndex) -> None:
    small.build()
    (folder_of(small) / "engine" / "lock").touch()
    small.open().close()


def test_one_of_another_ledger(small: SmallIndex, tmp_path: Path) -> None:
    other = SmallIndex(tmp_path / "other")
    for number in range(1, 11):
        other.say(number, 价格="1元")
    other.build()
    shutil.copytree(other.data / "index", small.data / "index")
    refused(small, "does not have the seal of this ledger")
    other.close()


def test_one_generation_in_the_place_of_another(small: SmallIndex) -> None:
    small.build()
    old = folder_of(small)
    small.say(1, 价格="1元").build()
    new = folder_of(small)
    shutil.rmtree(new)
    old.rename(new)
    refused(small, "does not have the seal")


@pytest.mark.parametrize("body", [b"", b"{}", b"[" * 100_000, b'{"seal": "x"}', b"\xff\0", b"null"])
def test_an_invalid_manifest_is_refused(small: SmallIndex, body: bytes) -> None:
    small.build()
    (folder_of(small) / MANIFEST).write_bytes(body)
    refused(small, "does not have the seal")


def test_a_manifest_that_was_written_to(small: SmallIndex) -> None:
    small.build()
    manifest = folder_of(small) / MANIFEST
    text = manifest.read_text("utf-8")
    manifest.write_text(text.replace('"products": 10', '"products": 11'), "utf-8")
    refused(small, "does not have the seal")


def test_who_looked_through_it_once_need_not_again(small: SmallIndex) -> None:
    small.build()
    checked = small.place.checked(str(small.place.current()))
    assert not checked.exists()
    small.open().close()
    first = checked.stat().st_mtime_ns
    small.open().close()
    assert checked.stat().st_mtime_ns == first
    trusted_manifest(small.place, thorough=True)
    assert checked.stat().st_mtime_ns != first


def test_that_it_was_looked_through_must_be_sealed_too(small: SmallIndex) -> None:
    small.build()
    small.open().close()
    checked = small.place.checked(str(small.place.current()))
    genuine = checked.read_bytes()
    file = a_file_of(small)
    file.write_bytes(file.read_bytes()[::-1])
    shutil.copy(folder_of(small) / MANIFEST, checked)  # sealed, but as something else
    refused(small, "was changed")
    checked.write_bytes(genuine)
    small.open().close()  # a glance that fails costs a thorough look, no more


def test_one_in_a_folder_that_may_only_be_read(
    small: SmallIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    small.build()

    def no_writing(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("index.generations.replace_file", no_writing)
    assert len(small.found()) == 10
