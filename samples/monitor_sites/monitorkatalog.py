"""A German catalogue: definition lists, JSON-LD with codes, prices in whole euros, Windows-1252."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING

from samples.chance import number
from samples.monitor_sites.monitor_site import (
    MonitorSite,
    centimetres,
    euros,
    model_code,
    resolution_class,
)
from samples.page_parts import advertisement, brand_links, foot, navigation, similar, wrapped
from samples.site import GoldPair, Spec

if TYPE_CHECKING:
    from samples.catalogue import Product

_GROUPS = {
    "Display": (
        ("Bildschirmdiagonale", "Diagonale"),
        ("Auflösung", "Native Auflösung"),
        ("Seitenverhältnis", "Seitenverhältnis"),
        ("Paneltyp", "Panel"),
        ("Bildwiederholfrequenz", "Bildwiederholrate"),
        ("Reaktionszeit", "Reaktionszeit"),
        ("Helligkeit", "Leuchtdichte"),
        ("Kontrast", "Kontrastverhältnis"),
        ("Krümmung", "Krümmungsradius"),
        ("HDR", "HDR-Unterstützung"),
        ("Adaptive Sync", "Sync-Technologie"),
    ),
    "Schnittstellen": (
        ("Anschlüsse", "Schnittstellen"),
        ("USB-C-Ladeleistung", "Ladeleistung"),
        ("USB-Hub", "USB-Hub"),
        ("Lautsprecher", "Lautsprecher"),
        ("Webcam", "Kamera"),
        ("Touchscreen", "Touchscreen"),
    ),
    "Ergonomie": (
        ("Höhenverstellbar", "Höhenverstellbar"),
        ("Pivot", "Drehbar"),
        ("VESA-Halterung", "Wandhalterung"),
    ),
    "Gehäuse und Energie": (
        ("Farbe", "Farbe"),
        ("Gewicht", "Produktgewicht"),
        ("Energieeffizienzklasse", "Energieeffizienzklasse"),
        ("Leistungsaufnahme", "Stromverbrauch"),
    ),
}
_MAY_LACK = frozenset(("Reaktionszeit", "Kontrast", "HDR", "Gewicht"))


class Monitorkatalog(MonitorSite):
    host = "www.monitorkatalog.example"
    title = "Monitorkatalog"
    words_file = "monitors-de"
    page_count = 44
    codec = "cp1252"
    content_type = "text/html; charset=iso-8859-1"
    links = "absolute"
    style = "dl.daten{display:grid;grid-template-columns:14em 1fr}dt{color:#555}dd{margin:0}"

    def shown_name(self, monitor: Product) -> str:
        """As dealers file it: DELL U2723QE 68,6 cm (27 Zoll) 4K UHD Monitor."""
        size = f"{centimetres(monitor)} cm ({monitor['Bildschirmdiagonale']})"
        brand = monitor["Marke"].upper()
        return f"{brand} {model_code(monitor)} {size} {resolution_class(monitor)} Monitor"

    def product_path(self, monitor: Product) -> str:
        return f"/produkt.php?id={self.identity(monitor)}"

    def list_path(self, brand: str, page: int) -> str:
        return f"/liste.php?hersteller={self.brand_identity(brand) if brand else 0}&seite={page}"

    def price_text(self, monitor: Product) -> str:
        """`1299,- €`: whole euros, some dearer than elsewhere, some cheaper."""
        return f"{self._euros(monitor)},- €"

    def _euros(self, monitor: Product) -> int:
        return euros(monitor) + number("price", self.host, self.known_name(monitor)) % 29 - 12

    def written(self, attribute: str, monitor: Product) -> str:
        value = monitor[attribute]
        if attribute in _MAY_LACK and self.is_untold(attribute, monitor):
            return "k. A."
        if attribute == "Bildschirmdiagonale":
            return f'{value.removesuffix(" Zoll")}" ({centimetres(monitor)} cm)'
        if attribute == "Auflösung":
            return value.replace(" ", "")
        if attribute == "Reaktionszeit":
            return f"{value} (GtG)"
        return value.replace(" Hz", "Hz")

    def spec(self, monitor: Product) -> Spec:
        hero = (
            GoldPair("Produktname", "", self.shown_name(monitor)),
            GoldPair("Preis", "Bester Preis", self.price_text(monitor)),
        )
        groups = {group: self.pairs(rows, monitor) for group, rows in _GROUPS.items()}
        area = "\n".join(_group(group, pairs) for group, pairs in groups.items())
        return Spec(area, (*hero, *(pair for pairs in groups.values() for pair in pairs)))

    def around(self, here: str, monitor: Product, area: str) -> str:
        name = escape(self.shown_name(monitor))
        return f"""{self._linked_data(monitor)}
<div id="inhalt"><h1>{name}</h1>
<img src="{self.picture_url(monitor)}" alt="{name}" width="240" height="180">
<dl class="angebot"><dt>Bester Preis</dt><dd>{escape(self.price_text(monitor))}</dd></dl>
{area}
<div class="auch"><h3>Andere sahen auch</h3>
<ul>{wrapped("li", similar(self, here, monitor, 5))}</ul></div></div>"""

    def _linked_data(self, monitor: Product) -> str:
        """What the page says once more for machines, and codes that it shows nobody."""
        product = {
            "@context": "https://schema.org",
            "@type": "Product",
            "name": self.shown_name(monitor),
            "brand": {"@type": "Brand", "name": monitor["Marke"]},
            "gtin13": monitor["GTIN"],
            "mpn": monitor["Herstellernummer"],
            "image": self.picture_url(monitor),
            "offers": {
                "@type": "Offer",
                "price": f"{self._euros(monitor)}.00",
                "priceCurrency": "EUR",
                "availability": "https://schema.org/InStock",
            },
        }
        return f'<script type="application/ld+json">{json.dumps(product)}</script>'

    def frame(self, here: str, title: str, middle: str) -> str:
        return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN">
<html><head><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">
<title>{self.title}: {escape(title)}</title>
<link rel="stylesheet" type="text/css" href="{self.url("/css/site.css")}">
</head><body>
<div id="kopf"><a href="{self.url("/")}">{self.title}</a> {" | ".join(navigation(self, here))}
<span class="merkliste">Merkliste (3) ab 89,- €</span></div>
<div id="links">{wrapped("p", brand_links(self, here, 8))}</div>
{middle}
{advertisement(self, here, "right")}
<div id="fuss">{foot(self, here)}</div></body></html>
"""


def _group(group: str, pairs: list[GoldPair]) -> str:
    rows = "".join(f"<dt>{pair.name}</dt><dd>{escape(pair.value)}</dd>\n" for pair in pairs)
    return f'<h2>{group}</h2>\n<dl class="daten">\n{rows}</dl>'
