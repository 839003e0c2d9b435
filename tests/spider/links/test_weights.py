from __future__ import annotations

from spider.links.weights import FeatureWeights, chance


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
