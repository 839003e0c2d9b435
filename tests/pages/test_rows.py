"""What the row finder reads, one layout after the other, each on a page as small as can be."""

from __future__ import annotations

import pytest

from pages.nesting import outline
from pages.page import Page
from pages.rows import Row, find_rows


def rows_of(body: str) -> list[Row]:
    return find_rows(outline(Page.read(body.encode(), "https://shop.example/", "charset=utf-8")))


def pairs(body: str) -> list[tuple[str, str]]:
    return [(row.name, row.value) for row in rows_of(body)]


def row(body: str, name: str, value: str) -> Row:
    found = [one for one in rows_of(body) if (one.name, one.value) == (name, value)]
    assert found, pairs(body)
    return found[0]


def reads(body: str, *expected: tuple[str, str]) -> None:
    found = pairs(body)
    for pair in expected:
        assert pair in found, found


# Tables


def test_a_row_of_two_cells() -> None:
    body = (
        "<table><tr><td>品牌</td><td>华为</td></tr><tr><th>型号:</th><td>Mate 7</td></tr></table>"
    )
    found = [(one.name, one.value) for one in rows_of(body) if one.kind == "row"]
    assert found == [("品牌", "华为"), ("型号", "Mate 7")]


def test_nested_tables_with_font_tags_spanned_sections_and_spacer_rows() -> None:
    body = """
      <h2>Detailed item info</h2>
      <table><tr><td><table>
        <tr><td colspan=2><font size=2><b>Product Identifiers</b></font></td></tr>
        <tr><td><font>Brand</font></td><td><font>Nikon</font></td></tr>
        <tr><td><font>MPN</font></td><td><font>25472</font></td></tr>
        <tr><td colspan=2>&nbsp;</td></tr>
        <tr><td colspan=2><font size=2><b>Key Features</b></font></td></tr>
        <tr><td><font>Zoom</font></td><td><font>5x</font></td></tr>
      </table></td></tr></table>"""
    reads(body, ("Brand", "Nikon"), ("MPN", "25472"), ("Zoom", "5x"))
    assert row(body, "MPN", "25472").section == "Product Identifiers"
    assert row(body, "Zoom", "5x").section == "Key Features"
    assert not [one for one in rows_of(body) if not one.name]


def test_a_section_row_is_the_section_of_the_rows_below_it_and_no_value() -> None:
    body = """<table>
      <tr><th colspan=2>Bildschirm</th></tr>
      <tr><td>Diagonale</td><td>6,1 Zoll</td></tr>
      <tr><th colspan=2>Akku</th></tr>
      <tr><td>Kapazität</td><td>4000 mAh</td></tr></table>"""
    assert row(body, "Kapazität", "4000 mAh").section == "Akku"
    assert row(body, "Diagonale", "6,1 Zoll").section == "Bildschirm"
    assert "Akku" not in [one.value for one in rows_of(body)]


@pytest.mark.parametrize(
    "head",
    [
        "<thead><tr><th>Feature</th><th>Description</th></tr></thead>",
        "<tr><td><b>Feature</b></td><td><b>Description</b></td></tr>",
    ],
)
def test_heads_of_the_two_columns_are_no_pair(head: str) -> None:
    rows = "<tr><td>Brand</td><td>LG</td></tr><tr><td>Size</td><td>65 in</td></tr>"
    assert [one.name for one in rows_of(f"<table>{head}{rows}</table>") if one.kind == "row"] == [
        "Brand",
        "Size",
    ]
    bold = rows.replace("<td>LG</td>", "<td><b>LG</b></td>")
    reads(f"<table>{head}{bold}</table>", ("Feature", "Description"))


def test_a_section_that_spans_several_rows() -> None:
    body = """<table>
      <tr><th rowspan=2>Display</th><td>Type</td><td>OLED</td></tr>
      <tr><td>Size</td><td>6.1 inches</td></tr>
      <tr><th rowspan=1>Battery</th><td>Capacity</td><td>3200 mAh</td></tr></table>"""
    reads(body, ("Type", "OLED"), ("Size", "6.1 inches"), ("Capacity", "3200 mAh"))
    assert row(body, "Size", "6.1 inches").section == "Display"
    assert row(body, "Capacity", "3200 mAh").section == "Battery"


def test_rows_of_four_cells_hold_two_pairs() -> None:
    body = """<table>
      <tr><td>Brand:</td><td>Canon</td><td>Model:</td><td>A495</td></tr>
      <tr><td>Megapixels:</td><td>10.0 MP</td><td>MPN:</td><td>4259B001</td></tr></table>"""
    reads(body, ("Brand", "Canon"), ("Model", "A495"), ("Megapixels", "10.0 MP"))
    reads(body, ("MPN", "4259B001"))


def test_a_cell_for_the_colon_alone() -> None:
    body = "<table><tr><td>颜色</td><td>：</td><td>黑色</td></tr></table>"
    assert pairs(body) == [("颜色", "黑色")]


def test_a_row_without_a_name_goes_on_with_the_one_above() -> None:
    body = """<table><tr><td>Sensors</td><td>Accelerometer</td></tr>
      <tr><td>&nbsp;</td><td>Compass</td></tr></table>"""
    reads(body, ("Sensors", "Accelerometer"), ("Sensors", "Compass"))


def test_a_row_of_names_above_a_row_of_values() -> None:
    body = """<table><tr><th>PPG</th><th>RPG</th><th>APG</th></tr>
      <tr><td>20.1</td><td>5.2</td><td>3.0</td></tr></table>"""
    reads(body, ("PPG", "20.1"), ("RPG", "5.2"), ("APG", "3.0"))


def test_rows_of_names_and_of_values_by_turns() -> None:
    body = """<table>
      <tr class=n><td>屏幕</td><td>电池</td></tr>
      <tr class=v><td>6.1英寸</td><td>4000mAh</td></tr>
      <tr class=n><td>重量</td><td>颜色</td></tr>
      <tr class=v><td>180克</td><td>黑色</td></tr></table>"""
    reads(body, ("屏幕", "6.1英寸"), ("电池", "4000mAh"), ("重量", "180克"), ("颜色", "黑色"))


COMPARED = """<title>Lumo {} kaufen | Laden</title><h1>Lumo {}</h1>
  <table><tr><td></td><th>Lumo X1</th><th>Lumo X2</th><th>Lumo X3</th></tr>
    <tr><th>Gewicht</th><td>180 g</td><td>190 g</td><td>200 g</td></tr>
    <tr><th>Akku</th><td>3000 mAh</td><td>4000 mAh</td><td>5000 mAh</td></tr></table>"""


@pytest.mark.parametrize(
    ("model", "weight", "battery"),
    [("X1", "180 g", "3000 mAh"), ("X2", "190 g", "4000 mAh"), ("X3", "200 g", "5000 mAh")],
)
def test_of_several_products_compared_the_column_of_the_page_s_own(
    model: str, weight: str, battery: str
) -> None:
    body = COMPARED.format(model, model)
    found = {one.name: one.value for one in rows_of(body) if one.kind == "compared"}
    assert found == {"Gewicht": weight, "Akku": battery}


# Definition lists


def test_a_definition_list() -> None:
    body = "<dl><dt>Marke</dt><dd>Siemens</dd><dt>Farbe</dt><dd>weiß</dd></dl>"
    reads(body, ("Marke", "Siemens"), ("Farbe", "weiß"))


def test_one_definition_list_for_each_pair() -> None:
    body = """<h2>Packaging Details</h2>
      <dl><dt>Unit Type:</dt><dd>piece</dd></dl><dl><dt>Package Weight:</dt><dd>0.3kg</dd></dl>"""
    reads(body, ("Unit Type", "piece"), ("Package Weight", "0.3kg"))
    assert row(body, "Unit Type", "piece").section == "Packaging Details"


def test_definitions_wrapped_in_div() -> None:
    body = """<dl><div><dt>电池</dt><dd>4000mAh</dd></div>
      <div><dt>重量</dt><dd>180克</dd></div></dl>"""
    reads(body, ("电池", "4000mAh"), ("重量", "180克"))


def test_several_definitions_of_one_term_are_one_list() -> None:
    body = """<dl><dt>Colours</dt><dd>Black</dd><dd>White</dd><dd>Red</dd>
      <dt>Weight</dt><dd>180 g</dd></dl>"""
    assert row(body, "Colours", "Black White Red").values == ("Black", "White", "Red")
    reads(body, ("Weight", "180 g"))


# Grids of other elements


@pytest.mark.parametrize(
    "body",
    [
        "<div><div><div>Brand</div><div>Casio</div></div><div><div>Zoom</div><div>3x</div></div></div>",
        "<ul><li><span>Brand</span><span>Casio</span></li><li><span>Zoom</span><span>3x</span></ul>",
        "<ul><li><p>Brand</p><div><div>Casio</div></div><li><p>Zoom</p><div><div>3x</div></div></ul>",
        "<div><span>Brand</span><p>Casio</p></div><div><span>Zoom</span><p>3x</p></div>",
        "<div><p class=n>Brand</p><p class=v>Casio</p><p class=n>Zoom</p><p class=v>3x</p></div>",
        "<ul><li class=n>Brand<li class=v>Casio<li class=n>Zoom<li class=v>3x</ul>",
        "<div><span>Brand<b>Casio</b></span></div><div><span>Zoom<b>3x</b></span></div>",
        "<ul><li><label>Brand</label> Casio<li><label>Zoom</label> 3x</ul>",
        "<section><h4>Brand</h4><p>Casio</p></section><section><h4>Zoom</h4><p>3x</p></section>",
        "<p><strong>Brand</strong> Casio</p><p><strong>Zoom</strong> 3x</p>",
        "<p><b>Brand</b> Casio<br><b>Zoom</b> 3x<br></p>",
        "<p>Brand<br>Casio</p><p>Zoom<br>3x</p>",
    ],
)
def test_label_and_value_as_neighbours_or_one_inside_the_other(body: str) -> None:
    reads(body, ("Brand", "Casio"), ("Zoom", "3x"))


CELLS = "<div class=css-1x8>{}</div><div class=css-9fa><span>{}</span></div>"


def kinds(body: str) -> dict[str, str]:
    return {one.name: one.value for one in rows_of(body) if one.kind == "alternating"}


def test_names_and_values_as_cells_of_one_grid() -> None:
    cells = (CELLS.format(*pair) for pair in (("Brand", "LG"), ("Size", '65"'), ("HDR", "Yes")))
    body = f"<div class=css-7>{''.join(cells)}</div>"
    assert kinds(body) == {"Brand": "LG", "Size": '65"', "HDR": "Yes"}


def test_headings_and_empty_values_in_a_grid() -> None:
    body = """<div><div class=h>Allgemein</div>
      <div class=k>Marke</div><div class=v>Haier</div><div class=k>EAN</div><div class=v></div>
      <div class=k>Farbe</div><div class=v><ul><li>Weiß<li>Grau</ul></div>
      <div class=h>Maße</div><div class=k>Breite</div><div class=v>60 cm</div>
      <div class=k>Höhe</div><div class=v>85 cm</div></div>"""
    assert kinds(body) == {
        "Marke": "Haier",
        "Farbe": "Weiß Grau",
        "Breite": "60 cm",
        "Höhe": "85 cm",
    }


def test_striped_cells_of_a_grid() -> None:
    stripe = "<p class='k {0}'>{1}</p><p class='v {0}'>{2}</p>"
    facts = [("品牌", "小米"), ("型号", "13 Ultra"), ("内存", "12GB"), ("颜色", "黑色")]
    stripes = [stripe.format("odd" if n % 2 else "", *pair) for n, pair in enumerate(facts)]
    assert kinds(f"<div>{''.join(stripes)}</div>") == dict(facts)


def test_a_grid_for_each_section_with_two_pairs_each() -> None:
    first = "<section><h3>Display</h3><div>" + CELLS.format("Type", "OLED")
    first += CELLS.format("Size", "6.1 in") + "</div></section>"
    second = "<section><h3>Battery</h3><div>" + CELLS.format("Capacity", "3200 mAh")
    second += CELLS.format("Charging", "25 W") + "</div></section>"
    assert kinds(first) == {}
    assert list(kinds(first + second)) == ["Type", "Size", "Capacity", "Charging"]


def test_cells_that_follow_each_other_in_no_order_are_no_grid() -> None:
    body = """<div><p class=a>One</p><p class=b>Two</p><p class=b>Three</p><p class=a>Four</p>
      <p class=b>Five</p><p class=b>Six</p><p class=a>Seven</p></div>"""
    assert kinds(body) == {}


def test_name_on_one_line_and_value_on_the_next() -> None:
    body = "<div><b>Versandgewicht</b><br>1,2 kg<br><b>Farbe</b><br>Silber</div>"
    reads(body, ("Versandgewicht", "1,2 kg"), ("Farbe", "Silber"))


def test_a_value_above_its_name() -> None:
    body = """<ul><li><strong>5000 mAh</strong><em>Battery</em></li>
      <li><div>6.1"</div><div>Display</div></li></ul>"""
    reads(body, ("Battery", "5000 mAh"), ("Display", '6.1"'))


# Boxes

_BOXES = "".join(
    f"<dl><dd>{name}</dd><dd>{value}</dd></dl>"
    for name, value in (("Speed", "HSPA"), ("Weight", "77 g"), ("Size", "2 in"), ("GPS", "No"))
)


def test_a_heading_in_front_of_the_first_of_many_boxes() -> None:
    body = f"<section><dl><dt>Comms</dt><dd>WLAN</dd><dd>Yes</dd></dl>{_BOXES}</section>"
    assert row(body, "WLAN", "Yes").kind == row(body, "Speed", "HSPA").kind == "box"
    assert ("Comms", "WLAN Yes") not in pairs(body)


def test_a_heading_beside_a_name_without_a_value_is_no_pair() -> None:
    body = f"<section><dl><dt>Comms</dt><dd>WLAN</dd><dd></dd></dl>{_BOXES}</section>"
    assert ("Comms", "WLAN") not in pairs(body)
    body = f"<section><dl><dt>Camera</dt><dd></dd><dd>No</dd></dl>{_BOXES}</section>"
    assert ("Camera", "No") not in pairs(body)
    assert row(body, "", "No").kind == "nameless"


def test_two_values_below_one_term_stay_its_own() -> None:
    body = "<dl><dt>Colors</dt><dd>black</dd><dd>silver</dd></dl>"
    assert ("black", "silver") not in pairs(body)


def test_boxes_that_leave_the_name_empty_go_on_with_the_one_above() -> None:
    body = (
        f"<section>{_BOXES}<dl><dd></dd><dd>Glonass</dd></dl><dl><dd></dd><dd>Galileo</dd></dl>"
        "<dl><dd>Radio</dd><dd>FM</dd></dl><dl><dt></dt><dd>RDS</dd></dl></section>"
    )
    found = [(one.name, one.value) for one in rows_of(body) if one.kind == "continued"]
    assert found == [("GPS", "Glonass"), ("GPS", "Galileo")]


# Lines


def test_name_colon_value() -> None:
    body = "<ul><li>Marke: Bosch<li>Breite：60 cm<li><b>Farbe</b>: weiß<li><b>Tiefe:</b> 55 cm</ul>"
    reads(body, ("Marke", "Bosch"), ("Breite", "60 cm"), ("Farbe", "weiß"), ("Tiefe", "55 cm"))


def test_no_name_ends_at_the_colon_of_a_ratio_a_time_or_an_address() -> None:
    body = "<p>16:9</p><p>opens 12:30</p><p>see https://shop.example/</p>"
    assert not pairs(body)


def test_name_equals_value_beside_a_checkbox() -> None:
    box = "<input type=hidden name=k><tt>&nbsp;</tt><input type=checkbox name=c>"
    body = f"""<div>
      <div>Check the boxes below to find similar products.</div>
      <div>{box} Brand = Casio</div>
      <div>{box} Optical Zoom = 3x</div></div>"""
    reads(body, ("Brand", "Casio"), ("Optical Zoom", "3x"))


@pytest.mark.parametrize(
    "line",
    [
        "Height: 6-9 | Weight: 240",
        "Height: 6-9 &nbsp; Weight: 240",
        "<b>Height:</b> 6-9 <b>Weight:</b> 240",
        "<b>Height</b>: 6-9, <b>Weight</b>: 240",
        "<i class=n>Height</i><i class=v>6-9</i><i class=n>Weight</i><i class=v>240</i>",
        "<span>Height:</span> <span>6-9</span> | <span>Weight:</span> <span>240</span>",
        "<strong>Height</strong> 6-9 <strong>Weight</strong> 240",
    ],
)
def test_several_pairs_in_one_line(line: str) -> None:
    reads(f"<div>{line}</div>", ("Height", "6-9"), ("Weight", "240"))


@pytest.mark.parametrize("tag", ["b", "i", "span"])
def test_a_name_that_is_an_element_of_its_own_behind_other_words(tag: str) -> None:
    body = f"<div>In stock today <{tag}>Item no.:</{tag}> <a>4711</a></div>"
    assert row(body, "Item no.", "4711").kind == "colon"
    assert row("<div>In <b>stock</b> Item no.: 4711</div>", "Item no.", "4711").kind == "late colon"


def test_lines_parted_by_br() -> None:
    body = "<td>品牌：小米<br>型号：Note 10<br/>电池：5000mAh</td>"
    reads(body, ("品牌", "小米"), ("型号", "Note 10"), ("电池", "5000mAh"))


# Headings and lists


def test_a_heading_above_a_list() -> None:
    body = "<h3>Keywords:</h3><ul><li>bigotry<li>railroad<li>sheriff</ul><h3>More</h3><p>x</p>"
    assert row(body, "Keywords", "bigotry railroad sheriff").values == (
        *("bigotry", "railroad", "sheriff"),
    )


def test_a_heading_above_a_list_in_a_wrapper() -> None:
    body = """<div><div><h2>Lieferumfang</h2></div>
      <div><ul><li>Kamera</li><li>Akku</li></ul></div></div>"""
    assert row(body, "Lieferumfang", "Kamera Akku").values == ("Kamera", "Akku")


def test_a_label_above_lines() -> None:
    body = "<div><b>Degrees Include:</b><br>Bachelor<br>Master<br></div>"
    assert row(body, "Degrees Include", "Bachelor Master").values == ("Bachelor", "Master")


def test_a_heading_above_lines_without_names() -> None:
    body = """<div><h4>School Contact</h4><p>12 Main St<br>Springfield</p>
      <a href=x>school.example</a></div>"""
    found = row(body, "School Contact", "12 Main St Springfield school.example")
    assert found.values == ("12 Main St", "Springfield", "school.example")


def test_items_of_actor_and_role() -> None:
    body = """<h2>Cast</h2><ul><li><a href=1>Ann Lee</a> (Maria)</li>
      <li><a href=2>Bo Ek</a> (The Clerk)</li></ul>"""
    assert row(body, "Cast", "Ann Lee (Maria) Bo Ek (The Clerk)").values == (
        *("Ann Lee (Maria)", "Bo Ek (The Clerk)"),
    )


def test_the_items_of_a_list_of_links() -> None:
    body = "<p>Starring: <a href=1>Ann Lee</a>, <a href=2>Bo Ek</a>, <a href=3>Full Credits</a></p>"
    assert row(body, "Starring", "Ann Lee, Bo Ek").values == ("Ann Lee", "Bo Ek")


def test_a_list_inside_a_cell() -> None:
    body = "<table><tr><td>Ports</td><td><ul><li>HDMI<li>USB-C</ul></td></tr></table>"
    assert row(body, "Ports", "HDMI USB-C").values == ("HDMI", "USB-C")


def test_a_menu_is_no_list_of_pairs() -> None:
    links = "".join(f"<li><a href={n}>Shop {n}</a>" for n in "abcd")
    assert not pairs(f"<div><p><a href=0>Shops</a></p><ul>{links}</ul></div>")
    assert not pairs("<p><a href=1>Home</a> | <a href=2>Shops</a> | <a href=3>Help</a></p>")
    row(f"<h3><a href=0>Shops</a></h3><ul>{links}</ul>", "Shops", "Shop a Shop b Shop c Shop d")
