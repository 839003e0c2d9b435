"""Names of attributes that a page shows, by the topic's word alone, and what stands behind each."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pages.outline import BROKEN
from pages.rows import LONGEST_NAME
from rules.names import clean_name, name_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pages.outline import Outline
    from rules.topic import Topic

_COLON = re.compile("[:：]")
_OFTEN = 3


@dataclass(frozen=True, slots=True)
class ShownName:
    """`rest` is what stands behind a colon in the name's own text."""

    leaf: int
    name: str
    rest: str = ""

    @property
    def key(self) -> str:
        return name_key(self.name)


def split_name(text: str) -> tuple[str, str]:
    """Name and value of a text that holds both, parted by its first colon.

    >>> split_name("重量：102 克"), split_name("102 克")
    (('重量', '102 克'), ('', '102 克'))
    """
    name, colon, value = _parted(text)
    return (clean_name(name), value.strip()) if colon else ("", text)


def _parted(text: str) -> tuple[str, str, str]:
    colon = _COLON.search(text, 0, LONGEST_NAME + 1)
    if not colon:
        return text, "", ""
    return text[: colon.start()], colon[0], text[colon.end() :]


def shown_names(outline: Outline, topic: Topic) -> list[ShownName]:
    """Every text that is a name the topic knows, or begins with one and a colon."""
    found: list[ShownName] = []
    for leaf, text in enumerate(outline.texts):
        if outline.owners[leaf] in outline.hidden:
            continue
        if len(text) <= LONGEST_NAME and name_key(text) in topic.lexicon:
            found.append(ShownName(leaf, clean_name(text)))
            continue
        name, rest = split_name(text)
        if name and name_key(name) in topic.lexicon:
            found.append(ShownName(leaf, name, rest))
    return found


def values_behind(outline: Outline, names: Sequence[ShownName]) -> Iterator[tuple[ShownName, str]]:
    """Each name with the text that seems to be its value; names without one are left out."""
    limits = [*(name.leaf for name in names[1:]), len(outline.owners)]
    behind = [
        (name, range(0) if name.rest else _leaves_behind(outline, name.leaf, limit))
        for name, limit in zip(names, limits, strict=False)
    ]
    dressing = _said_everywhere(outline, [leaves for _, leaves in behind])
    for name, leaves in behind:
        kept = [leaf for leaf in leaves if outline.texts[leaf] not in dressing]
        value = name.rest or outline.text(kept or leaves)
        if value:
            yield name, value.lstrip(":： ")


def _said_everywhere(outline: Outline, values: Sequence[range]) -> set[str]:
    """Texts that stand beside many of the values ("correct this"): no part of any of them."""
    beside = Counter(
        text for leaves in values if len(leaves) > 1 for text in {outline.texts[i] for i in leaves}
    )
    return {text for text, times in beside.items() if times >= max(_OFTEN, len(values) // 3)}


def _leaves_behind(outline: Outline, name: int, limit: int) -> range:
    """The rest of the line, or the whole element that begins behind the name and lacks it."""
    first = name + 1
    while first < limit and not name_key(outline.texts[first]):
        first += 1  # a colon of its own
    if first >= limit:
        return range(0)
    node = outline.owners[first]
    if outline.first_leaf[node] > name:
        while outline.first_leaf[parent := outline.parents[node]] > name:
            if outline.end_leaf[parent] > limit:
                break
            node = parent
        end, around = outline.end_leaf[node], outline.parents[node]
    else:
        end, around = first + 1, node
    stop = min(limit, outline.end_leaf[around])
    while end < stop and outline.gaps[end] != BROKEN:
        end += 1
    return range(first, min(end, limit))
