"""The group of a link: does it lead to a product, to a list, or elsewhere?"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from spider.links.hints import LIST, OTHER, PRODUCT
from spider.links.looks import anchor_looks, is_page_turn

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet


class LinkGroup(StrEnum):
    """What a link leads to, as far as is known."""

    PRODUCT = "product"
    LIST = "list"
    OTHER = "other"


def group_of(
    anchor: str,
    in_anchor: AbstractSet[str],
    in_url: AbstractSet[str],
    *,
    leads_on: bool = False,
    learned: LinkGroup | None = None,
) -> LinkGroup:
    """What happened to links of this kind counts first, then the anchor, then the address."""
    if leads_on or is_page_turn(anchor):
        return LinkGroup.LIST
    if learned is not None:
        return learned
    for hints in (in_anchor, in_url):
        if OTHER in hints:
            return LinkGroup.OTHER
        if LIST in hints and PRODUCT not in hints:
            return LinkGroup.LIST
        if PRODUCT in hints:
            return LinkGroup.PRODUCT
    return LinkGroup.PRODUCT if "look:model" in anchor_looks(anchor) else LinkGroup.OTHER
