from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from samples.pocket_web import SIX_HOSTS, PocketWeb
from specseek.demo import SiteOutcome, outcomes

if TYPE_CHECKING:
    from tests.specseek.conftest import Demo


@pytest.fixture(scope="module")
def crawled(demo: Demo) -> dict[str, SiteOutcome]:
    return {site.host: site for site in outcomes(demo.data)}


def test_every_product_page_is_found_and_recorded_once(crawled: dict[str, SiteOutcome]) -> None:
    assert list(crawled) == list(PocketWeb().sites)
    for site in crawled.values():
        assert len(site.records) == site.pages


def test_every_record_is_as_the_gold_says(crawled: dict[str, SiteOutcome]) -> None:
    assert sum(crawled[host].pages for host in SIX_HOSTS) == 595
    assert {host: site.right for host, site in crawled.items()} == {
        host: site.pages for host, site in crawled.items()
    }


def test_one_label_per_layout_is_all_it_learned_from(crawled: dict[str, SiteOutcome]) -> None:
    labelled = Path(__file__).parents[2] / "samples" / "labelled"
    assert sum(site.labelled for site in crawled.values()) == len(
        list(labelled.glob("*/page.html"))
    )
    assert crawled["mobile.21cn.example"].labelled == 2  # nine attributes, and eight
