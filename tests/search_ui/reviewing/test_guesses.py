"""Guesses are worked out once for each proposal, and anew when topic or pages are others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from discovery.scoring import EqualWeights
from review.kinds import guess_attribute
from review.queue import proposal_queue
from search_ui.reviewing.guesses import GuessCache
from store.ledger import Ledger, ledger_url
from store.proposals import SeenProposal, save_proposals
from tests.search_ui.labelling.stored_site import PHONES
from tests.store.small_crawl import NOW, add_link

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from sqlalchemy import Connection

    from core.topic import Topic
    from review.kinds import AttributeGuess
    from review.known_values import KnownValues
    from review.shown import ValueOnPage


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

    monkeypatch.setattr("search_ui.reviewing.guesses.guess_attribute", noting)
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
