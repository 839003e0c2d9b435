"""Labelled pages that teach nothing yet: work begun, kept until it is finished or thrown away."""

from __future__ import annotations

import hashlib
import re
from contextlib import suppress
from shutil import rmtree
from typing import TYPE_CHECKING

from core.errors import FileProblems
from rules.sample_files import read_samples, write_sample

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pages.page import Page
    from rules.learn import Sample

_KEY = re.compile("[0-9a-f]{16}")


def key_of(page: Page) -> str:
    """A page is known by its bytes: the same page is the same draft."""
    return hashlib.sha256(page.body).hexdigest()[:16]


class Drafts:
    """A folder for each draft, in it a page and its labels as samples keep them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, sample: Sample) -> str:
        """Put a draft in the place of an earlier one of the same page; its key."""
        key = key_of(sample.page)
        write_sample(self._folder / key, sample)
        return key

    def read(self, key: str) -> Sample | None:
        """None where there is no such draft, or the key is none."""
        if not _KEY.fullmatch(key):
            return None
        return next(iter(read_samples(self._folder / key)), None)

    def all(self) -> Iterator[tuple[str, Sample]]:
        """Every draft that can be read, with its key, the last one touched first."""
        folders = [path for path in self._folder.glob("*") if _KEY.fullmatch(path.name)]
        for folder in sorted(folders, key=lambda path: path.stat().st_mtime, reverse=True):
            with suppress(FileProblems):
                if sample := self.read(folder.name):
                    yield folder.name, sample

    def remove(self, key: str) -> None:
        if _KEY.fullmatch(key):
            rmtree(self._folder / key, ignore_errors=True)
