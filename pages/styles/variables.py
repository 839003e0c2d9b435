"""Custom properties: var(--name) replaced by what the name stands for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pages.styles.declarations import LONGEST_VALUE

if TYPE_CHECKING:
    from collections.abc import Mapping

_MOST_STEPS = 50
_INNERMOST = re.compile(
    r"var\(\s*+(--[^\s,()]++)\s*+(?:,([^()]*+(?:\([^()]*+\)[^()]*+)*))?\)", re.IGNORECASE
)


def substituted(text: str, variables: Mapping[str, str]) -> str | None:
    """The text with all variables put in; None where one is unknown or they have no end."""
    for _ in range(_MOST_STEPS):
        found = _INNERMOST.search(text)
        if found is None:
            return None if "var(" in text.lower() else text
        value = variables.get(found[1], found[2])
        if value is None:
            return None
        text = text[: found.start()] + value + text[found.end() :]
        if len(text) > LONGEST_VALUE:
            return None
    return None
