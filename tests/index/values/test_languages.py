"""Values as German shops write them, and those of other countries beside them."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.locales import locales
from index.values.price import prices_in
from index.values.read import read_value
from index.values.types import (
    DateSpan,
    Precision,
    Price,
    Quantity,
    Resolution,
    Size,
    WordList,
    YesNo,
)
from index.values.units import scale_of
from tests.index.values.monitors import ATTRIBUTES, MONITORS, values_of
from tests.index.values.phones import values_of as values_of_phones


@pytest.mark.parametrize(
    ("raw", "amount", "currency"),
    [
        ("1.299,00 €", 1299, "EUR"),
        ("1.299 €", 1299, "EUR"),
        ("1299,95 €", 1299.95, "EUR"),
        ("1299,- €", 1299, "EUR"),
        ("1.249,–€", 1249, "EUR"),
        ("1299,--", 1299, "EUR"),
        ("€ 1.299,00", 1299, "EUR"),
        ("EUR 1299", 1299, "EUR"),
        ("1 299,00 €", 1299, "EUR"),
        ("1\u202f299 €", 1299, "EUR"),
        ("UVP 1 299,00 EUR", 1299, "EUR"),
        ("12,99 €*", 12.99, "EUR"),
        ("Preis: 1.299,00", 1299, "EUR"),
        ("349,00 € inkl. 19% MwSt., zzgl. Versandkosten", 349, "EUR"),
        ("$1,299.99", 1299.99, "USD"),
        ("US$ 20", 20, "USD"),
        ("HK$5,988", 5988, "HKD"),
        ("NT$ 9,900", 9900, "TWD"),
        ("£1,299", 1299, "GBP"),
        ("CHF 1'299.–", 1299, "CHF"),
        ("349.- CHF", 349, "CHF"),
        ("1’299.50 Fr.", 1299.5, "CHF"),
    ],
)
def test_prices_of_many_countries(raw: str, amount: float, currency: str) -> None:
    (price,) = values_of(raw, "Preis")
    assert isinstance(price, Price)
    assert (price.low, price.high, price.currency) == (amount, amount, currency)


def test_an_open_price_and_a_range_in_words() -> None:
    assert values_of("ab 299 €", "Preis") == [Price(299, 299, "EUR", open="from")]
    assert values_of("ca. 300 Euro", "Preis") == [Price(300, 300, "EUR", approximate=True)]
    assert values_of("von 300 € bis 400 €", "Preis") == [Price(300, 400, "EUR")]


def test_numbers_beside_each_other_are_not_glued_to_one_price() -> None:
    assert values_of("599 699 €", "Preis") == [Price(699, 699, "EUR")]
    assert values_of_phones("599 699 799", "商家报价") == [
        Price(599, 599, "CNY"),
        Price(699, 699, "CNY"),
        Price(799, 799, "CNY"),
    ]


@pytest.mark.parametrize(
    ("raw", "kinds"),
    [
        ("UVP 399,00 € / jetzt 349,00 €", {399: "list", 349: ""}),
        ("statt 399 € nur 349 €", {399: "list", 349: ""}),
        ("399 € jetzt 349 €", {399: "list", 349: ""}),
        ("349 € UVP 399 €", {349: "", 399: "list"}),
        ("349 € Sie sparen 50 €", {349: "", 50: "saving"}),
        ("349 €, 50 € gespart", {349: "", 50: "saving"}),
        ("349,00 € inkl. MwSt. zzgl. 4,95 € Versand", {349: "", 4.95: "shipping"}),
        ("349 € Versand: 4,95 €", {349: "", 4.95: "shipping"}),
        ("349 € oder 29 € pro Monat", {349: "", 29: "instalment"}),
        (
            "List Price: $399.00 Price: $349.00 You Save: $50.00",
            {399: "list", 349: "", 50: "saving"},
        ),
        ("$349.99 was $399.99", {349.99: "", 399.99: "list"}),
        ("349 € Lieferung in 2 Tagen. Versand: 4,95 €", {349: "", 4.95: "shipping"}),
        ("$349.00 & FREE Shipping", {349: ""}),
        ("349 € Versand kostenlos", {349: ""}),
        ("349 € oder 12 Raten zu 29 €", {349: "", 29: "instalment"}),
        ("50 € sparen, jetzt 349 €", {50: "saving", 349: ""}),
        ("原价￥399 现价￥349 运费￥10", {399: "list", 349: "", 10: "shipping"}),
    ],
)
def test_of_several_prices_the_words_beside_them_tell_which_is_paid(
    raw: str, kinds: dict[float, str]
) -> None:
    found = prices_in(raw, ATTRIBUTES["Preis"])
    assert {price.low: price.kind for price in found} == kinds
    (paid,) = values_of(raw, "Preis")
    assert isinstance(paid, Price)
    assert kinds[paid.low] == ""


def test_a_list_price_is_better_than_none_but_a_monthly_rate_is_no_price() -> None:
    assert values_of("UVP 399 €", "Preis") == [Price(399, 399, "EUR", kind="list")]
    assert values_of("29,90 € pro Monat", "Preis") == []
    assert values_of("29,90 € pro Monat", "Monatsrate") == [
        Price(29.9, 29.9, "EUR", kind="instalment")
    ]


@pytest.mark.parametrize(
    ("raw", "name", "number"),
    [
        ("68,6 cm (27 Zoll)", "Diagonale", 27),
        ('27"', "Diagonale", 27),
        ("27-zöllig", "Diagonale", 27),
        ("68,58 cm", "Diagonale", 27),
        ("27寸", "Diagonale", 27),
        ("3,5 mm", "Breite", 3.5),
        ("0,2724 mm", "Breite", 0.2724),
        ("0,272 mm", "Breite", 0.272),
        ("0.272 mm", "Breite", 0.272),
        ("1.299 mm", "Breite", 1299),
        ("1,299 mm", "Breite", 1.299),
        ("1920,5 mm", "Breite", 1920.5),
        ("1,5 m", "Breite", 1500),
        ("2,165 kg", "Gewicht", 2.165),
        ("2.165 kg", "Gewicht", 2.165),
        ("2.165 g", "Gewicht", 2.165),
        ("2165 Gramm", "Gewicht", 2.165),
        ("3 Kilogramm", "Gewicht", 3),
        ("0,5 ms", "Reaktionszeit", 0.5),
        ("5 Millisekunden", "Reaktionszeit", 5),
        ("250 cd/m²", "Helligkeit", 250),
        ("300 Candela", "Helligkeit", 300),
        ("1.000:1", "Kontrast", 1000),
        ("1000 : 1", "Kontrast", 1000),
        ("50.000.000:1 (dynamisch)", "Kontrast", 50_000_000),
        ("4.000 zu 1", "Kontrast", 4000),
        ("7.200 rpm", "Lüfter", 7200),
        ("7,2 kU/min", "Lüfter", 7200),
    ],
)
def test_quantities(raw: str, name: str, number: float) -> None:
    unit = ATTRIBUTES[name].unit
    assert values_of(raw, name) == [Quantity(number, number, unit)]


def test_the_topics_language_decides_only_what_the_text_leaves_open() -> None:
    assert values_of("1.299 mm / 61.3 mm", "Breite") == [
        Quantity(1.299, 1.299, "mm"),
        Quantity(61.3, 61.3, "mm"),
    ]
    assert values_of_phones("1.299 g", "重量") == [Quantity(1.299, 1.299, "g")]
    assert values_of_phones("1,299 g", "重量") == [Quantity(1299, 1299, "g")]


def test_qualifiers() -> None:
    assert values_of("ca. 5,5 kg", "Gewicht") == [Quantity(5.5, 5.5, "kg", approximate=True)]
    assert values_of("max. 1.000 cd/m²", "Helligkeit") == [Quantity(1000, 1000, "cd/m²", open="to")]
    assert values_of("mindestens 250 cd/m²", "Helligkeit") == [
        Quantity(250, 250, "cd/m²", open="from")
    ]
    assert values_of("von 1 bis 5 ms", "Reaktionszeit") == [Quantity(1, 5, "ms")]


def test_sizes_resolutions_and_lists() -> None:
    assert values_of("61,3 x 45,2 x 21,4 cm (B x H x T)", "Maße") == [Size(61.3, 45.2, 21.4, "cm")]
    assert values_of("Breite: 61,3 cm, Höhe: 45 cm, Tiefe: 21,4 cm", "Maße") == [
        Size(45, 61.3, 21.4, "cm")
    ]
    assert values_of("3.840 x 2.160 Pixel", "Auflösung") == [Resolution(3840, 2160)]
    assert values_of("2x HDMI, 1 x DisplayPort, USB-C", "Anschlüsse") == [
        WordList(("HDMI", "DisplayPort", "USB-C"))
    ]
    for counted in ("HDMI (x2), DisplayPort x1", "HDMI (2x), DisplayPort (1 x)"):
        assert values_of(counted, "Anschlüsse") == [WordList(("HDMI", "DisplayPort"))]


@pytest.mark.parametrize(
    ("raw", "yes"),
    [("Ja", True), ("vorhanden", True), ("Nein", False), ("nicht vorhanden", False)],
)
def test_yes_and_no(raw: str, yes: bool) -> None:  # noqa: FBT001 - what is expected
    assert values_of(raw, "Pivot") == [YesNo(yes)]


@pytest.mark.parametrize("raw", ["keine Angabe", "k. A.", "k.A.", "nicht verfügbar", "暂无数据"])
@pytest.mark.parametrize("name", ["Pivot", "Gewicht", "Preis", "Anschlüsse"])
def test_no_data_is_neither_yes_nor_no(raw: str, name: str) -> None:
    reading = read_value(raw, ATTRIBUTES[name])
    assert reading.absent
    assert not reading.values


@pytest.mark.parametrize(
    ("raw", "first", "precision"),
    [
        ("03.10.2023", date(2023, 10, 3), "day"),
        ("3. Oktober 2023", date(2023, 10, 3), "day"),
        ("März 2023", date(2023, 3, 1), "month"),
        ("Okt. 2023", date(2023, 10, 1), "month"),
        ("3. Quartal 2023", date(2023, 7, 1), "quarter"),
        ("Herbst 2023", date(2023, 9, 1), "season"),
        ("2. Halbjahr 2023", date(2023, 7, 1), "half"),
    ],
)
def test_dates(raw: str, first: date, precision: Precision) -> None:
    (span,) = values_of(raw, "Erscheinen")
    assert isinstance(span, DateSpan)
    assert (span.first, span.precision) == (first, precision)


# Every amount of money and every length is read back, however a country writes it.


def _grouped(whole: int, thousands: str) -> str:
    return f"{whole:,}".replace(",", thousands)


@given(
    cents=st.integers(1, 10_000_000),
    writing=st.sampled_from(
        [(".", ",", "{} €"), (",", ".", "${}"), ("'", ".", "CHF {}"), ("", ",", "{} EUR")]
    ),
    spaced=st.sampled_from(["", " ", "\u00a0"]),
)
def test_an_amount_with_cents_is_read_as_it_was_meant(
    cents: int, writing: tuple[str, str, str], spaced: str
) -> None:
    thousands, decimal, pattern = writing
    number = f"{_grouped(cents // 100, thousands)}{decimal}{cents % 100:02}"
    (price,) = values_of(spaced + pattern.format(number) + spaced, "Preis")
    assert isinstance(price, Price)
    assert price.low == price.high == cents / 100


@given(whole=st.integers(1, 99_999_999))
def test_a_whole_amount_is_read_with_or_without_thousands(whole: int) -> None:
    for written in (f"{whole} €", f"{_grouped(whole, '.')} €", f"€{_grouped(whole, ',')}"):
        assert values_of(written, "Preis") == [Price(whole, whole, "EUR")]


@given(tenths=st.integers(1, 999_999))
def test_a_german_length_is_read_with_or_without_thousands(tenths: int) -> None:
    whole, decimal = tenths // 10, tenths % 10
    for written in (f"{whole},{decimal} mm", f"{_grouped(whole, '.')},{decimal} mm"):
        assert values_of(written, "Breite") == [Quantity(tenths / 10, tenths / 10, "mm")]


@given(raw=st.text(alphabet="0123456789.,'’ -–€$UVPstatt\u00a0x:/()", max_size=60))
def test_nothing_that_looks_like_numbers_breaks_a_reader(raw: str) -> None:
    for attribute in MONITORS.attributes:
        read_value(raw, attribute)
    prices_in(raw, ATTRIBUTES["Preis"])


# Units.


def test_every_unit_of_a_pack_is_known() -> None:
    for locale in locales():
        for kind, units in locale.values.units.items():
            for unit, spellings in units.items():
                for spelled in spellings:
                    known = {scale_of(spelled).kind, *_kinds_of(spelled)}
                    assert kind in known, f"{locale.language}: {kind}: {unit}: {spelled}"


def _kinds_of(spelled: str) -> set[str]:
    """A spelling like 度 or M may belong to several kinds."""
    of_each = ("mm", "g", "s", "GB", "Hz", "A", "°", "MP", "色", "mAh", "Wh", "W", "V", "ml")
    every = (*of_each, "ppi", "%", "cd/m²", "W/kg", "℃", "dB", ":1")
    return {scale_of(one).kind for one in every if spelled.casefold() in scale_of(one).factors}
