"""Whole pages of German shops and price comparisons: offers, rates, maker's addresses beside."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from tests.rules.layout_zoo.family import all_specs, family, pair
from tests.rules.layout_zoo.products import each

if TYPE_CHECKING:
    from rules.learn import Example
    from tests.rules.layout_zoo.products import Product


def _page(product: Product, main: str, behind: str = "") -> str:
    return f"""<!DOCTYPE html><html lang="de"><head><meta charset="utf-8">
<title>{escape(product.title)} kaufen</title></head><body><header><a>Startseite</a><a>Mein Konto</a>
<a>Warenkorb 0,00 €</a></header><h1>{escape(product.title)}</h1>{main}{behind}
<footer><div><h4>Service</h4><p>Hotline: 0800 555 0100</p><p>Mo-Sa: 8 bis 20 Uhr</p></div><div>
<h4>Zahlungsarten</h4><ul><li>PayPal</li><li>Rechnung</li></ul></div><p>* Alle Preise inkl. MwSt.,
zzgl. Versand</p></footer></body></html>"""


def _number(product: Product) -> int:
    return 31 * (product.number + 2) % 79 + 5


@family("drills_de")
def noisy_de_price_comparison(product: Product) -> str:
    """dt and dd in groups; offers of shops in a table, figures of the price's history."""
    groups = "".join(
        f'<div class="group"><h3>{section}</h3><dl>'
        + each(specs, '<div class="item"><dt>{name}</dt><dd>{value}</dd></div>')
        + "</dl></div>"
        for section, specs in product.sections
    )
    n = _number(product)
    offers = "".join(
        f'<div class="offer"><span class="shop">{shop}</span><span class="price">€ '
        f"{n + at},90</span>"
        f'<span class="stock">lagernd</span><span class="rate">{4 + at / 10} von 5</span><span '
        f'class="ship">Versand: € {at},99</span></div>'
        for at, shop in enumerate(("Werkzeug Weiss", "Baumann", "Toolpoint", "Haus und Hof"))
    )
    return _page(
        product,
        f'<div class="best"><span>ab</span> <b>€ {n},90</b></div><div class="specs">{groups}</div>'
        f"<section><h2>Angebote</h2>{offers}</section><section><h2>Preisentwicklung</h2><table><tr>"
        f"<td>Bestpreis</td><td>€ {n},90</td></tr><tr><td>Tiefstpreis 90 Tage</td><td>€ {n - 3},00"
        f"</td></tr><tr><td>Durchschnittspreis</td><td>€ {n + 9},50</td></tr></table></section>",
        "<section><h2>Testberichte</h2><div><b>Heimwerker Praxis</b><span>Note: 1,4</span></div>"
        "<div><b>Selbermachen</b><span>Note: 1,8</span></div></section><section><h2>"
        "Bewertungen</h2>"
        f"<table><tr><td>5 Sterne</td><td>{n}</td></tr><tr><td>4 Sterne</td><td>{n // 2}</td></tr>"
        "<tr><td>3 Sterne</td><td>2</td></tr><tr><td>2 Sterne</td><td>0</td></tr><tr><td>1 Stern"
        "</td><td>1</td></tr></table></section>",
    )


def _with_number(product: Product) -> tuple[Example, ...]:
    return (pair("Artikelnummer:", f"S0{product.number}73-{_number(product)}"), *all_specs(product))


@family("washers_de", _with_number)
def noisy_de_mail_order(product: Product) -> str:
    """Tables by section; instalments, services and ratings in tables and lists like them."""
    tables = "".join(
        f'<table class="dv_characteristicsTable"><caption>{section}</caption><tbody>'
        + each(specs, "<tr><td class=left><span>{name}</span></td><td>{value}</td></tr>")
        + "</tbody></table>"
        for section, specs in product.sections
    )
    n = _number(product)
    rates = "".join(
        f"<tr><td>{months} Monate</td><td>{400 // months},{n} €</td><td>12,9 %</td></tr>"
        for months in (6, 12, 24, 36)
    )
    cards = "".join(
        f'<li><a href="/{o.number}">{escape(o.title)}</a><table><tr><td><span>'
        "Fassungsvermögen</span>"
        f"</td><td>{6 + o.number} kg</td></tr><tr><td><span>Energieeffizienzklasse</span></td><td>C"
        f"</td></tr></table><span>{o.price}</span></li>"
        for o in product.others
    )
    return _page(
        product,
        f'<p>Artikelnummer: <span>S0{product.number}73-{n}</span></p><p class="price">'
        f"{product.price}"
        '</p><div class="delivery"><p>Lieferung: <b>in 3-4 Werktagen</b></p><p>Versandkosten: <b>'
        "29,95 €</b></p><p>Altgerätemitnahme: <b>kostenlos</b></p><p>Rückgabe: <b>30 Tage</b></p>"
        f"</div>{tables}<h3>Ratenzahlung</h3><table><tr><th>Laufzeit</th><th>Rate</th><th>Zins</th>"
        f"</tr>{rates}</table>",
        "<section><h2>Kundenbewertungen</h2><p>4,5 von 5 Sternen</p><ul><li><span>5 Sterne</span>"
        f"<span>({n})</span></li><li><span>4 Sterne</span><span>({n // 3})</span></li><li><span>3 "
        "Sterne</span><span>(4)</span></li></ul><dl><dt>Qualität</dt><dd>4,6</dd><dt>Bedienung</dt>"
        "<dd>4,4</dd><dt>Preis-Leistung</dt><dd>4,7</dd></dl><div><p>von Heike aus Ulm</p><p>"
        f"Gekaufte Farbe: weiß</p><p>Wäscht gut.</p></div></section><section><h2>Ähnliche Artikel"
        f"</h2><ul>{cards}</ul></section>",
    )


@family("drills_de", _with_number)
def noisy_de_hardware_store(product: Product) -> str:
    """Spans in li; stock by market, opening hours, and the maker's address as the law wants it."""
    items = each(
        product.specs,
        '<li class="tech"><span class="tech__key">{name}</span><span class="tech__value">{value}'
        "</span></li>",
    )
    n = _number(product)
    return _page(
        product,
        f'<div>Artikelnummer: S0{product.number}73-{n}</div><div class="price">'
        f"{product.price}</div>"
        f'<ul class="stock"><li><span>Online</span><span>{n} Stück verfügbar</span></li><li><span>'
        "Markt Ulm</span><span>3 Stück</span></li><li><span>Markt Bonn</span><span>nicht vorrätig"
        f'</span></li></ul><h2>Technische Merkmale</h2><ul class="techlist">{items}</ul>',
        "<h2>Herstellerinformationen</h2><ul><li><span>Firma</span><span>"
        f"{product.brand} Werkzeuge GmbH</span></li><li><span>Straße</span><span>Am Hang {n}</span>"
        "</li><li><span>Ort</span><span>89073 Ulm</span></li><li><span>E-Mail</span><span>"
        "info@example.com</span></li></ul><h2>Öffnungszeiten</h2><ul><li><span>Mo-Fr</span><span>"
        "8:00 - 20:00</span></li><li><span>Sa</span><span>8:00 - 18:00</span></li></ul><h2>Fragen "
        "&amp; Antworten</h2><ul><li><b>Frage:</b> Passt der Akku auch in andere Geräte?</li><li>"
        "<b>"
        "Antwort:</b> Ja, in alle Geräte mit 18 V.</li></ul>",
    )
