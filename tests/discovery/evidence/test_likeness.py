from __future__ import annotations

import pytest

from discovery.evidence.likeness import likelihood


@pytest.mark.parametrize(
    ("look", "known", "likely"),
    [
        ("strong", {"strong", ""}, 1.0),
        ("", {"strong", ""}, 0.5),
        ("", {"strong"}, 0.0),
        ("em", {"strong", ""}, 0.0),
        ("strong", set(), 0.0),
    ],
)
def test_tables_4_1_and_4_2(look: str, known: set[str], likely: float) -> None:
    assert likelihood(look, known) == likely
