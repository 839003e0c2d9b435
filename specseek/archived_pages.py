"""The pages of an archive, as `specseek extract` reads them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.errors import SpecSeekError
from pages.page import Page
from specseek.stored_page import UnreadablePageError
from store.archive import ArchiveError, archive_files, read_captures

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from store.archive import ArchiveDamage, Capture

_HTML = {"text/html", "application/xhtml+xml"}


class NoArchiveError(SpecSeekError):
    """A folder was named that holds no archive."""


@dataclass(frozen=True, slots=True)
class ArchivedPage:
    """`file` is the archive's file and the offset of the record in it."""

    file: str
    capture: Capture

    @property
    def url(self) -> str:
        return self.capture.url

    def read(self) -> Page:
        return Page.read(self.capture.body, self.url, self.capture.content_type)


@dataclass(frozen=True, slots=True)
class DamagedRecord:
    """Stands where an archive cannot be read any further."""

    damage: ArchiveDamage
    url = ""

    @property
    def file(self) -> str:
        return self.damage.file

    def read(self) -> Page:
        raise UnreadablePageError(str(self.damage))


def archived_pages(path: Path) -> Iterator[ArchivedPage | DamagedRecord]:
    """Every page that was answered with status 200 and as HTML, in order; damages at the end."""
    if not archive_files(path):
        raise NoArchiveError(f"{path}: holds no archive (*.warc.gz or *.warc)")
    try:
        for place, capture in read_captures(path):
            if capture.status == 200 and _media_type(capture) in _HTML:
                yield ArchivedPage(f"{place.file}:{place.offset}", capture)
    except ArchiveError as error:
        yield from map(DamagedRecord, error.damages)


def _media_type(capture: Capture) -> str:
    return capture.content_type.partition(";")[0].strip().lower()
