"""Regions that no rule reads on the review page: one decision makes a rule."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from core.records import ReadRecord, ReadValue
from samples.pocket_web import PocketWeb
from store.records import current_records, save_records
from tests.search_ui.label.stored_site import NOW, store

if TYPE_CHECKING:
    from store.records import CurrentRecord
    from tests.search_ui.review.conftest import Bench

pytestmark = pytest.mark.slow


HOST, SITE = "www.shouji.example", "shouji.example"
HOSTILE = "<script>hostile()</script>"


@pytest.fixture
def unread(bench: Bench) -> Bench:
    """A site without rules, whose pages were read by their rows."""
    pages = list(PocketWeb().product_pages(HOST))[:8]
    numbers = store(bench.data, pages, bench.settings.rules)
    with bench.ledger() as ledger, ledger.transaction() as conn:
        for page in pages:
            values = [
                ReadValue(pair.attribute, pair.name, pair.value, "row", 0.9, "参数")
                for pair in page.gold
            ]
            values += [ReadValue(None, HOSTILE, HOSTILE, "row", 0.5, HOSTILE)]
            read = ReadRecord("rows", None, None, tuple(values))
            save_records(conn, numbers[page.url], [read], None, NOW)
    return bench


def regions_on(page: str) -> list[str]:
    return re.findall(r'name="region" value="(\w+)"', page)


def shown_records(bench: Bench) -> list[CurrentRecord]:
    """Without what pages tell machines."""
    with bench.ledger() as ledger, ledger.reading() as conn:
        found = list(current_records(conn, "phones", SITE))
    return [one for one in found if one.source in {"rule", "rows"}]


def test_what_rows_say_is_offered_whole_and_becomes_a_rule(unread: Bench) -> None:
    page = unread.admin.get("/review").text
    assert "a table on 8 pages" in page
    assert HOSTILE not in page
    table, *_ = regions_on(page)
    assert {one.source for one in shown_records(unread)} == {"rows"}
    answer = unread.post("/review/regions", region=table, choice="accept")
    assert (answer.status_code, answer.location) == (303, "/review")
    unread.wait()
    changes = unread.admin.get("/review/changes").text
    assert "Rule from region" in changes
    read = shown_records(unread)
    assert [one.source for one in read] == ["rule"] * 8, changes
    named = [value.raw for one in read for value in one.values if value.attribute == "手机名"]
    assert len(named) == 8, "what has no name beside it is learned with the region"
    assert table not in regions_on(unread.admin.get("/review").text)


def test_nothing_is_decided_of_what_is_not_there(unread: Bench) -> None:
    assert unread.post("/review/regions", region="r00000000", choice="accept").status_code == 422
    assert unread.post("/review/regions", choice="reject").status_code == 422
    assert unread.post("/review/regions", region="x", choice="burn").status_code == 400
    assert len(regions_on(unread.admin.get(f"/review?site={SITE}").text)) == 2
    assert regions_on(unread.admin.get("/review?state=rejected").text) == []
