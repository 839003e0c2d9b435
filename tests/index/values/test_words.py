"""Tests of `index.values.words`."""

from __future__ import annotations

import pytest

from core.topic import Attribute, ValueType
from index.values.read import read_value
from index.values.types import WordList, YesNo
from tests.index.values.monitors import ATTRIBUTES as MONITORS
from tests.index.values.phones import attribute, values_of
from tests.index.values.phones import attribute as phones_attribute

LIST = Attribute(
    name="音乐",
    label="Music",
    group="功能",
    type=ValueType.LIST,
    words=(("MP3", "MPEG Layer 3"),),
)
FORM = Attribute(
    name="外形",
    label="Form",
    group="外观",
    type=ValueType.ENUMERATION,
    words=(("直板", "直板式", "Bar"), ("滑盖",), ("双向滑盖",), ("IP68",)),
)
OPEN = Attribute(name="材质", label="Material", group="外观", type=ValueType.ENUMERATION)


def words(raw: str, attribute: Attribute) -> list[str]:
    found = read_value(raw, attribute).values
    return [word for value in found if isinstance(value, WordList) for word in value.words]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("重力感应器，光线传感器,距离传感器", ["重力感应器", "光线传感器", "距离传感器"]),
        ("Black、White；Gold", ["Black", "White", "Gold"]),
        ("支持MIDI/mpeg layer 3/AAC等格式", ["MIDI", "MP3", "AAC"]),
        ("支持的音频格式：AAC-LC、HE-AAC", ["AAC-LC", "HE-AAC"]),
        ("移动3G（TD-SCDMA,WCDMA）,联通3G", ["移动3G(TD-SCDMA,WCDMA)", "联通3G"]),
        ("Yes, with A-GPS, GLONASS", ["A-GPS", "GLONASS"]),
        ("4G手机>，智能手机 >", ["4G手机", "智能手机"]),
        ("GSM 850/900/1800MHz,WCDMA", ["GSM 850/900/1800MHz", "WCDMA"]),
        ("5G/4G 全网通", ["5G", "4G 全网通"]),
        ("9V/2A充电器,数据线,", ["9V/2A充电器", "数据线"]),
        ("黑色,黑色", ["黑色"]),
        ("后置：,自动对焦,前置：HDR", ["自动对焦", "前置:HDR"]),
        ("黑色 白色 金色", ["黑色", "白色", "金色"]),
    ],
)
def test_a_list_is_split_and_each_word_stands_once(raw: str, expected: list[str]) -> None:
    assert words(raw, LIST) == expected


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("直板", ["直板"]),
        ("直板式", ["直板"]),
        ("BAR", ["直板"]),
        ("直板（曲面屏）", ["直板"]),
        ("双向滑盖", ["双向滑盖"]),
        ("IP68级别的防尘防水,在2米深的水下", ["IP68"]),
        ("旋转", ["旋转"]),
        ("Barbie", ["Barbie"]),
    ],
)
def test_one_of_a_few_words_with_its_synonyms(raw: str, expected: list[str]) -> None:
    assert words(raw, FORM) == expected


def test_words_that_no_topic_knows_are_taken_as_they_are() -> None:
    assert words("商务手机,智能手机", OPEN) == ["商务手机", "智能手机"]
    assert words("4×Cortex A73 2.36GHz+4×Cortex A53 1.8GHz", OPEN) == []


@pytest.mark.parametrize(
    ("name", "raw", "expected"),
    [
        (
            "感应器类型",
            "光线传感器,指南针指纹识别,陀螺仪",
            ["光线传感器", "指南针", "指纹识别", "陀螺仪"],
        ),
        ("解锁方式", "3D面部识别屏幕指纹识别", ["3D面部识别", "屏幕指纹识别"]),
        ("GPS功能", "GalileoGPS导航,A-GPS技术", ["Galileo", "GPS", "A-GPS"]),
        ("感应器类型", "虚拟陀螺仪", ["虚拟陀螺仪"]),
    ],
)
def test_words_that_a_page_ran_together(name: str, raw: str, expected: list[str]) -> None:
    assert words(raw, phones_attribute(name)) == expected


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("HDMI DisplayPort", ["HDMI", "DisplayPort"]),
        ("HDMI DP, HDMI", ["HDMI", "DisplayPort"]),
        ("HDMI Eingang", ["HDMI Eingang"]),
    ],
)
def test_words_that_were_items_of_an_html_list(raw: str, expected: list[str]) -> None:
    assert words(raw, MONITORS["Anschlüsse"]) == expected


@pytest.mark.parametrize("raw", ["No", "不支持", "无"])
def test_an_empty_list_is_understood(raw: str) -> None:
    assert read_value(raw, LIST).absent


YES, NO = YesNo(yes=True), YesNo(yes=False)


@pytest.mark.parametrize(
    ("name", "raw", "meant"),
    [
        ("NFC", "支持", YES),
        ("NFC", "支持NFC（支持读卡器模式,不支持卡模拟）", YES),
        ("NFC", "多功能NFC", YES),
        ("NFC", "Yes (market/region dependent)", YES),
        ("NFC", "不支持NFC", NO),
        ("NFC", "NFC：不支持", NO),
        ("NFC", "无", NO),
        ("NFC", "No", NO),
        ("收音机", "Stereo FM radio, RDS", YES),
        ("无线充电", "支持无线充电", YES),
        ("无线充电", "最高50W", YES),
    ],
)
def test_yes_or_no(name: str, raw: str, meant: YesNo) -> None:
    assert values_of(raw, name) == [meant]


def test_what_says_neither_stays_raw() -> None:
    reading = read_value("参见说明书", attribute("NFC"))
    assert reading.values == ()
    assert not reading.absent
