from __future__ import annotations

import pytest

from core.topic import Attribute, Facet, ValueType
from search_ui.reviewing.attribute_form import (
    BadAttributeError,
    form_fields,
    read_attribute,
    typed_fields,
)

POWER = Attribute(
    name="充电功率",
    label="Charging",
    group="电池",
    type=ValueType.QUANTITY,
    unit="W",
    facet=Facet.RANGE,
)


def test_what_was_guessed_comes_back_as_it_was() -> None:
    assert read_attribute(typed_fields(form_fields(POWER)), POWER) == POWER


def test_what_was_mended_counts() -> None:
    mended = {**form_fields(POWER), "name": " 快充功率 ", "unit": "瓦"}
    read = read_attribute(typed_fields(mended), POWER)
    assert (read.name, read.unit, read.type) == ("快充功率", "瓦", ValueType.QUANTITY)


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("unit", "", "unit: type quantity needs a unit"),
        ("type", "text", "unit: type text takes no unit"),
        ("type", "colour", "type: "),
        ("name", "…", "name: "),
        ("facet", "slider", "facet: "),
    ],
)
def test_every_mistake_is_told_with_its_field(field: str, value: str, told: str) -> None:
    with pytest.raises(BadAttributeError, match=told):
        read_attribute(typed_fields({**form_fields(POWER), field: value}), POWER)


def test_words_of_a_list_are_kept_as_guessed_as_long_as_it_is_one() -> None:
    colours = Attribute(
        name="颜色", label="Colours", group="外观", type=ValueType.LIST, words=(("黑", "black"),)
    )
    assert read_attribute(form_fields(colours), colours).words == colours.words
    assert read_attribute({**form_fields(colours), "type": "text"}, colours).words == ()


def test_hostile_text_is_cut_and_cleaned() -> None:
    typed = typed_fields({"name": "\u202e" + "x" * 100_000, "unit": "\0"})
    assert typed["name"] == "x" * 100
    assert typed["unit"] == ""


def test_no_form_is_no_attribute() -> None:
    assert typed_fields({"choice": "accept", "proposal": "1"}) == {}
