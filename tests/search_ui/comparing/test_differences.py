"""What differs is told by meaning, not by writing."""

from __future__ import annotations

import pytest

from index.documents import ProductDocument, ShownAttribute, ShownValue
from search_ui.comparing.differences import compared_attributes
from tests.search_ui.products.shop import PHONES


def product(**values: str | tuple[str, ...]) -> ProductDocument:
    attributes = tuple(
        ShownAttribute(
            name,
            known=True,
            conflict=False,
            values=tuple(
                ShownValue(raw, "", ()) for raw in ((said,) if isinstance(said, str) else said)
            ),
        )
        for name, said in values.items()
    )
    return ProductDocument("x:y", "X Y", "x", (), attributes)


@pytest.mark.parametrize(
    ("name", "one", "other", "differs"),
    [
        ("重量", "193g", "0.193千克", False),
        ("重量", "193g", "193.5g", True),
        ("电池容量", "约5000mAh（典型值）", "5000 毫安时", False),
        ("主屏分辨率", "2340x1080像素", "1080×2340", False),
        ("NFC", "支持NFC", "支持", False),
        ("NFC", "支持", "不支持", True),
        ("操作系统", "Android 14", "ＡＮＤＲＯＩＤ　14", False),
        ("操作系统", "Android 14", "Android 13", True),
        ("参考价格", "3999元", "￥3,999", False),
        ("参考价格", "3999元", "$3999", True),
        ("电子字典", "牛津", "朗文", True),
    ],
)
def test_two_values(name: str, one: str, other: str, *, differs: bool) -> None:
    (row,) = compared_attributes([product(**{name: one}), product(**{name: other})], PHONES)
    assert row.differs is differs


def test_what_is_not_known_is_no_difference() -> None:
    (row,) = compared_attributes([product(重量="193g"), product(), product(重量="193克")], PHONES)
    assert row.differs is False
    assert row.said[1] is None


def test_one_of_four_is_enough() -> None:
    (row,) = compared_attributes(
        [product(重量=f"{grams}g") for grams in (193, 193, 193, 200)], PHONES
    )
    assert row.differs


def test_variants_in_another_order_are_the_same() -> None:
    two = [product(运行内存=("8GB", "12GB")), product(运行内存=("12GB", "8GB"))]
    assert [row.differs for row in compared_attributes(two, PHONES)] == [False]


def test_the_topics_order_then_the_others_as_they_come() -> None:
    rows = compared_attributes([product(乙="1", 重量="1g"), product(甲="2", 手机名="X")], PHONES)
    assert [row.name for row in rows] == ["手机名", "重量", "乙", "甲"]
