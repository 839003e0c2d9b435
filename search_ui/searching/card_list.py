"""The products of a page of results as HTML.

As with the choices of facets, so many small pieces are put together here in a fraction of the
time that a template's loop takes.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from markupsafe import Markup

from search_ui.languages import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from search_ui.languages import Language
    from search_ui.searching.cards import CardSpec, ProductCard


def card_list(cards: Iterable[ProductCard], language: Language) -> Markup:
    """An item for each: its name and specs, its price, and a box to tick for comparing."""
    tick = escape(phrase("tray.short", language))
    unsure = _unconfirmed(language)
    no_price = escape(phrase("search.no_price", language))
    items: list[str] = []
    for card in cards:
        ident, name = escape(card.id), escape(card.name)
        sites = "search.sites.one" if card.sites == 1 else "search.sites"
        compare = escape(phrase("tray.add", language, name=card.name))
        price = f'"price">{escape(card.price)}' if card.price else f'"price none">{no_price}'
        items.append(
            '<li class="hit card"><div class="hit-what">'
            f'<h2 class="hit-title"><a href="{escape(card.address)}"><bdi>{card.title}</bdi></a>'
            f"{'' if card.confirmed else unsure}</h2>{_spec_list(card.specs)}</div>"
            f'<div class="hit-side"><p class={price}</p>'
            f'<p class="small soft">{phrase(sites, language, sites=card.sites)}</p>'
            f'<label class="compare"><input type="checkbox" name="id" value="{ident}" form="tray"'
            f' data-compare="{ident}" data-title="{name}" aria-label="{compare}">'
            f' <span aria-hidden="true">{tick}</span></label></div></li>\n'
        )
    return Markup("".join(items))  # noqa: S704 - every text in it is escaped, titles before


def _unconfirmed(language: Language) -> str:
    why = escape(phrase("product.unconfirmed.why", language))
    shown = escape(phrase("product.unconfirmed", language))
    return f' <span class="unconfirmed" title="{why}">{shown}</span>'


def _spec_list(specs: Iterable[CardSpec]) -> str:
    rows = [
        f"<div{_ASKED_FOR if asked_for else ''}>"
        f"<dt>{escape(label)}</dt><dd>{escape(value)}</dd></div>"
        for label, value, asked_for in specs
    ]
    return f'<dl class="specs">{"".join(rows)}</dl>' if rows else ""


_ASKED_FOR = ' class="asked"'
