"""Regions that pages' rows say and no rule knows: offered, accepted, rejected, put back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.records import ReadRecord, ReadValue
from review.apply import apply_changes
from review.context import DecisionError
from review.decide import revert_change
from review.regions import accept_regions, open_regions, reject_regions
from store.changes import ChangeKind, ChangeState
from store.records import current_records, save_records
from tests.review.tiny_sites import (
    FIRST,
    NAME,
    ORIGIN,
    PAGES,
    SECOND,
    link_ids,
    proposal,
    read_without_rules,
    rows_of,
    state,
    store_site,
)
from tests.store.small_crawl import NOW

if TYPE_CHECKING:
    from review.context import ReviewContext
    from store.records import CurrentRecord


def read_beside_rules(context: ReviewContext) -> None:
    """The site's rule reads the table; what stands apart from it is said by rows alone."""
    store_site(context, FIRST, PAGES)
    with context.ledger.transaction() as conn:
        read = list(current_records(conn, "phones"))
        for number, (link, one) in enumerate(zip(link_ids(conn, FIRST), read, strict=True)):
            values = [ReadValue(value.attribute, value.name, value.raw) for value in one.values]
            both = ReadRecord("rule", "a.example/1", 1, (*values, rows_of(number)[-1]))
            save_records(conn, link, [both], None, NOW)


def records(context: ReviewContext) -> list[CurrentRecord]:
    with context.ledger.reading() as conn:
        return list(current_records(conn, "phones"))


def offered(context: ReviewContext) -> set[str]:
    return {name.name for one in open_regions(context) for name in one.names}


def test_regions_are_offered_whole_with_names_values_and_pages(context: ReviewContext) -> None:
    read_without_rules(context, FIRST)
    table, origin = open_regions(context)
    assert (table.site, table.heading, table.pages, table.further) == (FIRST, "参数", PAGES, False)
    assert {one.name: one.attribute for one in table.names} == {
        "品牌": "品牌",
        "价格": "价格",
        "手机制式": "手机制式",
        NAME: None,
        "颜色": None,
    }
    assert table.names[0].values == ("牌0", "牌4")
    assert table.confidence == pytest.approx(0.9)
    assert (origin.heading, [one.name for one in origin.names]) == ("其他", [ORIGIN])
    assert open_regions(context, SECOND) == []


def test_headings_that_name_the_product_are_one_region(context: ReviewContext) -> None:
    read_without_rules(context, FIRST, "机{}参数")
    table, origin = open_regions(context)
    assert (len(table.headings), table.pages, len(table.names)) == (PAGES, PAGES, 5)
    assert origin.pages == PAGES


def test_an_accepted_region_is_a_rule(context: ReviewContext) -> None:
    read_without_rules(context, FIRST)
    (change,) = accept_regions(context, [open_regions(context)[0].id], "ana")
    assert [one.heading for one in open_regions(context)] == ["其他"], "nobody is asked twice"
    (applied,) = apply_changes(context)
    assert (applied.change.id, applied.change.kind) == (change, ChangeKind.REGION)
    assert applied.change.state is ChangeState.DONE, applied.change.note
    assert applied.records == PAGES
    read = records(context)
    assert [one.source for one in read] == ["rule"] * PAGES
    for number, one in enumerate(read):
        told = {value.name: value.raw for value in one.values if not value.by}
        assert told.items() >= {"品牌": f"牌{number}", "颜色": f"色{number}"}.items()
        assert {value.name: value.attribute for value in one.values}["颜色"] is None


def test_a_region_widens_the_rules_that_are_there(context: ReviewContext) -> None:
    read_beside_rules(context)
    (origin,) = open_regions(context)
    assert origin.further
    accept_regions(context, [origin.id], "ana")
    (applied,) = apply_changes(context)
    assert applied.change.state is ChangeState.DONE, applied.change.note
    for number, one in enumerate(records(context)):
        told = {value.name: value.raw for value in one.values if not value.by}
        assert told.items() >= {ORIGIN: f"国{number % 3}", "品牌": f"牌{number}"}.items()
    assert ORIGIN not in offered(context)


def test_the_names_of_a_rejected_region_are_not_wanted_there(context: ReviewContext) -> None:
    read_beside_rules(context)
    reject_regions(context, [open_regions(context)[0].id], "ana")
    (applied,) = apply_changes(context)
    assert applied.change.state is ChangeState.DONE, applied.change.note
    rules = context.library().rules_for(f"http://{FIRST}/")
    assert rules
    assert (rules.unwanted, len(rules.layouts)) == ((ORIGIN,), 1)
    assert all(value.name != ORIGIN for one in records(context) for value in one.values)
    assert ORIGIN not in offered(context)


def test_a_rejection_answers_the_proposals_of_its_names_and_can_be_reverted(
    context: ReviewContext,
) -> None:
    store_site(context, FIRST, PAGES)
    open_one = proposal(context)
    read_without_rules(context, SECOND)
    with context.ledger.transaction() as conn:
        links = link_ids(conn, FIRST)
        for link in links:
            save_records(conn, link, [ReadRecord("rows", None, None, rows_of(1))], None, NOW)
    of_first = [one for one in open_regions(context, FIRST) if one.heading == "参数"]
    (change,) = reject_regions(context, [of_first[0].id], "ana")
    apply_changes(context)
    assert state(context, open_one) == "rejected"
    revert_change(context, change, "ana")
    apply_changes(context)
    assert state(context, open_one) == "open"
    rules = context.library().rules_for(f"http://{FIRST}/")
    assert rules
    assert rules.unwanted == ()


def test_regions_of_several_sites_are_several_changes(context: ReviewContext) -> None:
    for site in (FIRST, SECOND):
        read_without_rules(context, site)
    both = [one.id for one in open_regions(context) if one.heading == "参数"]
    assert len(accept_regions(context, both, "ana")) == 2
    done = apply_changes(context)
    assert [one.change.state for one in done] == [ChangeState.DONE] * 2
    assert {one.source for one in records(context)} == {"rule"}


def test_what_is_not_offered_cannot_be_decided(context: ReviewContext) -> None:
    with pytest.raises(DecisionError, match="no region r00000000 waits"):
        accept_regions(context, ["r00000000"], "ana")


def test_a_region_whose_pages_are_lost_is_refused(context: ReviewContext) -> None:
    read_without_rules(context, FIRST)
    accept_regions(context, [open_regions(context)[0].id], "ana")
    for file in (context.settings.data / "archive").glob("*"):
        file.write_bytes(b"")
    (applied,) = apply_changes(context)
    assert applied.change.state is ChangeState.REFUSED
    assert "no rule could be learned from its stored pages" in applied.change.note
    assert context.library().rules_for(f"http://{FIRST}/") is None
    assert len(open_regions(context)) == 2, "it may be decided anew"
