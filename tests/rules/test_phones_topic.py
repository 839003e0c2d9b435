from __future__ import annotations

import json
from itertools import chain

import pytest

from evaluation.datasets import DataSetsAbsentError, data_sets_folder
from rules.names import name_key
from rules.topic import Topic, shipped_topic
from rules.yaml_files import dump_yaml, parse_yaml
from samples.pocket_web import PocketWeb

PHONES = shipped_topic("phones")

PUBLISHED = [
    "手机名",
    "参考价格",
    "上市时间",
    "手机制式",
    "手机外形",
    "主屏参数",
    "数据业务",
    "摄像头",
    "商家报价",
    "主屏尺寸",
    "主屏分辨率",
    "主屏颜色",
    "手机通话时间",
    "摄像头像素",
    "音乐播放",
    "产品类别",
    "生产厂商",
    "待机时间",
    "摄像像素",
]


def test_the_published_attributes_are_all_there() -> None:
    assert len(PUBLISHED) == 19
    assert {attribute.name for attribute in PHONES.attributes} >= set(PUBLISHED)


@pytest.mark.parametrize(
    ("standard", "shown"),
    [
        ("参考价格", "参考价格 参考报价"),
        ("上市时间", "上市时间 上市日期"),
        ("主屏参数", "主屏参数 屏幕参数"),
        ("手机外形", "手机外形 外观设计"),
        ("手机制式", "手机制式 网络制式 网络频率"),
        ("主屏尺寸", "主屏尺寸"),
        ("主屏分辨率", "主屏分辨率"),
    ],
)
def test_the_published_mapping_is_kept(standard: str, shown: str) -> None:
    assert {PHONES.standard_name(name) for name in shown.split()} == {standard}


def test_two_names_mean_something_else_than_published() -> None:
    assert PHONES.standard_name("屏幕色彩") == "主屏颜色"
    assert PHONES.standard_name("尺寸体积") == "机身尺寸"


def test_a_new_attribute_is_left_to_discover() -> None:
    assert PHONES.standard_name("电子字典") is None
    assert name_key("电子字典") not in PHONES.lexicon


def test_every_name_on_the_pocket_web_has_its_standard_name() -> None:
    web = PocketWeb()
    pages = chain.from_iterable(map(web.product_pages, web.sites))
    shown = {(pair.name, pair.attribute) for page in pages for pair in page.gold if pair.name}
    assert {(name, PHONES.standard_name(name) or name) for name, _ in shown} == shown


def test_seeds_are_the_pocket_webs_sites() -> None:
    assert PHONES.seeds == tuple(f"http://{host}/" for host in PocketWeb().sites)


def test_the_lexicon_repeats_no_attributes_name() -> None:
    assert [name for name in PHONES.interest if PHONES.standard_name(name)] == []


def test_the_topic_survives_the_round_trip() -> None:
    assert parse_yaml(dump_yaml(PHONES), Topic, "phones") == PHONES


def test_names_of_real_chinese_sites_are_known() -> None:
    try:
        folder = data_sets_folder() / "zh-phones"
    except DataSetsAbsentError as error:
        pytest.skip(str(error))
    zol = json.loads((folder / "records-zol-2019.json").read_text(encoding="utf-8"))
    pconline = json.loads((folder / "records-pconline-2017.json").read_text(encoding="utf-8"))
    groups = [group for record in zol for group in record["params"].values()]
    names = set(chain(*groups, *pconline))
    assert {name for name in names if name_key(name) not in PHONES.lexicon} == set()
    assert len([name for name in names if PHONES.standard_name(name)]) >= 0.8 * len(names)
