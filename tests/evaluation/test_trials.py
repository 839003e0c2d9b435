from __future__ import annotations

import pytest

from evaluation.trials import pairs_read, rules_from, trials
from pages.page import Page
from rules.examples import Example
from rules.learn_layout import Sample


@pytest.mark.parametrize("most", [1, 3])
def test_every_trial_trains_with_other_pages_and_reads_the_rest(most: int) -> None:
    chosen = []
    for train, read in trials(range(40), most, count=10):
        assert len(set(train)) == most
        assert sorted([*train, *read]) == list(range(40))
        chosen.append(tuple(train))
    assert len(set(chosen)) == 10


def test_trials_are_the_same_every_time() -> None:
    assert list(trials("abcdefgh", 2, 3)) == list(trials("abcdefgh", 2, 3))


def _page(model: str, weight: str) -> Page:
    rows = f"<tr><th>型号</th><td>{model}</td></tr><tr><th>重量</th><td>{weight}</td></tr>"
    body = f"<html><body><h1>手机</h1><table>{rows}</table></body></html>"
    return Page.read(body.encode(), f"http://shop.example/{model}", "text/html; charset=utf-8")


def _labelled(model: str, weight: str) -> Sample:
    return Sample(
        _page(model, weight),
        (
            Example(attribute="型号", name="型号", value=model),
            Example(attribute="重量", name="重量", value=weight),
        ),
    )


def test_what_one_page_teaches_reads_another() -> None:
    rules = rules_from([_labelled("1200", "77克")])
    found = [(pair.name, pair.value) for pair in pairs_read(_page("N95", "120克"), rules)]
    assert found == [("型号", "N95"), ("重量", "120克")]


def test_a_sample_that_teaches_nothing_changes_nothing() -> None:
    nonsense = Sample(_page("N95", "120克"), (Example(attribute="颜色", name="颜色", value="紫"),))
    assert rules_from([nonsense]) is None
    rules = rules_from([_labelled("1200", "77克"), nonsense])
    assert pairs_read(_page("N95", "120克"), rules)
