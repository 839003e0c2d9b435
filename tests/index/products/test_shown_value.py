from __future__ import annotations

from typing import TYPE_CHECKING

from index.products.catalogue import merge

if TYPE_CHECKING:
    from index.products.shown_value import AttributeValues
    from tests.index.products.conftest import MakeRecord


def told(record: MakeRecord, *said: tuple[str, str, str, float]) -> AttributeValues:
    """What becomes of (site, source, weight, since)."""
    records = [
        record("诺基亚 N95", site=site, source=source, since=since, values={"重量": raw})
        for site, source, raw, since in said
    ]
    (product,) = merge(records)
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
        [record(name, values={"运行内存": memory}) for name, memory in names.items()]
    )
    memory = product.attributes["运行内存"]
    assert {value.raw for value in memory.values} == {"4GB", "6GB"}
    assert not memory.conflict


def test_typed_values_may_say_what_is_the_same(record: MakeRecord) -> None:
    records = [record("诺基亚 N95", values={"重量": raw}) for raw in ("120g", "0.12kg")]
    (product,) = merge(
        records, same=lambda attribute, raw: attribute if attribute == "重量" else raw
    )
    assert len(product.attributes["重量"].values) == 1


def test_a_record_that_says_several_things_says_all_of_them(record: MakeRecord) -> None:
    bands = record("诺基亚 N95", values={"支持频段": "2G：GSM"})
    more = bands.values[-1]._replace(raw="3G：WCDMA")
    (product,) = merge([bands._replace(values=(*bands.values, more, more))])
    assert product.attributes["支持频段"].shown == "2G：GSM；3G：WCDMA"


def test_what_is_confirmed_beats_what_is_not_on_however_many_sites(record: MakeRecord) -> None:
    unsure = [
        record(
            "诺基亚 N95", site=f"{site}.example", source="rows", by="row", values={"重量": "125g"}
        )
        for site in ("b", "c", "d")
    ]
    (product,) = merge([record("诺基亚 N95", values={"重量": "120g"}), *unsure])
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
        (product,) = merge([read._replace(values=values)])
        assert product.attributes["重量"].values[0].raw == "120g"
        assert len(product.attributes["重量"].values) == 1
