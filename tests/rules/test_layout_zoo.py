"""Layouts of real shops and spec sites: learned from one page, read from the others."""

from __future__ import annotations

import pytest

from tests.rules.layout_zoo.family import families
from tests.rules.layout_zoo.trial import WAYS, trial

FAMILIES = families()

# Where few pairs are labelled, what else the page says is not left out on purpose: likely rows of
# other tables and boxes come out beside the labelled ones, with no attribute.
_FEW_PAIRS = {
    "auction_odd_row_without_filler": 0.89,
    "auction_specifics_and_catalogue": 0.9,
    "auction_two_pairs_a_row": 0.9,
    "auction_wordy_condition": 0.88,
    "decoy_heading_row": 0.96,
    "decoy_other_products_with_specs": 0.91,
    "decoy_shipping_table_beside": 0.88,
    "grid_heading_then_div": 0.96,
    "hard_questions_like_specs": 0.92,
    "hard_stray_end_tags": 0.98,
    "lines_colon_outside_bold": 0.95,
    "lines_name_colon_value_br": 0.95,
    "lines_spans_and_br": 0.95,
    "list_name_colon_value_text": 0.96,
    "list_one_dl_for_all": 0.91,
    "old_fonts_and_breaks": 0.93,
    "platform_div_rows_with_help": 0.96,
    "platform_icons_with_hidden_words": 0.96,
    "platform_jtl": 0.96,
    "platform_rows_of_four_cells": 0.96,
    "platform_shopware": 0.96,
    "shop_wholesale": 0.96,
    "table_rows_without_name_continue": 0.98,
    "table_infobox": 0.93,
    "table_three_columns_section_name_value": 0.89,
    "table_unit_column": 0.94,
    "table_wide_rows_between": 0.86,
}
_FEW_PAIRS |= {
    "later_second_hand": 0.66,
    "later_zh_group_buying": 0.72,
    "noisy_own_words": 0.73,
    "noisy_zh_old_portal": 0.86,
}
_FEW_PAIRS_WITH_CLASSES = {
    "noisy_blog_shop": 0.98,
    "noisy_department_store": 0.96,
    "table_td_td_sections": 0.97,
    "zh_brackets_and_breaks": 0.96,
    "noisy_auction": 0.88,
    "decoy_summary_in_other_words": 0.98,
    "platform_hashed_paragraphs": 0.99,
    "platform_value_above_name": 0.99,
}
# Tips, headings and the two kinds of columns that only classes tell.
_FEW_PAIRS_BARE = {
    "later_de_electronics": 0.79,
    "later_supermarket": 0.96,
    "noisy_accordions": 0.89,
    "noisy_auction": 0.88,
    "noisy_de_hardware_store": 0.68,
    "noisy_department_store": 0.92,
    "auction_label_value_columns": 0.96,
    "decoy_summary_in_other_words": 0.98,
    "hard_flat_grid_with_headings": 0.43,
    "list_name_repeated_for_readers": 0.72,
    "platform_hashed_paragraphs": 0.58,
    "platform_value_above_name": 0.94,
    "table_td_td_sections": 0.89,
    "zh_brackets_and_breaks": 0.96,
    "zh_parameters_with_tips": 0.81,
}
# What a nearly complete sample leaves out of its table comes out all the same.
_LEFT_OUT = {"later_zh_group_buying": 0.94, "noisy_department_store": 0.92}
FLOORS = {
    "all pairs": _LEFT_OUT | {"platform_rows_of_four_cells": 0.98},
    "three samples": _LEFT_OUT,
    "five pairs": _FEW_PAIRS | _FEW_PAIRS_WITH_CLASSES,
    "stripped": _LEFT_OUT
    | {
        "hard_flat_grid_with_headings": 0.81,
        "platform_hashed_paragraphs": 0.72,
        "platform_rows_of_four_cells": 0.98,
        "platform_value_above_name": 0.94,
    },
    "stripped, five pairs": _FEW_PAIRS | _FEW_PAIRS_BARE,
}


# The hardest way says most of it.
_ALL_WAYS = [
    way if way == "stripped, five pairs" else pytest.param(way, marks=pytest.mark.slow)
    for way in WAYS
]


@pytest.mark.parametrize("way", _ALL_WAYS)
@pytest.mark.parametrize("name", FAMILIES)
def test_a_sample_teaches_to_read_its_family(name: str, way: str) -> None:
    assert trial(FAMILIES[name], WAYS[way]).f1 >= FLOORS.get(way, {}).get(name, 1.0)


def test_floors_speak_of_families_and_ways_that_exist() -> None:
    assert set(FLOORS) <= set(WAYS)
    assert {name for floors in FLOORS.values() for name in floors} <= set(FAMILIES)
