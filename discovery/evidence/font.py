"""Evidence 1: known names are written in this font.

The published feature is the tag with its attributes, or the class name, of the nearest ancestor
that sets a font. Ours is the font that comes of it, so that two classes of one look are equal
and one class of two looks is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discovery.evidence.likeness import DEFAULT, likelihood

if TYPE_CHECKING:
    from pages.dom.leaf import Leaf
    from pages.styles.looks import Looks

__all__ = ["font_of", "likelihood"]


def font_of(leaf: Leaf, looks: Looks) -> str:
    """The font that the nearest ancestor sets, in words; "" where none does."""
    font = looks.set_font(leaf.element)
    return DEFAULT if font is None else " ".join(map(str, font))
