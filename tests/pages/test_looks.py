from __future__ import annotations

from pages.dom import Tree
from pages.looks import Background, Font, Looks, Sheets, no_sheets
from pages.page import Page


def looks_of(source: str, sheets: Sheets = no_sheets) -> tuple[Tree, Looks]:
    tree = Tree(Page.read(source.encode(), "http://a.example/p/1.html", "text/html; charset=utf-8"))
    return tree, Looks(tree, sheets)


def fonts(source: str, sheets: Sheets = no_sheets) -> dict[str, Font]:
    tree, looks = looks_of(source, sheets)
    return {leaf.text: looks.font(leaf.element) for leaf in tree.in_order}


def backgrounds(source: str, sheets: Sheets = no_sheets) -> dict[str, Background]:
    tree, looks = looks_of(source, sheets)
    return {leaf.text: looks.background(leaf.element) for leaf in tree.in_order}


def test_equal_looks_are_equal_whatever_the_class_names() -> None:
    found = fonts("""<style>.name { color: #f00; font-weight: bold }
        #t .n2 { color: rgb(255, 0, 0); font: 700 1em "Times New Roman" }</style>
        <p class=name>屏幕</p><div id=t><p class=n2>电池</p></div>
        <b style="color: hsl(0, 100%, 50%)">价格</b><font color=red><strong>重量</strong></font>""")
    assert len(set(found.values())) == 1


def test_one_class_name_with_two_looks_is_not_equal() -> None:
    found = fonts("""<style>.n { color: red } .right .n { color: blue }</style>
        <p class=n>a</p><div class=right><p class=n>b</p></div>""")
    assert found["a"] != found["b"]


def test_what_is_more_specific_or_important_or_later_wins() -> None:
    found = fonts("""<style>
        p { color: #000001 } p { color: #000002 }
        #i { color: #000003 } .c { color: #000004 }
        .k { color: #000005 !important }
        </style><p>later</p><p id=i class=c>id</p>
        <p class=k style="color: #000006">important</p>
        <p class=c style="color:#000007">inline</p>""")
    assert {text: font.colour for text, font in found.items()} == {
        "later": "#000002",
        "id": "#000003",
        "important": "#000005",
        "inline": "#000007",
    }


def test_layers_lose_to_what_is_in_none_and_to_later_ones() -> None:
    found = fonts("""<style>@layer late, later; p { color: #000001 }
        @layer later { p { color: #000002 } i { color: #000003 } }
        @layer late { p { color: #000004 } i { color: #000005 } u { color: #000006 !important } }
        @layer later { u { color: #000007 !important } }</style>
        <p>none</p><i>later</i><u>important</u>""")
    assert [found[name].colour for name in ("none", "later", "important")] == [
        *("#000001", "#000003", "#000006")
    ]


def test_fonts_are_inherited_and_sizes_are_pixels() -> None:
    found = fonts("""<!DOCTYPE html>
        <style>html { font-size: 10px } body { font: 2em/1.5 宋体, Arial }
        .half { font-size: 50% } .root { font-size: 1.2rem } .pt { font-size: 9pt }</style>
        <p>a</p><p class=half>b<b>c</b></p><table><td class=root>d<td class=pt>e</table>""")
    assert {text: font.size for text, font in found.items()} == {
        "a": 20,
        "b": 10,
        "c": 10,
        "d": 12,
        "e": 12,
    }
    assert {font.family for font in found.values()} == {"宋体, arial"}
    assert found["c"].weight == 700


def test_a_background_is_that_of_the_nearest_element_that_has_one() -> None:
    found = backgrounds("""<style>.bg { background: #EEE url("i/bg.gif") repeat-x }
        .no { background: none } .over { background-color: rgba(0, 0, 0, .5) }</style>
        <table bgcolor=white><tr><td>a<td class=bg><i class=no>b</i><u class=over>c</u></table>d""")
    assert found == {
        "a": Background("#ffffff", ""),
        "b": Background("#eeeeee", "url(http://a.example/p/i/bg.gif)"),
        "c": Background("#00000080", ""),
        "d": Background("", ""),
    }


def test_who_sets_a_font_or_a_background() -> None:
    tree, looks = looks_of("""<style>.f { color: red } .b { background: red } .n { margin: 0 }
        .i { font: inherit; background-color: inherit }</style>
        <p class=f>f<p class=b>b<p class=n>n<p class=i>i<p><b>tag</b><font size=2>font</font>
        <p style="font-weight: bold">inline<table bgcolor=red><td>t</table>""")
    fonts = {leaf.text: looks.set_font(leaf.element) for leaf in tree.in_order}
    assert {text for text, font in fonts.items() if font} == {"f", "tag", "font", "inline"}
    grounds = {leaf.text: looks.set_background(leaf.element) for leaf in tree.in_order}
    assert {text for text, ground in grounds.items() if ground} == {"b", "t"}


def test_linked_sheets_are_asked_for_by_address() -> None:
    stored = {
        "http://a.example/css/a.css": "@import 'more.css'; p { color: #000001 }",
        "http://a.example/css/more.css": "p, b { color: #000002; background: url(x.gif) }",
        "http://a.example/print.css": "b { color: #000003 }",
    }
    source = """<link rel=stylesheet href=/css/a.css>
        <link rel=stylesheet href=/print.css media=print>
        <link rel="alternate stylesheet" href=/print.css><link rel=stylesheet href=/lost.css>
        <p>a</p><b>b</b>"""
    found = fonts(source, stored.get)
    assert (found["a"].colour, found["b"].colour) == ("#000001", "#000002")
    assert backgrounds(source, stored.get)["a"].image == "url(http://a.example/css/x.gif)"
    assert fonts(source)["a"].colour == "#000000"


def test_variables_are_put_in() -> None:
    found = fonts("""<style>:root { --main: #000001; --size: 20px; --both: var(--main) }
        .dark { --main: #000002 } p { color: var(--main); font: bold var(--size)/1 Arial }
        i { color: var(--lost, var(--main)) } u { color: var(--lost) } b { color: var(--both) }
        s { --x: var(--y); --y: var(--x); color: var(--x) }
        </style><p>a</p><div class=dark><p>b</p><i>c</i></div><u>d</u><b>e</b><s>f</s>""")
    assert {text: font.colour for text, font in found.items()} == {
        "a": "#000001",
        "b": "#000002",
        "c": "#000002",
        "d": "#000000",
        "e": "#000001",
        "f": "#000000",
    }
    assert found["a"][:3] == ("arial", 20, 700)


def test_lines_are_drawn_through_what_stands_inside() -> None:
    found = fonts("<u>a<i style='text-decoration: none'>b</i><s>c</s></u><a href=x>d</a><a>e</a>")
    assert {text: font.decoration for text, font in found.items()} == {
        "a": "underline",
        "b": "underline",
        "c": "line-through underline",
        "d": "underline",
        "e": "none",
    }
