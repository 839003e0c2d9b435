"""What is declared for an element, after all that speaks for it was weighed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pages.styles.browser_sheet import browser_sheet
from pages.styles.declarations import Declared, Unresolved, declarations
from pages.styles.matching import Matched, Matching, Nodes
from pages.styles.old_web import hints, table_colour
from pages.styles.page_sheets import page_sheets
from pages.styles.values import BACKGROUND, COLOUR, FONT, Default, Value

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.etree import _Element as Element

    from pages.dom.tree import Tree
    from pages.styles.page_sheets import Sheets

_LONGEST_STYLE = 5_000  # characters of a style attribute
_STEPS_TO_READ = 200  # one that the page did not have yet, of which each costs something
_QUICK = 5  # characters read for the price of a step
_KEEPS = (Default.INHERIT, Default.UNSET, Default.REVERT)


class Sources(NamedTuple):
    """All that speaks for an element; elements with equal ones and one parent look alike."""

    browser: tuple[Matched, ...]
    page: tuple[Matched, ...]
    old_table: tuple[tuple[str, Value], ...]
    hints: tuple[tuple[str, Value], ...]
    inline: str


class Winning(NamedTuple):
    """For each property the declaration that wins; `browser` are those of the browser's sheet.

    `by_page` are the properties that the page itself gives a value of their own.
    """

    declared: dict[str, Value | Unresolved]
    browser: dict[str, Value | Unresolved]
    by_page: frozenset[str]


class Cascade:
    def __init__(self, tree: Tree, sheets: Sheets) -> None:
        self._url = tree.url
        self._is_old = tree.is_old
        self._inlines: dict[str, str] = {}
        names = _names(tree)
        self._nodes = Nodes(tree.root)
        self._browser = Matching([browser_sheet(old=tree.is_old)], names)
        self._page = Matching(page_sheets(tree, sheets), names)

    def sources(self, element: Element) -> Sources:
        node = self._nodes.of(element)
        told = tuple(hints(element, self._url))
        is_old_table = self._is_old and element.tag == "table"
        return Sources(
            self._browser.rules_for(node),
            self._page.rules_for(node),
            ((COLOUR, table_colour(element)),) if is_old_table else (),
            told,
            self._inline(element.get("style", "")[:_LONGEST_STYLE]),
        )

    def _inline(self, style: str) -> str:
        """A style attribute; "" where the page has more different ones than people write."""
        if style and style not in self._inlines:
            is_read = self._page.spend(_STEPS_TO_READ + len(style) // _QUICK)
            self._inlines[style] = style if is_read else ""
        return self._inlines.get(style, "")

    def winning(self, sources: Sources) -> Winning:
        browser = {one.name: one.value for found in sources.browser for one in found.rule.declared}
        browser.update(sources.old_table)
        told = {**dict(sources.hints), **self._of_page(sources)}
        by_page = (name for name, value in told.items() if value not in _KEEPS)
        return Winning({**browser, **told}, browser, frozenset(by_page))

    def _of_page(self, sources: Sources) -> dict[str, Value | Unresolved]:
        """Rules, then the style attribute; what is important comes behind all that is not."""
        rules = sources.page
        inline = declarations(sources.inline, self._url)
        reversed_layers = sorted(rules, key=lambda one: (-one.layer, *one[1:4]))
        found = (
            *(_only(one.rule.declared, important=False) for one in rules),
            _only(inline, important=False),
            *(_only(one.rule.declared, important=True) for one in reversed_layers),
            _only(inline, important=True),
        )
        return {one.name: one.value for some in found for one in some}


def _only(declared: Iterable[Declared], *, important: bool) -> list[Declared]:
    return [one for one in declared if one.important is important]


def _names(tree: Tree) -> frozenset[str]:
    names: set[str] = set()
    for element in tree.root.iter():
        if (identity := element.get("id")) is not None:
            names.add(f"#{identity}")
        if (classes := element.get("class")) is not None:
            names.update(f".{name}" for name in classes.split())
    return frozenset(names)


def sets_font(winning: Winning) -> bool:
    return not winning.by_page.isdisjoint(FONT)


def sets_background(winning: Winning) -> bool:
    return not winning.by_page.isdisjoint(BACKGROUND)
