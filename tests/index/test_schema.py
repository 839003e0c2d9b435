"""Tests of `index.schema`."""

from __future__ import annotations

from core.local_text import ANY, LocalText
from index.schema import IndexSchema, SpellingCounts, ValueCounts
from tests.index.phones import PHONES, documents, record, schema_of


def test_brands_and_words_are_labelled_in_every_language() -> None:
    schema = schema_of([])
    assert schema.labels["品牌"]["xiaomi"] == LocalText({"zh": "小米", ANY: "Xiaomi"})
    assert schema.labels["品牌"]["oppo"] == LocalText.same("OPPO")
    assert schema.labels["手机外形"]["直板"] == LocalText(
        {"zh": "直板", ANY: "Bar", "de": "Barren"}
    )
    assert "TFT" not in schema.labels.get("主屏材质", {})  # read as it is


def test_brands_that_no_file_knows_are_labelled_as_a_page_writes_them() -> None:
    said = {"手机名": "Some Body X1", "品牌": "Some Body"}
    assert (
        schema_of(documents(record(1, said))).labels["品牌"]["somebody"].in_language("zh")
        == "Some Body"
    )


def test_memory_is_labelled_as_people_say_it() -> None:
    sizes = {"手机名": "小米14", "机身内存": "8MB/512MB/64GB/1TB"}
    labels = schema_of(documents(record(1, sizes))).labels["机身内存"]
    assert {key: label.in_language("zh") for key, label in labels.items()} == {
        "0.0078125 GB": "8 MB",
        "0.5 GB": "512 MB",
        "1024 GB": "1 TB",
    }


def test_other_words_are_labelled_as_most_pages_write_them() -> None:
    writings = ("Tizen 3", "TIZEN 2.4", "Tizen 4.0")
    products = documents(
        *(
            record(number, {"手机名": f"小米{number}", "操作系统": raw})
            for number, raw in enumerate(writings)
        )
    )
    assert schema_of(products).labels["操作系统"] == {"tizen": LocalText.same("Tizen")}


def test_a_long_spelling_gives_way_to_how_it_begins() -> None:
    counts = SpellingCounts()
    for written in ("Somebody Corporation", "Somebody Corporation", "Somebody", "SB"):
        counts.add("somebody", written)
    for written in ("Nobody GmbH", "Nobody GmbH", "NOBODY"):
        counts.add("nobody", written)
    assert counts.labels(PHONES) == {
        "somebody": LocalText.same("Somebody"),
        "nobody": LocalText.same("Nobody GmbH"),
    }


def test_what_was_not_understood_is_counted() -> None:
    said = {1: "4610mAh", 2: "无", 3: "很大", 4: "4500mAh"}
    schema = schema_of(
        documents(
            *(
                record(number, {"手机名": f"小米{number}", "电池容量": raw})
                for number, raw in said.items()
            )
        )
    )
    assert schema.products == 4
    assert schema.counts["电池容量"] == ValueCounts(products=4, understood=2, absent=1, unread=1)


def test_a_schema_is_the_same_after_a_journey_through_json() -> None:
    schema = schema_of(
        documents(record(1, {"手机名": "小米14", "重量": "193g", "机身内存": "1TB"}))
    )
    assert schema.edges["重量"]
    assert IndexSchema.from_json(schema.to_json()) == schema
