"""Tests of `index.values.quantity`."""

from __future__ import annotations

import pytest

from core.topic import Attribute, ValueType
from index.values.read import read_value
from index.values.types import Quantity
from tests.index.values.phones import attribute, values_of


def numbers(raw: str, name: str) -> list[tuple[float, float]]:
    found = read_value(raw, attribute(name)).values
    return [(value.low, value.high) for value in found if isinstance(value, Quantity)]


@pytest.mark.parametrize(
    ("name", "raw", "number"),
    [
        ("主屏尺寸", "6.39英寸", 6.39),
        ("主屏尺寸", '6.1"', 6.1),
        ("主屏尺寸", "6,5 寸", 6.5),
        ("主屏尺寸", "6.7-inch", 6.7),
        ("主屏尺寸", "16.94厘米（6.67英寸）", 6.67),
        ("主屏尺寸", "5 1/2 inches", 5.5),
        ("主屏尺寸", "6.67 inches, 108.8 cm2 (~88.1% screen-to-body ratio)", 6.67),
        ("主屏尺寸", "3.7", 3.7),
        ("机身厚度", "0.79厘米", 7.9),
        ("机身厚度", "0.31 in", 7.874),
        ("重量", "0.172kg", 172),
        ("重量", "143 g (5.04 oz)", 143),
        ("重量", "159 ", 159),
        ("电池容量", "５０００ｍＡｈ", 5000),
        ("电池容量", "5,000 mAh", 5000),
        ("电池容量", "1050毫安时", 1050),
        ("电池容量", "4000mAh（30分钟充电55%）", 4000),
        ("机身内存", "1TB", 1024),
        ("机身内存", "16G", 16),
        ("机身内存", "128MB ROM", 0.125),
        ("后置摄像头", "双核1200万像素（2400万感光单元）", 1200),
        ("后置摄像头", "5x1200万像素,", 1200),
        ("后置摄像头", "1.08亿像素", 10800),
        ("后置摄像头", "12 MP", 1200),
        ("前置摄像头", "前置500w双摄像头", 500),
        ("前置摄像头", "2400", 2400),
        ("处理器频率", "2450", 2.45),
        ("处理器频率", "1300mHz", 1.3),
        ("处理器频率", "A53 2.0GHz×8", 2),
        ("屏幕刷新率", "120Hz", 120),
        ("充电功率", "120瓦", 120),
        ("像素密度", "~401 ppi", 401),
        ("屏幕占比", "91.7%", 91.7),
        ("手机通话时间", "3 h 20 min", 3 + 1 / 3),
        ("手机通话时间", "250分钟", 4 + 1 / 6),
        ("待机时间", "12天", 288),
        ("主屏颜色", "1600万色", 16_000_000),
        ("主屏颜色", "10.7亿色", 1_070_000_000),
        ("主屏颜色", "256K colors", 256_000),
        ("制程工艺", "7纳米", 7),
        ("辐射", "1.10 W/kg (head)", 1.1),
    ],
)
def test_one_quantity(name: str, raw: str, number: float) -> None:
    low, high = numbers(raw, name)[0]
    assert low == high == pytest.approx(number)
    assert len(numbers(raw, name)) == 1


@pytest.mark.parametrize(
    ("name", "raw", "several"),
    [
        ("机身内存", "128GB/256GB", [128, 256]),
        ("机身内存", "64/128/256GB", [64, 128, 256]),
        ("机身内存", "64,128GB", [64, 128]),
        ("机身内存", "256/512/1TB", [256, 512, 1024]),
        ("电池容量", "3600/6000mAh", [3600, 6000]),
        ("后置摄像头", "5000万+1200万+1000万像素", [5000, 1200, 1000]),
        ("后置摄像头", "索尼4800万像素镜头+200万像素景深镜头,", [4800, 200]),
        ("处理器频率", "2×Cortex-A76 Based2.6GHz+6×Cortex-A55 1.8GHz", [2.6, 1.8]),
        ("处理器频率", "2.45+1.9", [2.45, 1.9]),
        ("主屏尺寸", "主屏5.5英寸、副屏5.2英寸", [5.5, 5.2]),
        ("充电功率", "40W有线,15W无线", [40, 15]),
        ("辐射", "0.96 W/kg (head) 0.72 W/kg (body)", [0.96, 0.72]),
    ],
)
def test_several_quantities(name: str, raw: str, several: list[float]) -> None:
    assert numbers(raw, name) == [(number, number) for number in several]


@pytest.mark.parametrize(
    ("name", "raw", "low", "high"),
    [
        ("电池容量", "4750-5000mAh", 4750, 5000),
        ("后置摄像头", "300至500万像素", 300, 500),
        ("重量", "164–199克(根据用料)", 164, 199),
        ("重量", "150±5g", 145, 155),
        ("屏幕刷新率", "1～120Hz", 1, 120),
        ("手机通话时间", "1 h 30 min - 3 h", 1.5, 3),
        ("运行内存", "512MB到2GB", 0.5, 2),
    ],
)
def test_a_range_is_one_quantity(name: str, raw: str, low: float, high: float) -> None:
    assert numbers(raw, name) == [(low, high)]


ABOUT = Quantity(165, 165, "g", approximate=True)
OR_MORE = Quantity(165, 165, "g", open="from")
OR_LESS = Quantity(165, 165, "g", open="to")


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ("约165g", ABOUT),
        ("165克左右", ABOUT),
        ("≈165g", ABOUT),
        ("about 165 g", ABOUT),
        ("约合165g", ABOUT),
        ("165g以上", OR_MORE),
        ("至少165g", OR_MORE),
        ("≥165g", OR_MORE),
        ("165g+", OR_MORE),
        ("165g以下", OR_LESS),
        ("Up to 165 g", OR_LESS),
        ("最大约165g", Quantity(165, 165, "g", approximate=True, open="to")),
    ],
)
def test_what_is_said_of_a_number_is_kept(raw: str, said: Quantity) -> None:
    assert values_of(raw, "重量") == [said]


def test_the_rest_tells_what_was_not_understood() -> None:
    assert read_value("3340mAh（典型值）", attribute("电池容量")).rest == "（典型值）"
    assert read_value("约165g", attribute("重量")).rest == ""
    assert read_value("3.9,双屏", attribute("主屏尺寸")).rest == "双屏"


def test_25_m_is_not_2_5_m() -> None:
    depth = Attribute(name="水深", label="Depth", group="其他", type=ValueType.QUANTITY, unit="m")
    assert read_value("25 m", depth).values == (Quantity(25, 25, "m"),)
    assert read_value("2.5 m", depth).values == (Quantity(2.5, 2.5, "m"),)


def test_below_zero() -> None:
    heat = Attribute(name="温度", label="Heat", group="其他", type=ValueType.QUANTITY, unit="℃")
    assert read_value("-10~40℃", heat).values == (Quantity(-10, 40, "℃"),)
    assert read_value("-10℃ - -5℃", heat).values == (Quantity(-10, -5, "℃"),)


@pytest.mark.parametrize(
    ("name", "raw"),
    [
        ("前置摄像头", "内置副摄像头"),
        ("运行内存", "800"),
        ("主屏尺寸", "2."),
        ("重量", "充电器,数据线"),
        ("机身内存", "UFS 3.1"),
        ("机身内存", "12GB RAM - McLaren Edition only"),
        ("电池容量", "1" * 30 + "mAh"),
        ("电池容量", "1e309"),
    ],
)
def test_what_is_no_quantity_stays_raw(name: str, raw: str) -> None:
    assert values_of(raw, name) == []
    assert read_value(raw, attribute(name)).rest == raw


@pytest.mark.parametrize(
    ("raw", "memory", "storage"),
    [
        ("8GB+256GB", [8], [256]),
        ("8+256GB/12GB+512GB", [8, 12], [256, 512]),
        ("16GB 2GB RAM, 32GB 3GB RAM", [16, 2, 32, 3], [16, 32]),
        ("128MB ROM 64MB RAM", [0.0625], [0.125]),
        ("4GB+6GB", [4, 6], [4, 6]),
    ],
)
def test_each_attribute_takes_its_own(raw: str, memory: list[float], storage: list[float]) -> None:
    for name, expected in (("运行内存", memory), ("机身内存", storage)):
        found = read_value(raw, attribute(name)).values
        assert [value.low for value in found if isinstance(value, Quantity)] == expected
