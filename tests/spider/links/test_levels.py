from __future__ import annotations

from spider.links.levels import MOST_LEVEL, level_of, value_of


def test_a_level_is_worth_what_it_stands_for() -> None:
    for level in range(MOST_LEVEL + 1):
        assert level_of(value_of(level)) == level


def test_levels_outside_are_taken_for_the_nearest() -> None:
    assert value_of(-3) == value_of(0)
    assert value_of(99) == value_of(MOST_LEVEL)
