from __future__ import annotations

from discovery.values import rows_of
from rules.record import Extraction, Pair, Record, Status
from tests.discovery.small_trees import places_of

NOTHING = Extraction(Status.NO_RULE)


def read(body: str, extraction: Extraction = NOTHING) -> list[tuple[str, str, str]]:
    rows = rows_of(places_of(body), extraction).values()
    return [(row.name, row.value, row.by) for row in rows]


def test_a_text_in_a_tables_row_is_not_read_as_a_line_as_well() -> None:
    body = "<table><tr><td>Lens:<td>Zoom: 3x</tr></table>"
    assert read(body) == [("Lens", "Zoom: 3x", "table row")]


def test_what_the_rule_read_comes_first() -> None:
    body = "<table><tr><td>Lens<td>3x <a href=/c>correct this</a></tr></table>"
    extraction = Extraction(Status.OK, "s/1", (Record((Pair(None, "Lens", "3x"),)),))
    assert read(body, extraction) == [("Lens", "3x", "rule")]
