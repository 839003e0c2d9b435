from __future__ import annotations

from discovery.rows.definitions import definitions
from tests.discovery.small_trees import places_of


def read(body: str) -> list[tuple[str, str]]:
    return [(row.name, row.value) for row in definitions(places_of(body))]


def test_a_name_has_all_definitions_up_to_the_next_name() -> None:
    body = "<dl><dt>Weight<dd>102 g<dt>Colours<dd>red<dd>blue</dl>"
    assert read(body) == [("Weight", "102 g"), ("Colours", "red blue")]


def test_pairs_may_be_boxed() -> None:
    body = "<dl><div><dt>Weight</dt><dd>102 g</dd></div><div><dt>Colour</dt><dd>red</dd></div></dl>"
    assert read(body) == [("Weight", "102 g"), ("Colour", "red")]


def test_a_name_without_definition_is_no_row() -> None:
    assert read("<dl><dt>Weight</dl>") == []
