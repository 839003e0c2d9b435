from __future__ import annotations

import pytest

from core.yaml_files import parse_yaml
from evaluation.fact_conditions import (
    Definitions,
    Fact,
    JudgedProduct,
    NamedCondition,
    Truth,
    parse_condition,
)


def fact(text: str) -> Fact:
    return parse_yaml(text, Fact, "fact")


KNOWN = Definitions(
    facts={
        "price": fact(r"{from: {参考价格: '(\d+)'}, also: {商家报价: '￥(\d+)'}}"),
        "ram": fact(r"{from: {运行内存: '([\d.]+)([MG]B)'}}"),
        "thickness": fact(r"{from: {机身尺寸: '([\d.]+)'}, take: least}"),
        "dollars": fact(
            r"{from: {参考价格: '\$(\d+)'}, otherwise: {参考价格: '￥(\d+)'}, thousands: true}"
        ),
        "released": fact(r"{from: {上市时间: '(\d{4})年(\d*)'}, take: months}"),
    },
    named={"AMOLED": NamedCondition(where="主屏材质 ~ AMOLED", allowed="主屏参数 ~ AMOLED")},
    related_brands={"小米": ("红米",)},
    attributes=frozenset({"参考价格", "主屏材质", "主屏参数", "运行内存"}),
)


def phone(name: str = "小米 9", **values: str) -> JudgedProduct:
    return JudgedProduct(name, {attribute: frozenset({text}) for attribute, text in values.items()})


@pytest.mark.parametrize(
    ("condition", "truth"),
    [
        ("price <= 3000", Truth.YES),
        ("price < 2999", Truth.ARGUABLE),  # a shop offers it for less
        ("price > 5000", Truth.NO),
        ("price between 2999 3000", Truth.YES),
        ("ram = 8", Truth.YES),  # one of its variants
        ("ram = 0.5", Truth.NO),
        ("thickness < 8", Truth.YES),
        ("brand = 小米", Truth.YES),
        ("brand = 华为", Truth.NO),
        ("主屏材质 ~ ^super amoled$", Truth.YES),
        ("is AMOLED", Truth.YES),
        ("not is AMOLED", Truth.NO),
        ("any of brand = 华为 | price <= 3000", Truth.YES),
        ("参考价格 ~ 美元", Truth.NO),
    ],
)
def test_conditions_on_what_pages_write(condition: str, truth: Truth) -> None:
    nine = phone(
        参考价格="￥2999",
        商家报价="￥2820-￥3090（27家商家）",
        运行内存="6GB/8GB",
        机身尺寸="157.5×74.67×7.61mm",
        主屏材质="Super AMOLED",
    )
    assert parse_condition(condition, KNOWN)(nine) is truth


def test_what_no_page_states_is_not_meant_but_its_opposite_is_arguable() -> None:
    nothing = phone()
    assert parse_condition("ram >= 8", KNOWN)(nothing) is Truth.UNSTATED
    assert parse_condition("not ram >= 8", KNOWN)(nothing) is Truth.ARGUABLE
    assert parse_condition("not 主屏材质 ~ AMOLED", KNOWN)(nothing) is Truth.ARGUABLE


def test_another_currency_counts_only_where_the_one_asked_for_is_not_stated() -> None:
    cheap = parse_condition("dollars < 300", KNOWN)
    assert cheap(phone(参考价格="￥299")) is Truth.ARGUABLE
    assert cheap(phone(参考价格="￥300")) is Truth.NO
    assert cheap(phone(参考价格="￥299 $319")) is Truth.NO


def test_what_only_another_attribute_states_is_arguable() -> None:
    told = phone(主屏参数="6.39英寸 AMOLED")
    assert parse_condition("is AMOLED", KNOWN)(told) is Truth.ARGUABLE


def test_a_related_brand_is_arguable_either_way() -> None:
    redmi = phone("红米 K60")
    assert parse_condition("brand = 小米", KNOWN)(redmi) is Truth.ARGUABLE
    assert parse_condition("not brand = 小米", KNOWN)(redmi) is Truth.ARGUABLE


def test_numbers_have_units() -> None:
    assert KNOWN.facts["ram"].numbers(phone(运行内存="512MB")) == [0.5]


def test_a_year_without_a_month_may_be_any_of_its_months() -> None:
    released = KNOWN.facts["released"]
    assert released.numbers(phone(上市时间="2019年2月")) == [12 * 2019 + 2]
    assert len(released.numbers(phone(上市时间="2007年"))) == 12


@pytest.mark.parametrize(
    ("condition", "mistake"),
    [
        ("cheap", "'cheap' is no condition; write FACT OP VALUE"),
        ("weight < 100", "'weight' is none of the facts: price, ram"),
        ("price < cheap", "'cheap' is no number"),
        ("price between 1000", "'between' has two"),
        ("价格 ~ 100", "'价格' is no attribute of the topic"),
        ("主屏材质 ~ (", "is no regular expression"),
        ("is OLED", "'OLED' is not named in the file: AMOLED"),
    ],
)
def test_mistakes_are_explained(condition: str, mistake: str) -> None:
    with pytest.raises(ValueError, match=r".") as told:
        parse_condition(condition, KNOWN)
    assert mistake in str(told.value)


def test_products_are_not_sorted_by_a_price_in_another_currency() -> None:
    dollars, price = KNOWN.facts["dollars"], KNOWN.facts["price"]
    assert dollars.ordering_numbers(phone(参考价格="$319")) == [319]
    assert dollars.ordering_numbers(phone(参考价格="￥299")) == []
    assert price.ordering_numbers(phone(商家报价="￥2820")) == [2820]
