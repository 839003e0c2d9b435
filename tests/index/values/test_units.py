from __future__ import annotations

import pytest

from index.values.units import scale_of


@pytest.mark.parametrize(
    ("unit", "spelled", "factor"),
    [
        ("英寸", "inches", 1),
        ("mm", "厘米", 10),
        ("mm", "英寸", 25.4),
        ("g", "公斤", 1000),
        ("GB", "TB", 1024),
        ("GB", "G", 1),
        ("GHz", "G", 1),
        ("GHz", "MHz", 0.001),
        ("万像素", "亿像素", 10000),
        ("万像素", "MP", 100),
        ("小时", "天", 24),
        ("色", "万色", 10000),
        ("nm", "纳米", 1),
    ],
)
def test_a_spelling_is_understood_by_the_attributes_unit(
    unit: str, spelled: str, factor: float
) -> None:
    assert scale_of(unit).factor(spelled) == pytest.approx(factor)


def test_a_unit_nobody_knows_is_understood_as_it_is_spelled() -> None:
    scale = scale_of("圈")
    assert scale.factor("圈") == 1
    assert scale.pattern == "圈"


@pytest.mark.parametrize(
    ("unit", "number", "factor"),
    [
        ("GHz", 2.4, 1),
        ("GHz", 2400, 0.001),
        ("万像素", 1200, 1),
        ("万像素", 12, None),
        ("GB", 128, None),
        ("g", 159, 1),
    ],
)
def test_a_bare_number_is_read_only_where_its_unit_is_plain(
    unit: str, number: float, factor: float | None
) -> None:
    assert scale_of(unit).factor_of_bare(number) == factor
