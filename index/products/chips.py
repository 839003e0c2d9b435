"""What a record says of the processor, as far as it tells phones apart."""

from __future__ import annotations

import re
from typing import NamedTuple

from index.products.vocabulary import MARKS
from index.products.writing import plain

_MAKERS = {plain(word): maker for maker, words in MARKS.chip_makers.items() for word in words}
_LINES = {plain(word): maker for maker, words in MARKS.chip_lines.items() for word in words}
_NUMBERED = re.compile(rf"({'|'.join(map(re.escape, _LINES))})\s*([a-z]?)(\d)")


class Chip(NamedTuple):
    """Its makers, and the classes of its lines ("qualcomm 6"); empty where nothing is told."""

    makers: frozenset[str] = frozenset()
    classes: frozenset[str] = frozenset()


def read_chip(said: str) -> Chip:
    """Read a processor's name, however much of it there is.

    >>> read_chip("高通骁龙625 2GHz(8核)")
    Chip(makers=frozenset({'qualcomm'}), classes=frozenset({'qualcomm 6'}))
    >>> read_chip("八核")
    Chip(makers=frozenset(), classes=frozenset())
    """
    text = plain(said)
    return Chip(
        frozenset(maker for word, maker in _MAKERS.items() if word in text),
        frozenset(
            f"{_LINES[line]} {kind or digit}" for line, kind, digit in _NUMBERED.findall(text)
        ),
    )
