"""Errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import SpecSeekError

if TYPE_CHECKING:
    from pathlib import Path


class SuggestionsUnreadableError(SpecSeekError):
    def __init__(self, path: Path, why: str) -> None:
        super().__init__(
            f"{path}: the suggestions cannot be read, because {why}; "
            "make the index anew with: specseek index build"
        )
