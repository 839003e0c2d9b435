"""What the pages that a command is given have in common, site by site: a first pass over them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.memory import ENOUGH_PAGES, SiteMemory
from rules.site_names import site_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.page_rows import KeptRows
    from specseek.asked_pages import AskedPages


def site_memories(pages: AskedPages, kept: KeptRows | None = None) -> Mapping[str, SiteMemory]:
    """What the first pages of each site say; nothing where there is only one page."""
    memories: dict[str, SiteMemory] = {}
    if not pages.can_be_read_twice:
        return memories
    for stored in pages.read("Looking for what pages of a site have in common"):
        memory = memories.setdefault(site_of(stored.url), SiteMemory())
        if memory.pages < ENOUGH_PAGES:
            try:
                page = stored.read()
                rows = memory.look_at(page)
            except Exception:  # noqa: BLE001, S112 - it is told when the page is read
                continue
            if kept:
                kept.keep(stored.file, page, rows)
    return memories
