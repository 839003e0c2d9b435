from __future__ import annotations

import pytest

from evaluation.tally import Tally


def test_the_paper_s_third_site() -> None:
    third = Tally(correct=94, extracted=100, should=104)
    assert third.precision == pytest.approx(0.94)
    assert third.recall == pytest.approx(0.9038, abs=1e-4)
    assert third.f1 == pytest.approx(2 * 0.94 * (94 / 104) / (0.94 + 94 / 104))


def test_nothing_given_and_nothing_wanted_is_right() -> None:
    assert Tally().precision == Tally().recall == Tally().f1 == 1.0


def test_nothing_given_where_something_was_wanted_is_wrong() -> None:
    assert Tally(0, 0, 5).f1 == 0.0


def test_tallies_add_up() -> None:
    assert sum([Tally(1, 2, 3), Tally(4, 5, 6)], Tally()) == Tally(5, 7, 9)
