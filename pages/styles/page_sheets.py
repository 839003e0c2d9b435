"""The style sheets of a page, in the order in which they come into force."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from pages.styles.media import concerns_us
from pages.styles.sheet import LONGEST_SHEET, Sheet, read_sheet

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

    from pages.dom.tree import Tree

# The address of a linked sheet → its text, None where it is not stored.
Sheets = Callable[[str], str | None]

MOST_SHEETS = 40  # of a page, imported ones included
MOST_CHARACTERS = 2 * LONGEST_SHEET  # of all sheets of a page
_DEEPEST_IMPORT = 4


def no_sheets(_address: str) -> str | None:
    """No linked sheet is stored."""
    return None


def linked_sheets(tree: Tree) -> list[str]:
    """Addresses of the sheets that a page links to, for the screen, in the order it has them."""
    base = _base(tree)
    links = (_join(base, link.get("href", "")) for link in tree.root.iter("link") if _is_ours(link))
    return list(dict.fromkeys(address for address in links if address))[:MOST_SHEETS]


def page_sheets(tree: Tree, sheets: Sheets) -> list[Sheet]:
    """Style elements and linked sheets in document order, each behind those it imports."""
    return _PageSheets(_base(tree), sheets).of(tree)


class _PageSheets:
    def __init__(self, base: str, sheets: Sheets) -> None:
        self._base = base
        self._sheets = sheets
        self._left = MOST_SHEETS
        self._room = MOST_CHARACTERS

    def of(self, tree: Tree) -> list[Sheet]:
        return [sheet for element in tree.root.iter("style", "link") for sheet in self._at(element)]

    def _at(self, element: Element) -> Iterator[Sheet]:
        if not _is_ours(element):
            return
        if element.tag == "style":
            yield from self._read("".join(element.itertext()), self._base, "", ())
        else:
            yield from self._linked(_join(self._base, element.get("href", "")), "", ())

    def _linked(self, address: str, layer: str, around: tuple[str, ...]) -> Iterator[Sheet]:
        if address and address not in around and len(around) < _DEEPEST_IMPORT and self._left:
            text = self._sheets(address)
            yield from self._read(text or "", address, layer, (*around, address))

    def _read(self, text: str, base: str, layer: str, around: tuple[str, ...]) -> Iterator[Sheet]:
        text = text[: self._room]
        if not text.strip() or not self._left:
            return
        self._left -= 1
        self._room -= len(text)
        sheet = read_sheet(text, base, layer)
        for wanted in sheet.imports:
            if concerns_us(wanted.media):
                yield from self._linked(_join(base, wanted.address), wanted.layer, around)
        yield sheet


def _is_ours(element: Element) -> bool:
    """A style for the screen that is in force without a person choosing it."""
    kind = element.get("type", "").partition(";")[0].strip().lower()
    if kind not in ("", "text/css") or not concerns_us(element.get("media", "")):
        return False
    if element.tag == "style":
        return True
    relations = element.get("rel", "").lower().split()
    chosen = "alternate" in relations or element.get("disabled") is not None
    return "stylesheet" in relations and not chosen and bool(element.get("href", "").strip())


def _base(tree: Tree) -> str:
    base = tree.root.find(".//base[@href]")
    return tree.url if base is None else _join(tree.url, base.get("href")) or tree.url


def _join(base: str, address: str) -> str:
    try:
        return urljoin(base, address.strip()).partition("#")[0]
    except ValueError:
        return ""
