from __future__ import annotations

import pytest

from core.topic import Attribute, Facet, ValueType
from discovery.credibility import WEIGHTS, Factors
from review.guesses import REASON_KINDS, AliasReason
from search_ui.languages import LANGUAGES, Language, words
from search_ui.review_cards import (
    BAR_HEIGHT,
    BAR_WIDTH,
    BadAttributeError,
    contribution_bars,
    form_fields,
    read_attribute,
    reason_text,
    typed_fields,
)


def test_everything_that_is_weighed_has_a_word() -> None:
    assert {f"review.factor.{name}" for name in WEIGHTS} <= set(words("en"))


def test_the_published_factors_come_first_then_the_strongest_signals() -> None:
    contributions = {"row": 0.1, "links": -0.4, **dict.fromkeys(reversed(Factors._fields), 0.05)}
    assert [bar.key for bar in contribution_bars(contributions)] == [
        *Factors._fields,
        "links",
        "row",
    ]


def test_what_speaks_against_goes_the_other_way() -> None:
    pro, con = contribution_bars({"font": 0.2, "parent": -0.1})
    assert (pro.start, pro.length, pro.against) == (BAR_WIDTH / 2, BAR_WIDTH / 2, False)
    assert (con.start, con.length, con.against) == (BAR_WIDTH / 4, BAR_WIDTH / 4, True)
    assert (pro.top, pro.tall) == (0, BAR_HEIGHT / 2)
    assert (con.top, con.tall) == (BAR_HEIGHT / 2, BAR_HEIGHT / 4)
    assert (pro.value, con.value) == ("+0.20", "−0.10")


def test_nothing_said_is_nothing_drawn() -> None:
    assert contribution_bars({}) == []
    (bar,) = contribution_bars({"font": 0.0})
    assert bar.length == 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", REASON_KINDS)
def test_every_reason_has_words(kind: str, language: Language) -> None:
    detail = "quantity mm" if "type" in kind else "网络类型"
    assert kind not in reason_text(AliasReason(kind, detail), language)


@pytest.mark.parametrize("kind", ValueType)
def test_types_are_told_in_words(kind: ValueType) -> None:
    assert "有或无" in reason_text(AliasReason("type-and-unit", "yes-no"), "zh")
    assert reason_text(AliasReason("other-type", f"{kind} mm"), "zh").endswith(" mm")


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
