"""A small load on a real server: every search answered, figures told."""

from evaluation.serving.addresses import searches
from evaluation.serving.page_load import PageLoadReport, measure_page_load
from evaluation.serving.visitors import Waiting


def test_a_small_index_is_served_to_many() -> None:
    report = measure_page_load("whoosh", products=60, pages=24, connections=4, tell=lambda _: None)
    assert report.waiting.problems == []
    assert len(report.waiting.seconds) == 24
    assert report.as_json()["products"] == 60


def test_the_bar_is_missed_by_slow_pages_and_by_errors() -> None:
    def report(seconds: float, problems: list[str]) -> PageLoadReport:
        return PageLoadReport("whoosh", 1, 1, Waiting([seconds] * 100, problems, took=1))

    assert report(0.05, []).held
    assert not report(0.2, []).held
    assert not report(0.05, ["500 /"]).held


def test_hardly_two_searches_are_the_same() -> None:
    paths = searches(1000)
    assert len(set(paths)) > 700
    assert searches(5) == paths[:5]
