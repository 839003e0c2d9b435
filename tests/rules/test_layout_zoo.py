"""Layouts of real shops and spec sites: learned from one page, read from the others."""

from __future__ import annotations

import pytest

from tests.rules.layout_zoo.family import families
from tests.rules.layout_zoo.trial import WAYS, trial

FAMILIES = families()

# What few examples cannot tell: whether a like row, table or list beside them is wanted.
_LIKE_BESIDE = {
    "decoy_heading_row": 0.96,
    "decoy_shipping_table_beside": 0.88,
    "hard_questions_like_specs": 0.92,
    "shop_wholesale": 0.96,
}
# The same where classes would have told it; and tips and headings that only classes tell.
_ONLY_CLASSES_TELL = {
    "hard_flat_grid_with_headings": 0.43,
    "table_infobox": 0.93,
    "table_th_sections_and_lists": 0.89,
}
# Rows are of two kinds, and none of the few examples is of the second.
_ROWS_OF_ANOTHER_KIND = {
    "auction_specifics_and_catalogue": 0.96,
    "table_names_in_th_or_td": 0.70,
}
FLOORS = {
    "five pairs": _LIKE_BESIDE | _ROWS_OF_ANOTHER_KIND,
    "stripped": {"hard_flat_grid_with_headings": 0.54},
    "stripped, five pairs": _LIKE_BESIDE | _ROWS_OF_ANOTHER_KIND | _ONLY_CLASSES_TELL,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", FAMILIES)
def test_a_sample_teaches_to_read_its_family(name: str, way: str) -> None:
    assert trial(FAMILIES[name], WAYS[way]).f1 >= FLOORS.get(way, {}).get(name, 1.0)


def test_floors_speak_of_families_and_ways_that_exist() -> None:
    assert set(FLOORS) <= set(WAYS)
    assert {name for floors in FLOORS.values() for name in floors} <= set(FAMILIES)
