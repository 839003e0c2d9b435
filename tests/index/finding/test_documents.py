from __future__ import annotations

import pytest

from index.building.document import ProductDocument, ShownAttribute, ShownValue
from index.finding.documents import document_from


@pytest.mark.parametrize("length", [10, 50_000])
def test_long_and_short_documents_come_back(length: int) -> None:
    value = ShownValue("长" * length, "", ())
    document = ProductDocument(
        "a:1", "甲", "a", (), (ShownAttribute("型号", known=True, conflict=False, values=(value,)),)
    )
    assert document_from(document.to_json()) == document
    assert document_from(document.to_json()) == document
