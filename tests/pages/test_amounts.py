"""Amounts that a page splits over elements are one amount; other numbers stay apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.nesting import outline
from pages.page import Page


def shown(body: str) -> str:
    page = outline(Page.read(f"<body>{body}".encode(), "https://shop.example/", "charset=utf-8"))
    return page.text(range(len(page.texts)))


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<b>208,</b><b>60</b><b>€</b>", "208,60€"),
        ("<b>208,</b> <b>60</b> <b>€</b>", "208,60 €"),
        ("<b>208</b> <b>,60</b> <b>€</b>", "208,60 €"),
        ("<b>208</b> <i>,</i> <b>60</b> <b>€</b>", "208,60 €"),
        ("<b>1.208,</b> <b>60 €</b>", "1.208,60 €"),
        ("<b>208,</b> <b>60*</b>", "208,60*"),
        ("<b>1.299,</b> <b>–</b> <b>€</b>", "1.299,– €"),
        ("<b>1299</b> <b>,-</b> <b>€</b>", "1299,- €"),
        ("<i>€</i> <b>1.299</b><sup>95</sup>", "€1.299,95"),
        ("<b>1299</b><sup>95</sup> €", "1299.95 €"),
        ("1299<sup>95</sup>", "1299.95"),
        ("<b>1299</b> <sup>95 €</sup>", "1299.95 €"),
        ("<span>$</span><span>1,299</span><sup>99</sup>", "$1,299.99"),
        ("<span>$</span> <span>1,299</span> <sup>99</sup>", "$1,299.99"),
        ("$<span>1,299</span><span class=cents>99</span>", "$1,299.99"),
        ("<b>12</b><b class='price__fraction'>49</b> <i>€</i>", "12.49 €"),
        ("<b>12</b><b style='vertical-align: super'>49</b> <i>EUR</i>", "12.49 EUR"),
        ("<span>$<b>1,299<i>.</i></b><b>99</b></span>", "$1,299.99"),
        ("now <i>€</i> <b>208.60</b>", "now €208.60"),
        ("￥<i>2499</i>.<em>00</em>", "￥2499.00"),
        ("<i>￥</i> <b>2,999</b> <i>元</i>", "￥2,999 元"),
        ("<i>CHF</i> <b>1'299.</b> <b>50</b>", "CHF 1'299.50"),
    ],
)
def test_one_amount(body: str, text: str) -> None:
    assert shown(body) == text


@pytest.mark.parametrize(
    "body",
    [
        "<b>144,</b> <b>60</b> <b>Hz</b>",
        "<b>144,</b> <b>60 Hz</b>",
        "<b>2,</b> <b>4,</b> <b>8</b> GB",
        "<b>299 €</b> <b>12</b>",
        "<b>$299</b> <b>15</b> reviews",
        "<b>599</b> <b>699</b> <b>799</b> €",
        "<b>27</b> <b>60</b>",
        "10<sup>12</sup> Ω",
        "250 cd/m<sup>2</sup>",
        "299 €<sup>12</sup>",
        "<b>1999</b> <b>-</b> <b>2499</b> €",
        "<b>2020</b> <b class=decimal>12</b>",
    ],
)
def test_other_numbers_stay_as_they_are(body: str) -> None:
    plain = body.replace("<b class=decimal>", "<b>")
    for tag in ("<b>", "</b>", "<sup>", "</sup>"):
        plain = plain.replace(tag, "")
    assert shown(body) == plain


@given(
    whole=st.integers(0, 99_999),
    cents=st.integers(0, 99),
    sign=st.sampled_from(["€", "$", "£", "CHF", "kr"]),
    gaps=st.lists(st.sampled_from(["", " ", "\n"]), min_size=2, max_size=2),
)
def test_a_cut_amount_never_loses_or_gains_a_digit(
    whole: int, cents: int, sign: str, gaps: list[str]
) -> None:
    text = shown(f"<b>{whole},</b>{gaps[0]}<b>{cents:02}</b>{gaps[1]}<b>{sign}</b>")
    assert "".join(filter(str.isdigit, text)) == f"{whole}{cents:02}"
    if sign != "kr":
        assert f"{whole},{cents:02}" in text


@given(st.lists(st.text(alphabet="0123456789.,'’-–€$ aF", max_size=40), max_size=12))
def test_joining_changes_nothing_but_spaces_and_decimal_signs(texts: list[str]) -> None:
    body = "".join(
        f"<sup>{text}</sup>" if at % 3 else f"<b>{text}</b>" for at, text in enumerate(texts)
    )
    kept = [one for one in shown(body) if one not in " .,"]
    assert kept == [one for one in "".join(texts) if one not in " .,"]
