"""A page in a file, with the address it once stood at."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from core.errors import SpecSeekError
from pages.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class UnreadablePageError(SpecSeekError):
    """A page's file is missing, or the system will not let us read it."""


class RefusedPageError(SpecSeekError):
    """A page on which the reader broke; `why` tells how."""

    def __init__(self, file: str, why: str) -> None:
        super().__init__(f"{file}: cannot be understood: {why}")
        self.why = why


@contextmanager
def refused_if_broken(file: str) -> Iterator[None]:
    """A page that breaks the reader costs that page, never the run."""
    try:
        yield
    except (SpecSeekError, click.ClickException):
        raise
    except Exception as error:
        why = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise RefusedPageError(file, why) from error


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
