"""Evidence 2: known names stand on this background.

The published feature is the attribute or class name of the nearest ancestor that sets a
background; ours is the background that comes of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discovery.evidence.likeness import DEFAULT, likelihood

if TYPE_CHECKING:
    from pages.dom.leaf import Leaf
    from pages.styles.looks import Looks

__all__ = ["background_of", "likelihood"]


def background_of(leaf: Leaf, looks: Looks) -> str:
    """The background that the nearest ancestor sets, in words; "" where none does."""
    background = looks.set_background(leaf.element)
    return DEFAULT if background is None else " ".join(map(str, background))
