from __future__ import annotations

import pytest

from index.values.typed import Resolution
from tests.index.values.phones import values_of


@pytest.mark.parametrize(
    ("raw", "sides"),
    [
        ("2340x1080像素", (2340, 1080)),
        ("480×854像素(FWVGA)", (854, 480)),
        ("７２０ｘ７２０像素", (720, 720)),
        ("480*320", (480, 320)),
        ("2,796 x 1,290", (2796, 1290)),
        ("1080 x 2400 pixels, 20:9 ratio (~402 ppi density)", (2400, 1080)),
    ],
)
def test_the_longer_side_is_the_width(raw: str, sides: tuple[int, int]) -> None:
    assert values_of(raw, "主屏分辨率") == [Resolution(*sides)]


@pytest.mark.parametrize("raw", ["4k", "5-way navigation key", "156×78×79", "2x3"])
def test_what_has_not_two_sides_stays_raw(raw: str) -> None:
    assert values_of(raw, "主屏分辨率") == []
