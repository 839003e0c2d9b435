"""Where on a stored page do a proposal's name and value stand?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.examples import Example
from rules.located import LocatedText
from search_ui.labelling.marking import Marking, MarkTool
from search_ui.labelling.pairs import placed

if TYPE_CHECKING:
    from pages.outline import Outline


def marks_on_page(outline: Outline, name: str, value: str) -> dict[int, str]:
    """Number of a text → "name", "value" or "both"; {} where the page shows neither (any more).

    Where name and value do not stand together, the name is marked wherever it stands alone.
    """
    located = LocatedText(outline)
    if value:
        pair = placed(Example(attribute=name, name=name, value=value), located)
        if pair.name_leaf is not None:
            return Marking((pair,)).marks
    alone = [place for place in located.places(name) if place.opens and place.closes]
    return {
        leaf: MarkTool.NAME.value
        for place in alone or located.places(name)[:1]
        for leaf in range(place.first_leaf, place.end_leaf)
    }
