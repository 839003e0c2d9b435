"""What counts as a tag: `TAG.split` gives text, name, rest, text, name, rest, text, ..."""

from __future__ import annotations

import pytest

from pages.tags import TAG, text_inside


def split(source: str) -> list[str | None]:
    return [piece if piece is None else piece.decode() for piece in TAG.split(source.encode())]


@pytest.mark.parametrize(
    ("source", "pieces"),
    [
        ("a<b>c</b>d", ["a", "b", ">", "c</b>d"]),
        ("<TD Width=5>x", ["", "TD", " Width=5>", "x"]),
        ("<br/>x<br />y", ["", "br", "/>", "x", "br", " />", "y"]),
        ("1 < 2 <3 <中> <", ["1 < 2 <3 <中> <"]),
        ("</p></ p></>", ["</p></ p></>"]),
        ("<b\n\tclass='x'>y", ["", "b", "\n\tclass='x'>", "y"]),
        ("<svg:rect/><my-tag>", ["", "svg:rect", "/>", "", "my-tag", ">", ""]),
    ],
)
def test_start_tags(source: str, pieces: list[str | None]) -> None:
    assert split(source) == pieces


@pytest.mark.parametrize(
    "tag",
    [
        '<a title="1 > 2">',
        "<a title='1 > 2'>",
        '<a title = "1 > 2" b = c>',
        "<a title='\">' b=\"'>\">",
        '<a a="" b="" c="" d=">" e>',
        '<a href="what"s_in">',
        "<a href=x\"y title=don't>",
        "<a href=http://x.example/?a=b&c=d/>",
        "<a href=>",
        "<a '\" b>",
        "<a <b>",
        "<a<b>",
        "<a\0b>",
    ],
)
def test_a_tag_ends_at_its_own_bracket(tag: str) -> None:
    assert split(f"{tag}text<i>") == ["", "a", tag[2:], "text", "i", ">", ""]


@pytest.mark.parametrize(
    "skipped",
    [
        "<!-- a -->",
        "<!---->",
        "<!-->",
        "<!--->",
        "<!-- a -- b --!>",
        "<!-- <p> - -- > ---->",
        "<!doctype html>",
        "<!>",
        "<![endif]>",
        "<?xml version='1.0'?>",
        "<![CDATA[ a > b ]] <p> ]]>",
        "<script>if (a<b) document.write('<p></p>')</script>",
        "<SCRIPT src='>'>x</Script >",
        "<script></scripts></script\n>",
        "<script src=x />",
        "<style>p > a {}</style>",
        "<style/>",
        "<script<p></script>",
    ],
)
def test_what_is_no_content_is_skipped(skipped: str) -> None:
    assert split(f"a{skipped}b<i>") == ["a", None, None, "b", "i", ">", ""]


@pytest.mark.parametrize("cut", ["<a", "<a ", "<a href", '<a href="x', '<a b="x" c=', "<script"])
def test_a_page_cut_inside_a_tag_loses_only_that_tag(cut: str) -> None:
    assert split(f"<p>x{cut}") == ["", "p", ">", "x", None, None, ""]


@pytest.mark.parametrize(
    "cut",
    ["<!-- x <p>", "<!--", "<script>x<p>", "<script>x</script", "<![CDATA[ <p>", "<!doc", "<?xml"],
)
def test_what_never_ends_is_skipped_to_the_end_of_the_page(cut: str) -> None:
    assert split(f"<p>x{cut}") == ["", "p", ">", "x", None, None, ""]


def test_a_quote_that_never_closes_ends_with_its_tag() -> None:
    assert split('<a href="x>y<p>z') == ["", "a", ' href="x>', "y", "p", ">", "z"]


def test_names_that_begin_like_skipped_elements_are_tags() -> None:
    assert split("<scripts><styled><s>") == [
        "",
        "scripts",
        ">",
        "",
        "styled",
        ">",
        "",
        "s",
        ">",
        "",
    ]


@pytest.mark.parametrize("name", ["title", "TextArea", "xmp", "iframe", "noembed", "NOFRAMES"])
def test_markup_inside_text_only_elements_is_text(name: str) -> None:
    _, found, rest, text, *more = TAG.split(f"<{name} a='>'>x <b>y</b></{name} >z<i>".encode())
    assert found.decode() == name
    assert text_inside(found, rest) == b"x &lt;b>y&lt;/b>"
    assert text == f"</{name} >z".encode()
    assert more == [b"i", b">", b""]


def test_plain_text_inside_text_only_elements_comes_as_text() -> None:
    assert split("<title>诺基亚 1200</title>") == ["", "title", ">", "诺基亚 1200</title>"]


def test_text_only_elements_that_close_themselves_hold_nothing() -> None:
    assert split("<textarea/>x<b>") == ["", "textarea", "/>", "x", "b", ">", ""]


def test_names_that_end_like_text_only_elements_are_ordinary_tags() -> None:
    assert split("<subtitle>a<b>") == ["", "subtitle", ">", "a", "b", ">", ""]
    assert split("<table x=1>a<b>") == ["", "table", " x=1>", "a", "b", ">", ""]
    assert split("<x<title>a<b>") == ["", "x", "<title>", "a", "b", ">", ""]


def test_no_text_is_inside_other_tags() -> None:
    assert text_inside(b"b", b" title='>'>") == b""
