"""Is a look one of the known names' looks? Fonts and backgrounds are compared alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

# The look of a text around which nothing sets one.
DEFAULT = ""


def likelihood(look: str, known: Collection[str]) -> float:
    """To share a look that was set tells much, to share the default one tells nothing.

    >>> likelihood("bold", {"bold"}), likelihood("", {""}), likelihood("bold", {""})
    (1.0, 0.5, 0.0)
    """
    if look not in known:
        return 0.0
    return 0.5 if look == DEFAULT else 1.0
