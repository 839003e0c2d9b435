"""The tags of a page or of a part of it, as a string of letters; contents only when asked for."""

from __future__ import annotations

from functools import cached_property
from itertools import compress
from typing import TYPE_CHECKING

from pages.nesting import outline_of_pieces
from pages.outline import JOINED, Outline
from pages.tags import TAG, text_inside
from pages.text import SEAM, content_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pages.alphabet import Alphabet


class TagStretch:
    """`letters[n]` is the n-th tag; `most` bounds how many tags are read."""

    def __init__(self, source: bytes, encoding: str, alphabet: Alphabet, most: int = 0) -> None:
        self.pieces = TAG.split(source, maxsplit=most)
        self.encoding = encoding
        self.letters = alphabet.spell(self.pieces[1::3])

    @cached_property
    def _places(self) -> Sequence[int]:
        """Where each tag stands among the pieces, of which some were skipped."""
        names = self.pieces[1::3]
        return list(compress(range(len(names)), names))

    @cached_property
    def outline(self) -> Outline:
        return outline_of_pieces(self.pieces, self.encoding)

    def content(self, tag: int) -> str:
        """All the text behind a tag up to the next start tag, whatever was skipped between."""
        places, pieces = self._places, self.pieces
        first = places[tag]
        end = places[tag + 1] if tag + 1 < len(places) else len(pieces) // 3
        raw = pieces[3 * first + 3]
        if end - first > 1:
            raw = SEAM.join(pieces[3 * first + 3 : 3 * end + 1 : 3])
        inside = text_inside(pieces[3 * first + 1], pieces[3 * first + 2])
        return content_text(inside + SEAM + raw if inside else raw, self.encoding)

    def runs_on(self, tag: int) -> bool:
        """Whether the text behind a tag follows that of the tag before it without a gap."""
        first = self._places[tag - 1]
        pair = outline_of_pieces(self.pieces[3 * first : 3 * self._places[tag] + 4], self.encoding)
        return 2 in pair.leaf_tags and pair.gaps[pair.leaf_tags.index(2)] == JOINED
