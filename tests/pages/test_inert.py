"""The inert copy of a page shows its texts and does nothing."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html

from pages.inert import MOST_CHARACTERS, InertPage, inert, inert_sheet, inert_style
from pages.nesting import outline
from pages.page import Page
from samples.labels import labelled_samples

TAGS_WRITTEN = re.compile(r"<(/?)([a-z0-9-]+)((?: [a-z]+=\"[^\"<>]*\"| open)*)>")


def shown(body: str | bytes) -> InertPage:
    page = Page.read(body if isinstance(body, bytes) else body.encode(), "http://a.example/")
    return inert(page, outline(page))


def texts(page: InertPage) -> list[str]:
    found = re.findall(r'<specseek-text n="\d+">([^<]*)</specseek-text>', page.body)
    return [unescape(text) for text in found]


@pytest.mark.parametrize(
    "body",
    [
        "<script>alert(1)</script><p>text",
        "<p onclick=alert(1) onmouseover='alert(1)'>text</p>",
        "<a href=javascript:alert(1) target=_top>text</a>",
        "<form action=/label/save method=post><input name=x><button>text</button></form>",
        "<iframe src=//spy.example></iframe><object data=//spy.example><embed src=x>text</object>",
        "<img src=//spy.example onerror=alert(1)>text<video src=//spy.example></video>",
        "<meta http-equiv=refresh content='0;url=//spy.example'><base href=//spy.example>text",
        "<svg><script>alert(1)</script><a xlink:href=javascript:alert(1)>x</a></svg>text",
        "<math><mtext><style><img src onerror=alert(1)></style></mtext></math>text",
        "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>text</noscript>",
        '<p class="a" style="background:url(//spy.example)" id=\'"><script>\'>text',
        "<template><script>alert(1)</script></template>text<link rel=a href=//spy.example>",
        "<textarea></textarea><script>alert(1)</script></textarea>text",
        "<p data-class=spy.example xlink:class=spy.example>text",
        "<specseek-text n=7 onclick=alert(1)>text</specseek-text>",
    ],
)
def test_nothing_of_the_page_can_act(body: str) -> None:
    page = shown(body)
    assert texts(page)[-1] == "text"
    left = TAGS_WRITTEN.sub("", page.body)
    assert "<" not in left
    words = " ".join(tag[2] for tag in TAGS_WRITTEN.findall(page.body)).lower()
    for word in ("on", "href", "src", "action", "spy.example", "javascript", "xlink"):
        assert not re.search(rf"\b{word}\w*=", words)
    assert "spy.example" not in words
    for tag in ("script", "iframe", "form", "input", "meta", "base", "link", "svg", "template"):
        assert f"<{tag}" not in page.body


def test_texts_keep_their_numbers_and_their_places() -> None:
    page = shown("<title>t</title><table><tr><th>重量<td><b>102</b>克 <i>约</i></table>")
    assert page.body.replace("\n", "") == (
        '<table><tr><th><specseek-text n="1">重量</specseek-text></th>'
        '<td><b><specseek-text n="2">102</specseek-text></b><specseek-text n="3">克'
        '</specseek-text><i> <specseek-text n="4">约</specseek-text></i></td></tr></table>'
    )


def test_looks_are_kept() -> None:
    page = shown(
        "<style>.a{color:red}</style><body bgcolor=#eee class=x>"
        "<td colspan=2 style='width: 3em; color: red' align=right>1<details><summary>s</summary>2"
    )
    assert page.styles == ".a{color:red}"
    assert page.attributes == ' bgcolor="#eee" class="x"'
    assert '<td colspan="2" style="width: 3em; color: red" align="right">' in page.body
    assert "<details open>" in page.body


def test_a_picture_is_a_box_of_its_size_with_its_words() -> None:
    page = shown('<img src=//spy.example/a.gif alt="N95 &lt;b&gt;" width=120 height=50% class=p>x')
    assert page.body.startswith(
        '<specseek-picture class="p" n="1" style="width:120px;">N95 &lt;b&gt;</specseek-picture>'
    )


def test_a_head_that_never_ends_does_not_swallow_the_page() -> None:
    assert texts(shown("<head><title>t</title><body><p>text")) == ["text"]


def test_every_text_of_real_looking_pages_but_the_title_is_shown() -> None:
    for sample in labelled_samples():
        written = inert(sample.page, sample.outline)
        assert len(texts(written)) >= len(sample.outline.owners) - 1


def test_deep_nesting_and_many_attributes_take_no_time() -> None:
    page = shown(b"<div>" * 50_000 + b"<p " + b"a" * 1_000_000 + b">text")
    assert texts(page) == ["text"]


def test_a_page_of_any_size_gives_a_copy_of_bounded_size() -> None:
    wide = shown(b"<b>x</b>" * 60_000)
    assert len(texts(wide)) < 50_000
    deep = shown(b"<div>" * 5_000 + b"text")
    assert deep.body.count("<div>") < 1_000
    assert texts(deep) == ["text"]


MARKUP = st.sampled_from(
    "<p> </p> <table> <tr> </table> <select> <svg> </svg> <b/> x &lt;script&gt; <script> </script> "
    "<title> '> <!-- --> \0 <style> </style> <br> <中> <x-y> \ud7ff <td\tclass='\"><b'> <a\thref=' "
    "<p\tstyle='</style>'>".split(" ")
)


@settings(max_examples=300, deadline=None)
@given(st.lists(MARKUP, max_size=40))
def test_whatever_the_markup_only_our_own_tags_are_written(pieces: list[str]) -> None:
    page = shown("".join(pieces))
    assert "<" not in TAGS_WRITTEN.sub("", page.body)
    assert "<" not in page.styles
    tree = html.fromstring(f"<html><body{page.attributes}>{page.body}</body></html>")
    assert not list(tree.iter("script", "style", "iframe", "object", "form", "svg"))


# Styles that show and do nothing else.


@pytest.mark.parametrize(
    "written",
    [
        "background: url(http://spy.example/a.gif)",
        "background: url( 'http://spy.example/a)b.gif' )",
        'background: URL("//spy.example/")',
        r"background: \75rl(//spy.example)",
        r"background: u\72 l(//spy.example)",
        "background: image-set('//spy.example' 1x)",
        "@import '//spy.example/a.css'; b { color: red }",
        "@IMPORT url(//spy.example/a.css) screen;",
        "@im@import x;port '//spy.example/a.css';",
        "@font-face { font-family: x; src: url(//spy.example/x.woff) }",
        "width: expression(alert('spy.example'))",
        "background: url(//spy.example",
        "content: '</style><script src=//spy.example>'",
        "/* */ background: url(/**/'//spy.example')",
    ],
)
def test_nothing_is_loaded_and_nothing_gets_out(written: str) -> None:
    style = inert_style(written).lower()
    assert "url(" not in style
    assert "<" not in style
    assert "import" not in style
    assert "expression(" not in style


def test_what_only_shows_stays() -> None:
    written = "td > .name { color: #333; font: bold 12px/1.5 sans-serif; width: calc(50% - 2px) }"
    assert inert_style(written) == written


def test_a_sheet_is_what_the_pages_own_style_elements_say() -> None:
    body = "<style>b{color:red}</style><!--<style>i{}</style>--><p>x<STYLE type=a>u{}</STYLE>"
    assert inert_sheet(Page.read(body.encode(), "")).split() == ["b{color:red}", "u{}"]


def test_a_sheet_has_an_end() -> None:
    body = b"<style>" + b"b{color:red}" * 100_000 + b"</style><style>i{}</style>"
    assert len(inert_sheet(Page.read(body, ""))) <= MOST_CHARACTERS + 1


@settings(max_examples=200, deadline=None)
@given(st.text(st.sampled_from("url(\\75 )\"';{}@import/*<>src a0:"), max_size=40))
def test_no_text_makes_it_load(written: str) -> None:
    style = inert_style(written).lower()
    assert "url(" not in style.replace(" ", "")
    assert "<" not in style
