"""A page in a file, with the address it once stood at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pages.page import Page
from rules.errors import SpecSeekError

if TYPE_CHECKING:
    from pathlib import Path


class UnreadablePageError(SpecSeekError):
    """A page's file is missing, or the system will not let us read it."""


@dataclass(frozen=True, slots=True)
class StoredPage:
    """`file` is the name the page goes by in the output, `path` where it is found."""

    file: str
    url: str
    path: Path

    def read(self) -> Page:
        try:
            return Page.read(self.path.read_bytes(), self.url)
        except (OSError, ValueError) as error:  # ValueError: a NUL in the file's name
            reason = getattr(error, "strerror", None) or error
            raise UnreadablePageError(f"{self.file}: cannot be read: {reason}") from error
