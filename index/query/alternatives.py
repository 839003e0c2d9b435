"""Alternatives: 双卡 OR NFC, 小米或华为, iphone or samsung.

`alternatives_in` finds the pieces of a text between which there is an "or". It binds more closely
than a space: 小米或华为 8GB means 8 GB of either brand.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from index.query.model import AttributeFilter
from index.query.vocabulary import product_names
from index.query.wordlists import any_of, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from core.topic import Topic
    from index.query.model import Alternatives, TextSpan


_OR = rf"(?:{any_of(words_of(lambda pack: pack.one_of))}|\|{{1,2}})"
_NOTHING = rf"\s|[,、]|{any_of(words_of(lambda pack: pack.around_one_of))}"
_HAS_DIGIT = re.compile(r"\d")


def alternatives_in(
    text: str, pieces: Iterable[TextSpan], topic: Topic, brand: str
) -> tuple[Alternatives, ...]:
    """`text` is folded, `pieces` are filters and words; words that follow each other are one."""
    joints = _joints(topic)
    groups: list[list[tuple[TextSpan, ...]]] = []
    for item in _items(text, pieces, brand):
        before = groups[-1][-1][-1] if groups else None
        if before and joints.fullmatch(text, before.end, item[0].start):
            groups[-1].append(item)
        else:
            groups.append([item])
    return tuple(tuple(group) for group in groups if len(group) > 1)


@lru_cache(maxsize=8)
def _joints(topic: Topic) -> re.Pattern[str]:
    nothing = rf"(?:{_NOTHING}|{any_of(product_names(topic))})*"
    return re.compile(rf"{nothing}{_OR}{nothing}")


def _items(text: str, pieces: Iterable[TextSpan], brand: str) -> Iterator[tuple[TextSpan, ...]]:
    """A brand and the model behind it are one thing: 小米 14 或 华为 mate 60."""
    item: list[TextSpan] = []
    for piece in sorted({each.place: each for each in pieces}.values(), key=lambda one: one.start):
        if item and not _continues(text, item, piece, brand):
            yield tuple(item)
            item = []
        item.append(piece)
    if item:
        yield tuple(item)


def _continues(text: str, item: Sequence[TextSpan], piece: TextSpan, brand: str) -> bool:
    last = item[-1]
    if isinstance(piece, AttributeFilter) or text[last.end : piece.start].strip():
        return False
    if not isinstance(last, AttributeFilter):
        return True
    return last.attribute == brand and bool(_HAS_DIGIT.search(piece.said))
