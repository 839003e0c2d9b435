from __future__ import annotations

from core.records import ReadValue
from index.ledger.value_changes import CurrentValue, value_changes

PRICE = ReadValue("price", "价格", "1999元")
CHEAPER = PRICE._replace(raw="1799元")
SCREEN = ReadValue("screen", "屏幕", "6.7英寸")


def rows(*values: ReadValue) -> list[CurrentValue]:
    return [CurrentValue(10 + at, at, value) for at, value in enumerate(values)]


def test_the_same_values_change_nothing() -> None:
    assert value_changes(rows(PRICE, SCREEN), [PRICE, SCREEN]) == ([], [], [])


def test_another_text_ends_a_row_and_adds_one() -> None:
    assert value_changes(rows(PRICE, SCREEN), [CHEAPER, SCREEN]) == ([10], [], [(0, CHEAPER)])


def test_another_attribute_or_name_for_the_same_text_is_another_value() -> None:
    for other in (PRICE._replace(attribute=None), PRICE._replace(name="报价")):
        assert value_changes(rows(PRICE), [other]) == ([10], [], [(0, other)])


def test_a_new_value_in_front_shifts_the_others() -> None:
    assert value_changes(rows(PRICE), [SCREEN, PRICE]) == ([], [(10, 1, PRICE)], [(0, SCREEN)])


def test_a_value_shown_twice_has_two_rows() -> None:
    assert value_changes(rows(PRICE), [PRICE, PRICE]) == ([], [], [(1, PRICE)])
    assert value_changes(rows(PRICE, PRICE), [PRICE]) == ([11], [], [])


def test_from_nothing_and_to_nothing() -> None:
    assert value_changes([], [PRICE]) == ([], [], [(0, PRICE)])
    assert value_changes(rows(PRICE, SCREEN), []) == ([10, 11], [], [])


def test_being_a_little_surer_changes_nothing_but_a_rule_s_word_does() -> None:
    unsure = PRICE._replace(by="row", confidence=0.8, section="参数")
    surer = unsure._replace(confidence=0.9)
    assert value_changes(rows(unsure), [surer]) == ([], [(10, 0, surer)], [])
    assert value_changes(rows(unsure), [PRICE]) == ([10], [], [(0, PRICE)])
