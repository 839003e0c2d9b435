"""The monitor sites: two German ones and an American one, read with one labelled page each."""

from __future__ import annotations

import json
import re
from collections import Counter
from io import BytesIO

import pytest
from PIL import Image

from core.names import name_key
from core.topic import Role, shipped_topic
from rules.extract import extract
from rules.library import LIBRARIES, RuleLibrary
from samples.catalogue import products
from samples.labels import is_right, page_of
from samples.monitor_drawings import draw, picture_bytes
from samples.pocket_web import MONITOR_SITES, PocketWeb

WEB = PocketWeb(MONITOR_SITES, ())
TOPIC = shipped_topic("monitors")
SHOP, CATALOGUE, AMERICAN = WEB.sites
REQUIRED = ("Produktname", "Marke", "Modell", "GTIN", "Herstellernummer", "Preis", "US-Preis")
SHAPES = {
    "Markteinführung": r"20[12]\d-(?:0[1-9]|1[0-2])",
    "Preis": r"\d+,00 €",
    "US-Preis": r"\$\d(?:,\d{3}|\d{0,2})\.\d\d",
    "Bildschirmdiagonale": r"\d\d(?:,\d+)? Zoll",
    "Auflösung": r"\d{4} x \d{4}",
    "Bildwiederholfrequenz": r"\d+ Hz",
    "Reaktionszeit": r"\d+(?:,\d+)? ms",
    "Helligkeit": r"\d+ cd/m²",
    "Kontrast": r"[\d.]+:1",
    "Gewicht": r"\d+(?:,\d)? kg",
}


def test_every_monitor_has_the_facts_that_sites_show() -> None:
    monitors = products("monitors")
    assert len(monitors) == 88
    for monitor in monitors:
        assert all(monitor.get(name) for name in REQUIRED)
        for name, shape in SHAPES.items():
            assert re.fullmatch(shape, monitor[name]), f"{monitor['Produktname']}: {monitor[name]}"
        assert monitor["Produktname"] == f"{monitor['Marke']} {monitor['Modell']}"


@pytest.mark.parametrize("code", ["Produktname", "GTIN", "Herstellernummer"])
def test_no_two_monitors_share_a_code(code: str) -> None:
    codes = [monitor[code] for monitor in products("monitors")]
    assert len(set(codes)) == len(codes)


def test_check_digits_are_right() -> None:
    for monitor in products("monitors"):
        digits = list(map(int, monitor["GTIN"]))
        assert len(digits) == 13
        assert (sum(digits[::2]) + 3 * sum(digits[1::2])) % 10 == 0


def test_facts_are_named_as_the_topic_names_them() -> None:
    known = {attribute.name for attribute in TOPIC.attributes}
    assert {name for monitor in products("monitors") for name in monitor} - known == {"US-Preis"}


def test_the_topic_knows_the_names_of_all_sites() -> None:
    for host in WEB.sites:
        for page in WEB.product_pages(host):
            for pair in page.gold:
                assert not pair.name or TOPIC.standard_name(pair.name) == pair.attribute


@pytest.mark.parametrize("host", WEB.sites)
def test_every_page_is_read_whole(host: str) -> None:
    library = RuleLibrary(LIBRARIES / "monitors")
    for page in WEB.product_pages(host):
        found = extract(page_of(page), library.rules_for(page.url)).records
        assert is_right(found, page), page.url


def test_many_monitors_are_on_several_sites_under_other_names() -> None:
    names: dict[str, list[str]] = {}
    for host in WEB.sites:
        for page in WEB.product_pages(host):
            names.setdefault(page.product, []).append(page.gold[0].value)
    sites = Counter(map(len, names.values()))
    assert sites[2] >= 15
    assert sites[3] >= 15
    shared = [shown for shown in names.values() if len(shown) > 1]
    assert all(len(set(map(name_key, shown))) == len(shown) for shown in shared)
    assert names["ASUS TUF Gaming VG27AQ"] == [
        "ASUS TUF Gaming VG27AQ",
        "ASUS VG27AQ 68,6 cm (27 Zoll) WQHD Monitor",
        'ASUS TUF Gaming VG27AQ 27" WQHD IPS Monitor',
    ]


def test_prices_are_written_in_three_ways() -> None:
    price = TOPIC.attribute_of(Role.PRICE)
    assert price
    shapes = {
        SHOP: r"(?:\d\.)?\d{2,3},\d\d €",
        CATALOGUE: r"\d{2,4},- €",
        AMERICAN: r"\$(?:\d,)?\d{2,3}\.\d\d",
    }
    for host, shape in shapes.items():
        for page in WEB.product_pages(host):
            shown = next(pair.value for pair in page.gold if pair.attribute == price.name)
            assert re.fullmatch(shape, shown)


def test_the_shop_s_price_stands_in_three_elements_beside_other_prices() -> None:
    pieces = re.compile(r'"euro">[\d.]+,</span><sup class="cent">\d\d</sup>\s*<span class="w">€<')
    for page in WEB.product_pages(SHOP):
        text = page.body.decode()
        assert len(pieces.findall(text)) == 1
        assert len(re.findall(r"\d,\d\d €", text)) >= 6  # struck out, the basket's, other monitors'


def test_some_values_are_not_told() -> None:
    gaps = {SHOP: "keine Angabe", CATALOGUE: "k. A.", AMERICAN: "N/A"}
    for host, gap in gaps.items():
        shown = Counter(pair.value for page in WEB.product_pages(host) for pair in page.gold)
        assert 1 <= shown[gap] < 20


@pytest.mark.parametrize(("host", "tells"), [(SHOP, False), (CATALOGUE, True), (AMERICAN, True)])
def test_codes_stand_in_linked_data(host: str, *, tells: bool) -> None:
    by_name = {monitor["Produktname"]: monitor for monitor in products("monitors")}
    for page in WEB.product_pages(host):
        found = re.findall(rb'<script type="application/ld\+json">(.*?)</script>', page.body)
        assert bool(found) == tells
        for block in found:
            told = json.loads(block)
            facts = by_name[page.product]
            assert (told["gtin13"], told["mpn"]) == (facts["GTIN"], facts["Herstellernummer"])


@pytest.mark.parametrize("host", [SHOP, AMERICAN])
def test_copies_name_the_page_they_are_copies_of(host: str) -> None:
    site = WEB.sites[host]
    for monitor in site.products:
        (copy,) = site.copies(monitor)
        body = WEB.fetch(site.url(copy)).body.decode()
        assert f'<link rel="canonical" href="{site.url(site.product_path(monitor))}">' in body


def test_every_monitor_has_a_picture_of_its_own() -> None:
    some = products("monitors")[::5]
    assert len({draw(monitor).tobytes() for monitor in some}) == len(some)
    with Image.open(BytesIO(picture_bytes(some[0], "png"))) as image:
        assert (image.format, image.size) == ("PNG", (480, 360))
