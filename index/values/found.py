"""What a reader of one type found in a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from index.values.typed import TypedValue
    from index.values.writing import Span


@dataclass(frozen=True, slots=True)
class ValueMatch:
    """Values, and the places in the text that are spoken for by them."""

    values: tuple[TypedValue, ...] = ()
    spans: tuple[Span, ...] = ()
