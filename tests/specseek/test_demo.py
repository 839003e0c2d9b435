from pathlib import Path

import pytest

from samples.pocket_web import SIX_HOSTS, PocketWeb
from specseek.demo import SiteOutcome, read_pocket_web


@pytest.fixture(scope="module")
def outcomes() -> dict[str, SiteOutcome]:
    return {site.host: site for site in read_pocket_web()}


def test_every_site_is_read_whole(outcomes: dict[str, SiteOutcome]) -> None:
    assert list(outcomes) == list(PocketWeb().sites)
    for host, site in outcomes.items():
        assert site.pages == len(list(PocketWeb().product_pages(host)))
        assert len(site.records) == site.pages


@pytest.mark.parametrize("host", SIX_HOSTS)
def test_every_record_of_the_published_sites_is_right(
    outcomes: dict[str, SiteOutcome], host: str
) -> None:
    assert outcomes[host].right == outcomes[host].pages


def test_one_label_per_layout_is_all_it_learned_from(outcomes: dict[str, SiteOutcome]) -> None:
    labelled = Path(__file__).parents[2] / "samples" / "labelled"
    assert sum(site.labelled for site in outcomes.values()) == len(
        list(labelled.glob("*/page.html"))
    )
    assert outcomes["mobile.21cn.example"].labelled == 2  # nine attributes, and eight
