"""Groups of words that mean the same, the one to display first; and families of such words."""

from __future__ import annotations

from collections import Counter, deque
from typing import TYPE_CHECKING

from core.locales import colour_names
from core.names import name_key

if TYPE_CHECKING:
    from collections.abc import Mapping


WordGroups = tuple[tuple[str, ...], ...]


def in_two_groups(groups: WordGroups) -> str | None:
    """The key of a word that is in two groups."""
    keys = Counter(key for same in groups for key in {name_key(word) for word in same})
    return next((key for key, times in keys.items() if times > 1), None)


def all_families(
    families: Mapping[str, tuple[str, ...]], words: WordGroups
) -> dict[str, tuple[str, ...]]:
    """Value → the families that it is in, directly or through others, the nearest first."""
    first = {name_key(word): same[0] for same in words for word in same}
    direct: dict[str, list[str]] = {}
    for family, members in families.items():
        for member in members:
            named = first.get(name_key(member), member)
            direct.setdefault(named, []).append(first.get(name_key(family), family))
    found: dict[str, tuple[str, ...]] = {}
    for value, nearest in direct.items():
        wider = dict.fromkeys(nearest)  # in order; a list would be searched for each of them
        waiting = deque(wider)
        while waiting:
            further = dict.fromkeys(direct.get(waiting.popleft(), ()))
            waiting += [one for one in further if one not in wider]
            wider |= further
        found[value] = tuple(wider)
    return found


def in_a_circle(families_of: Mapping[str, tuple[str, ...]]) -> str | None:
    """A value that is in its own family."""
    return next((value for value, wider in families_of.items() if value in wider), None)


def with_colours(words: WordGroups, language: str) -> WordGroups:
    """The groups, and the colours of all languages, the name in this language first.

    A colour that is among the words already only adds its names there.

    >>> with_colours((("Schwarz", "Anthrazit"),), "de")[0][:3]
    ('Schwarz', 'Anthrazit', 'schwarzer')
    """
    colours = {name_key(name): names for names in colour_names(language) for name in names}
    taken = {name_key(word) for same in words for word in same}
    own: list[tuple[str, ...]] = []
    used: set[tuple[str, ...]] = set()
    for same in words:
        alike = dict.fromkeys(colours[key] for key in map(name_key, same) if key in colours)
        further = (name for names in alike for name in names if name_key(name) not in taken)
        own.append((*same, *further))
        used.update(alike)
    return (*own, *(names for names in dict.fromkeys(colours.values()) if names not in used))
