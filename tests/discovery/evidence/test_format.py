from __future__ import annotations

import pytest

from discovery.evidence.format import Format, format_of, likelihood
from tests.discovery.evidence.small_tree import SmallTree

PRICE = Format("参考价格", "：", "strong")
PLAIN = Format("参考价格", "", "strong")


@pytest.mark.parametrize(
    ("shown", "feature"),
    [
        ("参考价格：", "："),
        ("· 参考价格 ：￥2350", "·："),
        ("【参考价格】", "【】"),
        ("参 考 价 格:", ":"),
        ("参考价格 2350", ""),
        ("参考价格", ""),
    ],
)
def test_the_feature_is_the_marks_beside_the_name(shown: str, feature: str) -> None:
    leaf = SmallTree(f"<STRONG>{shown}</STRONG>").leaf(shown)
    assert format_of(leaf, "参考价格") == Format("参考价格", feature, "strong")


def test_marks_inside_a_name_are_the_names_own() -> None:
    leaf = SmallTree("<b>屏幕尺寸（英寸）：</b>").leaf("屏幕尺寸（英寸）：")
    assert format_of(leaf, "屏幕尺寸（英寸）").feature == "）"


@pytest.mark.parametrize(
    ("body", "text", "known", "likely"),
    [
        ("<strong>重量：</strong>", "重量：", [PRICE], 1.0),
        ("<strong>重量：</strong>", "重量：", [PLAIN, PRICE], 1.0),
        ("<strong>重量：</strong>", "重量：", [PLAIN], 0.5),
        ("<strong>重量</strong>", "重量", [PLAIN, PRICE], 0.5),
        ("<strong>重量</strong>", "重量", [PRICE], 0.0),
        ("<em>重量：</em>", "重量：", [PLAIN, PRICE], 0.0),
        ("<strong>重量：</strong>", "重量：", [], 0.0),
    ],
)
def test_table_4_4(body: str, text: str, known: list[Format], likely: float) -> None:
    assert likelihood(SmallTree(body).leaf(text), known) == likely
