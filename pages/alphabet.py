"""One letter for each tag name: a tag sequence becomes a string, a search `str.find`.

A search over letters can only match whole tags, which a search over `td*b*` cannot promise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

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
    """Letters by tag name; a name in an odd case or an unknown one is not kept."""

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
