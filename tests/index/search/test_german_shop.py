"""Queries in German and English, asked of a few screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from index.search.model import SearchQuery
from tests.index.query.query_table import SCREENS
from tests.index.search.small_shop import open_index_of, stored, titles

if TYPE_CHECKING:
    from index.search.finder import Finder


SCREENS_SHOWN = [
    {
        "Bezeichnung": "Brillo Pixora 27QX100-B",
        "Marke": "Brillo",
        "Preis": "289,00 €",
        "Diagonale": "27 Zoll",
        "Anschlüsse": "HDMI, DisplayPort",
        "Lautsprecher": "Ja",
        "Gewicht": "4,5 kg",
        "Leistungsaufnahme": "24 W",
    },
    {
        "Bezeichnung": "Brillo Studio S3200U",
        "Marke": "Brillo",
        "Preis": "1.299,00 €",
        "Diagonale": "31,5 Zoll",
        "Anschlüsse": "HDMI, USB-C",
        "Lautsprecher": "Nein",
        "Gewicht": "7,9 kg",
        "Leistungsaufnahme": "52 W",
    },
    {
        "Bezeichnung": "Klarvis Office V2410",
        "Marke": "Klarvis",
        "Preis": "$149.99",
        "Diagonale": "23.8 Zoll",
        "Anschlüsse": "VGA, HDMI",
        "Lautsprecher": "Nein",
        "Gewicht": "3,1 kg",
        "Leistungsaufnahme": "15 W",
    },
]
PIXORA, STUDIO, OFFICE = (shown["Bezeichnung"] for shown in SCREENS_SHOWN)


@pytest.fixture(scope="module")
def finder(tmp_path_factory: pytest.TempPathFactory) -> Finder:
    records = (stored(number, shown) for number, shown in enumerate(SCREENS_SHOWN, 1))
    return open_index_of(tmp_path_factory.mktemp("screens"), SCREENS, records)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("unter 300 Euro", {PIXORA}),
        ("unter 300", {PIXORA}),
        ("über 1.000 €", {STUDIO}),
        ("u\u0308ber 1.000 €", {STUDIO}),
        ("under $200", {OFFICE}),
        ("ab 27 Zoll", {PIXORA, STUDIO}),
        ("leichter als 4,6 kg", {PIXORA, OFFICE}),
        ("mit HDMI und USB-C", {STUDIO}),
        ("VGA oder USB-C", {STUDIO, OFFICE}),
        ("ohne Lautsprecher", {STUDIO, OFFICE}),
        ("Klarvis-Monitore", {OFFICE}),
        ("nicht von Brillo", {OFFICE}),
        ("Brillo 27QX100-B", {PIXORA}),
    ],
)
def test_what_is_found(finder: Finder, typed: str, found: set[str]) -> None:
    assert set(titles(finder.find(SearchQuery(typed)))) == found


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("günstigster Monitor", PIXORA),
        ("sparsamster Monitor", OFFICE),
        ("größter Bildschirm", STUDIO),
        ("lightest monitor", OFFICE),
    ],
)
def test_what_comes_first(finder: Finder, typed: str, first: str) -> None:
    assert titles(finder.find(SearchQuery(typed)))[0] == first


@pytest.mark.parametrize(
    "typed", ["Brillo 27QX100-B vs Klarvis V2410", "27QX100 oder V2410, was ist besser?"]
)
def test_models_are_compared_by_their_numbers(finder: Finder, typed: str) -> None:
    answer = finder.find(SearchQuery(typed))
    assert answer.is_comparison
    assert titles(answer) == [PIXORA, OFFICE]
