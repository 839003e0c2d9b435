"""Does a text stand in a part of the page that never tells of the product itself?

Menus, forms, advertisements, other products, comments and the page's foot. Told by tags, and by
the names authors give to things, where the part is a smaller part of the page and does not hold
the headline or a name that is known.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

    from discovery.rows.places import Places
    from pages.dom.leaf import Leaf

_TAGS = frozenset("nav footer select option button textarea menu label".split())
_WORDS = frozenset(
    "nav navigation navbar menu submenu breadcrumb breadcrumbs crumbs footer foot copyright "
    "sidebar ad ads advert advertisement adsense banner sponsor sponsored promo promotion "
    "related recommend recommended recommendation recommendations similar upsell crosssell "
    "cross accessories bestsellers alsobought viewed comment comments review reviews reviewer "
    "rating ratings testimonial testimonials reply replies post posts author profile user vote "
    "votes poll qa question questions answer answers cart basket checkout login signin register "
    "search share social facebook twitter newsletter popup modal dialog tooltip help faq "
    "contact shipping delivery seller sellers merchant store stores shop offer offers".split()
)
_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_FURTHEST = 40
_SMALL = 0.5  # of the page's texts
_SMALL_FORM = 0.25


class Surroundings:
    """The parts of one page; each element is judged once."""

    def __init__(self, places: Places, inhabitants: frozenset[Element]) -> None:
        """`inhabitants` are elements that do tell of the product, whatever is around them."""
        self._places = places
        self._of_product = {
            around for element in inhabitants for around in (element, *element.iterancestors())
        }
        self._judged: dict[Element, float] = {}

    def of(self, leaf: Leaf) -> float:
        """-1 in a part that never tells of the product, 0 where nothing says so."""
        return min(map(self._judge, islice(leaf.ancestors(), _FURTHEST)), default=0.0)

    def _judge(self, element: Element) -> float:
        judged = self._judged.get(element)
        if judged is None:
            judged = self._judged[element] = self._judge_anew(element)
        return judged

    def _judge_anew(self, element: Element) -> float:
        if element.tag in _TAGS:
            return -1.0
        if element in self._of_product:
            return 0.0
        share = len(self._places.inside(element)) / max(1, len(self._places.leaves))
        if element.tag == "form" and share < _SMALL_FORM:
            return -0.5
        return -1.0 if share < _SMALL and _is_named_so(element) else 0.0


def _is_named_so(element: Element) -> bool:
    given = f"{element.get('id') or ''} {element.get('class') or ''}"
    return any(part.lower() in _WORDS for part in _PART.findall(given[:500]))
