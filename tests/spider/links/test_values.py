from __future__ import annotations

import json

from spider.links.levels import value_of
from spider.links.node import BucketKey
from spider.links.values import LinkValues

PRODUCT = BucketKey("/i/# @li", 4)
LIST = BucketKey("/c/# @nav", 4)
STORY = BucketKey("/s/# @p", 4)


def new_values() -> LinkValues:
    return LinkValues(lambda shape: shape.replace("nokia", "a"))


def crawled(visits: int = 30) -> LinkValues:
    """Lists lead to products, one story in five to a list."""
    values = new_values()
    for visit in range(visits):
        values.learn(PRODUCT, 1.0, {})
        values.learn(LIST, 0.0, {PRODUCT: 10})
        values.learn(STORY, 0.0, {LIST: 1} if visit % 5 == 0 else {})
    return values


def test_at_first_the_level_is_all_that_is_known() -> None:
    assert new_values().value(PRODUCT) == value_of(4)


def test_worth_flows_back_along_the_links() -> None:
    values = crawled()
    assert values.value(PRODUCT) > 0.9
    assert 0.4 < values.value(LIST) < values.value(PRODUCT)
    assert 0.02 < values.value(STORY) < values.value(LIST)


def test_a_list_that_gives_nothing_new_any_more_loses_its_worth() -> None:
    values = crawled()
    for _ in range(100):
        values.learn(LIST, 0.0, {})
    assert values.value(LIST) < 0.05


def test_pages_that_only_lead_to_each_other_lose_their_worth() -> None:
    values = new_values()
    one, other = BucketKey("/a/#", 8), BucketKey("/b/#", 8)
    for _ in range(200):
        values.learn(one, 0.0, {other: 10})
        values.learn(other, 0.0, {one: 10})
    assert values.value(one) < 0.1


def test_another_level_of_a_shape_is_believed_to_be_like_it_but_not_the_same() -> None:
    values = new_values()
    for _ in range(20):
        values.learn(BucketKey("/x/#", 3), 0.0, {})
    assert values.value(BucketKey("/x/#", 3)) < 0.02
    assert 0.3 < values.value(BucketKey("/x/#", 9)) < value_of(9)


def test_a_new_shape_is_believed_to_be_like_its_coarse_shape() -> None:
    values = LinkValues(lambda _: "/a/")
    for _ in range(10):
        values.learn(BucketKey("/nokia/", 4), 1.0, {})
    assert values.value(BucketKey("/apple/", 4)) > value_of(4)


def test_it_can_be_stored() -> None:
    values = crawled()
    stored = json.loads(json.dumps(values.to_json()))
    again = LinkValues.from_json(stored, lambda shape: shape.replace("nokia", "a"))
    for key in (PRODUCT, LIST, STORY):
        assert abs(again.value(key) - values.value(key)) < 0.1
    assert again.to_json() == values.to_json()


def test_the_version_tells_when_values_may_have_changed() -> None:
    values = new_values()
    before = values.version
    values.learn(PRODUCT, 1.0, {})
    assert values.version > before
