"""Tests of names that are learned: of nothing but the names, and brands that some records give."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from index.products.learned_names import LearnedNames, NamesOfRecord


def shop(site: str, *names: str, brands: tuple[str, ...] = ()) -> list[NamesOfRecord]:
    """ "NAME | BRAND": the brand that the shop gives beside the name."""
    split = (name.partition(" | ") for name in names)
    return [NamesOfRecord(site, (name,), (brand,) if brand else brands) for name, _, brand in split]


CAMERAS = [
    *shop(
        "a",
        "Canon PowerShot SD1300IS 12.1 MP Digital Camera (Green) | Canon",
        "Canon PowerShot SX30IS 14.1MP Digital Camera | Canon",
        "Canon EOS Rebel XS Digital SLR Camera (Black) | Canon",
        "Canon EOS Rebel XSi Digital SLR Camera (Black) | Canon",
        "Canon EOS 5D Mark II Digital SLR Camera | Canon",
        "Fujifilm Z800EXR 12 MP Digital Camera (Gold) | Fuji",
        "Panasonic Lumix DMC-FP1 12.1 MP Digital Camera (Pink) | Panasonic",
        "Panasonic Lumix DMC-FH20 14 MP Digital Camera (Red) | Panasonic",
        "Panasonic Lumix DMC-TS1 12 MP Digital Camera (Red) | Panasonic",
        "Nikon Coolpix S610c 10 MP Digital Camera (Black) | Nikon",
        "FE-4020 Digital Camera (Blue)",
    ),
    *shop(
        "b",
        "Canon PowerShot SD1300 IS Compact Camera - 5 mm-20 mm - Silver | Canon USA",
        "Canon SX30 IS Compact Camera | Canon USA",
        "EOS Rebel XS Digital SLR Camera | Canon USA",
        "Canon EOS 5D 12.8 MP Digital SLR Camera | Canon USA",
        "FinePix Z800EXR 12 Megapixel Compact Camera - Pink | Fujifilm",
        "Lumix FP1 12.1 Megapixel Compact Camera - Black | Panasonic",
        "PANASONIC DMC-FH20K 14MP BLACK | PANASONIC",
        "PANASONIC DMC-FP1P 12MP PINK | PANASONIC",
        "PANASONIC DMC-TS1R 12MP RED | PANASONIC",
        "Nikon Coolpix S610 Compact Camera - Black | Nikon",
        "Olympus FE-4020 14 Megapixel Compact Camera - Pink | OLYMPUS-CAMERAS",
    ),
]
MONITORS = [
    *shop(
        "a",
        "LG UltraGear 27GP850-B Gaming Monitor 27 Zoll QHD 165 Hz HDR400 | LG",
        "Samsung Odyssey G7 LC32G75TQSPXEN Monitor 32 Zoll 240 Hz HDR400 | Samsung",
        "Samsung Odyssey G7 LC27G75TQSPXEN Monitor 27 Zoll 240 Hz HDR400 | Samsung",
        "EIZO FlexScan EV2795-BK Monitor 27 Zoll schwarz | EIZO",
        "MSI Optix MAG274QRF-QD Monitor 27 Zoll HDR400 | MSI",
        "Gigabyte M27Q Monitor 27 Zoll HDR400 | Gigabyte",
        "HP E24 G4 Monitor 24 Zoll (9VF99AA) | HP",
        "Acer Nitro VG271UPbmiipx Monitor 27 Zoll HDR400 | Acer",
        "ASUS TUF Gaming VG27AQ Monitor 27 Zoll | ASUS",
        'Dell U2722D 27" Monitor | Dell',
    ),
    *shop(
        "b",
        '27" (68,58cm) LG Electronics 27GP850 schwarz | LG Electronics',
        'Samsung C32G75T 32" Curved Monitor HDR400 | Samsung',
        'Samsung Odyssey G7 C27G75T 27" Curved Monitor | Samsung',
        'EIZO FlexScan EV2795-WT - 68.5 cm (27") - weiß | EIZO',
        'MSI Optix MAG274QRF 27" Monitor | MSI',
        'Gigabyte M27Q P 27" Monitor HDR400 | Gigabyte',
        'HP E24 G5 24" Monitor (6N6E9AA) | HP',
        'Acer Nitro VG271UP 27" Monitor | Acer',
        'ASUS TUF Gaming VG27AQ1A 27" Monitor | ASUSTeK',
        'Dell U2722DE 27" Monitor | Dell Technologies',
    ),
]


def keys(learned: LearnedNames, records: list[NamesOfRecord]) -> dict[str, str]:
    return {one.names[0]: ":".join(learned.read(one)[:2]) for one in records}


def test_one_camera_has_one_key_in_all_shops() -> None:
    found = list(keys(LearnedNames(CAMERAS), CAMERAS).values())
    assert found[:11] == [
        "canon:sd1300",
        "canon:sx30",
        "canon:eosrebelxs",
        "canon:eosrebelxsi",
        "canon:5dmarkii",
        "fuji:z800exr",
        "panasonic:fp1",
        "panasonic:fh20",
        "panasonic:ts1",
        "nikon:s610c",
        "olympus:fe4020",
    ]
    assert found[11:] == [
        "canon:sd1300",
        "canon:sx30",
        "canon:eosrebelxs",
        "canon:5d",
        "fuji:z800exr",
        "panasonic:fp1",
        "panasonic:fh20",
        "panasonic:fp1",
        "panasonic:ts1",
        "nikon:s610",
        "olympus:fe4020",
    ]


def test_one_monitor_has_one_key_in_all_shops() -> None:
    found = list(keys(LearnedNames(MONITORS), MONITORS).values())
    assert found[:10] == [
        "lg:27gp850",
        "samsung:c32g75t",
        "samsung:c27g75t",
        "eizo:ev2795",
        "msi:mag274qrfqd",
        "gigabyte:m27q",
        "hp:e24g4",
        "acer:vg271up",
        "asus:vg27aq",
        "dell:u2722d",
    ]
    assert found[10:] == [
        "lg:27gp850",
        "samsung:c32g75t",
        "samsung:c27g75t",
        "eizo:ev2795",
        "msi:mag274qrf",
        "gigabyte:m27qp",
        "hp:e24g5",
        "acer:vg271up",
        "asus:vg27aq1a",
        "dell:u2722de",
    ]


def test_names_alone_teach_brands_too() -> None:
    names = [f"Canon {model} Digital Camera" for model in ("SD1300", "SX30", "S90")]
    records = [*shop("a", *names), *shop("b", "Canon SD1300 Compact Camera")]
    assert LearnedNames(records).read(records[-1])[:2] == ("canon", "sd1300")


def test_what_all_names_have_is_no_brand() -> None:
    models = ("SD1300", "SX30", "S90")
    first = [f"Camera {brand} {model}" for brand in ("Canon", "Nikon") for model in models]
    last = [f"{brand} {model} Camera" for brand in ("Canon", "Nikon", "Sony") for model in models]
    records = [*shop("a", *first), *shop("b", *first), *shop("c", *last), *shop("d", *last)]
    learned = LearnedNames(records)
    assert {learned.read(one).brand for one in records} == {"canon", "nikon", "sony"}


def test_brands_of_the_topic_file_are_known() -> None:
    records = shop("a", "得力 DL-581 打印机", "Deli DL-581 Printer")
    learned = LearnedNames(records, {"deli": ("得力", "Deli")})
    assert {learned.read(one)[:2] for one in records} == {("deli", "dl581")}
    assert learned.written_brand("deli") == "得力"


def test_a_brand_is_shown_as_most_names_write_it() -> None:
    records = shop("a", "CANON S90", "Canon S90", "Canon SX30", brands=("Canon",))
    assert LearnedNames(records).written_brand("canon") == "Canon"


def test_the_model_is_written_with_its_series() -> None:
    learned = LearnedNames(CAMERAS)
    assert learned.read(CAMERAS[11]).written == "PowerShot SD1300 IS"
    assert learned.read(CAMERAS[4]).written == "EOS 5D Mark II"


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.text(max_size=40), st.text(max_size=10)), max_size=8))
def test_anything_is_learned_from(texts: list[tuple[str, str]]) -> None:
    records = [NamesOfRecord(f"s{len(name) % 3}", (name,), (brand,)) for name, brand in texts]
    learned = LearnedNames(records)
    for record in [*records, *CAMERAS]:
        found = learned.read(record)
        assert not found.model or found.brand or not found.codes
