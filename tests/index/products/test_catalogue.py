"""Tests of `index.products.catalogue`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.topic import Topic
from index.products.catalogue import Catalogue, merge, same_by_meaning
from tests.effort import effort
from tests.index.products.conftest import new_record
from tests.index.values.phones import PHONES

if TYPE_CHECKING:
    from index.products.catalogue import AttributeValues, Product
    from store.records import CurrentRecord
    from tests.index.products.conftest import MakeRecord


NAMES = [
    "华为 Mate10",
    "HUAWEI Mate 10（全网通）",
    "华为 Mate10 Pro",
    "三星 SM-G9500",
    "",
    "详细参数",
]
NAMES += ["三星 Galaxy S8 SM-G9500", "三星 Galaxy S8", "三星 Galaxy S8（SM-G9508）"]


def test_products_have_names_and_members(record: MakeRecord) -> None:
    one, other = record("华为 Mate10 4GB+64GB"), record("HUAWEI Mate 10（全网通）")
    (product,) = merge(PHONES, [one, other])
    assert product.id == "huawei:mate10"
    assert product.title == "华为 Mate 10"
    assert product.sites == {one.site, other.site}
    assert [variant.memory for variant in product.variants] == ["4GB+64GB", ""]


def test_a_record_named_by_a_code_joins_the_phone_that_has_it(record: MakeRecord) -> None:
    named = record("三星 Galaxy S8", values={"型号": "SM-G9500"})
    (product,) = merge(PHONES, [record("三星 SM-G9500"), named])
    assert product.id == "samsung:galaxys8"


def test_a_code_that_two_phones_have_joins_neither(record: MakeRecord) -> None:
    phones = [record(f"三星 Galaxy {name}", values={"型号": "SM-G9500"}) for name in ("S8", "S9")]
    assert len(merge(PHONES, [*phones, record("三星 SM-G9500")])) == 3


def test_a_record_without_a_name_joins_the_product_of_its_page(record: MakeRecord) -> None:
    page = "http://shop.example/1"
    named = record("诺基亚 N95", url=page)
    unnamed = record(url=page, source="json-ld", values={"参考价格": "2999"})
    assert len(merge(PHONES, [named, unnamed])) == 1
    assert len(merge(PHONES, [named, unnamed, record("诺基亚 N96", url=page)])) == 3


def test_a_new_record_merges_its_block_only(record: MakeRecord) -> None:
    mate, nokia = record("华为 Mate10"), record("诺基亚 N95")
    catalogue = Catalogue(PHONES, [mate, nokia])
    change = catalogue.put(record("HUAWEI Mate 10"))
    assert change.gone == frozenset()
    assert [product.id for product in change.products] == ["huawei:mate10"]
    assert len(catalogue.products()) == 2


def test_a_record_that_tells_of_another_phone_now(record: MakeRecord) -> None:
    before = record("华为 Mate10")
    catalogue = Catalogue(PHONES, [before])
    changed = record("华为 Mate10 Pro")._replace(id=before.id)
    change = catalogue.put(changed)
    assert change.gone == {"huawei:mate10"}
    assert catalogue.product_of(before.id).id == "huawei:mate10pro"


def test_a_record_that_is_gone(record: MakeRecord) -> None:
    one, other = record("华为 Mate10"), record("华为 Mate10")
    catalogue = Catalogue(PHONES, [one, other])
    assert [len(product.members) for product in catalogue.remove(one.id).products] == [1]
    assert catalogue.remove(other.id).gone == {"huawei:mate10"}
    assert catalogue.products() == []
    assert catalogue.remove(other.id).products == ()


Steps = st.lists(
    st.tuples(st.integers(1, 6), st.sampled_from([None, *NAMES]), st.sampled_from("ab")),
    max_size=20,
)


@settings(max_examples=150, deadline=None)
@given(Steps)
def test_step_by_step_is_as_all_at_once(steps: list[tuple[int, str | None, str]]) -> None:
    catalogue = Catalogue(PHONES)
    records: dict[int, CurrentRecord] = {}
    shown: dict[str, Product] = {}
    for number, name, page in steps:
        if name is None:
            records.pop(number, None)
            change = catalogue.remove(number)
        else:
            url = f"http://shop.example/{page}"
            records[number] = new_record(number, name, url=url)._replace(ordinal=number)
            change = catalogue.put(records[number])
        for gone in change.gone:
            del shown[gone]
        shown |= {product.id: product for product in change.products}
    assert catalogue.products() == merge(PHONES, records.values())
    assert shown == {product.id: product for product in catalogue.products()}


def told(record: MakeRecord, *said: tuple[str, str, str, float]) -> AttributeValues:
    """What becomes of (site, source, weight, since)."""
    records = [
        record("诺基亚 N95", site=site, source=source, since=since, values={"重量": raw})
        for site, source, raw, since in said
    ]
    (product,) = merge(PHONES, records)
    return product.attributes["重量"]


def test_what_most_sites_say_is_shown(record: MakeRecord) -> None:
    weight = told(
        record,
        ("a.example", "rule", "125g", 9),
        ("b.example", "json-ld", "120 g", 1),
        ("c.example", "json-ld", "120g", 1),
    )
    assert weight.shown in {"120 g", "120g"}
    assert weight.conflict
    assert [len(value.sources) for value in weight.values] == [2, 1]


def test_many_pages_of_one_site_are_one_voice(record: MakeRecord) -> None:
    pages = [("a.example", "rule", "125g", 9.0)] * 3
    others = [(site, "rule", "120g", 1.0) for site in ("b.example", "c.example")]
    assert told(record, *pages, *others).shown == "120g"


def test_rules_come_before_embedded_data(record: MakeRecord) -> None:
    said = ("a.example", "json-ld", "125g", 9.0), ("b.example", "rule", "120g", 1.0)
    assert told(record, *said).shown == "120g"


def test_then_the_newest_then_the_longest(record: MakeRecord) -> None:
    said = ("a.example", "rule", "125g", 1.0), ("b.example", "rule", "120g", 2.0)
    assert told(record, *said).shown == "120g"
    alike = ("a.example", "rule", "120g", 1.0), ("b.example", "rule", "120g（含电池）", 1.0)
    assert told(record, *alike).shown == "120g（含电池）"


def test_variants_may_differ_without_a_conflict(record: MakeRecord) -> None:
    names = {"华为 Mate10 4GB+64GB": "4GB", "华为 Mate10 6GB+128GB": "6GB"}
    (product,) = merge(
        PHONES, [record(name, values={"运行内存": memory}) for name, memory in names.items()]
    )
    memory = product.attributes["运行内存"]
    assert {value.raw for value in memory.values} == {"4GB", "6GB"}
    assert not memory.conflict


def test_typed_values_may_say_what_is_the_same(record: MakeRecord) -> None:
    records = [record("诺基亚 N95", values={"重量": raw}) for raw in ("120g", "0.12kg")]
    (product,) = merge(
        PHONES, records, same=lambda attribute, raw: attribute if attribute == "重量" else raw
    )
    assert len(product.attributes["重量"].values) == 1


def test_a_record_that_says_several_things_says_all_of_them(record: MakeRecord) -> None:
    bands = record("诺基亚 N95", values={"支持频段": "2G：GSM"})
    more = bands.values[-1]._replace(raw="3G：WCDMA")
    (product,) = merge(PHONES, [bands._replace(values=(*bands.values, more, more))])
    assert product.attributes["支持频段"].shown == "2G：GSM；3G：WCDMA"


def test_what_is_confirmed_beats_what_is_not_on_however_many_sites(record: MakeRecord) -> None:
    unsure = [
        record(
            "诺基亚 N95", site=f"{site}.example", source="rows", by="row", values={"重量": "125g"}
        )
        for site in ("b", "c", "d")
    ]
    (product,) = merge(PHONES, [record("诺基亚 N95", values={"重量": "120g"}), *unsure])
    weight = product.attributes["重量"]
    assert weight.shown == "120g"
    assert [[source.by for source in value.sources] for value in weight.values] == [
        [""],
        ["row"] * 3,
    ]


def test_rows_say_nothing_of_what_a_rule_read_on_their_page(record: MakeRecord) -> None:
    read = record("诺基亚 N95", values={"重量": "120g"})
    stray = read.values[-1]._replace(raw="3kg", by="row")
    for values in ((*read.values, stray), (stray, *read.values)):
        (product,) = merge(PHONES, [read._replace(values=values)])
        assert product.attributes["重量"].values[0].raw == "120g"
        assert len(product.attributes["重量"].values) == 1


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
    (product,) = merge(PHONES, records, SAME)
    (value,) = product.attributes["电池容量"].values
    assert value.raw == "5000 毫安时"
    assert [source.raw for source in value.sources] == ["5000mAh", ""]


def test_a_price_is_shown_rather_than_that_there_is_none(record: MakeRecord) -> None:
    said = ("￥1999", "价格面议", "价格面议")
    records = [
        record("诺基亚 N95", site=f"{number}.example", values={"参考价格": raw})
        for number, raw in enumerate(said)
    ]
    (product,) = merge(PHONES, records, SAME)
    assert product.attributes["参考价格"].shown == "￥1999"


@pytest.mark.parametrize(
    ("attribute", "one", "other", "conflict"),
    [
        ("手机类型", "4G手机，智能手机", "智能手机", False),
        ("手机类型", "4G手机，智能手机", "音乐手机，智能手机", True),
        ("运行内存", "8GB/12GB", "12GB", False),
        ("运行内存", "8GB", "12GB", True),
        ("防水防尘", "IP55/IP58", "IP58", False),
    ],
)
def test_a_list_that_holds_another_does_not_contradict_it(
    record: MakeRecord, attribute: str, one: str, other: str, *, conflict: bool
) -> None:
    records = [record("诺基亚 N95", values={attribute: raw}) for raw in (one, other)]
    (product,) = merge(PHONES, records, same_by_meaning(PHONES))
    assert product.attributes[attribute].conflict is conflict


def test_a_page_says_a_value_once(record: MakeRecord) -> None:
    page = "http://shop.example/1"
    records = [
        record("诺基亚 N95", url=page, site="shop.example", source=source, values={"重量": "120g"})
        for source in ("json-ld", "rule")
    ]
    (product,) = merge(PHONES, records)
    (weight,) = product.attributes["重量"].values
    assert [source.source for source in weight.sources] == ["rule"]


def test_placeholders_are_no_values(record: MakeRecord) -> None:
    said = {
        "待机时间": "暂无数据",
        "重量": " N/A ",
        "机身颜色": "—",
        "摄像头": "无",
        "手机外形": "直板>",
    }
    (product,) = merge(PHONES, [record("诺基亚 N95", values=said)])
    shown = {name: values.shown for name, values in product.attributes.items()}
    assert shown == {"手机名": "诺基亚 N95", "摄像头": "无", "手机外形": "直板"}


# A topic whose file knows nothing about names.


MONITORS = Topic.model_validate(
    {
        "name": "monitors",
        "title": {"de": "Monitore"},
        "attributes": [
            {"name": "Bezeichnung", "group": "x", "role": "name"},
            {"name": "Marke", "group": "x", "role": "brand"},
            {"name": "Modell", "group": "x", "role": "model"},
            {"name": "EAN", "group": "x", "role": "gtin"},
            {"name": "Herstellernummer", "group": "x", "role": "mpn"},
            {"name": "Farbe", "group": "x", "role": "variant"},
        ],
    }
)
EAN, OTHER_EAN = "4006381333931", "5397184657027"


def monitor(number: int, name: str = "", **values: str) -> CurrentRecord:
    said = {"Bezeichnung": name, **values} if name else values
    return new_record(number, values=said)


def monitors(*records: CurrentRecord) -> list[list[int]]:
    return sorted([one.record_id for one in each.members] for each in merge(MONITORS, records))


def test_names_of_a_topic_are_learned() -> None:
    names = [
        "Dell UltraSharp U2723QE 27 Zoll Monitor",
        'Dell U2723QE 27" 4K',
        "Dell U2722D 27 Zoll",
    ]
    records = [monitor(place, name, Marke="Dell") for place, name in enumerate(names)]
    first, second = merge(MONITORS, records)
    assert (first.id, second.id) == ("dell:u2722d", "dell:u2723qe")
    assert second.title == "Dell UltraSharp U2723QE"
    assert first.title == "Dell U2722D 27 Zoll"  # the only name


def test_products_without_a_name_are_called_by_brand_and_model() -> None:
    (product,) = merge(MONITORS, [monitor(1, Marke="Dell", Modell="UltraSharp")])
    assert product.title == "Dell UltraSharp"


def test_the_name_in_embedded_data_is_better_than_none() -> None:
    nameless = new_record(1, source="json-ld", values={"x": "1"})
    named = nameless.values[0]._replace(attribute=None, name="name", raw="U2723QE")
    (product,) = merge(MONITORS, [nameless._replace(values=(named,))])
    assert product.title == "U2723QE"


def test_equal_gtins_are_one_product() -> None:
    one = monitor(1, "Dell 27 Zoll Monitor", EAN=EAN, Marke="Dell")
    other = monitor(2, "Dell U2723QE", EAN=f"0{EAN}", Marke="Dell")
    assert len(monitors(one, other)) == 1
    assert len(monitors(one, monitor(2, "Dell U2723QE", EAN=OTHER_EAN, Marke="Dell"))) == 2


def test_gtins_do_not_join_brands() -> None:
    one = monitor(1, "Dell U2723QE", EAN=EAN, Marke="Dell")
    assert monitors(one, monitor(2, "LG 27GP850", EAN=EAN, Marke="LG")) == [[1], [2]]


def test_equal_part_numbers_of_a_brand_are_one_product() -> None:
    one = monitor(1, "ASUS ProArt 27 Zoll", Herstellernummer="90LM06Q1-B01370", Marke="ASUS")
    other = monitor(2, "ASUS PA278CV", Herstellernummer="90LM06Q1B01370", Marke="ASUS")
    assert len(monitors(one, other)) == 1
    of_lg = monitor(3, "LG 27GP850", Herstellernummer="90LM06Q1B01370", Marke="LG")
    assert len(monitors(other, of_lg)) == 2


def test_codes_that_fill_a_field_join_nothing() -> None:
    names = [f"Dell U{number} Monitor" for number in (2723, 2722, 2422, 3223)]
    for code in ("0000000000000", "1234567890128", EAN):
        records = [monitor(n, name, EAN=code, Marke="Dell") for n, name in enumerate(names)]
        assert len(monitors(*records)) == len(names)


def test_different_gtins_of_one_variant_are_two_products() -> None:
    """But where the name has a long designation they are of countries and packages."""
    for name, products in (("Dell S7", 2), ("Dell U2723QE", 1)):
        one = monitor(1, name, EAN=EAN, Farbe="schwarz", Marke="Dell")
        other = monitor(2, name, EAN=OTHER_EAN, Farbe="schwarz", Marke="Dell")
        white = monitor(3, name, EAN=OTHER_EAN, Farbe="weiß", Marke="Dell")
        assert len(monitors(one, other)) == products
        assert len(monitors(one, white)) == 1


def test_what_a_page_shows_and_embeds_is_one_product() -> None:
    page = "http://shop.example/1"
    shown = new_record(1, url=page, values={"Bezeichnung": "Dell U2723QE", "Marke": "Dell"})
    embedded = {"Bezeichnung": "Dell 27 4K Monitor 210-BDPF", "Marke": "Dell"}
    data = new_record(2, url=page, source="json-ld", values=embedded)
    (product,) = merge(MONITORS, [data, shown])
    assert product.id == "dell:u2723qe"
    other = new_record(2, url=page, source="json-ld", values={**embedded, "Marke": "LG"})
    assert len(merge(MONITORS, [shown, other._replace(values=other.values[1:])])) == 1


MONITOR_NAMES = [
    "Dell UltraSharp U2723QE 27 Zoll",
    "Dell U2723QE",
    "Dell S7",
    "LG 27GP850-B schwarz",
    "LG 27GP850",
    "",
    "Monitor",
]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 6),
            st.sampled_from(MONITOR_NAMES),
            st.sampled_from(["", EAN, OTHER_EAN]),
            st.sampled_from(["", "90LM06Q1", "schwarz"]),
            st.booleans(),
        ),
        max_size=12,
    )
)
def test_updates_of_learned_names_end_where_a_new_catalogue_does(
    steps: list[tuple[int, str, str, str, bool]],
) -> None:
    """The new one reads names by what the first has learned."""
    start = [monitor(100 + n, name, Marke="Dell") for n, name in enumerate(MONITOR_NAMES) if name]
    catalogue = Catalogue(MONITORS, start)
    records = {record.id: record for record in start}
    for number, name, gtin, other, gone in steps:
        if gone:
            catalogue.remove(number)
            records.pop(number, None)
        else:
            values = {"EAN": gtin, "Herstellernummer": other, "Marke": "Dell", "Farbe": other}
            record = monitor(number, name, **{key: raw for key, raw in values.items() if raw})
            record = record._replace(url=f"http://shop.example/{number % 4}")
            catalogue.put(record)
            records[number] = record
    new = Catalogue(MONITORS, records.values(), identifier=catalogue.identifier)
    assert catalogue.products() == new.products()


def hostile(kind: str, number: int) -> list[CurrentRecord]:
    match kind:
        case "one code":
            return [monitor(n, f"Dell U{n:05}", EAN=EAN, Marke="Dell") for n in range(number)]
        case "one code, no names":
            return [monitor(n, EAN=EAN) for n in range(number)]
        case "one name":
            return [monitor(n, "Dell S7", Farbe=f"{n}", EAN=EAN) for n in range(number)]
        case "chains of codes":
            names = (f"Dell A{n:05}B A{n + 1:05}B A{n + 2:05}B" for n in range(number))
            return [monitor(n, name, Marke="Dell") for n, name in enumerate(names)]
        case _:
            words = " ".join(f"A{n}B" for n in range(2000))
            return [monitor(n, f"Dell {n} {words}", Marke="Dell") for n in range(number // 10)]


@pytest.mark.parametrize(
    "kind", ["one code", "one code, no names", "one name", "chains of codes", "huge names"]
)
def test_hostile_records_take_no_more_time_than_others(kind: str) -> None:
    few, many = hostile(kind, 250), hostile(kind, 1000)
    assert effort(lambda: merge(MONITORS, many)) < 12 * effort(lambda: merge(MONITORS, few)) + 20
