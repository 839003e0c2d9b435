"""What of the texts beside a name is its value."""

from __future__ import annotations

import pytest

from pages.nesting import outline
from pages.page import Page
from pages.rows import find_rows


def values_of(body: str, name: str) -> set[str]:
    page = Page.read(body.encode(), "https://shop.example/", "charset=utf-8")
    return {row.value for row in find_rows(outline(page)) if row.name == name}


def test_a_price_over_several_elements_is_one_value() -> None:
    body = "<div>Preis: <span>208,</span> <span>60</span> <span>€</span></div>"
    assert "208,60 €" in values_of(body, "Preis")
    body = "<dl><dt>Price</dt><dd><span>$</span><span>1,299</span><sup>.00</sup></dd></dl>"
    assert "$1,299.00" in values_of(body, "Price")
    body = "<div><b>参考价</b><span>￥</span> <span>2,999</span> <i>元</i></div>"
    assert "￥2,999 元" in values_of(body, "参考价")


def test_a_unit_in_an_element_of_its_own_stays() -> None:
    body = """<table>
      <tr><td>Weight</td><td><span>180</span> <span class=u>g</span></td></tr>
      <tr><td>Depth</td><td><span>90</span> <span class=u>g</span></td></tr>
      <tr><td>Length</td><td><span>40</span> <span class=u>g</span></td></tr></table>"""
    assert values_of(body, "Depth") == {"90 g"}


@pytest.mark.parametrize(
    "remark",
    [
        "[<a href=x>See Full Rating</a>]",
        "<a href=x>more »</a>",
        "<a href=x>Mehr erfahren</a>",
        "<a href=x>查看更多&gt;</a>",
        "<span class=sr-only>opens in a new window</span>",
        "<span class='visually-hidden'>Stars out of five</span>",
        "<span style='display:none'>help</span>",
        "<span role=tooltip>The panel's technology</span>",
        "<i class=icon><span class='tooltip-text'>Mehr Informationen zu: VA</span></i>",
        "<div class='tooltip'>Mehr Informationen zu: VA</div>",
        "<div class='tips'><p>该参数由厂商提供，仅供参考</p></div>",
        "<sup class=reference><a href='#note-2'>[2]</a></sup>",
        "<a href='#legal'><sup>1</sup></a>",
        "<sup>†</sup>",
        "<a href='/follow'><b>♥</b>关注</a>",
        "<button>Mehr Informationen zu: VA</button>",
        "<a href=x class=info>Mehr Informationen zu: VA</a>",
    ],
)
def test_links_to_more_tooltips_and_words_for_screen_readers_are_no_part(remark: str) -> None:
    row_of_panel = f"<tr><td>Panel</td><td>VA {remark}</td></tr>"
    table = f"<table>{row_of_panel}<tr><td>Zoom</td><td>3x</td></tr></table>"
    assert values_of(table, "Panel") == {"VA"}
    assert values_of(f"<p><b>Panel:</b> VA {remark}</p>", "Panel") == {"VA"}


def test_words_for_screen_readers_beside_an_icon_are_the_value_of_a_cell() -> None:
    cell = "<i class=check></i><span class=visually-hidden>Yes</span>"
    assert values_of(f"<table><tr><th>Wi-Fi</th><td>{cell}</td></tr></table>", "Wi-Fi") == {"Yes"}
    assert values_of(f"<dl><dt>Wi-Fi</dt><dd>{cell}</dd></dl>", "Wi-Fi") == {"Yes"}


def test_a_raised_figure_that_is_no_footnote_stays() -> None:
    table = "<table><tr><td>Brightness</td><td>350 cd/m<sup>2</sup></td></tr></table>"
    assert values_of(table, "Brightness") == {"350 cd/m2"}


def test_what_stands_behind_every_value_is_no_part_of_any() -> None:
    cells = "".join(
        f"<tr><td>名{n}</td><td><span>值{n}</span><a href=x>纠错</a></td></tr>" for n in range(6)
    )
    assert values_of(f"<table>{cells}</table>", "名3") == {"值3"}
