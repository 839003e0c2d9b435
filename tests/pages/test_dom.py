from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pages.dom import DEEPEST, LONGEST_TEXT, MOST_LEAVES, MOST_TAGS, Tree
from pages.page import Page

wild_markup = st.lists(
    st.sampled_from(
        "<b> </b> <table> <td> </table> <p> < > & &#0; <!-- --> <![CDATA[ ]]> <body> </html> "
        "<script> </script> <frameset> <x 1=2> 名 \0 \ud800 <svg> <select>".split(" ")
    )
).map("".join)


OF_TODAY = (
    "<!DOCTYPE html>",
    "\n<!-- a --> <?xml version='1.0'?><!doctype HTML>",
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/x.dtd">',
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/x.dtd">',
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN">',
    '<!DOCTYPE html SYSTEM "about:legacy-compat">',
)
OLD = (
    "",
    "<html><table>",
    "<p><!DOCTYPE html>",
    "<!DOCTYPE>",
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">',
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "http://www.w3.org/x.dtd">',
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">',
    '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML//EN">',
    "<!---->" * 1_000,
)


def tree(source: str, encoding: str = "utf-8") -> Tree:
    return Tree(Page.read(source.encode(encoding), content_type=f"text/html; charset={encoding}"))


def texts(source: str) -> list[str]:
    return [leaf.text for leaf in tree(source).in_order]


def test_leaf_texts_come_in_document_order() -> None:
    built = tree("<body>a<div>b<p>c<b>d</b>e</p>f</div>g")
    assert "".join(leaf.text for leaf in built.in_order) == "abcdefg"
    assert [leaf.order for leaf in built.in_order] == list(range(7))


def test_a_text_behind_an_element_belongs_to_the_one_around_it() -> None:
    name, value = tree("<td><b>主屏尺寸</b>：2.4英寸</td>").in_order
    assert (name.text, name.element.tag) == ("主屏尺寸", "b")
    assert (value.text, value.element.tag) == ("：2.4英寸", "td")


def test_white_space_is_folded_and_comments_do_not_part_a_text() -> None:
    assert texts("<p>  主屏\n<!-- a -->\u3000尺寸&nbsp; </p> \n") == ["主屏 尺寸"]


def test_control_characters_are_left_out() -> None:
    tree = Tree(Page.read(b"<p>N\x009\x015</p>"))
    assert [leaf.text for leaf in tree.in_order] == ["N95"]


def test_what_is_never_shown_is_no_leaf() -> None:
    source = "<title>t</title><body>a<script>s</script>b<style>p{}</style>c<svg><text>v</svg>d"
    assert texts(source + "<noscript>n</noscript><textarea>x</textarea>e") == list("abcde")


def test_ancestors_lead_out_to_html_and_are_the_same_objects_for_all() -> None:
    first, second = tree("<div><p><i>a</i></p><p>b</p></div>").in_order
    assert [element.tag for element in first.ancestors()] == ["i", "p", "div", "body", "html"]
    assert set(first.ancestors()) & set(second.ancestors()) == set(second.element.iterancestors())


def test_a_page_is_read_in_its_own_encoding() -> None:
    for encoding in ("gb18030", "big5", "utf-16", "utf-8"):
        (leaf,) = tree("<p>電池容量</p>", encoding).in_order
        assert leaf.text == "電池容量"


def test_a_page_without_body_or_markup_has_a_tree_too() -> None:
    assert texts("") == []
    assert texts("<frameset><frame src=a></frameset>") == []
    assert tree("<!-- -->").root.tag == "html"
    assert texts("only words") == ["only words"]


def test_deeply_nested_pages_are_whole() -> None:
    for depth in (300, 2_000, 15_000):
        source = "<div>" * depth + "deep" + "</div>" * depth + "<p>behind</p>"
        assert texts(source) == ["deep", "behind"]


def test_elements_that_stand_too_deep_become_siblings() -> None:
    built = tree("<i>" * 3_000 + "deep<b>er</b>" + "</i>" * 3_000)
    assert "".join(leaf.text for leaf in built.in_order) == "deeper"
    assert max(len(list(leaf.ancestors())) for leaf in built.in_order) <= DEEPEST
    assert len(list(built.root.iter("i"))) == 3_000


def test_of_a_page_without_end_the_beginning_is_read() -> None:
    built = tree("<b>x</b>" * MOST_TAGS)
    assert len(built.in_order) == MOST_LEAVES
    (leaf,) = tree("x " * 10 * LONGEST_TEXT).in_order
    assert len(leaf.text) == LONGEST_TEXT


def test_a_page_cut_short_in_the_middle_of_a_tag() -> None:
    assert texts("<p>a<p class='b") == ["a"]


@settings(max_examples=200, deadline=None)
@given(wild_markup)
def test_no_markup_is_too_wild(source: str) -> None:
    built = Tree(Page.read(source.encode(errors="surrogatepass")))
    assert all(leaf.text and list(leaf.ancestors())[-1] is built.root for leaf in built.in_order)


@pytest.mark.parametrize("doctype", OF_TODAY)
def test_pages_of_today_say_so(doctype: str) -> None:
    assert not tree(doctype + "<p>a").is_quirks


@pytest.mark.parametrize("doctype", OLD, ids=range(len(OLD)))
def test_all_others_are_old(doctype: str) -> None:
    assert tree(doctype + "<p>a").is_quirks


def test_a_deep_page_keeps_its_document_type() -> None:
    assert not tree("<!doctype html>" + "<i>" * 3_000).is_quirks
    assert tree("<i>" * 3_000).is_quirks
