"""One page of a shop is labelled; its other pages have tables, boxes and lists of their own."""

from __future__ import annotations

import pytest

from rules.extract import extract
from rules.learn import Sample, learn_site
from tests.rules.small_pages import examples, page, sample, shown

NAMES = ("Brand", "Model", "Weight", "Width", "Height", "Depth", "Colour", "Material", "Voltage")
VALUES = {
    1: ("Arco", "A-100", "3.2 kg", "31 cm", "22 cm", "17 cm", "black", "steel", "230 V"),
    2: ("Bell", "B-7", "2.9 kg", "28 cm", "25 cm", "19 cm", "white", "glass", "110 V"),
    3: ("Cora", "CX 9", "4.4 kg", "35 cm", "21 cm", "16 cm", "red", "oak", "230 V"),
}
# Boxes no sample has, with what they say.
PACKAGE = {"Package weight": "4.1 kg", "Package size": "40 x 30 x 20 cm", "Units per box": "2"}
WARRANTY = {
    "Warranty": "24 months",
    "Service": "on site",
    "Spare parts": "10 years",
    "Made in": "Portugal",
    "Noise level": "41 dB",
}


def facts(number: int) -> dict[str, str]:
    return dict(zip(NAMES, VALUES[number], strict=True))


def table(rows: dict[str, str], kind: str = "pack") -> str:
    cells = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in rows.items())
    return f"<table class={kind}>{cells}</table>"


def terms(rows: dict[str, str]) -> str:
    pairs = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in rows.items())
    return f"<dl class=more>{pairs}</dl>"


def lines(rows: dict[str, str]) -> str:
    items = "".join(f"<li>{name}: {value}</li>" for name, value in rows.items())
    return f"<ul class=extras>{items}</ul>"


def labels(rows: dict[str, str]) -> str:
    pairs = "".join(f"<p><b>{name}:</b> {value}</p>" for name, value in rows.items())
    return f"<div class=pack>{pairs}</div>"


FORMS = {
    "table": lambda rows: table(rows, "pack"),
    "terms": terms,
    "lines": lines,
    "labels": labels,
}


def product(number: int, box: str = "") -> str:
    """The table of facts, what the shop says to everyone, and, further off, a box."""
    brand, model, *_ = VALUES[number]
    links = "".join(f"<li><a href=/{n}.html>Another thing {n}</a></li>" for n in range(6))
    text = "<p>We like it, and so will you.</p>" * 12
    return (
        f"<title>{brand} {model} - Shop</title><ul class=nav>{links}</ul>"
        f"<h1>{brand} {model}</h1>{table(facts(number), 'specs')}{text}{box}"
        f"<div class=foot><p>Questions: <a href=/help>help</a></p></div>"
    )


def of_one_page(given: int = len(NAMES)) -> list[Sample]:
    return [sample(product(1), dict(list(facts(1).items())[:given]))]


def names_read(samples: list[Sample], html: str) -> list[str]:
    (record,) = shown(extract(page(html), learn_site("shop.example", samples)))
    return list(record)


def test_a_page_just_like_the_sample_is_read_by_its_area() -> None:
    (record,) = extract(page(product(2)), learn_site("shop.example", of_one_page())).records
    assert {pair.by for pair in record.pairs} == {"area"}
    assert {pair.name: pair.value for pair in record.pairs} == facts(2)


@pytest.mark.parametrize("form", FORMS)
def test_a_box_that_no_sample_has_is_read_beside_the_area(form: str) -> None:
    box = f"<h2>More about it</h2>{FORMS[form](WARRANTY)}"
    assert names_read(of_one_page(), product(2, box)) == [*NAMES, *WARRANTY]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("rows", [PACKAGE, WARRANTY], ids=["package", "warranty"])
def test_with_a_sample_nothing_is_lost_that_is_read_without(
    form: str, rows: dict[str, str]
) -> None:
    html = product(2, f"<h2>More about it</h2>{FORMS[form](rows)}")
    (without,) = shown(extract(page(html), None))
    assert set(without) <= set(names_read(of_one_page(), html))


@pytest.mark.parametrize("given", [5, 7])
@pytest.mark.parametrize("form", FORMS)
def test_a_few_values_of_one_page_are_enough(given: int, form: str) -> None:
    box = f"<h2>More about it</h2>{FORMS[form](WARRANTY)}"
    assert names_read(of_one_page(given), product(3, box)) == [*NAMES, *WARRANTY]


def test_several_boxes_at_once() -> None:
    boxes = f"<h2>Package</h2>{labels(PACKAGE)}<h2>Service</h2>{table(WARRANTY, 'service')}"
    assert names_read(of_one_page(), product(3, boxes)) == [*NAMES, *PACKAGE, *WARRANTY]


def test_a_chinese_shop_s_box_is_read_beside_the_area() -> None:
    marked = {
        "上市时间": "2019年",
        "屏幕尺寸": "6.1英寸",
        "电池容量": "4000mAh",
        "机身重量": "190克",
    }
    more = {"保修期限": "12个月", "包装尺寸": "20厘米", "包装重量": "400克"}

    def phone(rows: dict[str, str], box: str = "") -> str:
        text = "<p>这款手机很好用，大家都喜欢。</p>" * 12
        return f"<title>手机</title><h1>手机</h1>{table(rows)}{text}{box}<p>完</p>"

    rules = learn_site("shop.example", [Sample(page(phone(marked)), examples(marked))])
    other = {**marked, "屏幕尺寸": "6.5英寸"}
    assert extract(page(phone(other)), rules).records[0].pairs[0].by == "area"
    (record,) = shown(extract(page(phone(other, f"<h2>包装</h2>{table(more)}")), rules))
    assert record == {**other, **more}


def test_numbers_titles_and_scripts_are_no_names() -> None:
    """A page with those alone says no more than its area: it need not be read in full."""
    rules = learn_site("shop.example", of_one_page())
    noise = (
        "<table class=years><tr><td>2024</td></tr><tr><td>Bell B-7</td></tr></table>"
        "<script>var slot = {width: 300, height: 250};</script><style>p { color: red }</style>"
    )
    html = product(2, noise)
    assert extract(page(html), rules).records[0].pairs[0].by == "area"
