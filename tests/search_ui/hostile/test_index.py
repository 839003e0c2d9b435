"""An index that somebody wrote to is code of theirs: the pages do not open it."""

from __future__ import annotations

import os
import pickle
from shutil import copytree, rmtree
from typing import TYPE_CHECKING

import pytest

from tests.search_ui.product_shop import SOME_PHONES, shop
from tests.search_ui.site_for_tests import site_on

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class Evil:
    """Whoever unpickles it makes a folder."""

    def __init__(self, made: Path) -> None:
        self._made = made

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (str(self._made),)


def generation(data: Path) -> Path:
    root = data / "index" / "phones"
    return root / (root / "current").read_text().strip()


def contents(folder: Path) -> Path:
    """The file that Whoosh unpickles first."""
    return next((folder / "engine").rglob("*.toc"))


def swap_pickle(folder: Path, evil: bytes) -> None:
    contents(folder).write_bytes(evil)


def swap_pickle_of_the_same_size_and_time(folder: Path, evil: bytes) -> None:
    file = contents(folder)
    was = file.stat()
    file.write_bytes(evil.ljust(was.st_size, b"\0")[: max(was.st_size, len(evil))])
    os.utime(file, ns=(was.st_atime_ns, was.st_mtime_ns))


def add_newer_pickle(folder: Path, evil: bytes) -> None:
    contents(folder).with_name("_MAIN_99.toc").write_bytes(evil)


def link_pickle(folder: Path, evil: bytes) -> None:
    elsewhere = folder.parent / "elsewhere"
    elsewhere.write_bytes(evil)
    contents(folder).unlink()
    contents_was = folder / "engine" / "words" / "_MAIN_99.toc"
    contents_was.symlink_to(elsewhere)


def link_folder(folder: Path, evil: bytes) -> None:
    moved = folder.rename(folder.with_name("elsewhere"))
    folder.symlink_to(moved, target_is_directory=True)
    swap_pickle(moved, evil)


def remove_folder(folder: Path, _: bytes) -> None:
    rmtree(folder)


def point_upwards(folder: Path, evil: bytes) -> None:
    outside = folder.parents[2] / "outside"
    copytree(folder, outside)
    swap_pickle(outside, evil)
    (folder.parent / "current").write_text("../../outside")


def vouch_for_it_anew(folder: Path, evil: bytes) -> None:
    """With a manifest that names the new file as it is, but cannot be sealed."""
    swap_pickle(folder, evil)
    manifest = folder / "manifest.json"
    name = contents(folder).relative_to(folder).as_posix()
    manifest.write_text(manifest.read_text("utf-8").replace(name, "engine/x"), "utf-8")


ATTACKS = (
    swap_pickle,
    swap_pickle_of_the_same_size_and_time,
    add_newer_pickle,
    link_pickle,
    link_folder,
    remove_folder,
    point_upwards,
    vouch_for_it_anew,
)


@pytest.fixture(scope="module")
def genuine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built, and looked through once: later a glance would do."""
    data = tmp_path_factory.mktemp("genuine")
    assert shop(data, SOME_PHONES).test_client().get("/search").status_code == 200
    return data


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("known", [True, False], ids=["looked through before", "never seen"])
def test_no_page_opens_a_manipulated_index(
    genuine: Path, tmp_path: Path, attack: Callable[[Path, bytes], None], *, known: bool
) -> None:
    data, taken = tmp_path / "data", tmp_path / "taken over"
    copytree(genuine, data)
    if known:
        assert site_on(data).test_client().get("/search").status_code == 200
    attack(generation(data), pickle.dumps(Evil(taken)))
    client = site_on(data).test_client()
    for path in ("/search", "/search.json", "/suggest.json?q=a", "/p/xiaomi:14", "/compare?id=a"):
        answer = client.get(path)
        assert answer.status_code == 503
        assert str(tmp_path) not in answer.text
    assert client.get("/").status_code == 200
    assert not taken.exists()
