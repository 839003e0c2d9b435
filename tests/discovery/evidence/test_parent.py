from __future__ import annotations

from discovery.evidence.parent import Parents, likelihood, parents_of
from tests.discovery.evidence.small_tree import SmallTree

# Figure 4-2: two names share the table's body, all three share the form.
PUBLISHED = SmallTree(
    "<form><p><strong>参考价格</strong></p>"
    "<tbody-like><font>主屏尺寸</font><font>摄像头</font></tbody-like>"
    "<strong>数据业务</strong><div><p><b>评论</b></p></div></form><p>广告</p>"
)


def tags(parents: Parents) -> set[str]:
    return {element.tag for element in parents.common}


def published() -> Parents:
    return parents_of([PUBLISHED.leaf(name) for name in ("摄像头", "参考价格", "主屏尺寸")])


def test_groups_of_names_have_ancestors_of_their_own() -> None:
    assert tags(published()) == {"form", "tbody-like"}
    assert published().steps == {2, 3}


def test_a_text_belongs_where_any_distance_leads_to_any_of_the_ancestors() -> None:
    assert likelihood(PUBLISHED.leaf("数据业务"), published()) == 1.0


def test_a_text_further_in_or_outside_does_not_belong() -> None:
    assert likelihood(PUBLISHED.leaf("评论"), published()) == 0.0
    assert likelihood(PUBLISHED.leaf("广告"), published()) == 0.0


def test_one_name_has_its_own_element_and_none_has_nothing() -> None:
    page = SmallTree("<p>重量<br>颜色</p>")
    assert likelihood(page.leaf("颜色"), parents_of([page.leaf("重量")])) == 1.0
    assert likelihood(page.leaf("颜色"), parents_of([])) == 0.0


def test_names_of_every_pair_of_sections_are_covered_by_neighbours() -> None:
    page = SmallTree("".join(f"<ul><li>甲{n}<li>乙{n}</ul>" for n in range(3)))
    found = parents_of([page.leaf(f"{name}{n}") for name in "甲乙" for n in range(3)])
    assert tags(found) == {"ul", "body"}
    assert found.steps == {2, 3}
