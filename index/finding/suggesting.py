"""What the finder needs of the suggestions of an index."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence


class Suggestions(Protocol):
    def complete(self, typed: str) -> Sequence[str]: ...

    def correct(self, typed: str) -> Sequence[str]: ...
