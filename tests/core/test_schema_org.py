from __future__ import annotations

import pytest

from core.schema_org import attribute_of
from core.topic import Topic


def topic(*attributes: dict[str, object]) -> Topic:
    rows = [{"label": "x", "group": "x", **one} for one in attributes]
    return Topic.model_validate({"name": "monitors", "title": {"de": "x"}, "attributes": rows})


MONITORS = topic(
    {"name": "Bezeichnung", "role": "name"},
    {"name": "Marke", "role": "brand"},
    {"name": "EAN", "role": "gtin"},
    {"name": "Herstellernummer", "role": "mpn"},
    {"name": "Preis", "role": "price", "type": "price", "unit": "EUR"},
    {"name": "Farbe", "role": "variant"},
    {"name": "Kategorie", "aliases": ["category", "isbn"]},
)


@pytest.mark.parametrize(
    ("name", "attribute"),
    [
        ("name", "Bezeichnung"),
        ("brand", "Marke"),
        ("manufacturer", "Marke"),
        ("gtin8", "EAN"),
        ("gtin13", "EAN"),
        ("mpn", "Herstellernummer"),
        ("price", "Preis"),
        ("color", "Farbe"),
        ("category", "Kategorie"),
        ("isbn", "Kategorie"),  # an alias in the topic file comes before a role
        ("sku", None),
        ("priceCurrency", None),
        ("Gewicht", None),
    ],
)
def test_properties_find_attributes(name: str, attribute: str | None) -> None:
    found = attribute_of(name, MONITORS)
    assert (found.name if found else None) == attribute


def test_of_several_variants_nobody_knows_which_is_meant() -> None:
    two = topic({"name": "Farbe", "role": "variant"}, {"name": "Set", "role": "variant"})
    assert attribute_of("color", two) is None
