from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from index.building.document import (
    PageOfProduct,
    ProductDocument,
    ShownAttribute,
    ShownValue,
    ValueSource,
)

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
