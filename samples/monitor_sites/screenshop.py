"""An American shop: a grid of divisions, JSON-LD, dollars, pounds; every product in two folders."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING

from samples.chance import number
from samples.monitor_sites.monitor_site import (
    MonitorSite,
    inches,
    model_code,
    resolution_class,
)
from samples.page_parts import advertisement, brand_links, foot, navigation, similar, wrapped
from samples.site import GoldPair, Spec

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from samples.catalogue import Product

_GROUPS = {
    "Display": (
        ("Bildschirmdiagonale", "Screen size"),
        ("Auflösung", "Resolution"),
        ("Paneltyp", "Panel type"),
        ("Seitenverhältnis", "Aspect ratio"),
        ("Bildwiederholfrequenz", "Refresh rate"),
        ("Reaktionszeit", "Response time"),
        ("Helligkeit", "Brightness"),
        ("Kontrast", "Contrast ratio"),
        ("Curved", "Curved screen"),
        ("HDR", "HDR support"),
        ("Adaptive Sync", "Adaptive sync"),
    ),
    "Connectivity": (
        ("Anschlüsse", "Ports"),
        ("USB-C-Ladeleistung", "USB-C charging"),
        ("KVM-Switch", "Built-in KVM"),
        ("Lautsprecher", "Built-in speakers"),
        ("Webcam", "Built-in webcam"),
        ("Touchscreen", "Touchscreen"),
    ),
    "Design": (
        ("Höhenverstellbar", "Height adjustable"),
        ("Pivot", "Pivot"),
        ("VESA-Halterung", "VESA mount"),
        ("Farbe", "Color"),
        ("Gewicht", "Item weight"),
        ("Garantie", "Warranty"),
    ),
}
_MAY_LACK = frozenset(("Helligkeit", "Kontrast", "Adaptive Sync"))
_ENGLISH = {
    "Ja": "Yes",
    "Nein": "No",
    "Schwarz": "Black",
    "Weiß": "White",
    "Silber": "Silver",
    "Grau": "Gray",
}


class Screenshop(MonitorSite):
    host = "www.screenshop.example"
    title = "Screen Shop"
    words_file = "monitors-en"
    page_count = 40
    codec = "utf-8"
    content_type = "text/html; charset=utf-8"
    style = ".spec{display:flex}.spec .k{width:12em;color:#777}.price{font-size:2em}"

    def shown_name(self, monitor: Product) -> str:
        """As American shops head it, with the model before or behind what it is."""
        size = f'{inches(monitor):g}"'
        kind = f"{resolution_class(monitor)} {monitor['Paneltyp']} Monitor"
        if number("heading", self.known_name(monitor)) % 3:
            return f"{monitor['Marke']} {monitor['Modell']} {size} {kind}"
        return f"{monitor['Marke']} {size} {kind} - {model_code(monitor)}"

    def product_path(self, monitor: Product) -> str:
        return f"/p/{self.identity(monitor)}"

    def list_path(self, brand: str, page: int) -> str:
        return f"/category/{brand.lower() or 'all'}?page={page}"

    def price_text(self, monitor: Product) -> str:
        return monitor["US-Preis"]

    def written(self, attribute: str, monitor: Product) -> str:
        value = monitor[attribute]
        if attribute in _MAY_LACK and self.is_untold(attribute, monitor):
            return "N/A"
        if attribute in _WRITTEN:
            return _WRITTEN[attribute](monitor)
        return _ENGLISH.get(value, value)

    def spec(self, monitor: Product) -> Spec:
        hero = (
            GoldPair("Produktname", "", self.shown_name(monitor)),
            GoldPair("Preis", "", self.price_text(monitor)),
        )
        brief = (GoldPair("Marke", "Brand", monitor["Marke"]),)
        groups = {group: self.pairs(rows, monitor) for group, rows in _GROUPS.items()}
        area = "\n".join(
            (_group("About", list(brief)), *(_group(one, pairs) for one, pairs in groups.items()))
        )
        gold = (pair for pairs in groups.values() for pair in pairs)
        return Spec(area, (*hero, *brief, *gold))

    def around(self, here: str, monitor: Product, area: str) -> str:
        name = escape(self.shown_name(monitor))
        whole, _, cents = self.price_text(monitor).partition(".")
        return f"""{self._linked_data(monitor)}
<main><section class="buy"><img src="{self.picture_path(monitor)}" alt="{name}">
<h1 class="title">{name}</h1>
<div class="price"><span>{whole}</span><span class="cents">.{cents}</span></div>
<button type="button" data-sku="{self.identity(monitor)}">Add to cart</button></section>
<section class="specs">{area}</section>
<aside><h2>Customers also bought</h2>
<ul>{wrapped("li", similar(self, here, monitor, 4))}</ul>
<a href="{self.href(here, self.deal_path(monitor))}">See this deal again</a></aside></main>"""

    def _linked_data(self, monitor: Product) -> str:
        product = {
            "@context": "https://schema.org/",
            "@type": "Product",
            "name": self.shown_name(monitor),
            "sku": str(self.identity(monitor)),
            "mpn": monitor["Herstellernummer"],
            "gtin13": monitor["GTIN"],
            "brand": {"@type": "Brand", "name": monitor["Marke"]},
            "image": [self.picture_url(monitor)],
            "offers": {
                "@type": "Offer",
                "price": self.price_text(monitor).lstrip("$").replace(",", ""),
                "priceCurrency": "USD",
            },
        }
        return f'<script type="application/ld+json">{json.dumps(product)}</script>'

    def deal_path(self, monitor: Product) -> str:
        return f"/deals/{self.identity(monitor)}"

    def copies(self, monitor: Product) -> dict[str, str]:
        """The same page among the deals; its canonical address is that of the product."""
        spec = self.spec(monitor)
        return {self.deal_path(monitor): self.product_html(monitor, spec)}

    def about(self, monitor: Product) -> str:
        return f'<link rel="canonical" href="{self.url(self.product_path(monitor))}">'

    def frame(self, here: str, title: str, middle: str) -> str:
        items = number("cart", here) % 3 + 1
        return f"""<!DOCTYPE html>
<html lang="en-US"><head><meta charset="utf-8">
<title>{escape(title)} | {self.title}</title>
<link rel="stylesheet" href="/css/site.css">
</head><body>
<header><nav>{"".join(navigation(self, here))}</nav>
<div class="cart">Cart ({items}) <span>${items * 17}.50</span></div></header>
{middle}
<nav class="brands">{"".join(brand_links(self, here))}</nav>
<footer>{advertisement(self, here, "foot")}{foot(self, here)}</footer></body></html>
"""


def _group(group: str, pairs: list[GoldPair]) -> str:
    rows = "\n".join(
        f'<div class="spec"><div class="k">{pair.name}</div><div>{escape(pair.value)}</div></div>'
        for pair in pairs
    )
    return f'<div class="group"><h3>{group}</h3>\n{rows}</div>'


def _ports(monitor: Product) -> str:
    english = (
        monitor["Anschlüsse"].replace("Kopfhörer", "Headphone out").replace("RJ-45", "Ethernet")
    )
    return ", ".join(f"{name} (x{count})" for count, name in _counted(english))


def _counted(ports: str) -> list[tuple[str, str]]:
    parts = (port.partition("x ") for port in ports.split(", "))
    return [(count, name) for count, _, name in parts]


_WRITTEN: Mapping[str, Callable[[Product], str]] = {
    "Bildschirmdiagonale": lambda monitor: f'{inches(monitor):g}"',
    "Auflösung": lambda monitor: f"{monitor['Auflösung']} ({resolution_class(monitor)})",
    "Bildwiederholfrequenz": lambda monitor: monitor["Bildwiederholfrequenz"].replace(" ", ""),
    "Reaktionszeit": lambda monitor: monitor["Reaktionszeit"].replace(",", ".").replace(" ", ""),
    "Helligkeit": lambda monitor: monitor["Helligkeit"].replace("cd/m²", "nits"),
    "Kontrast": lambda monitor: monitor["Kontrast"].replace(".", ","),
    "Curved": lambda monitor: f"Yes ({monitor['Krümmung']})" if "Krümmung" in monitor else "No",
    "Anschlüsse": _ports,
    "USB-C-Ladeleistung": lambda monitor: (
        monitor["USB-C-Ladeleistung"].replace(",", ".").replace(" ", "")
    ),
    "VESA-Halterung": lambda monitor: monitor["VESA-Halterung"].replace(" mm", "mm"),
    "Gewicht": lambda monitor: f"{_kilograms(monitor) / 0.45359237:.1f} lb",
    "Garantie": lambda monitor: f"{int(monitor['Garantie'].split()[0]) // 12}-year limited",
}


def _kilograms(monitor: Product) -> float:
    return float(monitor["Gewicht"].removesuffix(" kg").replace(",", "."))
