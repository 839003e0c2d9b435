"""From labels to places on the page, and back to labels."""

from __future__ import annotations

import pytest

from core.names import name_key
from rules.examples import Example
from rules.learn import Sample
from samples.labels import labelled_samples
from search_ui.labelling.marking import MarkedPair
from search_ui.labelling.pairs import examples_of, pairs_of


@pytest.mark.parametrize(
    "sample", [pytest.param(one, id=one.page.url) for one in labelled_samples()]
)
def test_labels_are_found_where_they_stand(sample: Sample) -> None:
    pairs = pairs_of(sample)
    assert len(pairs) == len(sample.examples)
    for pair in pairs:
        shown = sample.outline.text(pair.value_leaves)
        assert name_key(pair.value) in name_key(shown)
        if pair.name:
            assert pair.name_leaf is not None
            assert name_key(pair.name) in name_key(sample.outline.texts[pair.name_leaf])


def test_labels_that_the_page_does_not_show_have_no_place() -> None:
    sample = next(labelled_samples())
    lost = (
        Example(attribute="重量", name="重量", value="nowhere"),
        Example(attribute="品牌", value="no"),
    )
    assert all(not pair.place for pair in pairs_of(Sample(sample.page, lost)))


def test_only_pairs_with_an_attribute_and_a_value_teach() -> None:
    whole = MarkedPair(attribute="重量", name="重量", value="102 克")
    unnamed = MarkedPair(name="口味", value="甜")
    begun = MarkedPair(attribute="品牌", name="品牌", value=" ")
    expected = Example(attribute="重量", name="重量", value="102 克")
    assert examples_of([whole, unnamed, begun]) == (expected,)
