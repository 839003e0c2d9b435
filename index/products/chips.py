"""What a record says of the processor, as far as it tells phones apart."""

from __future__ import annotations

import re
from typing import NamedTuple

from index.products.vocabulary import MARKS
from index.products.writing import folded

_MAKERS = {folded(word): maker for maker, words in MARKS.chip_makers.items() for word in words}
_LINES = {folded(word): maker for maker, words in MARKS.chip_lines.items() for word in words}
_NUMBERED = re.compile(rf"({'|'.join(map(re.escape, _LINES))})\s*([a-z]?)(\d)")


class Chipset(NamedTuple):
    """Its makers, and the classes of its lines ("qualcomm 6"); empty where nothing is told."""

    makers: frozenset[str] = frozenset()
    classes: frozenset[str] = frozenset()


def read_chipset(said: str) -> Chipset:
    """Read a processor's name, however much of it there is.

    >>> read_chipset("高通骁龙625 2GHz(8核)")
    Chipset(makers=frozenset({'qualcomm'}), classes=frozenset({'qualcomm 6'}))
    >>> read_chipset("八核")
    Chipset(makers=frozenset(), classes=frozenset())
    """
    text = folded(said)
    return Chipset(
        frozenset(maker for word, maker in _MAKERS.items() if word in text),
        frozenset(
            f"{_LINES[line]} {kind or digit}" for line, kind, digit in _NUMBERED.findall(text)
        ),
    )
