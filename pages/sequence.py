"""The tag sequence of a page: one letter per tag, so that a search for an area is `str.find`.

`Alphabet` gives each tag name a letter, `tag_sequence` reads a whole page and `TagString` a
part of one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from typing import TYPE_CHECKING

from pages.encoding import to_text
from pages.nesting import outline_of_pieces
from pages.outline import JOINED, Outline
from pages.page import SEAM, content_text
from pages.tags import TAG, text_inside

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pages.page import Page


_HTML_NAMES = (
    "a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big "
    "blink blockquote body br button canvas caption center cite code col colgroup content data "
    "datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font "
    "footer form frame frameset g h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img "
    "input ins isindex kbd keygen label legend li link listing main map mark marquee math menu "
    "menuitem meta meter nav nobr noembed noframes noscript object ol optgroup option output p "
    "param path picture plaintext pre progress q rb rp rt rtc ruby s samp script section select "
    "slot small source spacer span strike strong style sub summary sup svg table tbody td template "
    "textarea tfoot th thead time title tr track tt u ul use var video wbr xmp"
).split()
_FIRST = 0xE000  # the private use area
_LONGEST = 6000
OTHER = "\uffff"


class _Letters(dict[bytes | None, str]):
    """Letters by tag name; unknown names and those in mixed case are looked up every time."""

    def __missing__(self, name: bytes | None) -> str:
        return self.get(name.lower(), OTHER) if name else ""


class Alphabet:
    """Letters for HTML's names and for the further names that the rules at hand use.

    All other names share one letter, so that a page cannot make the alphabet grow.
    """

    def __init__(self, further: Iterable[str] = ()) -> None:
        names = dict.fromkeys((*_HTML_NAMES, *further))
        self._letters = _Letters({None: ""})
        for number, name in enumerate(list(names)[:_LONGEST]):
            letter = chr(_FIRST + number)
            self._letters[name.encode("latin-1", "replace")] = letter
            self._letters[name.upper().encode("latin-1", "replace")] = letter

    def spell(self, names: Iterable[bytes | None]) -> str:
        """The tag names of a page, in any case, as a string of letters; None has no letter."""
        return "".join(map(self._letters.__getitem__, names))

    def spell_written(self, sequence: str) -> str:
        """A sequence as rules write it, `html*title*body`."""
        return self.spell(name.encode("latin-1", "replace") for name in sequence.split("*") if name)


# The tag sequence of a page: its start tags in source order, each with its content.


@dataclass(frozen=True, slots=True)
class TagSequence:
    """`contents[i]` is all the text after tag `names[i]`, up to the next start tag."""

    names: list[str]
    contents: list[str]


def tag_sequence(page: Page) -> TagSequence:
    """Read the whole page; text in front of the first tag belongs to none."""
    tags = TagString(page.body, page.encoding, Alphabet())
    names = [name for name in tags.pieces[1::3] if name is not None]
    spelled = {name: to_text(name, page.encoding).lower() for name in set(names)}
    contents = [tags.content(tag) for tag in range(len(names))]
    return TagSequence([spelled[name] for name in names], contents)


# The tags of a page or of a part of it, as a string of letters; contents only when asked for.


class TagString:
    """`letters[n]` is the n-th tag; `most` bounds how many tags are read."""

    def __init__(
        self, source: bytes | memoryview, encoding: str, alphabet: Alphabet, most: int = 0
    ) -> None:
        self.pieces = TAG.split(source, maxsplit=most)
        self.encoding = encoding
        self.letters = alphabet.spell(self.pieces[1::3])

    @cached_property
    def _places(self) -> Sequence[int]:
        """The position of each start tag among the pieces; others are comments and the like."""
        names = self.pieces[1::3]
        return list(compress(range(len(names)), names))

    @cached_property
    def outline(self) -> Outline:
        return outline_of_pieces(self.pieces, self.encoding)

    def content(self, tag: int) -> str:
        """All the text after a tag up to the next start tag, without comments and scripts."""
        places, pieces = self._places, self.pieces
        first = places[tag]
        end = places[tag + 1] if tag + 1 < len(places) else len(pieces) // 3
        raw = pieces[3 * first + 3]
        if end - first > 1:
            raw = SEAM.join(pieces[3 * first + 3 : 3 * end + 1 : 3])
        inside = text_inside(pieces[3 * first + 1], pieces[3 * first + 2])
        return content_text(inside + SEAM + raw if inside else raw, self.encoding)

    def is_joined(self, tag: int) -> bool:
        """Whether the text after a tag follows that of the previous tag without a gap."""
        first = self._places[tag - 1]
        pair = outline_of_pieces(self.pieces[3 * first : 3 * self._places[tag] + 4], self.encoding)
        return 2 in pair.leaf_tags and pair.gaps[pair.leaf_tags.index(2)] == JOINED
