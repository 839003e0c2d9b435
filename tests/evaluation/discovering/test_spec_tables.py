from __future__ import annotations

import pytest

from evaluation.datasets import AttributesPage
from evaluation.discovering.spec_tables import SHOPS, spec_table

PAGES = {
    "amazon": "<div class='bucket'><h2>Technical Details</h2><li><b>Optical zoom</b>: 4x</div>"
    "<td class='priceBlockLabelPrice'>Price:</td>",
    "buy": "<table><tr><td id='x_tdTechSpecsAttributeName'>Focus Modes<td>Auto"
    "<tr><td id='y_attrName'>Color:<td>Red</table>"
    "<div id='productPricing'><span>Price</span></div>",
    "newegg": "<table class='specification'><tr><td class='name'>Optical Zoom<td>4x</table>"
    "<p>Warranty period (parts): 1 year",
    "pcnation": "<table><tr><td class='leftValue'>Screen Size:<td>3\"</table>"
    "<table><tr><td class='detailspec'>Stock Status:</table>",
}


@pytest.mark.parametrize("shop", SHOPS)
def test_names_of_the_shops_own_table(shop: str) -> None:
    page = AttributesPage("a.html", shop, "http://a.example/", PAGES[shop].encode(), {})
    names, arguable = spec_table(page)
    assert names in (
        {"opticalzoom"},
        {"focusmodes", "color"},
        {"screensize"},
    )
    assert len(arguable) == 1


def test_a_page_without_the_table_has_no_names() -> None:
    body = b"<td id='y_attrName'>Color:</td>"
    page = AttributesPage("a.html", "buy", "http://a.example/", body, {})
    assert spec_table(page).names == frozenset()
