"""The tag sequence as a list of texts to mark, each with the tags that lead to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pages.outline import Outline

MOST_TEXTS = 1_500
_LONGEST = 200
_MARGIN = 3


class MarkableText(NamedTuple):
    """`tag` is the number, from 1, of the tag in the sequence that the text stands behind.

    `tags` are those since the text before it, the last few of them.
    """

    number: int
    tag: int
    tags: str
    text: str


class MarkableTexts(NamedTuple):
    """`whole` tells that this is all the page has; `cut` that it has more than is shown."""

    shown: tuple[MarkableText, ...]
    whole: bool
    cut: bool


def markable_texts(outline: Outline, region: range) -> MarkableTexts:
    """The texts of a region and a few around it; of the whole page where the region is empty."""
    leaves = range(len(outline.owners))
    wanted = leaves
    if region:
        wanted = leaves[max(region.start - _MARGIN, 0) : region.stop + _MARGIN]
    shown = wanted[:MOST_TEXTS]
    return MarkableTexts(
        tuple(_texts(outline, shown)),
        whole=len(wanted) == len(leaves),
        cut=len(wanted) > len(shown),
    )


def _texts(outline: Outline, leaves: Iterable[int]) -> Iterable[MarkableText]:
    before = None
    for leaf in leaves:
        tag = outline.leaf_tags[leaf]
        first = tag if before is None else min(before + 1, tag)
        tags = "*".join(outline.tags[max(first, tag - 7, 1) : tag + 1])
        yield MarkableText(leaf, tag, "" if tag == before else tags, outline.texts[leaf][:_LONGEST])
        before = tag
