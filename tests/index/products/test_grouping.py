from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from index.products.catalogue import merge

if TYPE_CHECKING:
    from tests.index.products.conftest import MakeRecord


@pytest.mark.parametrize(
    ("one", "other", "products"),
    [
        ({"主屏尺寸": "5.9英寸"}, {"主屏尺寸": "5.93寸"}, 1),
        ({"主屏尺寸": "4.0英寸"}, {"主屏尺寸": "4.7英寸"}, 2),
        ({"主屏尺寸": "4.0英寸"}, {"主屏尺寸": "暂无"}, 1),
        ({"处理器": "高通骁龙625"}, {"处理器": "Snapdragon 625"}, 1),
        ({"处理器": "高通骁龙625"}, {"处理器": "联发科Helio X20"}, 2),
        ({"处理器": "高通骁龙625"}, {"处理器": "八核"}, 1),
        ({"处理器": "高通骁龙650"}, {"处理器": "骁龙 652"}, 1),
        ({"处理器": "高通骁龙615"}, {"处理器": "骁龙 810"}, 2),
        ({"处理器": "高通骁龙615"}, {"处理器": "高通MSM8939"}, 1),
        ({"型号": "MDE40"}, {"型号": "MDE2"}, 1),
        ({"型号": "XT1085"}, {"型号": "XT1058"}, 2),
    ],
)
def test_facts_part_phones_of_one_name(
    record: MakeRecord, one: dict[str, str], other: dict[str, str], products: int
) -> None:
    assert len(merge([record("红米 Note 4X", values=v) for v in (one, other)])) == products


def test_chips_differ_by_region_at_samsung(record: MakeRecord) -> None:
    chips = ("骁龙845", "Exynos 9810")
    records = [record("三星 Galaxy S9", values={"处理器": chip}) for chip in chips]
    assert len(merge(records)) == 1


def test_a_record_that_fits_two_phones_of_one_name_stays_alone(record: MakeRecord) -> None:
    small, small_too, large = (
        record("苹果 iPhone SE", values={"主屏尺寸": size})
        for size in ("4英寸", "4.0英寸", "4.7英寸")
    )
    products = merge([small, small_too, large, record("苹果 iPhone SE")])
    assert sorted(len(product.members) for product in products) == [1, 1, 2]
    assert len({product.id for product in products}) == 3


def test_a_name_under_which_everything_is_told_merges_little(record: MakeRecord) -> None:
    records = [record("中兴 V5", values={"型号": f"ab{n:04}"}) for n in range(1000, 4000, 10)]
    assert len(merge(records)) == len(records)
