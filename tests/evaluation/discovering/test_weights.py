from __future__ import annotations

import pytest
from rich.console import Console

from evaluation.discovering.examples import ExampleSet
from evaluation.discovering.weights import Judged, WeightsRows, compare_weights
from tests.discovery.made_examples import decided

pytest.importorskip("sklearn", reason="weights are learned with scikit-learn")


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
