"""Sites that are no longer read as they were are noticed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.ledger.changes import ChangeKind, ChangeState, NewChange, add_change
from review.watch import Fall, falls
from tests.review.fallen_site import (
    NOW,
    PHONES,
    SITE,
    crawl,
    dearer_page,
    new_page,
    old_page,
    renamed_page,
    shop,
)

if TYPE_CHECKING:
    from pathlib import Path

    from review.workshop import Workshop


def fallen(workshop: Workshop, site: str | None = None) -> list[Fall]:
    with workshop.ledger.reading() as conn:
        return falls(conn, "phones", site)


def test_as_it_was_is_no_fall(tmp_path: Path) -> None:
    with shop(tmp_path) as workshop:
        crawl(workshop, old_page, NOW + 100)
        assert fallen(workshop) == []


def test_a_redesign_is_a_fall_with_figures(tmp_path: Path) -> None:
    with shop(tmp_path) as workshop:
        crawl(workshop, new_page, NOW + 100)
        (fall,) = fallen(workshop)
    assert (fall.site, fall.since, fall.part) == (SITE, NOW + 100, 0.25)
    assert fall.figures() == {
        "pages": 8,
        "pages_with_record": 8,
        "pages_gone": 0,
        "records_per_page": 1.0,
        "attributes_per_record_before": 4.0,
        "attributes_per_record": 1.0,
        "values_kept": 0.25,
        "refused": 0,
    }
    assert str(fall) == ("shop.example: 8 of 8 pages have a record, 8 of 32 values are still read")


def test_it_is_still_seen_some_crawls_later(tmp_path: Path) -> None:
    with shop(tmp_path) as workshop:
        for hundreds in (1, 2, 3):
            crawl(workshop, new_page, NOW + 100 * hundreds)
        (fall,) = fallen(workshop)
    assert fall.since == NOW + 100


def test_one_page_in_eight_is_no_redesign(tmp_path: Path) -> None:
    with shop(tmp_path) as workshop:
        crawl(workshop, new_page, NOW + 100, PHONES[:1])
        assert fallen(workshop) == []
        crawl(workshop, new_page, NOW + 200, PHONES[:3])
        assert len(fallen(workshop, SITE)) == 1
        assert fallen(workshop, "other.example") == []


def test_what_a_person_answered_is_not_asked_again(tmp_path: Path) -> None:
    with shop(tmp_path) as workshop:
        crawl(workshop, new_page, NOW + 100)
        change = NewChange("phones", SITE, ChangeKind.REPAIR, "me", {})
        with workshop.ledger.transaction() as conn:
            add_change(conn, change, NOW + 150, ChangeState.PROPOSED)
        assert fallen(workshop)
        with workshop.ledger.transaction() as conn:
            add_change(conn, change, NOW + 150, ChangeState.DROPPED)
        assert fallen(workshop) == []


def test_an_attribute_that_is_no_longer_read_is_in_doubt(tmp_path: Path) -> None:
    with shop(tmp_path) as workshop:
        crawl(workshop, renamed_page, NOW + 100, PHONES[:6])
        (fall,) = fallen(workshop)
    assert (fall.in_doubt, fall.is_deep) == (("重量",), False)


def test_so_is_one_that_says_something_else_on_most_pages(tmp_path: Path) -> None:
    with shop(tmp_path) as workshop:
        crawl(workshop, dearer_page, NOW + 100)
        (fall,) = fallen(workshop)
    assert (fall.in_doubt, fall.is_deep, fall.part) == (("参考价格",), False, 1.0)
