"""Tests of `index.engines.whoosh_files`."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from index.engines.whoosh_files import LONGEST_TERM, OrderedTokens, Tokens, term_bytes


def test_long_tokens_become_short_terms_that_differ() -> None:
    first, second = term_bytes("长" * 400_000), term_bytes("长" * 400_000 + "x")
    assert len(first) == len(second) == LONGEST_TERM
    assert first != second


@settings(max_examples=200, deadline=None)
@given(st.text(st.characters(), max_size=300))
def test_any_text_is_a_term(token: str) -> None:
    assert len(term_bytes(token)) <= LONGEST_TERM


def test_tokens_are_counted() -> None:
    assert list(Tokens().index(("a", "b", "a"))) == [(b"a", 2, 2.0, b""), (b"b", 1, 1.0, b"")]


def test_places_lie_side_by_side() -> None:
    (_, times, _, places), _ = OrderedTokens().index(("a", "b", "a"))
    assert (times, len(places)) == (2, 8)
