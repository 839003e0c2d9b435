from __future__ import annotations

import re

import pytest

from evaluation.hostile import HostileWeb, Trap
from evaluation.hostile.page_traps import PAGES, SPECS, STYLES

WEB = HostileWeb()
LARGEST = 8_000_000  # bytes: `page_megabytes`, beyond which nobody would read it


@pytest.mark.parametrize("trap", [*PAGES, *STYLES], ids=lambda trap: trap.name)
def test_a_dear_page_is_a_product_page_that_a_crawl_would_read(trap: Trap) -> None:
    body = WEB.fetch(trap.url).body
    assert len(body) < LARGEST
    page = body.decode(errors="replace")
    assert all(f"<th>{name}</th><td>{value}</td>" in page for name, value in SPECS.items())


def test_it_leads_to_four_more_and_then_no_further() -> None:
    url, seen = PAGES[0].url, 0
    while link := re.search(r'<a href="(\d)\.html">', WEB.fetch(url).body.decode()):
        url = f"{PAGES[0].folder}{link[1]}.html"
        seen += 1
    assert seen == 4
    assert WEB.fetch(f"{PAGES[0].folder}5.html").status == 404
