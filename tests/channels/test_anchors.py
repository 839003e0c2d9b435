from __future__ import annotations

import pytest
from lxml import etree

from channels.anchors import (
    anchored_posts,
    count_anchors,
    matched_nodes,
    matching_children,
    post_text,
    way_to_posts,
)
from pages.dom import Tree
from pages.page import Page
from tests.effort import effort

TIME = "<em>发表于 2014-06-12 10:10:20</em>"
# The posts of the published example 3.1 and how many anchors each has.
ANCHORS = [1, 3, 3, 2, 3, 2, 2, 3, 1, 2]


def tree(body: str) -> Tree:
    return Tree(Page.read(f"<html><body>{body}</body></html>".encode()))


def published_page() -> Tree:
    posts = "".join(f"<div id=post_{n}>{TIME * n}<p>正文</p></div>" for n in ANCHORS)
    reply = "<div id=postlistreply><p>发表回复</p></div>"
    return tree(
        f"<div id=hd>首页</div><div id=wp><div id=pt>论坛</div><div id=ct>"
        f"<div id=postlist>{posts}{reply}</div></div></div>"
    )


def test_the_way_of_the_published_example() -> None:
    page = published_page()
    way = way_to_posts(page, count_anchors(page))
    assert [
        (step.element.get("id"), step.anchors, round(step.deviation, 2), round(step.ratio, 2))
        for step in way
    ] == [(None, 22, 0, 1), ("wp", 22, 0, 1), ("ct", 22, 0, 1), ("postlist", 22, 0.29, 0.14)]
    assert len(anchored_posts(page)) == len(ANCHORS)


@pytest.mark.parametrize(
    "time",
    ["2014-06-12 10:10:20", "2014/06/12 10:10", "2014/6/12 10:10:20", "2014-6-12 <b>10:10</b>"],
)
def test_the_published_forms_of_times(time: str) -> None:
    page = tree(f"<p>one</p><p><span>{time}</span></p>")
    counts = count_anchors(page)
    assert [element.tag for element in counts] == ["span", "p", "body"]


@pytest.mark.parametrize("text", ["12.06.2014 10:10", "2014-06-12", "3小时前", "2014-06/12 10:10"])
def test_other_times_are_no_anchors(text: str) -> None:
    assert not count_anchors(tree(f"<p>{text}</p><script>'2014-06-12 10:10'</script>"))


def of(markup: str) -> etree._Element:
    return etree.fromstring(markup)


def test_trees_match_from_the_top() -> None:
    # As in the published figure: below two nodes that differ nothing matches, however alike.
    one = of("<a><b><d/><e/></b><c><g><i/></g></c></a>")
    other = of("<a><b><d/><e/></b><c><h><i/></h></c></a>")
    assert matched_nodes(one, one) == 7
    assert matched_nodes(one, other) == 5
    assert matched_nodes(one, of("<b/>")) == 0


def test_the_order_of_nodes_is_kept() -> None:
    assert matched_nodes(of("<a><b/><c/></a>"), of("<a><c/><b/></a>")) == 2
    assert matched_nodes(of("<a><b/><x/><c/></a>"), of("<a><b/><c/></a>")) == 3


def test_what_users_write_does_not_make_posts_unlike() -> None:
    frame = "<div><p>who</p><p>{time}</p><div>{text}</div></div>"
    pictures = "<img/><br/>" * 40
    posts = [frame.format(time=TIME, text=text) for text in ("short", pictures, "<ul><li>a</ul>")]
    advertisement = f"<div>{TIME}</div>"
    body = tree("".join([*posts, advertisement])).body
    assert set(matching_children(body, dict.fromkeys(body, 1))) == set(body[:3])


def test_the_text_of_a_post() -> None:
    page = tree("".join(f"<div>{TIME}<p>{text}</p></div>" for text in ("one", "two", "three")))
    first, _, _ = anchored_posts(page)
    assert post_text(first) == "发表于 2014-06-12 10:10:20 one"


def test_no_times_no_posts() -> None:
    assert anchored_posts(tree("<p>text</p>")) == []
    assert anchored_posts(tree(f"<p>{TIME}</p>")) == []


@pytest.mark.parametrize("unit", ["<div>2014-06-12 10:10 ", "<p>2014-06-12 10:10</p>", "<b><i>"])
def test_work_grows_with_the_page(unit: str) -> None:
    small, large = tree(unit * 1_000), tree(unit * 8_000)
    few = max(effort(lambda: anchored_posts(small)), 10)
    assert effort(lambda: anchored_posts(large)) < 20 * few


def test_two_large_trees_are_matched_in_bounded_work() -> None:
    wide = of("<a>" + "<b><c/><c/></b>" * 200 + "</a>")
    assert matched_nodes(wide, wide) == 601
    wider = of("<a>" + "<b><c/><c/></b>" * 5_000 + "</a>")
    assert effort(lambda: matched_nodes(wider, wider)) < 500
