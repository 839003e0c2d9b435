from search_ui.monitoring.sparkline import sparkline
from store.reports import Coverage


def test_from_nothing_below_to_everything_above() -> None:
    history = [Coverage(1, 10, 0), Coverage(2, 10, 5), Coverage(3, 10, 10)]
    assert sparkline(history) == "2.0,26.0 60.0,14.0 118.0,2.0"


def test_one_moment_is_a_level_line_and_none_is_nothing() -> None:
    assert sparkline([Coverage(1, 4, 4)]) == "2.0,2.0 118.0,2.0"
    assert sparkline([]) == ""
