"""Tests of `index.documents_build`."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.topic import shipped_topic
from index.documents_build import ProductDocuments
from tests.index.phones import ATTRIBUTES, documents, entry, record

MONITORS = shipped_topic("monitors")
DERIVED = [attribute for attribute in ATTRIBUTES.values() if attribute.read_from]


@pytest.mark.parametrize(
    ("given_as", "raw", "attribute", "shown"),
    [
        ("机身尺寸", "146.7×71.5×7.4mm", "机身厚度", "7.4 mm"),
        ("机身尺寸", "14.7 x 7.1 x 0.8 cm", "机身厚度", "8 mm"),
        ("处理器", "高通 骁龙801 四核2.5GHz", "处理器频率", "2.5 GHz"),
        ("处理器", "Intel PXA272 416MHz", "处理器频率", "0.416 GHz"),
        ("处理器", "高通 骁龙801 四核2.5GHz", "核心数", "四核"),
        ("处理器", "高通 骁龙801 四核2.5GHz", "处理器品牌", "高通、骁龙"),
        ("处理器", "三星 Exynos7420", "处理器品牌", "三星、Exynos"),
        ("主屏参数", "6.01英寸 1600万色 AMOLED 2160×1080像素", "主屏材质", "AMOLED"),
        ("主屏参数", "6.01英寸 1600万色 AMOLED 2160×1080像素", "主屏尺寸", "6.01 英寸"),
        ("主屏参数", "6.01英寸 1600万色 AMOLED 2160×1080像素", "屏幕清晰度", "1080p"),
        ("主屏分辨率", "3120×1440像素", "屏幕清晰度", "2K"),
        ("主屏分辨率", "3840x1644", "屏幕清晰度", "4K"),
        ("摄像头", "后置三摄,5000万像素,前置3200万像素", "后置摄像头数", "三摄"),
        ("后置摄像头", "5000万+800万+200万像素", "后置摄像头数", "三摄"),
        ("摄像头总数", "四摄像头（后三）", "后置摄像头数", "三摄"),
        ("充电功率", "66W有线+50W无线", "无线充电", "支持"),
        ("手机制式", "5G/4G 全网通", "移动网络", "5G、4G"),
        ("5G网络", "SA/NSA", "移动网络", "5G"),
    ],
)
def test_what_a_value_tells_of_another_attribute(
    given_as: str, raw: str, attribute: str, shown: str
) -> None:
    (product,) = documents(record(1, {"手机名": "小米14", given_as: raw}))
    derived = product.get(attribute)
    assert derived
    assert derived.shown == shown
    assert [source.raw for source in derived.values[0].said_by][:1] != [""]


@pytest.mark.parametrize(
    ("given_as", "raw", "attribute"),
    [
        ("机身尺寸", "小巧", "机身厚度"),
        ("处理器", "苹果 A16 仿生", "处理器频率"),
        ("主屏分辨率", "1334×750像素", "屏幕清晰度"),
        ("充电功率", "67W", "无线充电"),
        ("电池充电", "不支持无线充电", "无线充电"),
        ("电池充电", "without wireless charging", "无线充电"),
        ("电池充电", "ohne Wireless Charging", "无线充电"),
        ("5G网络", "不支持", "移动网络"),
        ("后置摄像头", "无", "后置摄像头数"),
    ],
)
def test_what_a_value_does_not_tell(given_as: str, raw: str, attribute: str) -> None:
    (product,) = documents(record(1, {"手机名": "小米14", given_as: raw}))
    assert product.get(attribute) is None


@pytest.mark.parametrize(
    ("given_as", "raw", "attribute", "shown"),
    [
        ("Auflösung", "3440 x 1440 Pixel", "Seitenverhältnis", "21:9"),
        ("Auflösung", "5120×1440", "Seitenverhältnis", "32:9"),
        ("Auflösung", "3840 x 2160 (4K UHD)", "Seitenverhältnis", "16:9"),
        ("Auflösung", "1366 x 768", "Seitenverhältnis", ""),
        ("Höhenverstellbereich", "150 mm", "Höhenverstellbar", "Ja"),
        ("Höhenverstellbereich", "nicht vorhanden", "Höhenverstellbar", ""),
        ("Höhenverstellbereich", "keine Angabe", "Höhenverstellbar", ""),
    ],
)
def test_what_monitors_tell(given_as: str, raw: str, attribute: str, shown: str) -> None:
    said = record(1, {"Produktname": "Dell P2423D", given_as: raw})
    (product,) = ProductDocuments([said], MONITORS)
    derived = product.get(attribute)
    assert (derived.shown if derived else "") == shown


def test_what_a_page_gives_itself_is_not_derived() -> None:
    said = {"手机名": "小米14", "机身尺寸": "152×71×8.2mm", "机身厚度": "8.28mm"}
    (product,) = documents(record(1, said))
    thickness = product.get("机身厚度")
    assert thickness
    assert (thickness.shown, thickness.derived) == ("8.28mm", ())


def test_a_list_is_read_from_all_that_tell_of_it() -> None:
    said = {"手机名": "小米14", "手机制式": "4G 全网通", "手机类型": "5G手机，智能手机"}
    (product,) = documents(record(1, said))
    networks = product.get("移动网络")
    assert networks
    assert {value.raw for value in networks.values} == {"4G", "5G"}
    assert set(networks.derived) == {"手机制式", "手机类型"}


def test_derived_facts_are_filtered_and_sorted_by() -> None:
    made = entry(
        record(1, {"手机名": "小米14", "机身尺寸": "152×71×8.2mm", "处理器": "骁龙 3.3GHz"})
    )
    assert made.numbers["机身厚度"] == (8.2,)
    assert made.orders["处理器频率"] == 3.3
    assert made.terms["处理器品牌"] == ("骁龙", "高通")


@given(st.sampled_from(sorted(ATTRIBUTES)), st.text(max_size=60))
@settings(max_examples=200, deadline=None)
def test_any_text_is_read(name: str, raw: str) -> None:
    for product in documents(record(1, {"手机名": "小米14", name: raw})):
        for attribute in DERIVED:
            shown = product.get(attribute.name)
            assert shown is None or all(value.said_by for value in shown.values)
