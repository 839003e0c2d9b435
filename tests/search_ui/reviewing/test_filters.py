from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from search_ui.reviewing.filters import PROPOSAL_STATES, QueueFilters


def test_the_usual_list_has_the_plain_address() -> None:
    assert QueueFilters().address() == "/review"
    assert QueueFilters.read({}) == QueueFilters()
    assert not QueueFilters().narrows


def test_what_is_chosen_is_in_the_address_and_found_again() -> None:
    chosen = QueueFilters("rejected", "泡泡.example", "alias", 3)
    assert chosen.narrows
    assert QueueFilters.of_query(chosen.query) == chosen
    assert chosen.address(4) == f"/review?{chosen._replace(page=4).query}"


@pytest.mark.parametrize("page", ["0", "-1", "x", "9" * 50, "１２", "1.5", ""])
def test_pages_that_are_none(page: str) -> None:
    assert QueueFilters.read({"page": page}).page == 1


@given(st.dictionaries(st.sampled_from(["state", "site", "kind", "page"]), st.text()))
@settings(max_examples=100, deadline=None)
def test_whatever_is_sent_chooses_something(sent: dict[str, str]) -> None:
    filters = QueueFilters.read(sent)
    assert filters.state in PROPOSAL_STATES
    assert filters.address().startswith("/review")
    assert filters.address().isascii()
    assert QueueFilters.of_query(filters.query).state == filters.state
