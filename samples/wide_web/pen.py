"""Writes the links of one page, with the disorder that links have on real sites."""

from __future__ import annotations

from typing import TYPE_CHECKING

from samples.furniture import ADVERTISER

if TYPE_CHECKING:
    from collections.abc import Iterable

    from samples.wide_web.plan import Board
    from samples.wide_web.site import WideSite

_TRACKED = 5
_TRACKED_SLOTS = {"hot", "special"}
_DEAD_ENDS = 12


class Pen:
    """One per page made: `dice` makes the page's choices."""

    def __init__(self, site: WideSite, page: int) -> None:
        self.site = site
        self.page = page
        self.place = site.plan.place(page)
        self.dice = site.dice("page", page)

    @property
    def board(self) -> Board:
        """The board that a list page or an item belongs to."""
        return self.site.plan.boards[self.place.number]

    def link(self, page: int, text: str = "") -> str:
        """A plain link; it says what the page is called if nothing else."""
        entry = self.site.entry(page)
        return self.site.anchor(entry.path, text) if text else entry.anchor

    def loose_link(self, page: int, slot: str) -> str:
        """A link in a box: some tell where they were followed, a few know an old address."""
        site = self.site
        path, title, anchor = site.entry(page)
        if site.has_moved(page):
            return site.anchor(site.old_path(page), title)
        if slot in _TRACKED_SLOTS and self.dice.one_in(_TRACKED):
            joint = "&" if "?" in path else "?"
            return site.anchor(f"{path}{joint}{site.tracking}={slot}", title)
        return anchor

    def loose_links(self, pages: Iterable[int], slot: str) -> list[str]:
        """Links in a box, each page once and never the page they stand on."""
        return [self.loose_link(page, slot) for page in dict.fromkeys(pages) if page != self.page]

    def dead_link(self) -> str:
        """A link to something that is no more."""
        path = f"/files/{self.dice.below(_DEAD_ENDS)}.rar"
        return self.site.anchor(path, self.site.words.labels["dead"])

    def friend_link(self, friend: WideSite, page: int = 0) -> str:
        target = friend.url(page).replace("&", "&amp;")
        return f'<a href="{target}" target="_blank">{friend.title(page)}</a>'

    def advertisement(self) -> str:
        text = self.site.words.labels["advertisement"]
        target = f"http://{ADVERTISER}/click?site={self.site.host}&amp;ad={self.dice.below(900)}"
        return f'<a href="{target}" rel="nofollow" target="_blank">{text}</a>'
