"""Limits of what a page shows at once; the JSON has the rest."""

from __future__ import annotations

from index.documents import PageOfProduct, ProductDocument, ShownAttribute, ShownValue, ValueSource
from search_ui.products.sheet import spec_sheet
from tests.search_ui.products.shop import NOW, PHONES


def product(*attributes: ShownAttribute) -> ProductDocument:
    page = PageOfProduct(1, "javascript:alert(1)", "a.example", "json-ld", "8GB")
    return ProductDocument("x:y", "X Y", "x", (page,), attributes)


def said(name: str, *raws: str, meaning: str = "", times: int = 1) -> ShownAttribute:
    by = (ValueSource(0, "", 0, NOW),) * times
    values = tuple(ShownValue(raw, meaning, by) for raw in raws)
    return ShownAttribute(name, known=name in {"NFC", "重量"}, conflict=False, values=values)


def test_a_value_that_no_rule_read_tells_where_it_stood() -> None:
    ((row,),) = [group.rows for group in spec_sheet(product(said("重量", "193g")), PHONES, "zh")]
    (source,) = row.values[0].sources
    assert (source.read_by, source.variant, source.link) == ("json-ld", "8GB", "")


def test_yes_and_no_are_words_of_the_page() -> None:
    nfc = product(said("NFC", "支持", meaning="yes"))
    meanings = [
        spec_sheet(nfc, PHONES, language)[0].rows[0].values[0].meaning for language in ("zh", "en")
    ]
    assert meanings == ["是", "yes"]


def test_a_name_the_topic_has_is_another_one_where_the_page_means_another() -> None:
    """`known` is what counts: the document says whose name it is."""
    own = said("重量", "193g")._replace(known=False)
    assert [group.key for group in spec_sheet(product(own), PHONES, "zh")] == ["other"]


def test_no_attribute_makes_a_page_endless() -> None:
    many = said("重量", *(f"{grams}g" for grams in range(100)), "x" * 1_000_000, times=90)
    ((row,),) = [group.rows for group in spec_sheet(product(many), PHONES, "zh")]
    assert (len(row.values), row.unseen) == (20, 81)
    assert (len(row.values[0].sources), row.values[0].unseen) == (20, 70)


def test_a_long_value_is_cut_and_its_rest_kept_apart() -> None:
    ((row,),) = [group.rows for group in spec_sheet(product(said("x", "y" * 4000)), PHONES, "en")]
    assert (len(row.values[0].text.start), len(row.values[0].text.rest)) == (300, 3700)
