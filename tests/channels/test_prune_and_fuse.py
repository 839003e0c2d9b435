"""Pruning, fusing and densities on small pages, and on real ones where they are present."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from channels.prune_and_fuse import (
    Block,
    content_leaves,
    dense_text,
    geometry_of,
    link_density,
    simple_tree,
    text_density,
)
from pages.dom import Tree
from pages.page import Page
from tests.effort import effort


def tree(markup: str) -> Tree:
    return Tree(Page.read(markup.encode(), "https://site.example/news/1.html"))


def texts(markup: str) -> list[str]:
    return [leaf.text for leaf in simple_tree(tree(markup)).leaves()]


# Prune.


@pytest.mark.parametrize(
    "gone",
    [
        "<script>var a = 1</script>",
        "<style>p {}</style>",
        "<input type=hidden value=secret>",
        "<div hidden>Log in</div>",
        "<form><label>Search</label><input></form>",
        "<!-- a note -->",
        "<noscript>Please enable scripts</noscript>",
        "<div><span>&nbsp;</span></div>",
        "<p></p>",
    ],
)
def test_what_is_pruned(gone: str) -> None:
    page = f"<div><p>{'A long text. ' * 30}</p>{gone}<p>End</p></div>"
    simple = simple_tree(tree(page))
    assert [leaf.text for leaf in simple.leaves()] == [("A long text. " * 30).strip(), "End"]
    assert [block.tag for block in simple.blocks()] == ["body", "div", "p", "p"]


@pytest.mark.parametrize(
    "around", ["<form>{}</form>", "<div hidden>{}</div>", "<noscript>{}</noscript>"]
)
def test_what_is_wrapped_around_the_whole_page_stays(around: str) -> None:
    assert texts(around.format("<p>One text</p><p>Two texts</p>")) == ["One text", "Two texts"]


def test_an_element_of_a_namespace_is_looked_through() -> None:
    """Such a one is often not closed, and then holds the rest of the page."""
    assert texts("<o:frag><p>One</p><p>Two</p>") == ["One", "Two"]


# Fuse.


def test_inline_elements_are_taken_in_by_their_block() -> None:
    simple = simple_tree(tree("<p>One <b>two <i>three</i></b> <a href=/4>four</a> five</p>"))
    (paragraph,) = simple.leaves()
    assert paragraph.text == "One two three four five"
    assert paragraph.fused == {"a", "b", "i"}
    assert paragraph.links == ["https://site.example/4"]
    assert paragraph.plain == len("Onetwothreefive")
    assert simple.nodes_before == 12
    assert simple.nodes_after == 2


def test_blocks_are_never_merged() -> None:
    assert texts("<div><p>One</p><p>Two</p></div><div><ul><li>Three<li>Four</ul></div>") == [
        *("One", "Two", "Three", "Four")
    ]


def test_text_beside_blocks_becomes_lines_in_their_order() -> None:
    assert texts("<div>One <b>two</b><p>Three</p>four <i>five</i><p>Six</p>seven</div>") == [
        *("One two", "Three", "four five", "Six", "seven")
    ]


def test_pictures_are_links_too() -> None:
    (leaf,) = simple_tree(tree("<p><img src=a.png><a href=#top>up</a></p>")).leaves()
    assert leaf.links == ["https://site.example/news/a.png"]


# Densities and geometry.


def test_densities() -> None:
    leaf = Block("p", None, 1.0, ["x" * 40], 40, ["https://site.example/"] * 10)
    assert text_density(leaf, 400) == 0.1
    assert link_density(leaf) == 0.25


def test_the_nearer_end_of_the_page_counts() -> None:
    leaves = [Block("p", None, 1.0, ["x"], 1) for _ in range(4)]
    geometry = geometry_of(leaves)
    assert [one.edge for one in geometry] == [0, 0.25, 0.25, 0]
    assert {one.height for one in geometry} == {0.25}


def test_menus_and_small_print_at_the_edge_are_dropped() -> None:
    paragraphs = [f"This is sentence {number} of the article. " * 9 for number in range(9)]
    markup = (
        "<table width=100%><tr><td width=150>Welcome, guest</td></tr></table>"
        "<ul>" + "<li><a href=/a>Home</a></li>" * 5 + "</ul>"
        "<div>" + "".join(f"<p>{text}</p>" for text in paragraphs) + "</div>"
    )
    kept = content_leaves(simple_tree(tree(markup)))
    assert [leaf.text for leaf in kept] == [text.strip() for text in paragraphs]
    assert dense_text(tree(markup)) == "\n".join(leaf.text for leaf in kept)


# Odd pages.


def test_deep_pages_are_read() -> None:
    assert texts("<div>" * 5000 + "the end") == ["the end"]


@pytest.mark.parametrize("around", ["<div hidden>", "<noscript>"])
def test_what_may_be_pruned_is_measured_once_however_deep_it_is_nested(around: str) -> None:
    inside = "<b>x</b>" * 5_000
    plain, doubtful = tree("<div>" * 900 + inside), tree(around * 900 + inside)
    assert effort(lambda: simple_tree(doubtful)) < 10 * effort(lambda: simple_tree(plain))


@given(st.text(alphabet="<>/adiv p=\nbrform", max_size=200))
def test_no_text_is_lost_but_what_is_pruned(markup: str) -> None:
    page = tree(markup)
    shown = "".join("".join(leaf.text.split()) for leaf in simple_tree(page).leaves())
    if not {"form", "frame"} & {element.tag for element in page.elements}:
        assert shown == "".join("".join(leaf.text.split()) for leaf in page.in_order)
