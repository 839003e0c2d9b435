from __future__ import annotations

from channels.nodes import Nodes
from pages.dom import Tree
from pages.page import Page


def nodes(body: str) -> Nodes:
    return Nodes.of(Tree(Page.read(f"<html><body>{body}</body></html>".encode())).body)


def keys(page: Nodes, tag: str) -> list[tuple[str, ...]]:
    return [node.keys for node in page.nodes if node.element.tag == tag]


def test_texts_in_document_order_with_their_lines() -> None:
    page = nodes("<p>one <b>two</b>three</p>four<br>five")
    assert [(leaf.text, leaf.has_space_before) for leaf in page.leaves] == [
        ("one", False),
        ("two", True),
        ("three", False),
        ("four", False),
        ("five", False),
    ]
    lines = [leaf.line for leaf in page.leaves]
    assert lines[0] == lines[1] == lines[2] < lines[3] < lines[4]


def test_what_a_reader_does_not_see_is_left_out() -> None:
    page = nodes(
        "<script>a</script><style>b</style><p style='display: none'>c</p><p hidden>d</p>"
        "<button>e</button>shown<textarea>f</textarea> too<noscript>g</noscript>"
    )
    assert page.text(0) == "shown too"


def test_elements_of_one_kind_share_a_key() -> None:
    page = nodes(
        "<div class='post p12 odd' id=post_12></div><div class='post p13' id=post_13></div>"
    )
    first, second = map(set, keys(page, "div"))
    assert first & second == {"div.post", "div.p#", "div#post_#"}


def test_elements_without_names_are_told_by_their_place() -> None:
    page = nodes(
        "<table class=t><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>"
    )
    a, b, c, d = map(set, keys(page, "td"))
    assert a & c - b
    assert b & d - a
    assert a & b & c & d


def test_the_elements_and_leaves_inside_another() -> None:
    page = nodes("<div><p>a</p><p>b</p></div><p>c</p>")
    div = next(node for node in page.nodes if node.element.tag == "div")
    assert [leaf.text for leaf in page.leaves[div.first : div.last]] == ["a", "b"]
    assert [page.nodes[place].element.tag for place in page.ancestors(2)] == ["div", "body"]
