from __future__ import annotations

import pytest
from rich.console import Console

from evaluation.datasets import AttributesPage
from evaluation.discovery_weights import (
    SHOPS,
    ExampleSet,
    Judged,
    WeightsRows,
    compare_weights,
    spec_table,
)
from tests.discovery.made_examples import decided

pytest.importorskip("sklearn", reason="weights are learned with scikit-learn")
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


def made_sets() -> list[ExampleSet]:
    """Three sites; their pages are the groups of the examples."""
    examples = decided(90, 90)
    return [
        ExampleSet(
            f"set {at}",
            f"site{at}.example",
            tuple(one._replace(group=f"{at} {one.group}") for one in examples[at::3]),
        )
        for at in range(3)
    ]


@pytest.mark.slow
def test_learned_weights_are_judged_on_what_they_did_not_see() -> None:
    by_page, by_site = compare_weights(made_sets())
    assert (by_page.held_back, by_site.held_back) == ("page", "site")
    for rows in (by_page, by_site):
        assert [row.set for row in rows.rows] == ["set 0", "set 1", "set 2"]
        assert rows.all.candidates == 180
        assert rows.all.attributes == 90
        assert 1 > rows.all.learned > rows.all.equal
        assert rows.all.learned_error < rows.all.equal_error


def test_the_mean_counts_every_set_the_same() -> None:
    small = Judged("small", 10, 5, 0.5, 0.6, 1.0, 0.2, 0.1)
    large = Judged("large", 1000, 500, 0.7, 0.8, 0.9, 0.4, 0.1)
    mean = WeightsRows("page", (small, large)).all
    assert (mean.candidates, mean.attributes) == (1010, 505)
    assert (mean.equal, mean.learned) == pytest.approx((0.7, 0.95))


def test_the_table_and_the_json_have_the_mean() -> None:
    rows = WeightsRows("site", (Judged("small", 10, 5, 0.5, 0.6, 1.0, 0.2, 0.1),))
    console = Console(width=140)
    with console.capture() as shown:
        console.print(rows.table())
    assert "site held back" in shown.get()
    assert "1.0000 (0.100)" in shown.get()
    assert [row["set"] for row in rows.as_json()["sets"]] == ["small", "mean of the sets"]


@pytest.mark.parametrize("shop", SHOPS)
def test_names_of_the_shops_own_table(shop: str) -> None:
    page = AttributesPage("http://a.example/", PAGES[shop].encode(), "a.html", shop, {})
    names, arguable = spec_table(page)
    assert names in (
        {"opticalzoom"},
        {"focusmodes", "color"},
        {"screensize"},
    )
    assert len(arguable) == 1


def test_a_page_without_the_table_has_no_names() -> None:
    body = b"<td id='y_attrName'>Color:</td>"
    page = AttributesPage("http://a.example/", body, "a.html", "buy", {})
    assert spec_table(page).names == frozenset()
