"""The unit that stands behind the numbers of many values."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from index.values.text import plain
from index.values.units import scale_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.topic import Topic

_BEHIND_A_NUMBER = re.compile(
    r"\d\s?(?:(?P<sign>%|℃|°C|[°\"])|(?P<latin>[a-zμµ]{1,12}(?:/[a-z]{1,3})?)(?![a-z])"
    r"|(?P<han>[\u4e00-\u9fff]{1,4}))",
    re.IGNORECASE,
)
_IN_BRACKETS = re.compile(r"\(\s*(?P<unit>[^()\s]{1,8})\s*\)\s*\Z")
_SHARE = 6 / 10  # of the values must name it
_KNOWN = "of "
_NO_UNITS = frozenset("x X p P th st nd rd and or to G K M T".split())  # 3G is a network


def unit_of(name: str, values: Sequence[str], topic: Topic) -> str:
    """As the topic spells it, or as most values do; "" where there is none.

    >>> from core.topic import shipped_topic
    >>> phones = shipped_topic("phones")
    >>> unit_of("采样率", ["240赫兹", "480赫兹屏幕"], phones)
    'Hz'
    >>> unit_of("容量（毫安时）", ["900"], phones)
    'mAh'
    """
    named = _IN_BRACKETS.search(plain(name))
    if named and scale_of(named["unit"]).kind:
        return _as_topic_spells(named["unit"], topic)
    found = [set(_units_in(plain(raw))) for raw in values]
    kinds = Counter(kind for units in found for kind in {_kind(unit) for unit in units})
    often = [kind for kind in kinds if kinds[kind] >= _SHARE * len(values)]
    best = max(often, key=lambda kind: (_is_known(kind), kinds[kind], len(kind), kind), default="")
    spelled = Counter(unit for units in found for unit in units if _kind(unit) == best)
    if not spelled:
        return ""
    unit = max(spelled, key=lambda unit: (spelled[unit], len(unit), unit))
    return _as_topic_spells(unit, topic)


def _kind(unit: str) -> str:
    """Units that can be converted into each other are of one kind; others are their own."""
    kind = scale_of(unit).kind
    return f"{_KNOWN}{kind}" if kind else unit


def _is_known(kind: str) -> bool:
    return kind.startswith(_KNOWN)


def _units_in(text: str) -> Iterator[str]:
    """Nobody knows where a unit ends that is written in Han characters: all beginnings."""
    for found in _BEHIND_A_NUMBER.finditer(text):
        if found["han"]:
            yield from (found["han"][:end] for end in range(1, len(found["han"]) + 1))
        elif found["latin"]:
            if found["latin"] not in _NO_UNITS:
                yield found["latin"]
        else:
            yield found["sign"]


def _as_topic_spells(unit: str, topic: Topic) -> str:
    """One writing for one unit: 毫安时 is mAh where the topic writes mAh."""
    scale = scale_of(unit)
    if scale.kind:
        for attribute in topic.attributes:
            same = attribute.unit and scale.factors.get(attribute.unit.casefold()) == 1.0
            if same:
                return attribute.unit
    return unit
