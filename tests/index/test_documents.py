"""Tests of `index.documents`."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from index.documents import PageOfProduct, ProductDocument, ShownAttribute, ShownValue, ValueSource
from index.documents_build import LONGEST_RAW
from index.entries import prominence
from tests.index.phones import PHONES, documents, record

_ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=20)
_WHOLE_TEXT = st.text(max_size=20)


def phone(title: str, raw: str) -> ProductDocument:
    said = ValueSource(0, "a.example/1", 2, 1_700_000_000.5, raw)
    attribute = ShownAttribute("电池容量", True, False, (ShownValue(raw, "", (said,)),))  # noqa: FBT003
    page = PageOfProduct(1, "http://a.example/1", "a.example", "rule", "12GB")
    return ProductDocument("xiaomi:14", title, "xiaomi", (page,), (attribute,), ("http://a/b",))


@given(_WHOLE_TEXT, _WHOLE_TEXT)
@settings(max_examples=50, deadline=None)
def test_a_document_comes_back_as_it_was(title: str, raw: str) -> None:
    document = phone(title, raw)
    assert ProductDocument.from_json(document.to_json()) == document


@given(_ANY_TEXT)
@settings(max_examples=50, deadline=None)
def test_halves_of_characters_do_no_harm(title: str) -> None:
    back = ProductDocument.from_json(phone(title, "5000mAh").to_json())
    assert len(back.title) == len(title)
    assert back.attributes[0].shown == "5000mAh"


def test_attributes_stand_in_the_topics_order_then_unknown_ones() -> None:
    said = {"重量": "120g", "手机名": "诺基亚 N95", "参考价格": "2880元"}
    (product,) = documents(record(1, said, unknown=(("电子字典", "有"),)))
    names = [(one.name, one.known) for one in product.attributes]
    assert names == [
        ("手机名", True),
        ("品牌", True),  # of the name
        ("参考价格", True),
        ("重量", True),
        ("电子字典", False),
    ]


def test_every_value_tells_who_says_it() -> None:
    (product,) = documents(
        record(1, {"手机名": "小米14", "电池容量": "4610mAh"}),
        record(2, {"手机名": "Xiaomi 14", "电池容量": "4610 毫安时"}),
    )
    battery = product.get("电池容量")
    assert battery
    (value,) = battery.values
    assert (value.raw, value.meaning) == ("4610 毫安时", "4610 mAh")
    assert value.said_by == (
        ValueSource(0, "site1.example/1", 3, 101.0, "4610mAh"),
        ValueSource(1, "site2.example/1", 3, 102.0),
    )
    assert [page.url for page in product.pages] == [
        "http://www.site1.example/1",
        "http://www.site2.example/2",
    ]
    assert not battery.conflict


def test_a_product_is_confirmed_where_any_of_its_values_is() -> None:
    sure = record(1, {"手机名": "小米14", "电池容量": "4610mAh"})
    unsure = record(2, {"手机名": "小米14", "重量": "193g"})
    unsure = unsure._replace(
        source="rows",
        values=tuple(one._replace(by="row", confidence=0.87) for one in unsure.values),
    )
    (both,) = documents(sure, unsure)
    assert both.confirmed
    battery, weight = both.get("电池容量"), both.get("重量")
    assert battery
    assert battery.values[0].confirmed
    assert weight
    assert not weight.values[0].confirmed
    assert weight.values[0].said_by[0][-2:] == ("row", 0.87)
    (alone,) = documents(unsure)
    assert not alone.confirmed
    attributes = {one.name: one for one in PHONES.attributes}
    assert prominence(alone, attributes) < 0 < prominence(both, attributes)


def test_pages_that_disagree_are_shown_to_disagree() -> None:
    (product,) = documents(
        record(1, {"手机名": "小米14", "重量": "193g"}),
        record(2, {"手机名": "小米14", "重量": "188g"}),
    )
    weight = product.get("重量")
    assert weight
    assert weight.conflict
    assert [value.meaning for value in weight.values] == ["188 g", "193 g"]


def test_shops_have_their_own_prices_and_names_and_do_not_disagree() -> None:
    (product,) = documents(
        record(1, {"手机名": "小米14", "参考价格": "3999元"}),
        record(2, {"手机名": "Xiaomi 14", "参考价格": "3899元"}),
    )
    for name in ("手机名", "参考价格"):
        said = product.get(name)
        assert said
        assert (len(said.values), said.conflict) == (2, False)


def test_variants_are_kept_with_their_pages() -> None:
    (product,) = documents(record(1, {"手机名": "华为 Mate10 4GB+64GB（全网通）"}))
    assert product.title == "华为 Mate10"
    assert product.brand == "huawei"
    assert product.pages[0].variant == "4GB+64GB 全网通"


def test_what_has_no_name_is_called_by_its_address() -> None:
    (product,) = documents(record(1, {"重量": "120g"}))
    assert product.title == "http://www.site1.example/1"


def test_no_page_may_fill_the_index() -> None:
    (product,) = documents(
        record(
            1,
            {"手机名": "小米14", "处理器": "8" * 1_000_000},
            unknown=tuple((f"属性{number}", "值") for number in range(2000)),
        )
    )
    assert len(product.to_json()) < 100_000
    processor = product.get("处理器")
    assert processor
    assert len(processor.shown) == LONGEST_RAW + 1


def test_many_pages_of_one_product_may_not_fill_the_index_either() -> None:
    names = [f"属性{number}" for number in range(20)]
    said = [
        record(
            number,
            {"手机名": "小米14"},
            unknown=tuple((name, f"{number}x" * 900) for name in names),
        )
        for number in range(1, 60)
    ]
    (product,) = documents(*said)
    assert len(product.to_json()) < 800_000
    first, last = product.get(names[0]), product.get(names[-1])
    assert first
    assert len(first.values) == 59
    assert last
    assert len(last.values) == len(last.values[0].said_by) == 1


def test_pictures_come_from_what_pages_tell_machines() -> None:
    told = (
        ("image", "/img/14.jpg"),
        ("image", "https://cdn.example/14.png"),
        ("image", "javascript:alert(1)"),
        ("image", "data:image/png;base64,AAAA"),
        ("image", "http://[broken"),
        ("image", "https://cdn.example/a b.png"),
    )
    embedded = record(1, {"手机名": "小米14"}, source="json-ld", unknown=told)
    by_rule = record(2, {"手机名": "小米14"}, unknown=(("image", "/not-a-picture"),))
    (product,) = documents(embedded, by_rule)
    assert product.images == ("http://www.site1.example/img/14.jpg", "https://cdn.example/14.png")
    assert product.get("image")  # as the rule read it: a name like any other


def test_a_price_in_dollars_is_not_taken_for_one_in_yuan() -> None:
    said = {"手机名": "小米14", "参考价格": "799"}
    (abroad,) = documents(record(1, said, source="json-ld", unknown=(("priceCurrency", "USD"),)))
    (home,) = documents(record(1, said, source="json-ld", unknown=(("priceCurrency", "CNY"),)))
    prices = [product.get("参考价格") for product in (abroad, home)]
    assert [price.values[0].meaning for price in prices if price] == ["$799", "￥799"]
    assert abroad.get("priceCurrency") is None


def test_prices_in_the_currency_of_the_topic_come_first() -> None:
    """Though more sites write the other one."""
    priced = ("$799", "$799", "￥5999")
    (product,) = documents(
        *(record(n, {"手机名": "小米14", "参考价格": price}) for n, price in enumerate(priced, 1))
    )
    price = product.get("参考价格")
    assert price
    assert [value.raw for value in price.values] == ["￥5999", "$799"]


def test_the_brand_in_the_name_fills_an_empty_brand() -> None:
    (product,) = documents(record(1, {"手机名": "小米14", "品牌": "暂无", "重量": "193g"}))
    brand = product.get("品牌")
    assert brand
    assert (brand.shown, brand.derived) == ("小米", ("手机名",))
    assert [source.raw for source in brand.values[0].said_by] == ["小米14"]
    assert [one.name for one in product.attributes] == ["手机名", "品牌", "重量"]


def test_a_brand_that_pages_give_stays() -> None:
    (product,) = documents(record(1, {"手机名": "小米14", "品牌": "Xiaomi"}))
    brand = product.get("品牌")
    assert brand
    assert (brand.shown, brand.derived) == ("Xiaomi", ())


def test_a_page_counts_once_however_often_it_was_read() -> None:
    (product,) = documents(
        record(1, {"手机名": "小米14"}),
        record(2, {"手机名": "小米14"}, source="json-ld")._replace(
            url="http://www.site1.example/1"
        ),
    )
    assert len(product.pages) == 2
    assert product.urls == ("http://www.site1.example/1",)
