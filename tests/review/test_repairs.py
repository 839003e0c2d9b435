"""A redesigned site gets a proposed repair, an empty one an alarm; neither changes anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pages.page import Page
from review.repairs import (
    COVERAGE_ALARM,
    CoverageLoss,
    RepairFinding,
    coverage_losses,
    propose_repairs,
)
from rules.extract import extract
from rules.library import RuleLibrary
from store.changes import (
    ChangeKind,
    ChangeState,
    NewChange,
    add_change,
    change_of,
    changes_of,
    files_of_change,
)
from store.runs import ErrorFilter, latest_errors
from tests.review.fallen_site import (
    NOW,
    PHONES,
    SITE,
    crawl,
    dearer_page,
    empty_page,
    lose_pages,
    moved_page,
    new_page,
    old_page,
    renamed_page,
    shop,
)

if TYPE_CHECKING:
    from pathlib import Path

    from review.context import ReviewContext


def found(context: ReviewContext) -> RepairFinding:
    (finding,) = propose_repairs(context)
    return finding


def rule_files(context: ReviewContext) -> dict[Path, bytes]:
    folder = context.settings.rules
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_redesigned_site_gets_a_proposal_with_its_figures(tmp_path: Path) -> None:
    with shop(tmp_path) as context:
        crawl(context, new_page, NOW + 100)
        before = rule_files(context)
        number = found(context).change
        assert number is not None
        with context.ledger.reading() as conn:
            change = change_of(conn, number)
        assert change is not None
        assert (change.kind, change.state, change.site) == (
            ChangeKind.REPAIR,
            ChangeState.PROPOSED,
            SITE,
        )
        detail: Any = change.detail
        assert detail["predicted"] == {"pages": 5, "precision": 1.0, "recall": 1.0, "f1": 1.0}
        assert detail["renamed"] == {"参考价格": ["参考价格", "市场均价"]}
        assert detail["gone"] == ["主屏尺寸"]
        assert len(detail["samples"]) == 3
        assert rule_files(context) == before


def test_the_files_of_the_proposal_read_new_pages_and_old(tmp_path: Path) -> None:
    with shop(tmp_path) as context:
        crawl(context, new_page, NOW + 100)
        before = rule_files(context)
        number = found(context).change
        assert number is not None
        with context.ledger.reading() as conn:
            files = files_of_change(conn, number)
        for file in files:
            path = context.file(file.path)
            assert before.get(path) == file.before
            assert file.after is not None
            path.write_bytes(file.after)
        library = RuleLibrary(context.settings.rules / "phones")
        assert len(library.samples(SITE)) == 4
        rules = library.rules_for("http://shop.example/1")
        for page in (new_page(PHONES[7]), old_page(PHONES[7])):
            (record,) = extract(page, rules).records
            assert record.joined()["参考价格"] == "￥1750"


def test_asked_again_it_is_the_same_proposal(tmp_path: Path) -> None:
    with shop(tmp_path) as context:
        crawl(context, new_page, NOW + 100)
        first, second = found(context), found(context)
        assert first.change == second.change
        with context.ledger.reading() as conn:
            assert len(changes_of(conn, "phones")) == 1


def test_an_emptied_site_raises_an_alarm_and_proposes_nothing(tmp_path: Path) -> None:
    with shop(tmp_path) as context:
        crawl(context, empty_page, NOW + 100)
        finding = found(context)
        assert finding.change is None
        assert finding.as_json()["alarm"] == finding.alarm
        with context.ledger.reading() as conn:
            assert changes_of(conn, "phones") == []
            (error,) = latest_errors(conn, ErrorFilter("phones", COVERAGE_ALARM))
    assert (error.site, error.url) == (SITE, "http://shop.example/0")
    assert "0 of 8 pages have a record" in error.detail
    assert "25% of the known values" in error.detail


def test_products_are_found_again_under_new_addresses(tmp_path: Path) -> None:
    with shop(tmp_path) as context:
        lose_pages(context, NOW + 100)
        crawl(context, moved_page, NOW + 110)
        finding = found(context)
    assert (finding.pages, finding.loss.kept.pages_gone) == (8, 8)
    assert finding.repair is not None
    assert finding.repair.predicted.f1 == 1.0
    assert all(sample.page.url.endswith("/specs") for sample in finding.repair.samples)


def test_pages_that_only_speak_of_products_are_not_theirs(tmp_path: Path) -> None:
    def news(phone: tuple[str, ...]) -> Page:
        body = f"<meta charset=utf-8><title>{phone[0]} 评测</title><p>{phone[0]}很好用</p>"
        return Page.read(body.encode(), f"http://shop.example/{PHONES.index(phone)}/news")

    with shop(tmp_path) as context:
        lose_pages(context, NOW + 100)
        crawl(context, news, NOW + 110)
        finding = found(context)
    assert finding.repair is None
    assert "8 pages do not answer" in str(finding.loss)


def test_a_site_that_is_read_as_ever_is_left_alone(tmp_path: Path) -> None:
    with shop(tmp_path) as context:
        crawl(context, old_page, NOW + 100)
        assert list(propose_repairs(context)) == []


def test_a_single_attribute_that_is_shown_and_unread_gets_a_proposal(tmp_path: Path) -> None:
    with shop(tmp_path) as context:
        crawl(context, renamed_page, NOW + 100, PHONES[:6])
        repair = found(context).repair
    assert repair is not None
    assert repair.renamed == {"重量": ("重量", "机身")}
    assert repair.predicted.f1 == 1.0


def test_prices_that_changed_and_attributes_taken_away_are_nothing_to_repair(
    tmp_path: Path,
) -> None:
    def without_weight(phone: tuple[str, ...]) -> Page:
        page = dearer_page(phone)
        cells = f"<td>重量</td><td>{phone[2]}</td>".encode()
        return Page(page.url, page.body.replace(cells, b""), page.encoding)

    with shop(tmp_path) as context:
        for at, page_of in ((100, dearer_page), (200, without_weight)):
            crawl(context, page_of, NOW + at, PHONES[:6])
            assert list(propose_repairs(context)) == []
            with context.ledger.reading() as conn:
                assert latest_errors(conn, ErrorFilter("phones", COVERAGE_ALARM)) == []


# Sites that are no longer read as they were are noticed.


def fallen(context: ReviewContext, site: str | None = None) -> list[CoverageLoss]:
    with context.ledger.reading() as conn:
        return coverage_losses(conn, "phones", site)


def test_unchanged_coverage_is_not_a_loss(tmp_path: Path) -> None:
    with shop(tmp_path) as context:
        crawl(context, old_page, NOW + 100)
        assert fallen(context) == []


def test_a_redesign_is_a_fall_with_figures(tmp_path: Path) -> None:
    with shop(tmp_path) as context:
        crawl(context, new_page, NOW + 100)
        (loss,) = fallen(context)
    assert (loss.site, loss.since, loss.part) == (SITE, NOW + 100, 0.25)
    assert loss.figures() == {
        "pages": 8,
        "pages_with_record": 8,
        "pages_gone": 0,
        "records_per_page": 1.0,
        "attributes_per_record_before": 4.0,
        "attributes_per_record": 1.0,
        "values_kept": 0.25,
        "refused": 0,
    }
    assert str(loss) == ("shop.example: 8 of 8 pages have a record, 8 of 32 values are still read")


def test_it_is_still_seen_some_crawls_later(tmp_path: Path) -> None:
    with shop(tmp_path) as context:
        for hundreds in (1, 2, 3):
            crawl(context, new_page, NOW + 100 * hundreds)
        (loss,) = fallen(context)
    assert loss.since == NOW + 100


def test_one_page_in_eight_is_no_redesign(tmp_path: Path) -> None:
    with shop(tmp_path) as context:
        crawl(context, new_page, NOW + 100, PHONES[:1])
        assert fallen(context) == []
        crawl(context, new_page, NOW + 200, PHONES[:3])
        assert len(fallen(context, SITE)) == 1
        assert fallen(context, "other.example") == []


def test_what_a_person_answered_is_not_asked_again(tmp_path: Path) -> None:
    with shop(tmp_path) as context:
        crawl(context, new_page, NOW + 100)
        change = NewChange("phones", SITE, ChangeKind.REPAIR, "me", {})
        with context.ledger.transaction() as conn:
            add_change(conn, change, NOW + 150, ChangeState.PROPOSED)
        assert fallen(context)
        with context.ledger.transaction() as conn:
            add_change(conn, change, NOW + 150, ChangeState.DROPPED)
        assert fallen(context) == []


def test_an_attribute_that_is_no_longer_read_is_in_doubt(tmp_path: Path) -> None:
    with shop(tmp_path) as context:
        crawl(context, renamed_page, NOW + 100, PHONES[:6])
        (loss,) = fallen(context)
    assert (loss.in_doubt, loss.is_deep) == (("重量",), False)


def test_so_is_one_that_says_something_else_on_most_pages(tmp_path: Path) -> None:
    with shop(tmp_path) as context:
        crawl(context, dearer_page, NOW + 100)
        (loss,) = fallen(context)
    assert (loss.in_doubt, loss.is_deep, loss.part) == (("参考价格",), False, 1.0)
