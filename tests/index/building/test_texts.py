"""The words a product is found by."""

from __future__ import annotations

from index.building.document import ProductDocument, ShownAttribute, ShownValue
from index.building.texts import texts_of

NAMING = frozenset({"手机名"})


def product(*attributes: tuple[str, str]) -> ProductDocument:
    shown = tuple(
        ShownAttribute(name, known=True, conflict=False, values=(ShownValue(raw, raw, ()),))
        for name, raw in attributes
    )
    return ProductDocument("xiaomi:14", "小米14", "xiaomi", (), shown)


def test_names_are_apart_from_all_else() -> None:
    texts = texts_of(product(("手机名", "小米 14"), ("重量", "193g")), NAMING)
    assert {"小米14", "小米 14"} <= set(texts.name)
    assert texts.body == ("重量", "193g")


def test_of_a_product_without_end_the_first_forty_thousand_characters() -> None:
    endless = product(("重量", "一" * 30_000), ("说明", "二" * 30_000), ("颜色", "黑"))
    body = texts_of(endless, NAMING).body
    assert [(text[0], len(text)) for text in body] == [
        *(("重", 2), ("一", 30_000), ("说", 2), ("二", 9_996)),
    ]
