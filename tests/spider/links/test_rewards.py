from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from spider.links.rewards import DISCOUNT, certainty, page_worth, promise


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
