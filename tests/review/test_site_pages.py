"""After labelling: the labelled page becomes a record, and its site a seed of the crawl."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from core.topic import load_topic
from index.opening import open_index
from pages.page import Page
from review.apply import apply_changes
from review.context import DecisionError
from review.decide import revert_change
from review.reread import page_at
from review.site_pages import add_seed, read_site
from rules.learn import Example, train
from store.changes import ChangeState, change_of
from store.records import current_records
from store.schema import links
from store.stored_pages import newest_captures
from tests.review.tiny_sites import FIRST, PAGES, SECOND, attributes, files_now, page, store_site

if TYPE_CHECKING:
    from review.context import ReviewContext


def label(context: ReviewContext, site: str = FIRST, number: int = 0) -> str:
    """A page that somebody uploaded and labelled; its address."""
    shown = page(site, number)
    labels = {"品牌": f"牌{number}", "价格": f"{1000 + number}元", "手机制式": "5G"}
    examples = [Example(attribute=name, name=name, value=value) for name, value in labels.items()]
    train(context.library(), Page.read(shown.body, shown.url), examples)
    return shown.url


def link_states(context: ReviewContext) -> dict[str, str]:
    with context.ledger.reading() as conn:
        return {row.url: row.state for row in conn.execute(select(links.c.url, links.c.state))}


def state_of(context: ReviewContext, change_id: int) -> ChangeState:
    with context.ledger.reading() as conn:
        change = change_of(conn, change_id)
    assert change
    return change.state


def test_an_uploaded_page_becomes_a_record_that_is_found(context: ReviewContext) -> None:
    url = label(context)
    change = read_site(context, FIRST, "ana")
    assert [one.change.id for one in apply_changes(context)] == [change]
    assert state_of(context, change) is ChangeState.DONE
    with context.ledger.reading() as conn:
        [record] = current_records(conn, "phones")
        [body] = newest_captures(conn, "phones")
    assert record.url == url
    assert {value.attribute: value.raw for value in record.values}["品牌"] == "牌0"
    assert page_at(context.archive, body).body == page(FIRST, 0).body
    index = open_index(context.index_place())
    assert index.manifest.products == 1
    index.close()


def test_stored_pages_of_the_site_are_read_as_well(context: ReviewContext) -> None:
    store_site(context, FIRST, PAGES)
    read_site(context, FIRST, "ana")
    apply_changes(context)
    assert attributes(context)["品牌"] == PAGES


def test_a_page_that_a_crawl_has_stored_is_not_stored_again(context: ReviewContext) -> None:
    store_site(context, FIRST, PAGES)
    with context.ledger.reading() as conn:
        before = list(newest_captures(conn, "phones"))
    label(context)
    for _ in range(2):
        read_site(context, FIRST, "ana")
        apply_changes(context)
    with context.ledger.reading() as conn:
        assert list(newest_captures(conn, "phones")) == before


def test_pages_of_other_sites_stay_as_they_are(context: ReviewContext) -> None:
    label(context, SECOND)
    label(context, FIRST)
    read_site(context, FIRST, "ana")
    apply_changes(context)
    assert attributes(context, SECOND) == {}


def test_two_clicks_are_one_change(context: ReviewContext) -> None:
    label(context)
    assert read_site(context, FIRST, "ana") == read_site(context, FIRST, "ana")
    assert read_site(context, SECOND, "ana") != read_site(context, FIRST, "ana")


def test_reading_cannot_be_reverted(context: ReviewContext) -> None:
    label(context)
    change = read_site(context, FIRST, "ana")
    apply_changes(context)
    with pytest.raises(DecisionError, match="nothing to revert"):
        revert_change(context, change, "ana")


def test_only_a_crawl_of_its_site_asks_for_the_page_again(context: ReviewContext) -> None:
    url = label(context)
    read_site(context, FIRST, "ana")
    apply_changes(context)
    assert link_states(context) == {url: "done"}
    add_seed(context, f"http://www.{FIRST}/", "ana")
    apply_changes(context)
    assert link_states(context) == {url: "queued"}


def test_a_page_of_a_seed_waits_for_the_crawl(context: ReviewContext) -> None:
    add_seed(context, f"http://www.{FIRST}/", "ana")
    url = label(context)
    read_site(context, FIRST, "ana")
    apply_changes(context)
    assert link_states(context) == {url: "queued"}


def test_a_seed_is_added_and_taken_back(context: ReviewContext) -> None:
    before = files_now(context)
    change = add_seed(context, f"http://www.{FIRST}/", "ana")
    apply_changes(context)
    assert context.topic().seeds == (f"http://www.{FIRST}/",)
    with pytest.raises(DecisionError, match="a seed of phones already"):
        add_seed(context, f"http://www.{FIRST}/", "ana")
    revert_change(context, change, "ana")
    apply_changes(context)
    assert files_now(context) == before


@pytest.mark.parametrize("url", ["", "shop.example", "file:///etc/passwd", "http://[", "a: b"])
def test_what_is_no_web_address_is_no_seed(context: ReviewContext, url: str) -> None:
    with pytest.raises(DecisionError):
        add_seed(context, url, "ana")
    assert load_topic(context.settings.topics, "phones").seeds == ()
