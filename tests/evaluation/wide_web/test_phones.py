from __future__ import annotations

import pytest

from evaluation.wide_web.phones import brands, english, model, variant
from evaluation.wide_web.sites.gadgetpress import Gadgetpress
from evaluation.wide_web.wording import Dice
from samples.catalogue import english_brand, phones


def test_every_brand_of_the_facts_has_variants() -> None:
    assert set(brands()) == {phone["品牌"] for phone in phones()}
    for brand in brands():
        facts = variant(brand, Dice(brand))
        assert facts["品牌"] == brand
        assert facts["手机名"] == f"{brand} {facts['型号']}"
        assert english_brand(brand).isascii()


def test_the_model_is_known_before_the_other_facts() -> None:
    assert model("诺基亚", Dice("7"))[1] == variant("诺基亚", Dice("7"))["型号"]


def test_variants_are_no_real_phones_and_differ_from_each_other() -> None:
    made = [variant("三星", Dice(str(turn))) for turn in range(200)]
    assert len({facts["手机名"] for facts in made}) > 190
    assert len({facts["电池容量"] for facts in made}) > 100
    assert len({facts["参考价格"] for facts in made}) > 100


@pytest.mark.parametrize(
    ("attribute", "value", "said"),
    [
        ("品牌", "诺基亚", "Nokia"),
        ("品牌", "HTC", "HTC"),
        ("上市时间", "2009年7月", "July 2009"),
        ("上市时间", "2004年", "2004"),
        ("参考价格", "￥3500", "$ 500"),
        ("主屏尺寸", "3.5英寸", "3.5 inches"),
        ("主屏分辨率", "320×480像素", "320 x 480 pixels"),
        ("摄像头像素", "1.08亿像素", "108 MP"),
        ("摄像头像素", "30万像素", "0.3 MP"),
        ("摄像头像素", "无", "No"),
        ("存储卡", "microSD（最大32GB）", "microSD"),
        ("存储卡", "不支持", "No"),
        ("操作系统", "氢OS 4.7（Android 7.1）", ""),
    ],
)
def test_values_as_english_sites_write_them(attribute: str, value: str, said: str) -> None:
    assert english(attribute, value) == said


def test_all_that_the_site_shows_is_english() -> None:
    for phone in phones():
        for attribute, _ in Gadgetpress.attributes:
            assert english(attribute, phone.get(attribute, "")).isascii()
