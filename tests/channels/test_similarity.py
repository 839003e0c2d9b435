from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from channels.similarity import (
    BlockTree,
    agglomerate,
    block_weights,
    cut_average_linkage,
    istm,
    without_template,
)
from pages.dom import Tree
from pages.page import Page


def tree(body: str) -> Tree:
    source = f"<html><meta charset=utf-8>{body}</html>"
    return Tree(Page.read(source.encode(), "https://news.example/1"))


def blocks(body: str) -> BlockTree:
    return BlockTree.of(tree(body))


# The paper's page: a header, a middle of two columns, a copyright line (figures 2 and 3).
COLUMNS = "<div class=links>快讯</div><div class=text>{text}</div>"


def page(middle: str, *, top: str = "<b>导航</b>", end: str = "<i>版权所有</i>") -> str:
    return f"<body><div>{top}</div><div>{middle}</div><div>{end}</div></body>"


PUBLISHED = page(COLUMNS.format(text="正文"))


def test_the_ends_of_a_page_weigh_more_than_its_middle() -> None:
    assert block_weights(1) == [1]
    assert block_weights(2) == [0.5, 0.5]
    assert block_weights(3) == [0.4, 0.2, 0.4]
    assert block_weights(5) == pytest.approx([3 / 11, 2 / 11, 1 / 11, 2 / 11, 3 / 11])


def test_equal_pages_are_alike_whatever_they_say() -> None:
    other = page(COLUMNS.format(text="另一篇"))
    assert istm(blocks(PUBLISHED), blocks(other)) == pytest.approx(1)


def test_another_middle_costs_less_than_another_header() -> None:
    without_column = page("<div class=text>正文</div>")
    assert istm(blocks(PUBLISHED), blocks(without_column)) == pytest.approx(0.8)
    other_header = page(COLUMNS.format(text="正文"), top="<h1>首页</h1>")
    assert istm(blocks(PUBLISHED), blocks(other_header)) == pytest.approx(0.6)


def test_below_the_first_blocks_all_children_weigh_the_same() -> None:
    other_column = page(COLUMNS.format(text="<p>正文</p>"))  # one of the middle's two
    assert istm(blocks(PUBLISHED), blocks(other_column)) == pytest.approx(1 - 0.2 / 2)


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(PUBLISHED.replace("<body>", "<body class=dark>"), id="attributes"),
        pytest.param(PUBLISHED.replace("</body>", "<div></div></body>"), id="children"),
    ],
)
def test_pages_with_unequal_roots_have_nothing_in_common(other: str) -> None:
    assert istm(blocks(PUBLISHED), blocks(other)) == 0


def test_values_of_attributes_do_not_matter() -> None:
    one, other = (blocks(f"<body><a href=/{n}>{n}</a></body>") for n in range(2))
    assert istm(one, other) == 1


def test_nodes_at_other_places_are_unequal() -> None:
    one, other = blocks("<body><p></p><b></b></body>"), blocks("<body><b></b><p></p></body>")
    assert istm(one, other) == 0


def test_pages_nested_thousands_deep_are_compared() -> None:
    deep = tree("<body>" + "<div>" * 10_000 + "text")
    assert istm(BlockTree.of(deep), BlockTree.of(deep)) == pytest.approx(1)
    assert without_template(deep, tree("<body><p>other")) == "text"


MARKUP = st.recursive(
    st.sampled_from(["文字", "<br>", "<img src=a>"]),
    lambda inner: st.builds(
        "<{0}>{1}</{0}>".format,
        st.sampled_from(["div", "p", "ul", "b"]),
        st.lists(inner, max_size=4).map("".join),
    ),
)


@given(MARKUP, MARKUP)
def test_similarity_is_a_share_and_the_same_both_ways(one: str, other: str) -> None:
    first, second = blocks(f"<body>{one}</body>"), blocks(f"<body>{other}</body>")
    assert istm(first, first) == pytest.approx(1)
    assert istm(first, second) == pytest.approx(istm(second, first))
    assert -1e-9 <= istm(first, second) <= 1 + 1e-9


def test_pages_of_one_template_are_one_cluster() -> None:
    news = [page(COLUMNS.format(text=text)) for text in ("一", "<p>二</p>", "三")]
    lists = [page("<ul><li>甲</ul>", top=f"<p>{place}</p>", end="<p></p>") for place in range(2)]
    mixed = [news[0], lists[0], news[1], lists[1], news[2]]
    assert agglomerate([blocks(one) for one in mixed], 0.3) == [0, 1, 0, 1, 0]


def test_clusters_are_as_far_from_each_other_as_their_members_on_average() -> None:
    far = np.inf
    # The third is near to the second and far from the first: 0.45 from both together.
    distances = np.array([[far, 0.1, 0.6], [0.1, far, 0.3], [0.6, 0.3, far]])
    assert cut_average_linkage(distances, 0.5) == [0, 0, 0]
    assert cut_average_linkage(distances, 0.4) == [0, 0, 1]
    assert cut_average_linkage(np.empty((0, 0)), 0.5) == []


def test_what_a_sibling_has_too_is_no_body() -> None:
    one = tree(page(COLUMNS.format(text="<h1>新机发布</h1><p>今天<b>上市</b>。</p>")))
    other = tree(page(COLUMNS.format(text="<h1>降价</h1><p>昨天<b>上市</b>。</p>")))
    assert without_template(one, other) == "新机发布\n今天"
    assert without_template(one, one) == ""


def test_what_only_the_page_has_is_kept_whole() -> None:
    one = tree(page("<p>一</p><p>二<br>三</p>"))
    assert without_template(one, tree(page("<p>一</p>"))) == "二\n三"
    assert without_template(one, tree("<body></body>")) == "导航\n一\n二\n三\n版权所有"


def test_scripts_are_no_body() -> None:
    one = tree("<body><script>a()</script><style>p{}</style><p>正文</p></body>")
    assert without_template(one, tree("<body><p>别的</p></body>")) == "正文"
