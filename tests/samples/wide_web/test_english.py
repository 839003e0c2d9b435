import pytest

from samples.facts import phones
from samples.wide_web.english import english
from samples.wide_web.sites.gadgetpress import Gadgetpress


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
