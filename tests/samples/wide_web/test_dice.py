from collections import Counter

from samples.wide_web.dice import Dice


def test_the_same_words_give_the_same_row() -> None:
    assert [Dice("a", "b").below(1000) for _ in range(3)] == [Dice("a", "b").below(1000)] * 3
    dice, again = Dice("page", "7"), Dice("page", "7")
    assert [dice.below(1000) for _ in range(9)] == [again.below(1000) for _ in range(9)]


def test_other_words_give_another_row() -> None:
    dice, other = Dice("page", "7"), Dice("page", "8")
    assert [dice.below(1000) for _ in range(9)] != [other.below(1000) for _ in range(9)]


def test_choices_are_even() -> None:
    dice = Dice("even")
    thrown = Counter(dice.choose("abcdef") for _ in range(6_000))
    assert set(thrown) == set("abcdef")
    assert all(850 < times < 1_150 for times in thrown.values())
    assert 80 < sum(dice.one_in(10) for _ in range(1_000)) < 120
