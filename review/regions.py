"""Regions of pages that no rule reads: offered site by site, each decided as a whole.

A region is the content under one heading of a site's pages. Accepting one learns or widens the
site's rule from the page that shows most of it; rejecting one marks its names as unwanted on the
site. Both are changes like any other: they update files and records, and can be reverted.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from hashlib import blake2b
from itertools import groupby
from statistics import fmean
from typing import TYPE_CHECKING

from core.names import name_key
from review.context import DecisionError
from store.changes import ChangeKind, ChangeState, NewChange, add_change, changes_in_state
from store.database import steady_time
from store.proposals import OPEN, REJECTED, Decision, proposals_of, save_decision
from store.unread import UnconfirmedName, pages_by_section, pages_by_site, unconfirmed_names

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from sqlalchemy import Connection

    from review.context import ReviewContext

REGION_MARK = "r"  # first character of a region's id, which no proposal's id has
_FEWEST_PAGES = 2
_ALIKE = 0.5  # share of a heading's names that another has: headings may include the product's name
_MOST_HEADINGS = 500
_MOST_PROPOSALS = 20_000
_WAITING = (ChangeState.DECIDED, ChangeState.KEPT)
_KINDS = (ChangeKind.REGION, ChangeKind.UNWANTED)


@dataclass(frozen=True)
class RegionName:
    name: str
    attribute: str | None
    pages: int
    values: tuple[str, ...]


@dataclass(frozen=True)
class Region:
    """`headings` are those above it, the most frequent first; "" means no heading.

    `further`: the site has rules, but they do not read it.
    """

    id: str
    site: str
    headings: tuple[str, ...]
    names: tuple[RegionName, ...]
    pages: int
    confidence: float
    further: bool

    @property
    def heading(self) -> str:
        return self.headings[0]


def open_regions(context: ReviewContext, site: str | None = None) -> list[Region]:
    """The regions to decide, site by site, the site with the most pages first.

    Regions on a single page are left out, unless the site has no other page.
    """
    with context.ledger.reading() as conn:
        names = unconfirmed_names(conn, context.topic_name, site)
        pages = pages_by_section(conn, context.topic_name, site)
        everywhere = pages_by_site(conn, context.topic_name)
        under_way = _under_way(conn, context.topic_name)
    library = context.library()
    found: list[list[Region]] = []
    for of_site, some in groupby(names, key=lambda one: one.site):
        rules = library.rules_for(f"http://{of_site}/")
        further = bool(rules and rules.layouts)
        on_pages = {section: many for (where, section), many in pages.items() if where == of_site}
        all_of_them = _regions_of_site(list(some), on_pages, everywhere[of_site], further=further)
        fewest = min(_FEWEST_PAGES, everywhere[of_site])
        waiting = [one for one in all_of_them if one.pages >= fewest and one.id not in under_way]
        found.append(sorted(waiting, key=lambda one: (-one.pages, -len(one.names), one.id)))
    found.sort(key=lambda some: -max((one.pages for one in some), default=0))
    return [one for some in found for one in some]


def accept_regions(context: ReviewContext, ids: Sequence[str], who: str) -> list[int]:
    """Accept regions: one change per site; returns the changes' ids."""
    return _decide_regions(context, ids, ChangeKind.REGION, who)


def reject_regions(context: ReviewContext, ids: Sequence[str], who: str) -> list[int]:
    """Reject regions: their names are ignored on their sites; returns the changes' ids."""
    return _decide_regions(context, ids, ChangeKind.UNWANTED, who)


def _decide_regions(
    context: ReviewContext, ids: Sequence[str], kind: ChangeKind, who: str
) -> list[int]:
    if not ids:
        raise DecisionError("no region was named; see: specseek review list")
    waiting = {one.id: one for one in open_regions(context)}
    for one in ids:
        if one not in waiting:
            raise DecisionError(f"no region {one} waits for a decision; see: specseek review list")
    chosen = sorted((waiting[one] for one in dict.fromkeys(ids)), key=lambda one: one.site)
    with context.ledger.transaction() as conn:
        return [
            _decide_on_site(conn, NewChange(context.topic_name, site, kind, who, {}), list(some))
            for site, some in groupby(chosen, key=lambda one: one.site)
        ]


def _decide_on_site(conn: Connection, new: NewChange, chosen: Sequence[Region]) -> int:
    now = steady_time()
    names = list(dict.fromkeys(name.name for one in chosen for name in one.names))
    detail = {
        "sites": [new.site],
        "regions": [one.id for one in chosen],
        "headings": [heading for one in chosen for heading in one.headings],
        "region_names": names,
    }
    change = add_change(conn, new._replace(detail=detail), now)
    if new.kind is ChangeKind.UNWANTED:
        keys = set(map(name_key, names))
        rejected = Decision(REJECTED, new.who, "{}", change)
        for proposal in proposals_of(conn, new.topic, OPEN, _MOST_PROPOSALS, new.site):
            if name_key(proposal.name) in keys:
                save_decision(conn, proposal.id, rejected, now)
    return change


def _under_way(conn: Connection, topic: str) -> set[str]:
    changes = (one for one in changes_in_state(conn, _WAITING, topic) if one.kind in _KINDS)
    told = (one.detail.get("regions") for one in changes)
    return {str(one) for some in told if isinstance(some, list) for one in some}


def _regions_of_site(
    names: Sequence[UnconfirmedName], pages: Mapping[str, int], most: int, *, further: bool
) -> list[Region]:
    """Headings that share most of their names are one region, named after the most frequent.

    `pages` is the number of pages with each heading, `most` the number of all pages.
    """
    by_section: dict[str, list[UnconfirmedName]] = defaultdict(list)
    for one in names:
        by_section[one.section].append(one)
    groups: list[tuple[set[str], list[str]]] = []
    for section in sorted(by_section, key=lambda one: (-pages[one], one)):
        keys = {name_key(one.name) for one in by_section[section]}
        home = next((group for group in groups if _are_alike(keys, group[0])), (set(), []))
        if not home[1]:
            groups.append(home)
        home[0].update(keys)
        home[1].append(section)
    return [
        Region(
            _region_id(names[0].site, sections[0]),
            names[0].site,
            tuple(sections[:_MOST_HEADINGS]),
            _region_names([one for section in sections for one in by_section[section]]),
            min(most, sum(pages[section] for section in sections)),
            fmean(one.confidence for section in sections for one in by_section[section]),
            further,
        )
        for _, sections in groups
    ]


def _are_alike(keys: Collection[str], known: set[str]) -> bool:
    return len(known.intersection(keys)) > _ALIKE * len(keys)


def _region_id(site: str, heading: str) -> str:
    """Stable as long as the heading is, so that it can be used on the command line."""
    text = f"{site} {name_key(heading)}".encode("utf-8", "replace")
    return REGION_MARK + blake2b(text, digest_size=4).hexdigest()


def _region_names(said: Iterable[UnconfirmedName]) -> tuple[RegionName, ...]:
    """Each once, whatever its spelling, the most frequent first."""
    by_key: dict[str, list[UnconfirmedName]] = defaultdict(list)
    for one in said:
        by_key[name_key(one.name)].append(one)
    found = [
        RegionName(
            max(some, key=lambda one: one.pages).name,
            next((one.attribute for one in some if one.attribute), None),
            sum(one.pages for one in some),
            tuple(dict.fromkeys(value for one in some for value in (one.first, one.last)))[:2],
        )
        for some in by_key.values()
    ]
    return tuple(sorted(found, key=lambda one: -one.pages))
