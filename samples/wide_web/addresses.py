"""Which page of a site stands at an address."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from samples.wide_web.site import WideSite

_OLD = "/old/"


class Addresses:
    """Pages are found by the identifier or the board in their address, not by a table of all."""

    def __init__(self, site: WideSite) -> None:
        self._site = site
        self._boards = {site.board_word(board): board for board in site.plan.boards}
        self._indexes = {site.path(page): page for page in range(1 + len(site.sections))}

    def find(self, path: str) -> int | None:
        """Which page stands at an address; the order of its parameters does not matter."""
        page = self._guess(path)
        if page is None or _in_order(self._site.path(page)) != _in_order(path):
            return None
        return page

    def moved(self, path: str) -> int | None:
        """Which page once stood at an address."""
        if not path.startswith(_OLD):
            return None
        page = self._identified(path.removeprefix(_OLD))
        return page if page is not None and self._site.has_moved(page) else None

    def _guess(self, path: str) -> int | None:
        if item := self._site.item_address.fullmatch(path):
            return self._identified(item[1])
        if listed := self._site.list_address.fullmatch(path):
            board = self._boards.get(listed[1])
            page = int(listed[2] or 1)
            return board.list_page(page - 1) if board and 0 < page <= board.list_pages else None
        return self._indexes.get(path)

    def _identified(self, word: str) -> int | None:
        readable = word.isascii() and word.isdigit() and len(word) < 16
        return self._site.identifiers.ordinal(int(word)) if readable else None


def _in_order(path: str) -> str:
    before, mark, query = path.partition("?")
    return before + mark + "&".join(sorted(query.split("&")))
