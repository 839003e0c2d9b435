"""Tests of `index.values.size`."""

from __future__ import annotations

import pytest

from index.values.types import Resolution, Size
from tests.index.values.phones import values_of


@pytest.mark.parametrize(
    ("raw", "sides"),
    [
        ("156.9×78.9×7.9mm", (156.9, 78.9, 7.9)),
        ("156.9x78.9X7.9", (156.9, 78.9, 7.9)),
        ("156.9＊78.9＊7.9毫米", (156.9, 78.9, 7.9)),
        ("155.85mm×75.15mm× 7.2", (155.85, 75.15, 7.2)),
        ("115.8×52××15.2mm", (115.8, 52, 15.2)),
        ("13.7×7.4×1.2 cm", (137, 74, 12)),
        ("6.18 x 3.11 x 0.31 in", (156.972, 78.994, 7.874)),
        ("162.6 x 75.9 x 8.8 mm (6.40 x 2.99 x 0.35 in)", (162.6, 75.9, 8.8)),
        ("142 mm (H) x 70 mm (W) x 8 mm (D)", (142, 70, 8)),
        ("137.3×W70.0×H15.0MM", (137.3, 70, 15)),
        ("159.4×78.3×6.6-8.5mm", (159.4, 78.3, 8.5)),
        ("156×77.5×10.55~5.2mm", (156, 77.5, 10.55)),
        ("116×49.4×12.4m", (116, 49.4, 12.4)),
        ("长156.9mm 宽78.9mm 厚7.9mm", (156.9, 78.9, 7.9)),
        ("宽度：71.5 毫米 高度：146.7 毫米 厚度：7.65 毫米", (146.7, 71.5, 7.65)),
        ("Height: 5.78 inches Width: 2.82 inches Depth: 0.3 inches", (146.812, 71.628, 7.62)),
    ],
)
def test_three_sides(raw: str, sides: tuple[float, float, float]) -> None:
    assert values_of(raw, "机身尺寸") == [Size(*sides, "mm")]


def test_several_sizes() -> None:
    assert values_of("展开：161.3x146.2x5.4mm,折叠：161.3x78.3x11mm", "机身尺寸") == [
        Size(161.3, 146.2, 5.4, "mm"),
        Size(161.3, 78.3, 11, "mm"),
    ]


@pytest.mark.parametrize("raw", ["97.7x8.9mm", "115c×51.2×16.5mm", "152.2×72.8.1×7.2mm", "小巧"])
def test_what_has_not_three_sides_stays_raw(raw: str) -> None:
    assert values_of(raw, "机身尺寸") == []


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
