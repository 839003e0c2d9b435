"""The names in the spec tables of camera shops, read off each shop's own template.

Made by looking at the pages: gold for these templates, not a way to read others. A fifth shop has
no template for its specs: makers' descriptions are put on the page as they come.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from lxml import html

from core.names import clean_name, name_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from evaluation.datasets import AttributesPage


class _Template(NamedTuple):
    """XPath of the elements whose text is a name, and of those about which people may differ.

    `more` are names beside the table; a page without the table is left out.
    """

    names: str
    more: str
    arguable: str


_TEMPLATES: Mapping[str, _Template] = {
    "amazon": _Template(
        "//div[contains(@class,'bucket')][h2[contains(.,'Technical Details')]]//li/b",
        "//none",
        "//td[starts-with(@class,'priceBlockLabel')] | //div[@class='disclaim']",
    ),
    "buy": _Template(
        "//td[contains(@id,'tdTechSpecsAttributeName')]",
        "//td[contains(@id,'_attrName')]",
        "//div[@id='productSummarySection']//b | //div[@id='productPricing']//span",
    ),
    "newegg": _Template(
        "//table[@class='specification']//td[@class='name']",
        "//none",
        "//*[contains(text(),'Warranty period') or contains(text(),'Support Phone')]",
    ),
    "pcnation": _Template("//td[@class='leftValue']", "//none", "//td[@class='detailspec']"),
}
SHOPS = tuple(_TEMPLATES)


class SpecTable(NamedTuple):
    """Keys of names; the arguable ones (prices, the shop's own number) do not count."""

    names: frozenset[str]
    arguable: frozenset[str]


def spec_table(page: AttributesPage) -> SpecTable:
    tree = html.fromstring(page.body)
    names, more, arguable = (_keys(tree.xpath(path)) for path in _TEMPLATES[page.site])
    return SpecTable(names | more if names else names, arguable - names - more)


def _keys(elements: Iterable[Any]) -> frozenset[str]:
    texts = (one.text or one.text_content() for one in elements)
    return frozenset(name_key(clean_name(text.partition(":")[0])) for text in texts) - {""}
