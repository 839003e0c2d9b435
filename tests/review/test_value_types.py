from __future__ import annotations

import pytest

from core.topic import Facet, ValueType
from review.value_types import value_kind
from tests.review.known_phones import PHONES

KINDS = {
    "yes-no": (("支持", "不支持", "支持，仅限蓝牙", "无"), ValueType.YES_NO, "", Facet.VALUES),
    "dates": (("2019年09月21日", "2018年3月", "2020"), ValueType.DATE, "", Facet.RANGE),
    "sizes": (("108.5×45.7×15.6mm", "100x50x10 mm"), ValueType.SIZE, "mm", Facet.NONE),
    "resolutions": (("2256x1080像素", "1920×1080"), ValueType.RESOLUTION, "", Facet.VALUES),
    "prices": (("￥2499", "1999元", "暂无报价"), ValueType.PRICE, "元", Facet.RANGE),
    "amounts": (("900毫安时", "1500mAh", "约2000mAh"), ValueType.QUANTITY, "mAh", Facet.RANGE),
    "a unit nobody knows": (("12颗", "8颗", "16颗LED"), ValueType.QUANTITY, "颗", Facet.RANGE),
    "English units": (("30 fps", "60 fps", "120fps"), ValueType.QUANTITY, "fps", Facet.RANGE),
    "two units": (("143 g (5.04 oz)", "5 g (0.18 oz)"), ValueType.QUANTITY, "g", Facet.RANGE),
    "German yes-no": (("ja", "Nein", "vorhanden"), ValueType.YES_NO, "", Facet.VALUES),
    "few amounts": (("60Hz", "90Hz", "120Hz") * 8, ValueType.QUANTITY, "Hz", Facet.VALUES),
    "words": (
        ("直板", "翻盖", "直板", "滑盖", "直板", "翻盖"),
        ValueType.ENUMERATION,
        "",
        Facet.VALUES,
    ),
    "lists": (("MP3/AAC", "MP3", "MP3、WMA", "AAC/WMA"), ValueType.LIST, "", Facet.VALUES),
    "one word alone": (("直板",), ValueType.TEXT, "", Facet.NONE),
    "telephones": (("400-830-8300", "400-690-2116"), ValueType.TEXT, "", Facet.NONE),
    "sentences": (
        ("全国联保，享受三包服务", "自购机日起一年内保修", "以发票为准", "请联系客服"),
        ValueType.TEXT,
        "",
        Facet.NONE,
    ),
    "none": ((), ValueType.TEXT, "", Facet.NONE),
}


@pytest.mark.parametrize(("values", "kind", "unit", "facet"), KINDS.values(), ids=KINDS)
def test_type_unit_and_facet(
    values: tuple[str, ...], kind: ValueType, unit: str, facet: Facet
) -> None:
    assert value_kind("新名", values, PHONES) == (kind, unit, facet)


def test_a_unit_in_the_name_is_that_of_bare_numbers() -> None:
    assert value_kind("机身长度（mm）", ("108.5", "99"), PHONES)[:2] == (ValueType.QUANTITY, "mm")
