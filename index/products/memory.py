"""Memory sizes in names: 4GB+64GB, (6+128), 8GB RAM, 64G版."""

from __future__ import annotations

import re
from typing import NamedTuple

_KIND = r"\s*+(?:ram|rom|运行内存|运存|内存|闪存|存储)?"
_PAIR = re.compile(
    rf"(?<![a-z0-9.])(\d{{1,2}})\s*+(gb?+)?{_KIND}\s*+([+/])\s*+"
    rf"(\d{{1,4}})\s*+(gb?+|tb?+)?{_KIND}\s*+版?(?![a-z0-9.])",
    re.IGNORECASE,
)
# With a bare G only sizes that are no network: 3G is one, 32G is none.
_LONE = re.compile(
    rf"(?<![a-z0-9.+])(\d++(?:\.\d++)?\s*+(?:gb|tb|mb)|(?:8|16|32|64|128|256|512)\s*+g)"
    rf"{_KIND}\s*+版?(?![a-z0-9])",
    re.IGNORECASE,
)
_RAM = frozenset("1 2 3 4 6 8 10 12 16 18 24".split())
_ROM = frozenset("8 16 32 64 128 256 512 1024".split())


class WithoutMemory(NamedTuple):
    rest: str
    memory: str


def take_memory(name: str) -> WithoutMemory:
    """Cut the sizes out of a tidy name; a number that may belong to the model stays there.

    >>> take_memory("mate10 4gb+64gb"), take_memory("iphone 8/64gb")
    (WithoutMemory(rest='mate10  ', memory='4GB+64GB'), \
WithoutMemory(rest='iphone 8/ ', memory='64GB'))
    """
    sizes: list[str] = []

    def pair(found: re.Match[str]) -> str:
        if not _is_pair(found, name):
            return found[0]
        ram, _, _, rom, unit = found.groups()
        sizes.append(f"{ram}GB+{rom}{'TB' if unit and unit[0] in 'tT' else 'GB'}")
        return " "

    def lone(found: re.Match[str]) -> str:
        size = found[1].replace(" ", "").upper()
        sizes.append(size if size.endswith("B") else size + "B")
        return " "

    rest = _LONE.sub(lone, _PAIR.sub(pair, name))
    return WithoutMemory(rest, "+".join(dict.fromkeys(sizes)))


def _is_pair(found: re.Match[str], name: str) -> bool:
    ram, ram_unit, sign, rom, rom_unit = found.groups()
    if ram_unit and (rom_unit or rom in _ROM):
        return True
    if sign == "/" or ram not in _RAM or not (rom in _ROM or rom_unit):
        return False
    # "iPhone 8+64GB" is an 8 Plus: before sizes without units the model has to be complete.
    before = name[: found.start()]
    return before.endswith("(") or any(map(str.isdigit, before))
