from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.credibility import EqualWeights
from review.guesses import guess_attribute
from review.queue import proposal_queue
from search_ui.review_queue import PROPOSAL_STATES, GuessCache, QueueFilters
from store.ledger import Ledger, ledger_url
from store.proposals import SeenProposal, save_proposals
from tests.search_ui.label.stored_site import PHONES
from tests.store.small_crawl import NOW, add_link

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from sqlalchemy import Connection

    from core.topic import Topic
    from review.evidence import KnownValues
    from review.guesses import AttributeGuess, ValueOnPage


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


# Guesses are worked out once for each proposal, and anew when topic or pages are others.


@pytest.fixture
def conn(tmp_path: Path) -> Iterator[Connection]:
    with Ledger.open(ledger_url(tmp_path)) as ledger, ledger.transaction() as conn:
        save_proposals(conn, add_link(conn), [SeenProposal("马达类型", "线性马达", "{}")], NOW)
        yield conn


@pytest.fixture
def worked_out(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names that were really thought about."""
    names: list[str] = []

    def noting(
        name: str, shown: Sequence[ValueOnPage], topic: Topic, known: KnownValues
    ) -> AttributeGuess:
        names.append(name)
        return guess_attribute(name, shown, topic, known)

    monkeypatch.setattr("search_ui.review_queue.guess_attribute", noting)
    return names


def test_they_are_remembered_until_something_changes(
    conn: Connection, worked_out: list[str]
) -> None:
    remembered = GuessCache()

    def of_all(topic: Topic = PHONES) -> None:
        remembered.of(conn, topic, proposal_queue(conn, PHONES, EqualWeights()))

    of_all()
    of_all()
    assert len(worked_out) == 1
    save_proposals(conn, 1, [SeenProposal("马达类型", "转子马达", "{}")], NOW)
    of_all()
    assert len(worked_out) == 2
    of_all(PHONES.model_copy(update={"attributes": PHONES.attributes[:-1]}))
    assert len(worked_out) == 3


def test_texts_of_signs_alone_and_endless_ones_are_guessed_about_too(conn: Connection) -> None:
    long = "x" * 1_000_000
    save_proposals(conn, 1, [SeenProposal("★…", long, "{}"), SeenProposal(long, "★", "{}")], NOW)
    found = proposal_queue(conn, PHONES, EqualWeights())
    made = GuessCache().of(conn, PHONES, found)
    assert len(made) == 3
    assert all(len(guess.attribute.name) <= 200 for guess in made)
