"""What real pages propose by themselves, against what they say."""

from __future__ import annotations

import pytest

from core.names import name_key
from core.topic import shipped_topic
from evaluation.datasets import DataSetsAbsentError, PairsPage, gsmarena, zol
from pages.page import Page
from rules.page_facts import guess_region

PHONES = shipped_topic("phones")


def real_pages() -> list[PairsPage]:
    try:
        return [*gsmarena()[::20], zol()]
    except DataSetsAbsentError as absent:
        pytest.skip(str(absent))


def test_nearly_all_names_are_proposed_and_nearly_nothing_else() -> None:
    found = right = wanted = 0
    for page in real_pages():
        guess = guess_region(Page.read(page.body, page.url), (PHONES,))
        names = {name_key(reading.pair.name) for reading in guess.readings} - {""}
        gold = {name_key(name) for name, _ in page.pairs} - {""}
        found, right, wanted = found + len(names), right + len(names & gold), wanted + len(gold)
    # ZOL sums its table up above it, in rows of its own, and gold has the table alone.
    assert right / found > 0.95
    assert right / wanted > 0.99
