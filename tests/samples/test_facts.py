from __future__ import annotations

import re
from collections.abc import MutableMapping
from typing import TYPE_CHECKING

import pytest

from samples.facts import phones

if TYPE_CHECKING:
    from collections.abc import Mapping

REQUIRED = [
    "手机名",
    "品牌",
    "型号",
    "上市时间",
    "参考价格",
    "手机制式",
    "手机外形",
    "主屏尺寸",
    "主屏分辨率",
    "主屏材质",
    "主屏颜色",
    "主屏参数",
    "机身尺寸",
    "重量",
    "电池容量",
    "生产厂商",
    "产品类别",
    "数据业务",
    "音乐播放",
    "摄像头像素",
    "摄像头",
]
SMARTPHONE = ["处理器", "运行内存", "机身内存", "操作系统", "后置摄像头", "前置摄像头"]

SHAPES = {
    "上市时间": r"20[0-2]\d年(?:(?:[1-9]|1[0-2])月)?",
    "参考价格": r"￥[1-9]\d{2,4}",
    "商家报价": r"￥\d+-￥\d+（\d+家商家）",
    "主屏尺寸": r"\d\.\d{1,2}英寸",
    "主屏分辨率": r"\d{2,4}×\d{2,4}像素",
    "主屏颜色": r"单色|65536色|26万色|1600万色|10\.7亿色|687亿色",
    "机身尺寸": r"\d+(?:\.\d+)?×\d+(?:\.\d+)?×\d+(?:\.\d+)?(?:mm|毫米)",
    "重量": r"\d+(?:\.\d+)?(?:g|克)",
    "电池容量": r"\d{3,4}(?:mAh|毫安时)",
    "摄像头像素": r"无|\d+万像素|\d(?:\.\d+)?亿像素",
    "手机通话时间": r"\d+(?:\.\d+)?小时",
    "待机时间": r"\d+小时",
}


def year(phone: Mapping[str, str]) -> int:
    return int(phone["上市时间"][:4])


def numbers(value: str) -> list[float]:
    return [float(number) for number in re.findall(r"\d+(?:\.\d+)?", value)]


def test_there_are_phones_of_both_eras() -> None:
    years = [year(phone) for phone in phones()]
    assert len(years) >= 220
    assert sum(y <= 2010 for y in years) >= 95


def test_no_two_phones_share_a_name() -> None:
    names = [phone["手机名"] for phone in phones()]
    assert len(set(names)) == len(names)


def test_the_oldest_phone_comes_first_and_the_order_is_kept() -> None:
    years = [year(phone) for phone in phones()]
    assert years == sorted(years)
    assert phones() is phones()


def test_within_a_year_the_months_are_in_order_and_then_the_names() -> None:
    in_2007 = [phone["手机名"] for phone in phones() if year(phone) == 2007]
    wanted = ["诺基亚 6300", "诺基亚 N95", "诺基亚 1200", "诺基亚 1208", "苹果 iPhone"]
    assert [name for name in in_2007 if name in wanted] == wanted


def test_facts_cannot_be_changed_by_a_reader() -> None:
    assert not any(isinstance(phone, MutableMapping) for phone in phones())


@pytest.mark.parametrize("phone", phones(), ids=lambda phone: phone["手机名"])
class TestEachPhone:
    def test_has_every_required_fact(self, phone: Mapping[str, str]) -> None:
        required = REQUIRED + (SMARTPHONE if year(phone) >= 2011 else [])
        assert [name for name in required if not phone.get(name)] == []

    def test_is_written_in_clean_text(self, phone: Mapping[str, str]) -> None:
        for text in (*phone, *phone.values()):
            assert isinstance(text, str)
            assert text == " ".join(text.split())
            assert text.isprintable()

    def test_writes_values_as_spec_sites_do(self, phone: Mapping[str, str]) -> None:
        odd = {n: phone[n] for n in SHAPES.keys() & phone if not re.fullmatch(SHAPES[n], phone[n])}
        assert odd == {}

    def test_is_named_by_brand_and_model(self, phone: Mapping[str, str]) -> None:
        assert phone["手机名"] == f"{phone['品牌']} {phone['型号']}"

    def test_sums_up_its_screen(self, phone: Mapping[str, str]) -> None:
        for part in ("主屏尺寸", "主屏分辨率", "主屏材质", "主屏颜色"):
            assert phone[part] in phone["主屏参数"]

    def test_is_as_big_and_heavy_as_phones_are(self, phone: Mapping[str, str]) -> None:
        height, width, depth = numbers(phone["机身尺寸"])
        assert 180 > height > width > depth > 5
        assert 60 < numbers(phone["重量"])[0] < 300
        assert numbers(phone["主屏尺寸"])[0] * 25.4 < (height**2 + width**2) ** 0.5

    def test_offers_lie_around_its_price(self, phone: Mapping[str, str]) -> None:
        if "商家报价" in phone:
            lowest, highest, shops = numbers(phone["商家报价"])
            assert lowest < numbers(phone["参考价格"])[0] < highest
            assert shops >= 1

    def test_has_a_camera_or_none(self, phone: Mapping[str, str]) -> None:
        assert (phone["摄像头"] == "无") == (phone["摄像头像素"] == "无")
