"""Sites that sell everything: the pages share hardly a name with the sample."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from tests.rules.layout_zoo.family import family, pair
from tests.rules.layout_zoo.furniture import shop_page
from tests.rules.layout_zoo.products import Spec, each, products

if TYPE_CHECKING:
    from rules.learn import Example
    from tests.rules.layout_zoo.products import Product

_KINDS = ("phones_en", "cameras_en", "headphones_en", "tvs_en")


def _specs(product: Product) -> list[Spec]:
    """Of another kind from page to page; only brand and condition are always there."""
    kind = _KINDS[product.number % len(_KINDS)]
    shown = products(kind)[product.number % 5]
    own = [spec for spec in shown.specs if spec.name != "Brand"]
    return [Spec("", "Condition", "New"), Spec("", "Brand", product.brand), *own]


def _gold(product: Product) -> tuple[Example, ...]:
    return tuple(pair(spec.name, spec.value) for spec in _specs(product))


@family("phones_en", _gold)
def mixed_two_pairs_a_row(product: Product) -> str:
    specs = _specs(product)
    cell = '<td class="attrLabels">{name}:</td><td width="50%"><span>{value}</span></td>'
    rows = "".join(f"<tr>{each(specs[at : at + 2], cell)}</tr>" for at in range(0, len(specs), 2))
    return shop_page(
        product, f'<div class="itemAttr"><h2>Item specifics</h2><table>{rows}</table></div>'
    )


@family("phones_en", _gold)
def mixed_list(product: Product) -> str:
    items = each(_specs(product), "<li><strong>{name}:</strong> {value}</li>")
    return shop_page(product, f'<ul class="props">{items}</ul>')


@family("phones_en", _gold)
def mixed_tables_by_section(product: Product) -> str:
    row = "<tr><th>{name}</th><td>{value}</td></tr>"
    sections: dict[str, list[Spec]] = {}
    for spec in _specs(product):
        sections.setdefault(spec.section, []).append(spec)
    tables = "".join(
        f"<h3>{escape(section)}</h3><table class='t'>{each(specs, row)}</table>"
        for section, specs in sections.items()
    )
    return shop_page(product, f"<div class=specs>{tables}</div>")


@family("phones_en", _gold)
def mixed_lines(product: Product) -> str:
    lines = each(_specs(product), "{name}: {value}", "<br>")
    return shop_page(product, f"<div class=desc><p>Look:</p><p>{lines}</p></div>")
