from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from spider.links.learning import (
    DISCOUNT,
    MOST_LEVEL,
    BucketKey,
    FeatureWeights,
    LinkValues,
    certainty,
    chance,
    level_of,
    page_worth,
    promise,
    value_of,
)


def test_a_level_is_worth_what_it_stands_for() -> None:
    for level in range(MOST_LEVEL + 1):
        assert level_of(value_of(level)) == level


def test_levels_outside_are_taken_for_the_nearest() -> None:
    assert value_of(-3) == value_of(0)
    assert value_of(99) == value_of(MOST_LEVEL)


def test_a_record_is_worth_one() -> None:
    assert page_worth(record=True, relevance=0.0, has_rules=True) == 1.0


def test_without_rules_relevance_stands_for_a_record() -> None:
    assert page_worth(record=False, relevance=0.8, has_rules=False) == 0.8
    assert page_worth(record=False, relevance=0.3, has_rules=False) == 0.0
    assert page_worth(record=False, relevance=0.8, has_rules=True) == 0.0


def test_more_of_the_best_promise_more() -> None:
    assert promise([(0.9, certainty(1))]) < promise([(0.9, certainty(20))]) < 0.9
    assert promise([(0.9, 0.5)]) < promise([(0.9, 0.5), (0.8, 0.5)])


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), max_size=8))
def test_no_page_is_worth_more_than_the_best_it_leads_to(links: list[tuple[float, float]]) -> None:
    """Else pages that only lead to each other would make each other worth more and more."""
    best = max((value for value, _ in links), default=0.0)
    assert 0.0 <= promise(links) <= DISCOUNT * best


def test_what_led_to_worth_weighs_more() -> None:
    weights = FeatureWeights({"known": 1.0})
    for _ in range(20):
        weights.step(["good"], 0.8)
        weights.step(["bad"], -0.8)
    assert weights.total(["good"]) > 0.5
    assert weights.total(["bad"]) < -0.5
    assert weights.total(["known", "never seen"]) == 1.0


def test_there_is_an_end_to_what_is_remembered_and_the_telling_stays() -> None:
    weights = FeatureWeights()
    for _ in range(50):
        weights.step(["telling"], 1.0)
    weights.step((f"word{n}" for n in range(10_000)), 0.01)
    assert len(weights.to_json()) <= 4000
    assert weights.total(["telling"]) > 1.0


def test_they_can_be_stored() -> None:
    weights = FeatureWeights({"a": 0.5})
    weights.step(["a", "b"], 0.3)
    again = FeatureWeights.from_json(weights.to_json())
    assert again.to_json() == weights.to_json()


def test_a_score_of_any_size_is_a_chance() -> None:
    assert chance(0.0) == 0.5
    assert 0.0 < chance(-1e9) < 0.001
    assert 0.999 < chance(1e9) <= 1.0


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
