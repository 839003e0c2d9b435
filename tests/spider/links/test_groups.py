from __future__ import annotations

from spider.links.groups import LinkGroup, group_of

NONE: frozenset[str] = frozenset()


def test_hints_in_the_anchor_come_before_hints_in_the_address() -> None:
    assert group_of("参数", {"product"}, {"list"}) == LinkGroup.PRODUCT
    assert group_of("大全", {"list"}, {"product"}) == LinkGroup.LIST
    assert group_of("新闻", {"other"}, {"product"}) == LinkGroup.OTHER
    assert group_of("联想", NONE, {"list"}) == LinkGroup.LIST


def test_page_turns_are_lists_whatever_was_learned() -> None:
    assert group_of("下一页", NONE, NONE, learned=LinkGroup.OTHER) == LinkGroup.LIST
    assert group_of("older", NONE, {"other"}, leads_on=True) == LinkGroup.LIST


def test_what_was_learned_comes_before_hints() -> None:
    assert group_of("新闻", {"other"}, NONE, learned=LinkGroup.PRODUCT) == LinkGroup.PRODUCT


def test_without_hints_the_look_tells() -> None:
    assert group_of("诺基亚 N95", NONE, NONE) == LinkGroup.PRODUCT
    assert group_of("关于我们", NONE, NONE) == LinkGroup.OTHER
