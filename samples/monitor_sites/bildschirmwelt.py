"""A German shop: a table with a heading over each group, a price in three pieces, a print view."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from samples.chance import choose, number
from samples.monitor_sites.monitor_site import (
    MonitorSite,
    centimetres,
    euros,
    resolution_class,
)
from samples.page_parts import advertisement, brand_links, foot, navigation, similar, wrapped
from samples.site import GoldPair, Spec

if TYPE_CHECKING:
    from samples.catalogue import Product

_GROUPS = {
    "Allgemeine Daten": (
        ("Marke", "Hersteller"),
        ("Modell", "Modellbezeichnung"),
        ("Herstellernummer", "Hersteller-Nr."),
        ("Markteinführung", "Markteinführung"),
        ("Farbe", "Gehäusefarbe"),
        ("Gewicht", "Gewicht"),
        ("Garantie", "Herstellergarantie"),
    ),
    "Bildschirm": (
        ("Bildschirmdiagonale", "Bildschirmdiagonale"),
        ("Auflösung", "Auflösung"),
        ("Seitenverhältnis", "Bildformat"),
        ("Paneltyp", "Paneltyp"),
        ("Bildwiederholfrequenz", "Bildwiederholfrequenz"),
        ("Reaktionszeit", "Reaktionszeit"),
        ("Helligkeit", "Helligkeit"),
        ("Kontrast", "Kontrast"),
        ("Curved", "Curved"),
        ("Krümmung", "Krümmung"),
        ("HDR", "HDR"),
        ("Adaptive Sync", "Synchronisation"),
    ),
    "Anschlüsse": (
        ("Anschlüsse", "Anschlüsse"),
        ("USB-C-Ladeleistung", "USB-C Power Delivery"),
        ("USB-Hub", "USB-Hub"),
        ("KVM-Switch", "KVM-Switch"),
    ),
    "Ausstattung": (
        ("Lautsprecher", "Lautsprecher"),
        ("Webcam", "Webcam"),
        ("Touchscreen", "Touchscreen"),
        ("WLAN", "WLAN"),
        ("Höhenverstellbar", "Höhenverstellbar"),
        ("Höhenverstellbereich", "Höhenverstellung"),
        ("Pivot", "Pivot"),
        ("VESA-Halterung", "VESA-Halterung"),
    ),
    "Energie": (
        ("Energieeffizienzklasse", "Energieeffizienzklasse"),
        ("Leistungsaufnahme", "Leistungsaufnahme"),
    ),
}
_MAY_LACK = frozenset(
    ("Herstellernummer", "Helligkeit", "Kontrast", "Gewicht", "Leistungsaufnahme")
)


class Bildschirmwelt(MonitorSite):
    host = "www.bildschirmwelt.example"
    title = "Bildschirmwelt"
    words_file = "monitors-de"
    page_count = 44
    codec = "utf-8"
    content_type = "text/html; charset=utf-8"
    style = "th.gruppe{background:#eee;text-align:left}td.n{width:14em}.cent{font-size:60%}"

    def product_path(self, monitor: Product) -> str:
        return f"/artikel/{self.identity(monitor)}.html"

    def list_path(self, brand: str, page: int) -> str:
        folder = brand.lower() if brand else "alle"
        return f"/kategorie/{folder}/seite-{page}/"

    def price_text(self, monitor: Product) -> str:
        whole, cents = self._price(monitor)
        return f"{whole}{cents} €"

    def _price(self, monitor: Product) -> tuple[str, str]:
        cents = choose(("00", "90", "99", "50"), "cents", self.known_name(monitor))
        return f"{euros(monitor):,}".replace(",", ".") + ",", cents

    def written(self, attribute: str, monitor: Product) -> str:
        value = monitor[attribute]
        if attribute in _MAY_LACK and self.is_untold(attribute, monitor):
            return "keine Angabe"
        if attribute == "Bildschirmdiagonale":
            return f"{centimetres(monitor)} cm ({value})"
        if attribute == "Auflösung":
            return f"{value} Pixel ({resolution_class(monitor)})"
        if attribute == "Markteinführung":
            year, month = value.split("-")
            return f"{month}/{year}"
        return value

    def spec(self, monitor: Product) -> Spec:
        hero = (
            GoldPair("Produktname", "", self.shown_name(monitor)),
            GoldPair("Preis", "", self.price_text(monitor)),
        )
        groups = {group: self.pairs(rows, monitor) for group, rows in _GROUPS.items()}
        area = "\n".join(_group(group, pairs) for group, pairs in groups.items())
        return Spec(area, (*hero, *(pair for pairs in groups.values() for pair in pairs)))

    def around(self, here: str, monitor: Product, area: str) -> str:
        whole, cents = self._price(monitor)
        before = f"{euros(monitor) + 50:,}".replace(",", ".")
        name = escape(self.shown_name(monitor))
        return f"""<div class="artikel"><img src="{self.picture_path(monitor)}" alt="{name}">
<h1>{name}</h1>
<p class="kurz">{escape(self.summary(monitor))}</p>
<div class="kauf"><del>statt {before},00 €</del>
<div class="preis"><span class="euro">{whole}</span><sup class="cent">{cents}</sup>
<span class="w">€</span></div>
<form action="/warenkorb"><button type="button">In den Warenkorb</button></form></div></div>
<table class="daten">{area}</table>
<p><a href="{self.href(here, self.print_path(monitor))}">Druckansicht</a></p>
<div class="aehnlich"><h2>Ähnliche Artikel</h2>
<ul>{wrapped("li", similar(self, here, monitor, 4))}</ul></div>"""

    def print_path(self, monitor: Product) -> str:
        return f"/druck/{self.identity(monitor)}.html"

    def copies(self, monitor: Product) -> dict[str, str]:
        """The print view: the same once more, with the article as its canonical address."""
        spec = self.spec(monitor)
        name = escape(self.shown_name(monitor))
        article = self.url(self.product_path(monitor))
        return {
            self.print_path(monitor): f"""<!DOCTYPE html>
<html lang="de"><head><meta charset="utf-8"><title>{name} (Druckansicht)</title>
<link rel="canonical" href="{article}"></head><body>
<h1>{name}</h1><p>{escape(self.price_text(monitor))}</p><table>{spec.area}</table>
<a href="{article}">Zurück zum Artikel</a></body></html>
"""
        }

    def frame(self, here: str, title: str, middle: str) -> str:
        basket = number("basket", here) % 90 + 9
        return f"""<!DOCTYPE html>
<html lang="de"><head><meta charset="utf-8">
<title>{escape(title)} | {self.title}</title>
<link rel="stylesheet" href="/css/site.css">
</head><body>
<div class="kopf"><div class="korb"><a href="/help/">Warenkorb</a> 1 Artikel
<b>{basket},95 €</b></div><ul class="nav">{wrapped("li", navigation(self, here))}</ul></div>
{middle}
<div class="marken">{" ".join(brand_links(self, here))}</div>
{advertisement(self, here, "foot")}
<div class="fuss">{foot(self, here)}</div></body></html>
"""


def _group(group: str, pairs: list[GoldPair]) -> str:
    rows = "".join(
        f'<tr><td class="n">{pair.name}</td><td>{_lines(pair)}</td></tr>\n' for pair in pairs
    )
    return f'<tr><th class="gruppe" colspan="2">{group}</th></tr>\n{rows}'


def _lines(pair: GoldPair) -> str:
    """Ports stand one under another."""
    value = escape(pair.value)
    return value.replace(", ", ",<br>") if pair.attribute == "Anschlüsse" else value
