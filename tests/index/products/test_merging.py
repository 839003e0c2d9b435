"""Tests of `index.products.merging`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.topic import shipped_topic
from index.products.catalogue import merge
from index.products.identify import Identifier, ProductKey
from index.products.names import LONGEST_NAME, name_reader
from tests.index.products.conftest import new_record

if TYPE_CHECKING:
    from tests.index.products.conftest import MakeRecord

PHONES = shipped_topic("phones")
IDENTIFIER = Identifier(PHONES)


@pytest.mark.parametrize(
    ("values", "key"),
    [
        ({"手机名": "Mate 10", "品牌": "华为（HUAWEI）"}, ("huawei", "mate10")),
        ({"手机名": "红米 Note 7", "品牌": "小米"}, ("redmi", "note7")),
        ({"型号": "华为 Mate10 4GB+64GB"}, ("huawei", "mate10")),
        ({"品牌": "三星", "型号": "SM-G9500"}, ("samsung", "g9500")),
        ({"手机名": "青橙 N1", "品牌": "青橙"}, ("青橙", "n1")),
        ({"手机名": "N1", "品牌": "青橙"}, ("青橙", "n1")),
        ({"手机名": "华为 Mate 10", "品牌": "其他"}, ("huawei", "mate10")),
    ],
)
def test_names_brands_and_models_tell(values: dict[str, str], key: tuple[str, str]) -> None:
    assert IDENTIFIER.identify(new_record(1, values=values)).key == ProductKey(*key)


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"手机名": "详细参数"},
        {"手机名": "青橙 N1"},
        {"手机名": "华为手机"},
        {"手机名": "小米 Note 3", "品牌": "红米"},
        {"手机名": "诺基亚 N95", "品牌": "三星"},
        {"手机名": "华为 Mate 10" + " 参数" * LONGEST_NAME},
    ],
)
def test_records_that_do_not_tell_have_no_key(values: dict[str, str]) -> None:
    assert IDENTIFIER.identify(new_record(1, values=values)).key is None


def test_a_page_that_names_two_phones_tells_of_none(record: MakeRecord) -> None:
    named = record("华为 Mate 10")
    other = named.values[0]._replace(raw="华为 Mate 10 Pro")
    assert IDENTIFIER.identify(named._replace(values=(*named.values, other))).key is None


def test_the_name_beside_the_headline_needs_no_brand(record: MakeRecord) -> None:
    named = record("华为 Mate 10")
    other = named.values[0]._replace(raw="Mate 10")
    assert IDENTIFIER.identify(named._replace(values=(*named.values, other))).key == (
        "huawei",
        "mate10",
    )


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60), st.text(max_size=20), st.text(max_size=20))
def test_any_text_is_read(name: str, brand: str, screen: str) -> None:
    for prefix in ("", "三星 ", "诺基亚"):
        values = {"品牌": brand, "主屏尺寸": screen, "型号": name, "处理器": name}
        identity = IDENTIFIER.identify(new_record(1, prefix + name, values=values))
        assert identity.key is None or identity.key.brand


@pytest.mark.parametrize(
    ("one", "other", "products"),
    [
        ({"主屏尺寸": "5.9英寸"}, {"主屏尺寸": "5.93寸"}, 1),
        ({"主屏尺寸": "4.0英寸"}, {"主屏尺寸": "4.7英寸"}, 2),
        ({"主屏尺寸": "4.0英寸"}, {"主屏尺寸": "暂无"}, 1),
        ({"处理器": "高通骁龙625"}, {"处理器": "Snapdragon 625"}, 1),
        ({"处理器": "高通骁龙625"}, {"处理器": "联发科Helio X20"}, 2),
        ({"处理器": "高通骁龙625"}, {"处理器": "八核"}, 1),
        ({"处理器": "高通骁龙650"}, {"处理器": "骁龙 652"}, 1),
        ({"处理器": "高通骁龙615"}, {"处理器": "骁龙 810"}, 2),
        ({"处理器": "高通骁龙615"}, {"处理器": "高通MSM8939"}, 1),
        ({"型号": "MDE40"}, {"型号": "MDE2"}, 1),
        ({"型号": "XT1085"}, {"型号": "XT1058"}, 2),
    ],
)
def test_facts_part_phones_of_one_name(
    record: MakeRecord, one: dict[str, str], other: dict[str, str], products: int
) -> None:
    assert len(merge(PHONES, [record("红米 Note 4X", values=v) for v in (one, other)])) == products


def test_chips_differ_by_region_at_samsung(record: MakeRecord) -> None:
    chips = ("骁龙845", "Exynos 9810")
    records = [record("三星 Galaxy S9", values={"处理器": chip}) for chip in chips]
    assert len(merge(PHONES, records)) == 1


def test_a_record_that_fits_two_phones_of_one_name_stays_alone(record: MakeRecord) -> None:
    small, small_too, large = (
        record("苹果 iPhone SE", values={"主屏尺寸": size})
        for size in ("4英寸", "4.0英寸", "4.7英寸")
    )
    products = merge(PHONES, [small, small_too, large, record("苹果 iPhone SE")])
    assert sorted(len(product.members) for product in products) == [1, 1, 2]
    assert len({product.id for product in products}) == 3


def test_a_name_under_which_everything_is_told_merges_little(record: MakeRecord) -> None:
    records = [record("中兴 V5", values={"型号": f"ab{n:04}"}) for n in range(1000, 4000, 10)]
    assert len(merge(PHONES, records)) == len(records)


# Names as people and sites write them: what is one phone, and what must never be.


ONE_PHONE = [
    ("华为 Mate10 4GB+64GB", "HUAWEI Mate 10（全网通）"),
    ("华为Mate 10", "HUAWEI 华为 Mate 10 全网通 6GB+128GB 移动联通电信4G手机 双卡双待"),
    ("ＨＵＡＷＥＩ　Ｍａｔｅ６０", "华为 Mate 60"),
    ("华为 Mate10 Pro 6GB+64GB ", "华为 mate10pro（6GB RAM/全网通）"),
    ("荣耀 9", "华为 荣耀9（4GB/64GB）"),
    ("Honor 9", "荣耀9 国际版"),
    ("荣耀（HONOR）V10 高配版", "荣耀 V10高配版"),
    ("小米6", "小米手机6 6GB+128GB"),
    ("Xiaomi 6", "小米（MI）小米6 陶瓷白"),
    ("MI 6", "小米 6"),
    ("小米 红米Note标准版", "红米Note/移动4G标准版"),
    ("Redmi Note 7（3GB RAM/全网通）", "红米 Note7"),
    ("Redmi K20 Pro", "小米 Redmi K20 Pro（6GB/64GB/全网通）"),
    ("诺基亚 N95", "Nokia N95"),
    ("NOKIA 5800 XpressMusic", "诺基亚5800XpressMusic"),
    ("诺基亚8/Nokia 8", "诺基亚 8"),
    ("诺基亚 N95 8GB", "Nokia N95-8GB"),
    ("苹果 iPhone 8 64GB", "Apple iPhone 8 (A1863) 64GB 金色 移动联通电信4G手机"),
    ("iPhone8", "苹果（Apple）iPhone 8"),
    ("iPhone 8 (A1863)", "iPhone 8 (A1905)"),
    ("苹果 iPhone 6s/全网通32GB", "苹果 iPhone 6S 16GB"),
    ("苹果 iPhone5(16GB)", "Apple iPhone 5 港版"),
    ("iPhone X", "苹果iPhoneX 256GB"),
    ("三星 Galaxy S8", "Samsung GALAXY S8（全网通）"),
    ("三星 Galaxy S8+", "三星 GALAXY S8 Plus"),
    ("三星 Galaxy S6 G9200", "三星 GALAXY S6 G9208/移动版"),
    ("三星 Galaxy S8 SM-G9500", "三星 Galaxy S8（SM-G9508/移动版）"),
    ("三星 SM-G9500", "三星 G9500"),
    ("三星 GT-i9000 Galaxy S", "三星 Galaxy S i9000"),
    ("三星 Galaxy A8(2018)", "三星 2018版Galaxy A8（全网通）"),
    ("三星 GALAXY J3 2017全网通", "三星 Galaxy J3（2017款）"),
    ("OPPO R11 热力红色", "OPPO R11（全网通）"),
    ("OPPO R9 plus全网通", "OPPO R9 Plus"),
    ("vivo X20", "VIVO X20 4GB+64GB"),
    ("vivo iQOO（8GB RAM/全网通）", "iQOO 12GB+256GB"),
    ("vivo iQOO Neo", "iQOO Neo 8GB/128GB"),
    ("魅族 魅蓝Note 6 3GB+32GB", "魅蓝 Note6"),
    ("锤子 坚果Pro2 4GB+32GB", "Smartisan 坚果 Pro 2"),
    ("努比亚红魔3（6GB/64GB/全网通）", "红魔 3"),
    ("nubia Z17 mini", "中兴 努比亚 Z17mini"),
    ("一加手机 5T 8GB+128GB", "OnePlus 5T"),
    ("一加7 Pro（12GB/256GB/全网通）", "一加 7Pro 8+256GB"),
    ("摩托罗拉 Moto Z2 Play 64GB", "Moto Z2 Play"),
    ("Moto G5S Plus", "Moto G5S+(全网通)"),
    ("索爱 K750c", "Sony Ericsson K750c"),
    ("索尼爱立信 W595c", "SonyEricsson W595C"),
    ("索尼移动 Xperia 1", "Sony Xperia 1（全网通）"),
    ("乐视超级手机 乐2", "乐视 乐2 32GB"),
    ("360手机 N5 6GB+64GB", "360 N5 6GB+32GB"),
    ("黑莓 Bold 9700", "BlackBerry Bold9700"),
    ("realme X（8GB/128GB/全网通）", "OPPO Realme X"),
    ("HTC One M9+/双4G", "HTC One M9 Plus/移动4G"),
    ("华为 P8青春版/移动4G", "华为 P8 青春版（双4G）"),
    ("OPPO Reno 10倍变焦版（8GB/256GB/全网通）", "OPPO Reno 10 倍变焦版"),
]

TWO_PHONES = [
    ("苹果 iPhone 8", "苹果 iPhone 8 Plus"),
    ("苹果 iPhone 8+64GB", "苹果 iPhone 8"),  # an 8 Plus? In doubt, neither
    ("苹果 iPhone 8/64GB", "苹果 iPhone 7/64GB"),
    ("苹果 iPhone", "苹果 iPhone 3G"),
    ("苹果 iPhone 3G", "苹果 iPhone 3GS"),
    ("苹果 iPhone X", "苹果 iPhone XR"),
    ("苹果 iPhone XS", "苹果 iPhone XS Max"),
    ("苹果 iPhone 6", "苹果 iPhone 6s"),
    ("苹果 iPhone SE", "苹果 iPhone SE2"),
    ("苹果 iPhone SE", "苹果 iPhone SE（2020款）"),
    ("华为 Mate10", "华为 Mate 10 Pro"),
    ("华为 Mate10", "华为 Mate10 保时捷版"),
    ("华为 Mate 20", "华为 Mate 20 X"),
    ("华为 Mate 20 X", "华为Mate 20 X（5G版/全网通）"),
    ("华为 P10", "华为 P10青春版"),
    ("华为 P10", "华为 P10 Plus"),
    ("华为 nova 2", "华为 nova 2s"),
    ("华为 nova 5", "华为 nova 5i"),
    ("华为 畅享7", "华为 畅享7S"),
    ("华为 9", "荣耀 9"),
    ("诺基亚 N95", "诺基亚 N95 8GB"),
    ("诺基亚 N8", "诺基亚 N81"),
    ("诺基亚 6", "诺基亚6二代 4GB+32GB"),
    ("诺基亚 3310", "诺基亚 新3310"),
    ("诺基亚 Lumia 920", "诺基亚 Lumia 920T"),
    ("诺基亚 5300 XpressMusic", "诺基亚 5310 XpressMusic"),
    ("小米6", "小米6X"),
    ("小米6", "小米 MIX"),
    ("小米 MIX", "MI X"),
    ("小米 Note 3", "红米 Note 3"),
    ("小米 5", "红米 5"),
    ("小米9", "小米9 SE"),
    ("小米 Max2", "小米 MIX 2"),
    ("红米Note 5", "红米 5"),
    ("红米Note 5", "红米 Note5A"),
    ("红米5", "红米5 Plus"),
    ("红米 Note 4", "红米 Note 4X"),
    ("Redmi K20", "Redmi K20 Pro"),
    ("荣耀9", "荣耀9i"),
    ("荣耀9", "荣耀 9青春版 4GB+32GB"),
    ("荣耀9", "荣耀9X"),
    ("荣耀 V9", "荣耀 V9 play"),
    ("荣耀9", "荣耀9 尊享版"),
    ("荣耀X1 3G版", "荣耀X1 4G版"),
    ("三星 Galaxy S8", "三星 Galaxy S8+"),
    ("三星 Galaxy S7", "三星 Galaxy S7 Edge"),
    ("三星 Galaxy S10", "三星Galaxy S10（5G版/全网通）"),
    ("三星 Galaxy A8", "三星 Galaxy A8(2018)"),
    ("三星 Galaxy A8(2016)", "三星 Galaxy A8(2018)"),
    ("三星 Galaxy Note8", "三星 Galaxy Note 9"),
    ("三星 SM-G9500", "三星 SM-G9550"),
    ("三星 W2017", "三星 W2018"),
    ("三星 W2018", "三星 W2018(尊享版)"),
    ("联想 A2860(移动4G)", "联想 A2860(高配版/移动4G)"),
    ("三星 W2017(尊享版)", "三星 W2018(尊享版)"),
    ("三星 Galaxy S i9000", "三星 Galaxy S II i9100"),
    ("OPPO R11", "OPPO R11s"),
    ("OPPO R11s", "OPPO R11s Plus"),
    ("OPPO A31c", "OPPO A31u"),
    ("OPPO Find 7标准版(X9077)", "OPPO Find 7轻装版(X9007)"),
    ("vivo X20", "vivo X20A"),
    ("vivo X20", "vivo X20Plus"),
    ("vivo X20Plus", "vivo X20Plus UD"),
    ("vivo X27（8GB RAM/骁龙710/全网通）", "vivo X27（8GB RAM/骁龙675/全网通）"),
    ("魅族 15", "魅族 15 Plus"),
    ("魅族 PRO 7高配版", "魅族 PRO 7 Plus"),
    ("魅族 MX5", "魅族 MX5e"),
    ("一加手机5", "一加手机5T"),
    ("一加手机3", "一加手机3 mini"),
    ("金立 S5.1", "金立 S51"),
    ("索尼 Xperia 1", "索尼 Xperia 10"),
    ("索尼 Xperia 1 II", "索尼 Xperia 1 III"),
    ("索尼 Xperia XZ", "索尼 Xperia XZ1"),
    ("索尼爱立信 W995", "索尼 W995"),
    ("Moto X/XT1085 16GB", "Moto X/XT1058 16GB"),
    ("Moto G5", "Moto G5 Plus"),
    ("HTC One M8", "HTC One M8 mini"),
    ("HTC D816W(Desire 816联通3G版)", "HTC D816V(Desire 816联通4G版)"),
    ("LG G5", "LG G5 SE"),
    ("三星 Z3", "夏普 Z3"),
    ("1-call I9300", "三星 I9300"),
    ("联想 黄金斗士A8畅玩版/A3890", "联想 黄金斗士A8畅玩版/A3580"),
    ("中兴 天机Grand S II/双4G", "中兴 天机Grand S II/双3G"),
    ("iPhone 8/iPhone 8 Plus", "iPhone 8"),
    ("详细参数", "详细参数"),
    ("华为手机", "华为手机"),
    ("手机", "手机"),
    ("全网通", "全网通"),
]


@pytest.mark.parametrize(("one", "other"), ONE_PHONE)
def test_one_phone(record: MakeRecord, one: str, other: str) -> None:
    assert len(merge(PHONES, [record(one), record(other)])) == 1


@pytest.mark.parametrize(("one", "other"), TWO_PHONES)
def test_two_phones(record: MakeRecord, one: str, other: str) -> None:
    assert len(merge(PHONES, [record(one), record(other)])) == 2


@pytest.mark.parametrize("mark", ["移动4G", "移动 4G版", "移动4G手机", "移动4G手机版"])
def test_a_mark_is_told_in_one_way(mark: str) -> None:
    assert name_reader(PHONES).take_marks(f"小米 8 {mark}").variant.marks == ("移动4g",)
