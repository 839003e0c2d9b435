"""Tests of `index.entries`."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from index.analysis import analyzer_for
from index.documents import ProductDocument, ShownAttribute, ShownValue
from index.engines.engine import PROMINENCE, checked_entries
from index.entries import BETWEEN, EntryBuilder, texts_of
from index.fields import fields_of
from index.products.vocabulary import brands_of
from tests.index.phones import ATTRIBUTES, PHONES, documents, entry, record, schema_of

if TYPE_CHECKING:
    from store.records import CurrentRecord

NAMING = frozenset({"手机名"})


def product(*attributes: tuple[str, str]) -> ProductDocument:
    shown = tuple(
        ShownAttribute(name, known=True, conflict=False, values=(ShownValue(raw, raw, ()),))
        for name, raw in attributes
    )
    return ProductDocument("xiaomi:14", "小米14", "xiaomi", (), shown)


def test_names_are_apart_from_all_else() -> None:
    texts = texts_of(product(("手机名", "小米 14"), ("重量", "193g")), NAMING, brands_of(PHONES))
    assert {"小米14", "小米 14"} <= set(texts.name)
    assert texts.body == ("重量", "193g")


def test_of_a_product_without_end_the_first_forty_thousand_characters() -> None:
    endless = product(("重量", "一" * 30_000), ("说明", "二" * 30_000), ("颜色", "黑"))
    body = texts_of(endless, NAMING, brands_of(PHONES)).body
    assert [(text[0], len(text)) for text in body] == [
        *(("重", 2), ("一", 30_000), ("说", 2), ("二", 9_996)),
    ]


def phone(**said: str) -> dict[str, str]:
    return {"手机名": "小米14", **said}


def test_the_name_is_found_in_all_its_writings() -> None:
    made = entry(
        record(1, phone(型号="23127PN0CC")), record(2, {"手机名": "Xiaomi 14", "品牌": "小米"})
    )
    for text in ("小米", "Xiaomi", "14", "23127PN0CC"):
        tokens = analyzer_for(PHONES).query_tokens(text)
        assert tokens
        assert set(tokens) <= set(made.name), text


def test_names_and_values_of_attributes_are_the_body() -> None:
    made = entry(record(1, phone(处理器="骁龙8 Gen3"), unknown=(("电子字典", "牛津"),)))
    for text in ("处理器", "骁龙", "Gen3", "电子字典", "牛津"):
        assert set(analyzer_for(PHONES).query_tokens(text)) <= set(made.body), text


def test_phrases_end_with_their_value() -> None:
    exact = entry(record(1, phone(处理器="骁龙", 闪光灯="双色"))).exact
    assert BETWEEN not in analyzer_for(PHONES).exact_tokens("骁龙 ¶ 双色")
    assert exact.count(BETWEEN) == 9  # title, 小米, Xiaomi, MI, the name, two names and values


def test_numbers_are_in_the_attributes_unit() -> None:
    made = entry(
        record(1, phone(重量="0.193kg", 电池容量="4610毫安时", 后置摄像头="5000万+1200万像素"))
    )
    assert made.numbers["重量"] == (193.0,)
    assert made.numbers["电池容量"] == (4610.0,)
    assert made.numbers["后置摄像头"] == (5000.0, 1200.0)
    assert made.orders["后置摄像头"] == 5000.0


def test_all_that_sources_say_is_found_and_the_shown_value_sorted_by() -> None:
    made = entry(
        *(record(number, phone(重量="193g")) for number in (1, 2)), record(3, phone(重量="188g"))
    )
    assert made.numbers["重量"] == (193.0, 188.0)
    assert made.orders["重量"] == 193.0


def test_ranges_are_spans() -> None:
    made = entry(record(1, phone(商家报价="￥2710-￥3050", 上市时间="2023年10月")))
    assert made.spans["商家报价"] == (2710.0, 3050.0)
    october = (float(date(2023, 10, day).toordinal()) for day in (1, 31))
    assert made.spans["上市时间"] == tuple(october)
    assert made.orders["上市时间"] == float(date(2023, 10, 1).toordinal())
    assert made.orders["商家报价"] == 2710.0


def test_only_the_first_span_is_one() -> None:
    made = entry(record(1, phone(商家报价="2000-2100元、2500-2600元")))
    assert made.spans["商家报价"] == (2000.0, 2100.0)
    assert made.numbers["商家报价"] == (2500.0, 2600.0)


def test_foreign_prices_are_shown_but_not_compared() -> None:
    made = entry(record(1, phone(参考价格="799美元")))
    assert "参考价格" not in {**made.numbers, **made.spans, **made.orders, **made.terms}


def test_terms_are_what_facets_count() -> None:
    made = entry(
        record(
            1,
            phone(
                运行内存="8GB/12GB",
                NFC="支持",
                主屏分辨率="2670×1200",
                操作系统="澎湃OS（Android 14）",
            ),
        )
    )
    assert made.terms["品牌"] == ("xiaomi",)
    assert made.terms["运行内存"] == ("8 GB", "12 GB")
    assert made.terms["NFC"] == ("yes",)
    assert made.terms["主屏分辨率"] == ("2670x1200",)
    assert made.terms["操作系统"] == ("HyperOS", "Android")
    assert made.orders["主屏分辨率"] == 2670 * 1200


def test_brands_that_no_file_knows_are_their_own() -> None:
    known = entry(record(1, {"手机名": "Somebody X1", "品牌": "Somebody"}))
    nameless = entry(record(1, {"重量": "9g", "品牌": "Xiaomi"}))
    assert known.terms["品牌"] == ("somebody",)
    assert nameless.terms["品牌"] == ("xiaomi",)


def test_histograms_count_every_bar_a_value_touches() -> None:
    products = documents(
        *(
            record(number, {"手机名": f"小米{number}", "参考价格": f"{100 * number}元"})
            for number in range(1, 21)
        ),
        record(21, {"手机名": "小米21", "参考价格": "350-620元"}),
    )
    edges = schema_of(products).edges
    assert edges["参考价格"] == tuple(float(limit) for limit in range(100, 2101, 100))
    entries = EntryBuilder(PHONES, edges, analyzer_for(PHONES))
    bars = {made.id: made.terms["参考价格"] for made in map(entries.entry, products)}
    assert bars["xiaomi:1"] == ("0",)
    assert bars["xiaomi:20"] == ("19",)
    assert bars["xiaomi:21"] == ("2", "3", "4", "5")


def test_free_text_is_searched_attribute_by_attribute() -> None:
    made = entry(record(1, phone(处理器="骁龙8 Gen3", 耳机接口="无", 机身尺寸="152.8×71.5×8.2mm")))
    assert set(analyzer_for(PHONES).query_tokens("骁龙")) <= set(made.said["处理器"])
    assert "耳机接口" not in made.said
    assert "机身尺寸" in made.said


NOW = datetime(2026, 6, 1, tzinfo=UTC).timestamp()


def seen_now(number: int, **said: str) -> CurrentRecord:
    made = record(number, phone(**said))
    return made._replace(values=tuple(one._replace(since=NOW) for one in made.values))


def test_prominent_is_what_is_new_and_shown_by_many_sites() -> None:
    makings = [
        entry(seen_now(1, 上市时间="2025"), seen_now(2)),
        entry(seen_now(1, 上市时间="2025", 重量="193g")),
        entry(seen_now(1, 上市时间="2025")),
        entry(seen_now(1, 上市时间="2023"), seen_now(2), seen_now(3)),
        entry(seen_now(1, 上市时间="2023")),
        entry(seen_now(1)),  # without a date
        entry(seen_now(1, 上市时间="2009"), seen_now(2), seen_now(3)),
    ]
    ranks = [made.orders[PROMINENCE] for made in makings]
    assert ranks == sorted(ranks, reverse=True)
    assert len(set(ranks)) == len(ranks)


def test_prices_in_other_currencies_are_apart() -> None:
    made = entry(record(1, phone(参考价格="￥3999")), record(2, phone(参考价格="$549, 约500欧元")))
    assert made.numbers["参考价格"] == (3999.0,)
    assert made.numbers["参考价格 USD"] == (549.0,)
    assert made.numbers["参考价格 EUR"] == (500.0,)
    assert "参考价格 GBP" not in made.numbers


def test_a_date_in_the_future_is_a_mistake() -> None:
    unknown, wrong = entry(seen_now(1, 重量="193g")), entry(seen_now(1, 上市时间="2088"))
    assert wrong.orders[PROMINENCE] == unknown.orders[PROMINENCE]


def test_a_product_is_called_as_people_write_its_name() -> None:
    made = entry(record(1, {"手机名": "三星 Galaxy Note II N7100"}))
    assert {"galaxy", "note2", "=note2", "=galaxynote2", "=n7100"} <= {*made.name}
    assert "=galaxy" not in made.name


HOSTILE = st.text(alphabet=st.characters(), max_size=60) | st.sampled_from(
    [
        "<script>alert(1)</script>",
        "\0",
        "\u202e小米",
        "\ud83d",
        "1e999",
        "9" * 400,
        "NaN元",
        "-" * 999,
    ]
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from([*ATTRIBUTES]), HOSTILE), max_size=12))
def test_whatever_pages_say_engines_can_take_it_in(said: list[tuple[str, str]]) -> None:
    products = documents(record(1, dict(said)), record(2, phone(), unknown=tuple(said)))
    schema = schema_of(products)
    entries = EntryBuilder(PHONES, schema.edges, analyzer_for(PHONES))
    assert list(checked_entries(map(entries.entry, products), fields_of(PHONES)))


def test_a_brand_within_another_is_found_by_both_where_its_name_has_both() -> None:
    assert entry(record(1, {"手机名": "vivo iQOO"})).terms["品牌"] == ("iqoo", "vivo")
    assert entry(record(1, {"手机名": "iQOO 12"})).terms["品牌"] == ("iqoo",)
