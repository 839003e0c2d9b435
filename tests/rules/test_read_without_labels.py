"""Layouts of shops read without any label: what comes out of pages of a site nobody knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from evaluation.datasets import site_memory
from evaluation.real_sites import pairs_read
from evaluation.scoring import Tally, facts, score_pairs
from tests.rules.layout_zoo.family import families

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.page_rows import SiteMemory
    from tests.rules.layout_zoo.family import ZooPage

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
    "platform_compared_with_similar": (0.91, 1.0),
    "grid_flat_divs": (1.0, 1.0),
    "grid_value_above_name": (0.86, 0.81),
    "hard_flat_grid_with_headings": (1.0, 1.0),
    "table_bold_lines_in_value_cells": (0.89, 0.92),
    "table_infobox": (1.0, 1.0),
    "table_nested_in_value": (0.9, 0.95),
    "zh_parameters_with_tips": (0.93, 1.0),
    "zh_parameter_list_with_links": (0.93, 1.0),
}

# Pages with much that looks like specs: with what the site's other pages say, and each page alone.
# Precision is far from good: it is what is read today.
NOISY = {
    "later_de_electronics": ((0.83, 0.94), (0.88, 0.94)),
    "later_de_small_shop": ((0.76, 1), (0.62, 1)),
    "later_photo_dealer": ((0.87, 1), (0.82, 1)),
    "later_second_hand": ((0.64, 1), (0.53, 1)),
    "later_supermarket": ((1, 0.99), (1, 0.78)),
    "later_zh_group_buying": ((0.73, 1), (0.83, 1)),
    "later_zh_mobile_portal": ((1, 1), (1, 1)),
    "noisy_accordions": ((1, 1), (0.81, 1)),
    "noisy_auction": ((0.96, 1), (0.85, 1)),
    "noisy_blog_shop": ((1, 1), (0.4, 1)),
    "noisy_collectors_database": ((0.5, 1), (0.47, 1)),
    "noisy_de_hardware_store": ((0.79, 1), (0.67, 1)),
    "noisy_de_mail_order": ((1, 1), (0.8, 1)),
    "noisy_de_price_comparison": ((0.54, 1), (0.65, 1)),
    "noisy_department_store": ((0.81, 1), (0.86, 1)),
    "noisy_electronics_chain": ((0.97, 0.99), (0.87, 1)),
    "noisy_maker_models": ((1, 1), (1, 1)),
    "noisy_maker_sheet": ((1, 1), (1, 1)),
    "noisy_marketplace_overseas": ((0.88, 1), (0.84, 1)),
    "noisy_more_information": ((0.94, 1), (1, 1)),
    "noisy_own_words": ((0.59, 1), (0.59, 1)),
    "noisy_review_site": ((1, 1), (0.88, 1)),
    "noisy_zh_large_shop": ((0.89, 1), (1, 1)),
    "noisy_zh_market_grid": ((1, 1), (1, 1)),
    "noisy_zh_market_list": ((0.83, 1), (0.86, 1)),
    "noisy_zh_old_portal": ((0.73, 1), (0.72, 1)),
}


def read(pages: Sequence[ZooPage], memory: SiteMemory | None) -> Tally:
    tally = Tally()
    for page in pages:
        gold = [(wanted.name, wanted.value) for wanted in page.gold]
        tally += score_pairs(gold, facts(pairs_read(page.page, None, memory), gold))
    return tally


@pytest.mark.parametrize("name", FLOORS)
def test_a_site_is_read_without_labels(name: str) -> None:
    pages = FAMILIES[name].pages()
    tally = read(pages, site_memory(page.page for page in pages))
    precision, recall = FLOORS[name]
    assert tally.precision >= precision
    assert tally.recall >= recall


@pytest.mark.parametrize("name", NOISY)
def test_what_looks_like_specs_is_left_out(name: str) -> None:
    pages = FAMILIES[name].pages()
    memories = site_memory(page.page for page in pages), None
    for memory, (precision, recall) in zip(memories, NOISY[name], strict=True):
        tally = read(pages, memory)
        assert round(tally.precision, 2) >= precision
        assert round(tally.recall, 2) >= recall
