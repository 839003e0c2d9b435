from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from index.products.catalogue import merge
from index.products.typed_same import same_by_meaning
from tests.index.values.phones import PHONES

if TYPE_CHECKING:
    from tests.index.products.conftest import MakeRecord

SAME = same_by_meaning(PHONES)


@pytest.mark.parametrize(
    ("attribute", "one", "other"),
    [
        ("电池容量", "5000mAh", "5000 毫安时"),
        ("电池容量", "5000mAh（典型值）", "约5000mAh"),
        ("重量", "0.193kg", "193克"),
        ("参考价格", "￥3999", "3,999元"),
        ("上市时间", "2023年10月", "2023-10"),
        ("主屏分辨率", "1080×2340", "2340x1080像素"),
        ("音乐播放", "MP3/AAC", "支持AAC、mp3等格式"),
        ("NFC", "支持", "支持NFC"),
        ("处理器", "骁龙 8 Gen3", "骁龙8 GEN3"),
        ("生产厂商", "小 米", "小米"),
    ],
)
def test_the_same_in_other_words(attribute: str, one: str, other: str) -> None:
    assert SAME(attribute, one) == SAME(attribute, other)


@pytest.mark.parametrize(
    ("attribute", "one", "other"),
    [
        ("电池容量", "5000mAh", "5000mAh起"),
        ("参考价格", "799元", "799美元"),
        ("上市时间", "2023年10月", "2023年"),
        ("运行内存", "8GB", "8GB/12GB"),
        ("电池容量", "很大", "极大"),
        ("NFC", "支持", "不支持"),
    ],
)
def test_not_the_same(attribute: str, one: str, other: str) -> None:
    assert SAME(attribute, one) != SAME(attribute, other)


def test_each_source_keeps_its_own_writing(record: MakeRecord) -> None:
    writings = ("5000mAh", "5000 毫安时")
    records = [record("小米14", values={"电池容量": raw}) for raw in writings]
    (product,) = merge(records, SAME)
    (value,) = product.attributes["电池容量"].values
    assert value.raw == "5000 毫安时"
    assert [source.raw for source in value.sources] == ["5000mAh", ""]
