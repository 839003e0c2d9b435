"""Endless spaces: recognised by what their pages give, and left after a fair number of them.

A visit is barren when it gave no record, no new link to another part of the site or to a kind
of page that gave records, and no text that pages of its kind did not have. Lists that go on for
long and large catalogues always give one of the three. After enough barren visits in a row the
links of that kind are held: kept, told in the error register, not fetched.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from spider.links.endless import is_suspect, why_endless
from spider.links.features import split_shape
from spider.links.novelty import Novelty

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pages.page import Page
    from spider.links.bucket import LinkBucket
    from spider.links.judge import KnownLink
    from spider.links.memory import SiteKnowledge

# A kind that counts days, or chooses by many parameters, is left after a third of the visits.
_SUSPECT = 3
# Texts are looked at only after this many visits that gave nothing else: most pages never are.
_VISITS_BEFORE_TEXTS = 10
_FEW_NEW_TEXTS = 2


class TrapVerdict(NamedTuple):
    """Why links are held; `address` is their shape, "" where it is one address alone."""

    address: str
    words: str


@dataclass
class _Kind:
    """Pages whose addresses have one shape."""

    barren: int = 0
    gave_records: bool = False
    novelty: Novelty = field(default_factory=Novelty)


class TrapWatch:
    """Notes what visits gave; what it holds is kept in the memory of the site."""

    def __init__(self, memories: dict[str, SiteKnowledge], patience: int, this_year: int) -> None:
        self._memories = memories
        self._patience = patience
        self._this_year = this_year
        self._kinds: defaultdict[tuple[str, str], _Kind] = defaultdict(_Kind)

    def verdict(self, link: KnownLink) -> TrapVerdict | None:
        """Why a link should not be fetched; None for nearly all."""
        address = address_shape_of(link.shape)
        memory = self._memories.get(link.site)
        if memory and address in memory.held:
            return TrapVerdict(address, memory.held[address])
        why = why_endless(link.url, self._this_year)
        return TrapVerdict("", f"Addresses like this have no end: {why}.") if why else None

    def note(
        self, link: KnownLink, page: Page, *, record: bool, new_links: Iterable[LinkBucket]
    ) -> TrapVerdict | None:
        """A page was visited; gives a verdict where links of its kind are to be held from now."""
        address = address_shape_of(link.shape)
        kind = self._kinds[link.site, address]
        kind.gave_records |= record
        if record or self._leads_elsewhere(address, link.site, new_links):
            kind.barren = 0
            return None
        kind.barren += 1
        patience = self._patience // _SUSPECT if is_suspect(address) else self._patience
        if kind.barren > min(_VISITS_BEFORE_TEXTS, patience // 2):
            if kind.novelty.of(page) > _FEW_NEW_TEXTS:
                kind.barren = 0
            elif kind.barren >= patience:
                return self._hold(link.site, address, kind.barren)
        return None

    def _leads_elsewhere(self, address: str, site: str, new_links: Iterable[LinkBucket]) -> bool:
        """Two kinds that only feed each other, as days and months do, are one trap."""
        part = _part_of(address)
        others = {address_shape_of(new.shape) for new in new_links if new.site == site} - {address}
        return any(
            _part_of(other) != part
            or ((known := self._kinds.get((site, other))) is not None and known.gave_records)
            for other in others
        )

    def _hold(self, site: str, address: str, visits: int) -> TrapVerdict:
        words = (
            f"The last {visits} pages with addresses like {address} gave no record, no new link "
            "to elsewhere and no new text; the others like it are held back."
        )
        self._memories[site].hold(address, words)
        return TrapVerdict(address, words)


def address_shape_of(shape: str) -> str:
    """The shape of the address alone, wherever the link stood."""
    return split_shape(shape)[0]


def _part_of(address: str) -> str:
    """The part of a site an address belongs to: its first folder, or its script."""
    path = address.partition("?")[0]
    host, slash, rest = path.partition("/")
    return host + slash + rest.partition("/")[0]
