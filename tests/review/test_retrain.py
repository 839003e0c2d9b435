from __future__ import annotations

from typing import TYPE_CHECKING

from core.yaml_files import dump_yaml, parse_yaml
from pages.page import Page
from review.retrain import RulesAndTopic, fixture_differences
from rules.model import SiteRules
from tests.review.tiny_sites import FIRST, NAME, page

if TYPE_CHECKING:
    from review.context import ReviewContext
    from rules.record import Pair


def pages(*numbers: int) -> list[Page]:
    stored = [page(FIRST, number) for number in numbers]
    return [Page.read(one.body, one.url, one.content_type) for one in stored]


def reader(context: ReviewContext, old: str = "品牌", new: str = "品牌") -> RulesAndTopic:
    """The rules of the site, with one attribute called otherwise."""
    rules = context.library().rules_for("http://a.example/")
    assert rules is not None
    text = dump_yaml(rules).replace(f"attribute: {old}\n", f"attribute: {new}\n")
    return RulesAndTopic(parse_yaml(text, SiteRules, "rules"), context.topic())


def test_what_is_read_as_before_is_no_difference(stored: ReviewContext) -> None:
    assert fixture_differences(pages(0, 1), reader(stored), reader(stored), [NAME]) == []


def test_an_attribute_that_is_another_is_told(stored: ReviewContext) -> None:
    told = fixture_differences(pages(1), reader(stored), reader(stored, "手机制式", "网络"), [NAME])
    url = "http://www.a.example/phone/1"
    assert told == [f"{url}: lost 手机制式 = '5G'", f"{url}: new 网络 = '5G'"]


def test_a_name_that_was_decided_may_get_an_attribute(stored: ReviewContext) -> None:
    changed = reader(stored, "手机制式", "网络")
    assert fixture_differences(pages(1), reader(stored), changed, ["手机制式"]) == []


class ReadingNothing(RulesAndTopic):
    def read(self, _page: Page) -> list[Pair]:
        return []


def test_a_name_that_was_decided_must_not_lose_its_value(stored: ReviewContext) -> None:
    nothing = ReadingNothing(None, stored.topic())
    told = fixture_differences(pages(1), reader(stored), nothing, ["品牌", "价格", NAME, "颜色"])
    assert sum("lost" in line for line in told) == 5


def test_only_some_of_many_differences_are_told(stored: ReviewContext) -> None:
    changed = reader(stored, "品牌", "牌子")
    told = fixture_differences(pages(*range(9)), reader(stored), changed, [])
    assert len(told) == 11
    assert told[-1] == "and 8 more"
