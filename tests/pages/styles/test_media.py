from __future__ import annotations

import pytest

from pages.styles.media import concerns_us

OURS = (
    *("", "all", "screen", "only screen", "SCREEN", "print, screen", "not print"),
    *("(min-width: 768px)", "screen and (min-width:48em) and (max-width: 2000px)"),
    *("(width >= 600px)", "(400px < width <= 1280px)", "(orientation: landscape)"),
    *("not screen and (max-width: 600px)", "(max-width: 10px) or (min-width: 10px)", "(color)"),
)
NOT_OURS = (
    *("print", "not screen", "not all", "tv", "speech, print", "(max-width: 600px)"),
    *("screen and (max-width: 37.5em)", "(width < 600px)", "(prefers-color-scheme: dark)"),
    *("(min-width: 99999px)", "(min-width: x)", "(nonsense)", "only", "(min-width: 1..2px)"),
)


@pytest.mark.parametrize("query", OURS)
def test_styles_for_a_screen_on_a_desk_concern_us(query: str) -> None:
    assert concerns_us(query)


@pytest.mark.parametrize("query", NOT_OURS)
def test_others_do_not(query: str) -> None:
    assert not concerns_us(query)
