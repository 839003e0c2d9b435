from __future__ import annotations

import pytest

from rules.value_kinds import join_price, kind_of, may_be, only_of_kind, shape_likeness, shape_of


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        *(("￥1650", "price"), ("1,650元", "price"), ("$ 99.00", "price"), ("EUR 99", "price")),
        *(("208, 60 €", "price"), ("1 299,00 €", "price"), ("￥9 " + "x" * 50, "text")),
        *(("1.299,– €", "price"), ("130 Euro", "price"), ("CHF 1'299.-", "price")),
        *(("27 Zoll", "text"), ("3. März 2023", "date"), ("2块", "number")),
        *(("1650", "number"), ("2.4 英寸", "number"), ("N95", "number"), ("诺基亚 6300", "number")),
        *(("黑色", "text"), ("", "text"), ("★", "text"), ("12 pieces", "text")),
        *(("214-528-9446", "phone"), ("(501) 329-3934", "phone"), ("+49 30 1234567", "phone")),
        *(("9780805087444", "code"), ("0-312-27482-3", "code"), ("9780805087445", "number")),
        *(
            ("December 2009", "date"),
            ("6/1/2008", "date"),
            ("2017年11月", "date"),
            ("2008", "number"),
        ),
    ],
)
def test_kinds_of_values(text: str, kind: str) -> None:
    assert kind_of(text) == kind


def test_what_may_be_a_value_of_a_kind() -> None:
    assert may_be("price", "$1,299.00")
    assert not may_be("price", "see price in cart")
    assert may_be("phone", "030/123 45 67")
    assert not may_be("phone", "Mon-Fri 9-17")
    assert may_be("date", "2008")
    assert not may_be("date", "in print")
    assert may_be("text", "Room 101")
    assert not may_be("text", "$5")


@pytest.mark.parametrize(
    ("kind", "text", "part"),
    [
        ("price", "now only $99.95 each", "$99.95"),
        ("price", "$5 or $9", ""),
        ("price", "Price: US$ 5", "US$ 5"),
        ("phone", "Call (501) 329-3934 today", "(501) 329-3934"),
        ("code", "ISBN 0-312-27482-3, cloth", "0-312-27482-3"),
        ("code", "order 9780805087445", ""),
        ("date", "Published: 12 May 2009 by us", "12 May 2009"),
        ("text", "anything", ""),
    ],
)
def test_the_part_of_a_text_that_is_of_a_kind(kind: str, text: str, part: str) -> None:
    assert only_of_kind(kind, text) == part  # type: ignore[arg-type]


def test_a_price_in_pieces_is_put_together() -> None:
    assert join_price("208, 60 €") == "208,60 €"
    assert join_price("2 for 10 €") == "2 for 10 €"


def test_texts_written_alike_are_alike() -> None:
    street, mall, town = map(
        shape_of, ("12 Oak Rd. (Main St.)", "The Galleria", "Towson, MD 21286")
    )
    assert shape_likeness(shape_of("901 Goucher Blvd."), street) > 0.8
    assert shape_likeness(shape_of("901 Goucher Blvd."), mall) < 0.5
    assert shape_likeness(shape_of("Dallas, TX 75219"), town) == 1.0
