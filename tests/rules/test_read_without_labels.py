"""Layouts of shops read without any label: what comes out of pages of a site nobody knows."""

from __future__ import annotations

import pytest

from evaluation.datasets import site_memory
from evaluation.real_sites import pairs_read
from evaluation.scoring import Tally, facts, score_pairs
from tests.rules.layout_zoo.family import families

FAMILIES = families()
# Precision and recall; the price of the product and the shop's terms count as wrong.
FLOORS = {
    "platform_shopify_description": (1.0, 1.0),
    "platform_shopify_accordion": (1.0, 1.0),
    "platform_woocommerce": (1.0, 1.0),
    "platform_shopware": (1.0, 1.0),
    "platform_jtl": (1.0, 1.0),
    "platform_div_rows_with_help": (1.0, 1.0),
    "platform_hashed_grid": (1.0, 1.0),
    "platform_hashed_paragraphs": (1.0, 0.94),
    "platform_grid_without_classes": (1.0, 0.81),
    "platform_rows_of_four_cells": (1.0, 0.78),
    "platform_table_with_column_heads": (1.0, 1.0),
    "platform_icons_with_hidden_words": (1.0, 1.0),
    "platform_value_above_name": (0.94, 0.94),
    "platform_tech_spec_tables": (1.0, 1.0),
    "platform_tabs_of_rows": (1.0, 0.97),
    "platform_compared_with_similar": (0.93, 1.0),
    "grid_flat_divs": (1.0, 1.0),
    "grid_value_above_name": (0.86, 0.81),
    "hard_flat_grid_with_headings": (1.0, 1.0),
    "table_bold_lines_in_value_cells": (0.92, 0.92),
    "table_infobox": (1.0, 1.0),
    "table_nested_in_value": (0.94, 0.95),
    "zh_parameters_with_tips": (0.93, 1.0),
    "zh_parameter_list_with_links": (0.93, 1.0),
}


@pytest.mark.parametrize("name", FLOORS)
def test_a_site_is_read_without_labels(name: str) -> None:
    pages = FAMILIES[name].pages()
    memory = site_memory(page.page for page in pages)
    tally = Tally()
    for page in pages:
        gold = [(wanted.name, wanted.value) for wanted in page.gold]
        tally += score_pairs(gold, facts(pairs_read(page.page, None, memory), gold))
    precision, recall = FLOORS[name]
    assert tally.precision >= precision
    assert tally.recall >= recall
