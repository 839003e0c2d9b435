from __future__ import annotations

import pytest
from rich.console import Console

from evaluation import datasets, reading_speed
from evaluation.datasets import DataSetsAbsentError, PairsPage
from evaluation.reading_speed import LXML, measure_reading_speed
from samples.pocket_web import PocketWeb


@pytest.fixture
def few_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three pages of the pocket web in place of the real ones, filled up to their size."""
    web = PocketWeb()
    made = list(web.product_pages("www.shouji.example"))[:3]
    pages = tuple(
        PairsPage(
            page.url,
            page.body + b"<p>more</p>" * 4000,
            page.url,
            tuple((pair.name, pair.value) for pair in page.gold),
        )
        for page in made
    )
    monkeypatch.setattr(reading_speed, "_sites", lambda: iter([pages]))


@pytest.mark.slow
@pytest.mark.usefixtures("few_pages")
def test_every_part_is_measured_against_the_tree() -> None:
    report = measure_reading_speed(pages_a_site=1, turns=1)
    assert report.pages == {"40 to 80 KB": 1}
    assert report.parts[0] == LXML
    assert report.parts[-1] == "whole, one page labelled"
    assert report.overall(LXML) == 1
    assert all(report.overall(part) > 0 for part in report.parts)
    assert report.as_json()["sizes"][0]["of_lxml_dom"].keys() == set(report.parts)


def test_absent_pages_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent() -> None:
        raise DataSetsAbsentError("the real pages are not here")

    monkeypatch.setattr(datasets, "gsmarena", absent)
    report = measure_reading_speed()
    assert report.notes == ("not timed: the real pages are not here",)
    console = Console(width=100, record=True)
    console.print(report.table())
    assert "not timed" in console.export_text()
    assert report.as_json()["sizes"] == []
