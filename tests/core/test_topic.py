from __future__ import annotations

import json
import re
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from pydantic import ValidationError

from core.errors import FileProblems
from core.names import name_key
from core.product_names import BrandEntry, Carriers, Codes, Difference, Memory, ProductNames
from core.topic import Attribute, Better, Facet, Role, Topic, ValueType, shipped_topic
from core.topic_parts import (
    AmountPair,
    AttributeQuery,
    LinkHints,
    OnTopic,
    OwnUnit,
    ReadFrom,
    ResolutionClass,
    Rewriting,
    Take,
    TopicQuery,
)
from core.yaml_files import DEEPEST_NESTING, LARGEST_FILE, dump_yaml, parse_yaml
from evaluation.datasets import DataSetsAbsentError, data_sets_folder
from samples.pocket_web import PocketWeb

if TYPE_CHECKING:
    from enum import StrEnum

    from pydantic import BaseModel


DOCUMENT = (Path(__file__).parents[2] / "docs/topic-file.md").read_text(encoding="utf-8")
WATCHES = """\
name: watches
title: {zh: 手表, en: Watches}
seeds: [http://www.pcpop.example/]
links:
  product: [参数, detail]
  list: [大全]
interest: [表带宽度]
attributes:
  - name: 名称
    label: Name
    group: 基本
  - name: 参考价格
    label: Price
    group: 基本
    type: price
    unit: 元
    facet: range
    aliases: [参考报价, List price]
  - name: 表盘直径
    label: Case diameter
    group: 外观
    type: quantity
    unit: mm
    aliases: [直径, ＤＩＡＭＥＴＥＲ]
"""


KEYS = (
    "allowed: name, label, group, role, type, unit, facet, better, aliases, words, words_from, "
    "families, read_from, orders, query"
)
TYPES = "allowed: text, quantity, price, date, size, resolution, list, yes-no, enumeration"


def read(text: str) -> Topic:
    return parse_yaml(text, Topic, "watches.yaml")


def problems(text: str) -> list[str]:
    with pytest.raises(FileProblems) as caught:
        read(text)
    return [line.removeprefix("watches.yaml:") for line in str(caught.value).splitlines()]


@pytest.mark.parametrize(
    ("pseudo", "standard"),
    [
        ("参考价格", "参考价格"),
        ("参考报价", "参考价格"),
        ("参 考 报 价：", "参考价格"),
        ("LIST PRICE", "参考价格"),
        ("ｌｉｓｔ　ｐｒｉｃｅ", "参考价格"),
        ("Diameter", "表盘直径"),
        ("价格", None),
        ("表带宽度", None),
        ("", None),
    ],
)
def test_names_of_sites_map_to_standard_names(pseudo: str, standard: str | None) -> None:
    assert read(WATCHES).standard_name(pseudo) == standard


def test_the_lexicon_has_every_known_name() -> None:
    assert read(WATCHES).lexicon == {
        *("名称", "参考价格", "参考报价", "listprice", "表盘直径", "直径", "diameter", "表带宽度")
    }


def test_a_topic_survives_the_round_trip() -> None:
    topic = read(WATCHES)
    assert read(dump_yaml(topic)) == topic


def test_topics_are_compared_without_a_look_at_each_attribute(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They are the keys of caches, and one that was read again is equal and not the same."""
    one, again, other = read(WATCHES), read(WATCHES), read(WATCHES.replace("外观", "尺寸"))
    monkeypatch.setattr(Attribute, "__eq__", None)
    assert one == again
    assert hash(one) == hash(again)
    assert one != other
    assert one != WATCHES


def test_a_changed_copy_derives_everything_anew() -> None:
    topic = read(WATCHES)
    first, *others = topic.attributes
    assert topic.standard_name(first.name)
    changed = topic.model_copy(update={"attributes": tuple(others)})
    assert changed.standard_name(first.name) is None
    assert changed != topic


def test_clashing_names_are_told_at_their_lines_beside_other_mistakes() -> None:
    text = WATCHES.replace("label: Name", "lable: Name")
    text = text.replace("aliases: [直径,", "aliases: [参 考 报 价, 名称, 表盘直径,")
    text = text.replace("[参考报价, List price]", "[参考报价, List price, list-price]")
    assert problems(text) == [
        "10:5: unknown key 'lable'; did you mean 'label'? " + KEYS,
        "18:33: 'list-price' already names '参考价格'; list each name once, for one attribute",
        "24:15: '参 考 报 价' already names '参考价格'; list each name once, for one attribute",
        "24:24: '名称' already names '名称'; list each name once, for one attribute",
        "24:28: '表盘直径' already names '表盘直径'; list each name once, for one attribute",
    ]


@pytest.mark.parametrize(
    ("good", "bad", "told"),
    [
        (
            "type: price",
            "type: text",
            [
                "16:11: type text takes no unit; only quantity, price, size do",
                "17:12: type text has no ranges; only quantity, price, date do",
            ],
        ),
        ("    unit: mm\n", "", ["19:5: type quantity needs a unit; add the key 'unit'"]),
        (
            "type: quantity",
            "type: quantiti",
            ["22:11: 'type' is 'quantiti'; did you mean 'quantity'? " + TYPES],
        ),
        (
            "facet: range",
            "facet: ranges",
            ["17:12: 'facet' is 'ranges'; did you mean 'range'? allowed: none, values, range"],
        ),
        (
            "    unit: mm\n",
            "    unit: mm\n    words: [[圆形, 圆]]\n",
            ["24:12: type quantity has no words; only list, enumeration, text do"],
        ),
        (
            "    type: quantity\n    unit: mm\n",
            "    type: list\n    words: [[圆形, 圆], [ 圆 ]]\n",
            ["23:12: the word '圆' is listed twice; remove one"],
        ),
        (
            "    unit: mm\n",
            "    unit: mm\n    better: bigger\n",
            ["24:13: 'better' is 'bigger'; allowed: neither, more, less"],
        ),
        (
            "label: Name",
            "label: Name\n    better: more",
            ["11:13: type text has no order; only quantity, price, date, resolution do"],
        ),
        (
            "    unit: mm\n",
            "    unit: mm\n    families: {圆形: [椭圆]}\n",
            ["24:15: type quantity has no families; only list, enumeration, text do"],
        ),
        (
            "    type: quantity\n    unit: mm\n",
            "    type: list\n    words: [[圆形, 圆]]\n    families: {圆形: [椭圆]}\n",
            ["24:15: '椭圆' is no word of this attribute; add it to 'words'"],
        ),
        (
            "    type: quantity\n    unit: mm\n",
            (
                "    type: list\n    words: [[圆, O], [椭圆], [长圆]]\n"
                "    families: {圆: [椭圆], 椭圆: [长圆], 长圆: [O]}\n"
            ),
            ["24:15: '椭圆' is in its own family; remove it there"],
        ),
        (
            "    unit: mm\n",
            "    unit: mm\n    read_from: [{attribute: 名称}, {attribute: 表径, take: first}]\n",
            ["24:46: '表径' is no attribute before this one; use such an attribute"],
        ),
        (
            "    unit: mm\n",
            "    unit: mm\n    read_from: [{attribute: 名称, take: smallest}]\n",
            ["24:29: 'take: smallest' needs type size; '名称' is text"],
        ),
        (
            "    unit: mm\n",
            (
                "    unit: mm\n    read_from:\n      - attribute: 名称\n"
                "        classes: [{value: 1080p, short: [1440, 1080]}]\n"
            ),
            ["26:19: '1080p' has limits in the wrong order; put the smaller first"],
        ),
        (
            "    unit: mm\n",
            "    unit: mm\n    read_from: [{attribute: 名称, take: count}]\n",
            ["24:29: 'take: count' is for attributes of type enumeration; this one is quantity"],
        ),
        (
            "attributes:",
            "facets: [名称]\nattributes:",
            ["8:9: '名称' is no attribute with a facet; use such an attribute"],
        ),
        (
            "attributes:",
            "synonyms: [[圆, O], [ｏ, 零]]\nattributes:",
            ["8:11: the word 'o' is listed twice; remove one"],
        ),
        (
            "attributes:",
            "rewritings: [{written: '第{n}代', means: '{m} gen'}]\nattributes:",
            ["8:14: {m} is not in 'written'; it has ['n']"],
        ),
        (
            "attributes:",
            "key_specs: [[表盘直径, 参考价格], 表径]\nattributes:",
            ["8:12: '表径' is no attribute of this topic; use an attribute's name"],
        ),
        (
            "[大全]",
            "[大全, 参数]",
            ["6:14: '参数' is already a hint for 'product'; remove one"],
        ),
        ("[表带宽度]", "[：]", ["7:12: '：' has no letter or digit; names are compared by those"]),
        (
            "http://www.pcpop.example/",
            "ftp://a/",
            ["3:9: 'ftp://a/' is not a web address; write http://host/path or https://host/path"],
        ),
        (
            "http://www.pcpop.example/",
            "'http://['",
            ["3:9: 'http://[' is not a web address; write http://host/path or https://host/path"],
        ),
        (
            "name: watches",
            "name: 手表",
            ["1:7: 'name' is '手表'; String should match pattern '^[a-z][a-z0-9-]*$'"],
        ),
        (
            WATCHES[WATCHES.index("attributes:") :],
            "attributes: []",
            ["8:13: 'attributes' is []; Tuple should have at least 1 item after validation, not 0"],
        ),
        (
            WATCHES[WATCHES.index("attributes:") :],
            "attributes: 名称",
            ["8:13: 'attributes' is '名称'; should be a valid array"],
        ),
    ],
)
def test_a_mistake_is_told_with_what_is_allowed(good: str, bad: str, told: list[str]) -> None:
    assert problems(WATCHES.replace(good, bad)) == told


def test_what_queries_say_is_about_attributes_of_the_topic() -> None:
    query = """
query:
  alike: [[参考价格, 零售价]]
  pairs:
    - {small: 表盘直径, large: 参考价格, most: 3, sizes: [1]}
    - {small: 表盘直径, large: 厚度, most: 3, sizes: [1]}
"""
    last = WATCHES.count("\n") + 1
    assert problems(WATCHES + query.lstrip()) == [
        f"{last + 1}:18: '零售价' is no attribute of this topic; use an attribute's name",
        f"{last + 3}:28: the two attributes of a pair need the same unit",
        f"{last + 4}:28: '厚度' is no attribute of this topic; use an attribute's name",
    ]
    topic = read(WATCHES + "query: {product_words: {zh: [腕表], de: [Uhr, Uhren]}}")
    assert topic.query.product_words["de"] == ("Uhr", "Uhren")


def test_attributes_know_the_language_and_the_units_of_their_topic() -> None:
    topic = read(
        "name: x\ntitle: {de: Lüfter}\nunits: {U/min: {spellings: [rpm]}}\n"
        "attributes: [{name: Drehzahl, group: x, type: quantity, unit: U/min}]"
    )
    (speed,) = topic.attributes
    assert speed.language == "de"
    assert [(name, unit.spellings) for name, unit in speed.own_units] == [("U/min", ("rpm",))]


def test_colours_of_all_languages_are_words_of_an_attribute_that_asks_for_them() -> None:
    topic = read(
        "name: x\ntitle: {de: x}\nattributes:\n"
        "- {name: Farbe, group: x, type: list, words_from: colours,"
        "   words: [[Schwarz, Anthrazit], [Eiche]]}"
    )
    (colour,) = topic.attributes
    for word in ("黑色", "BLACK", "schwarzer", "anthrazit"):
        assert colour.spellings[name_key(word)] == "Schwarz"
    assert colour.spellings[name_key("红色")] == "Rot"
    assert colour.spellings["eiche"] == "Eiche"
    assert [topic.translated("Schwarz", one) for one in ("zh", "en")] == ["黑色", "Black"]


def test_only_words_come_from_colours() -> None:
    assert problems(WATCHES.replace("facet: range", "words_from: colours")) == [
        "17:17: type price has no words; only list, enumeration, text do"
    ]


def test_the_size_of_a_unit_is_that_of_another() -> None:
    units = "units: {U/min: {size: 1000}}"
    assert problems(f"name: x\ntitle: {{de: x}}\n{units}\nattributes: [{{name: x, group: x}}]") == [
        "3:16: 'size' says how many of another unit; add the key 'of'"
    ]


SEEDS = "seeds: [http://www.pcpop.example/]"


def test_hosts_to_render_are_spelt_as_addresses_spell_them() -> None:
    topic = read(WATCHES.replace(SEEDS, "render: [Shop.example, m.手表.example]"))
    assert topic.render == ("shop.example", "m.xn--kpu716f.example")


@pytest.mark.parametrize(
    "host",
    ["http://shop.example", "shop.example/", "shop.example:80", "*.shop.example", "", "a..b"],
)
def test_what_is_no_host_to_render_is_told_at_its_place(host: str) -> None:
    assert problems(WATCHES.replace(SEEDS, f"render: [a.example, '{host}']")) == [
        f"3:21: {host!r} is not a host name; write one like shop.example, without http://"
    ]


def test_attributes_made_in_code_may_not_clash_either() -> None:
    attribute = Attribute(name="名称", label="Name", group="基本")
    with pytest.raises(ValidationError, match="already names '名称'"):
        Topic.model_validate(
            {"name": "x", "title": {"zh": "手表", "en": "x"}, "attributes": (attribute, attribute)}
        )


def test_roles_tell_which_attribute_is_which_whatever_its_name() -> None:
    brand, price = PHONES.attribute_of(Role.BRAND), PHONES.attribute_of(Role.PRICE)
    assert brand is not None
    assert price is not None
    assert (brand.name, price.name) == ("品牌", "参考价格")
    assert PHONES.attribute_of(Role.GTIN) is None


def test_a_role_of_one_attribute_may_not_be_given_twice() -> None:
    brand = "- {name: 牌子, group: 基本, role: brand}"
    assert problems(
        f"name: x\ntitle: {{zh: 表}}\nattributes:\n{brand}\n{brand.replace('牌', '名')}"
    ) == ["5:31: '牌子' already has the role brand; only one attribute may"]


def test_titles_and_labels_are_in_any_languages() -> None:
    topic = read(
        "name: x\ntitle: {de: Monitore, zh: 显示器}\nattributes:\n"
        "- {name: Größe, group: Bild, label: {zh: 尺寸, en: Size}}\n"
        "- {name: Farbe, group: Bild}\n"
    )
    assert topic.languages == ("de", "zh")
    assert [topic.title_in(one) for one in ("zh", "de", "fr")] == ["显示器", "Monitore", "Monitore"]
    size, colour = topic.attributes
    assert [size.label_in(one) for one in ("zh", "de", "fr")] == ["尺寸", "Größe", "Size"]
    assert [colour.label_in(one) for one in ("de", "en")] == ["Farbe", "Farbe"]


MODELS = [
    Topic,
    LinkHints,
    OnTopic,
    Attribute,
    ReadFrom,
    ResolutionClass,
    OwnUnit,
    Rewriting,
    ProductNames,
    BrandEntry,
    Difference,
    Codes,
    Memory,
    Carriers,
    TopicQuery,
    AttributeQuery,
    AmountPair,
]


def documented(heading: str, then: str = "") -> list[str]:
    section = DOCUMENT.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return re.findall(rf"^\| `([^`]+)` \|{re.escape(then)}", section, re.MULTILINE)


@pytest.mark.parametrize("model", MODELS)
def test_every_key_is_documented_and_every_documented_key_exists(model: type[BaseModel]) -> None:
    assert documented(model.__name__) == list(model.model_fields)


@pytest.mark.parametrize("model", MODELS)
def test_required_keys_are_documented_as_such(model: type[BaseModel]) -> None:
    required = [key for key, field in model.model_fields.items() if field.is_required()]
    assert documented(model.__name__, " required |") == required


@pytest.mark.parametrize("words", [ValueType, Role, Facet, Better, Take])
def test_every_word_is_documented(words: type[StrEnum]) -> None:
    assert documented(words.__name__) == list(words)


def test_the_documented_example_is_right() -> None:
    example = DOCUMENT.partition("```yaml\n")[2].partition("```")[0]
    assert read(example).standard_name("官方售价：") == "参考价格"


def test_the_documented_limits_hold() -> None:
    assert f"{LARGEST_FILE:,} bytes" in DOCUMENT
    assert f"{DEEPEST_NESTING} levels" in DOCUMENT


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


def test_only_what_can_be_compared_has_orders() -> None:
    orders = "    orders:\n      least: [最便宜]\n"
    text = WATCHES.replace("    unit: 元\n", "    unit: 元\n" + orders)
    assert read(text).attributes[1].orders.least == ("最便宜",)
    refused = WATCHES.replace("    group: 基本\n", "    group: 基本\n" + orders, 1)
    assert any("type text has no order" in one for one in problems(refused))
