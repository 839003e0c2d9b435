from __future__ import annotations

import math
import re
from collections.abc import MutableMapping
from typing import TYPE_CHECKING

import pytest

from samples.catalogue import Phone, chosen, neighbours, phones, yuan
from samples.chance import choose, number

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


def any_phone(_phone: Phone) -> int:
    return 0


def test_phones_of_the_lowest_rank_come_first() -> None:
    picked = chosen("phones", "www.a.example", 40, lambda phone: int(phone["品牌"] != "诺基亚"))
    assert {phone["品牌"] for phone in picked} == {"诺基亚"}


def test_sites_show_the_phones_in_orders_of_their_own() -> None:
    first, second = (chosen("phones", f"www.{letter}.example", 20, any_phone) for letter in "ab")
    assert first != second


def test_wanting_more_phones_than_there_are_says_so() -> None:
    with pytest.raises(ValueError, match=r"www\.a\.example wants 9999 phones, but .* has 226"):
        chosen("phones", "www.a.example", 9999, any_phone)


def test_the_last_phone_is_followed_by_the_first() -> None:
    first, second, *_, last = shown = phones()
    assert neighbours(shown, last, 2) == (first, second)


def test_every_phone_has_a_price_in_yuan() -> None:
    assert all(100 <= yuan(phone) <= 50_000 for phone in phones())


def year(phone: Mapping[str, str]) -> int:
    return int(phone["上市时间"][:4])


def numbers(value: str) -> list[float]:
    return [float(number) for number in re.findall(r"\d+(?:\.\d+)?", value)]


def test_there_are_phones_of_both_eras() -> None:
    modern = [year(phone) >= 2011 for phone in phones()]
    assert len(modern) >= 130
    assert modern.count(False) >= 75
    assert modern.count(True) >= 55


def test_no_two_phones_share_a_name() -> None:
    names = [phone["手机名"] for phone in phones()]
    assert len(set(names)) == len(names)


def test_the_oldest_phone_comes_first() -> None:
    years = [year(phone) for phone in phones()]
    assert years == sorted(years)


def test_within_a_year_the_months_are_in_order_and_then_the_names() -> None:
    in_2007 = [phone["手机名"] for phone in phones() if year(phone) == 2007]
    wanted = ["诺基亚 6300", "诺基亚 N95", "诺基亚 1200", "诺基亚 1208", "苹果 iPhone"]
    assert [name for name in in_2007 if name in wanted] == wanted


def test_the_files_are_read_once() -> None:
    assert phones() is phones()


def test_a_reader_cannot_change_the_facts() -> None:
    assert not any(isinstance(phone, MutableMapping) for phone in phones())


def test_every_phone_has_the_required_facts() -> None:
    for phone in phones():
        required = REQUIRED + (SMARTPHONE if year(phone) >= 2011 else [])
        assert [name for name in required if not phone.get(name)] == [], phone["手机名"]


def test_names_and_values_are_clean_text() -> None:
    for phone in phones():
        for text in (*phone, *phone.values()):
            assert isinstance(text, str), phone["手机名"]
            assert text == " ".join(text.split()), phone["手机名"]
            assert text.isprintable(), phone["手机名"]


def test_values_are_written_as_spec_sites_write_them() -> None:
    for phone in phones():
        for name in SHAPES.keys() & phone:
            assert re.fullmatch(SHAPES[name], phone[name]), f"{phone['手机名']}: {phone[name]}"


def test_a_phone_is_named_by_brand_and_model() -> None:
    for phone in phones():
        assert phone["手机名"] == f"{phone['品牌']} {phone['型号']}"


def test_the_screen_line_sums_up_the_screen() -> None:
    for phone in phones():
        for part in ("主屏尺寸", "主屏分辨率", "主屏材质", "主屏颜色"):
            assert phone[part] in phone["主屏参数"], phone["手机名"]


def test_phones_are_as_big_and_heavy_as_phones_are() -> None:
    for phone in phones():
        height, width, depth = numbers(phone["机身尺寸"])
        assert 180 > height > width > depth > 5, phone["手机名"]
        assert 60 < numbers(phone["重量"])[0] < 300, phone["手机名"]
        assert numbers(phone["主屏尺寸"])[0] * 25.4 < math.hypot(height, width), phone["手机名"]


def test_offers_lie_around_the_reference_price() -> None:
    for phone in phones():
        if "商家报价" in phone:
            lowest, highest, shops = numbers(phone["商家报价"])
            assert lowest < numbers(phone["参考价格"])[0] < highest, phone["手机名"]
            assert shops >= 1, phone["手机名"]


def test_a_phone_without_camera_says_so_twice() -> None:
    for phone in phones():
        assert (phone["摄像头"] == "无") == (phone["摄像头像素"] == "无"), phone["手机名"]


def test_the_same_words_give_the_same_number_on_every_machine() -> None:
    assert number("诺基亚", "1200") == 17_918_880_527_572


def test_words_are_kept_apart() -> None:
    assert number("诺基亚", "1200") != number("诺基亚1", "200")


def test_a_choice_is_one_of_the_options() -> None:
    assert {choose("abc", str(word)) for word in range(50)} == set("abc")
