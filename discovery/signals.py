"""What speaks for a name beyond the published evidences, each from -1 to 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discovery.rows.neighbours import BY as BY_NEIGHBOUR
from discovery.sheets import Sheet, Sheets, is_link
from discovery.surroundings import Surroundings
from rules.wording import is_of_the_trade, is_price, name_form, value_form

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from lxml.etree import _Element as Element

    from discovery.rows.places import Places
    from discovery.rows.row import Row
    from pages.dom.leaf import Leaf

SIGNALS = ("value", "value_form", "name_form", "row", "sheet", "place", "words", "links")


class SignalReader:
    """The signals of one page's texts; `rows` are all of its rows, those of known names too."""

    def __init__(self, places: Places, rows: Collection[Row], known: Collection[Leaf]) -> None:
        self._places = places
        self._sheets = Sheets(rows, known, places)
        self._surroundings = Surroundings(places, _inhabitants(places, known))

    def of_row(self, row: Row) -> Mapping[str, float]:
        sheet = self._sheets.of(row)
        return {
            "value": 1.0,
            "value_form": value_form(row.value),
            "name_form": name_form(row.name),
            "row": sheet.likeness(),
            "sheet": -1.0 if sheet.is_text() or sheet.repeats(row.key) else 0.0,
            "place": self._surroundings.of(row.leaf),
            "words": _words(row, sheet),
            "links": self._links(row, sheet),
        }

    def of_text(self, leaf: Leaf, name: str) -> Mapping[str, float]:
        """A text beside which no value was found."""
        return {
            **dict.fromkeys(SIGNALS, 0.0),
            "value": -1.0,
            "name_form": name_form(name),
            "place": self._surroundings.of(leaf),
            "words": -1.0 if is_of_the_trade(name) else 0.0,
        }

    def _links(self, row: Row, sheet: Sheet) -> float:
        """Links beside links are a menu, a link with a price, or without any mark, is a thing."""
        if sheet.has_known or not is_link(row.leaf):
            return 0.0
        is_thing = is_price(row.value) or row.by == BY_NEIGHBOUR
        return -1.0 if is_thing or sheet.is_menu() else 0.0


def _words(row: Row, sheet: Sheet) -> float:
    """What shops say of the sale is seldom an attribute, even beside names that are known."""
    if not is_of_the_trade(row.name):
        return 0.0
    return -0.5 if sheet.has_known else -1.0


def _inhabitants(places: Places, known: Collection[Leaf]) -> frozenset[Element]:
    """The one headline and the known names: what holds them is no side part of the page."""
    headlines = list(places.body.iter("h1"))
    names = frozenset(leaf.element for leaf in known)
    return names | frozenset(headlines) if len(headlines) == 1 else names
