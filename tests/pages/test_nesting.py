from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pages.nesting import outline
from pages.page import Page
from pages.sequence import tag_sequence

if TYPE_CHECKING:
    from pages.outline import Outline


def nested(html: str) -> str:
    """The outline written out: `tr(td(重量)td(1))`."""
    found = outline(Page("", html.encode(), "utf-8"))

    def written(element: int) -> str:
        parts = [(kid, found.leaves(kid).start, shown(kid)) for kid in children(found, element)]
        own = [leaf for leaf in found.leaves(element) if found.owners[leaf] == element]
        # A text stands before the elements that begin behind it.
        parts += [(found.leaf_tags[leaf], leaf, found.texts[leaf]) for leaf in own]
        return "".join(text for _, _, text in sorted(parts, key=lambda part: part[:2]))

    def shown(element: int) -> str:
        inside = written(element)
        return f"{found.tags[element]}({inside})" if inside else found.tags[element] + " "

    return re.sub(r" (?=\)|$)", "", written(0))


def children(found: Outline, element: int) -> list[int]:
    return [kid for kid, around in enumerate(found.parents) if kid and around == element]


@pytest.mark.parametrize(
    ("html", "tree"),
    [
        ("<p>a<b>c</b>d</p>e", "p(ab(c)d)e"),
        ("<P>a</p>", "p(a)"),
        ("<div>a<br>b<img src=x>c</div>d", "div(abr bimg c)d"),
        ("<b>a</b\n>c", "b(a)c"),
        ("<b>a</b title='x'>c", "b(a)c"),
        ("<b>a</", "b(a)"),
        ("<b>a", "b(a)"),
        ("a", "a"),
        ("", ""),
    ],
)
def test_elements_end_where_their_end_tags_stand(html: str, tree: str) -> None:
    assert nested(html) == tree


@pytest.mark.parametrize(
    ("html", "tree"),
    [
        ("<ul><li>a<li>b</ul>c", "ul(li(a)li(b))c"),
        ("<ul><li>a<ul><li>b</ul>c<li>d</ul>", "ul(li(aul(li(b))c)li(d))"),
        ("<dl><dt>a<dd>b<dt>c<dd>d</dl>", "dl(dt(a)dd(b)dt(c)dd(d))"),
        ("<table><tr><td>a<td>b<tr><th>c<td>d</table>", "table(tr(td(a)td(b))tr(th(c)td(d)))"),
        (
            "<table><tbody><tr><td>a<table><tr><td>b</table>c<td>d</table>",
            "table(tbody(tr(td(atable(tr(td(b)))c)td(d))))",
        ),
        (
            "<table><thead><tr><td>a<tbody><tr><td>b</table>",
            "table(thead(tr(td(a)))tbody(tr(td(b))))",
        ),
        ("<p>a<p>b<div>c</div>d", "p(a)p(b)div(c)d"),
        ("<p>a<b>b<p>c", "p(ab(b))p(c)"),
        ("<div><p>a</div>b", "div(p(a))b"),
        ("<p><button>a<p>b", "p(button(ap(b)))"),
        ("<select><option>a<option>b</select>", "select(option(a)option(b))"),
    ],
)
def test_what_needs_no_end_tag_ends_by_itself(html: str, tree: str) -> None:
    assert nested(html) == tree


@pytest.mark.parametrize(
    ("html", "tree"),
    [
        ("<div>a</span>b</div>c", "div(ab)c"),
        ("</div></p></td>a", "a"),
        ("<div><b><i>a</div>b", "div(b(i(a)))b"),
        ("<b><i>a</b>b</i>c", "b(i(a))bc"),
        ("a</>b", "ab"),
        ("</", ""),
    ],
)
def test_end_tags_that_close_nothing_are_passed_over(html: str, tree: str) -> None:
    assert nested(html) == tree


@pytest.mark.parametrize(
    ("html", "tree"),
    [
        ("<title>a <b> c</title>d", "title(a <b> c)d"),
        ("<textarea><td>a</textarea>b", "textarea(<td>a)b"),
        ("<p>a<script>document.write('<b>')</script>b", "p(ab)"),
        ("<p>a<!-- <div> -->b", "p(ab)"),
    ],
)
def test_markup_that_is_no_markup(html: str, tree: str) -> None:
    assert nested(html) == tree


def test_lines_of_preformatted_text_are_texts_of_their_own() -> None:
    found = outline(Page("", b"<pre>Weight 90 g\n\n  Size 5 mm\n</pre><p>one\ntwo", "utf-8"))
    assert [found.texts[leaf] for leaf in found.leaves(0)] == [
        *("Weight 90 g", "Size 5 mm"),
        "one two",
    ]


PIECES = (
    "<table> <tr> <td> </td> </tr> </table> <dl> <dt> <dd> </dl> <ul> <li> </ul> <p> </p> <div> "
    "</div> <b> </b> <br> <br/> <title> </title> <textarea> <pre> <button> <select> <option> "
    "<!--x--> <script>x</script> <tdé> <中> </tdé> < </ </x y> <td &nbsp; &#20 重量 x \n \0"
).split(" ")
MARKUP = st.lists(st.sampled_from(PIECES), max_size=60).map("".join).map(str.encode)
NOISE = st.lists(st.one_of(MARKUP, st.binary(max_size=3)), max_size=20).map(b"".join)


@given(NOISE, st.sampled_from(["utf-8", "gb18030", "big5hkscs"]))
@settings(max_examples=300, deadline=None)
def test_whatever_the_bytes_ranges_lie_inside_each_other(body: bytes, encoding: str) -> None:
    found = outline(Page("", body, encoding))
    elements, leaves = len(found.tags), len(found.raw_texts)
    assert found.leaves(0) == range(leaves)
    assert found.ends[0] == elements
    for element in range(1, elements):
        parent = found.parents[element]
        assert parent < element < found.ends[element] <= found.ends[parent]
        inside, around = found.leaves(element), found.leaves(parent)
        assert around.start <= inside.start <= inside.stop <= around.stop
    for leaf, owner in enumerate(found.owners):
        assert leaf in found.leaves(owner)
        assert not any(leaf in found.leaves(kid) for kid in children(found, owner))
        assert owner <= found.leaf_tags[leaf] < elements


@given(MARKUP)
@example(b"<b>a</\0>c")
@example(b"<b>a</b\0<!--x-->c")
@settings(max_examples=300, deadline=None)
def test_whatever_the_markup_it_says_what_the_tag_sequence_says(body: bytes) -> None:
    page = Page("", body, "utf-8")
    sequence, found = tag_sequence(page), outline(page)
    assert found.tags[1:] == sequence.names
    said = [""] * len(found.tags)
    for leaf, tag in enumerate(found.leaf_tags):
        said[tag] += found.texts[leaf]
    assert [unspaced(text) for text in said[1:]] == [unspaced(text) for text in sequence.contents]


def unspaced(text: str) -> str:
    return "".join(text.split())


HOSTILE = [
    *("<div>", "<li>", "<td>", "<tr>", "<dd>", "<p>", "</p>", "<b>", "</b>", "<table>", "<option>"),
    *("<p><b>", "<b></p>", "<li><ul>", "<td><b>", "<table><td>", "<tr></table>", "<div></p></b>"),
    *("<ul><li><p>", "<pre>x\n", "<b hidden>x", "<title>", "</", "</x", "x<br>", "<p>x<b>y</p>"),
]


@pytest.mark.parametrize(
    ("opening", "depth"), [("<div>", 100_000), ("<li>", 1), ("<td>", 1), ("<p>", 1), ("</p>", 0)]
)
def test_a_hundred_thousand_of_a_kind(opening: str, depth: int) -> None:
    found = outline(Page("", opening.encode() * 100_000 + b"x", "utf-8"))
    assert found.text([0]) == "x"
    assert len(found.ancestors(found.owners[0])) == depth + 1


def seconds(body: bytes) -> float:
    begin = time.thread_time()
    found = outline(Page("", body, "utf-8"))
    found.text(found.leaves(0))
    return time.thread_time() - begin


@pytest.mark.parametrize("opening", HOSTILE)
def test_time_grows_with_size_only(opening: str) -> None:
    """10 times the page may take 40 times as long on a busy machine; squared would be 100."""
    small = opening.encode() * 1_500
    too_short_to_measure = 0.001
    expected = 10 * max(too_short_to_measure, *(seconds(small) for _ in range(3)))
    assert any(seconds(small * 10) < 4 * expected for _ in range(3))
