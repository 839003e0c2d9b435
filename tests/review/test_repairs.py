"""A redesigned site gets a proposed repair, an empty one an alarm; neither changes anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from index.ledger.changes import ChangeKind, ChangeState, change_of, changes_of, files_of
from index.ledger.errors import errors_of
from pages.page import Page
from review.repairs import ALARM, Finding, propose_repairs
from rules.extraction import extract
from rules.library import RuleLibrary
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

    from review.workshop import Workshop


def found(workshop: Workshop) -> Finding:
    (finding,) = propose_repairs(workshop)
    return finding


def rule_files(workshop: Workshop) -> dict[Path, bytes]:
    folder = workshop.settings.rules
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_redesigned_site_gets_a_proposal_with_its_figures(tmp_path: Path) -> None:
    with shop(tmp_path) as workshop:
        crawl(workshop, new_page, NOW + 100)
        before = rule_files(workshop)
        number = found(workshop).change
        assert number is not None
        with workshop.ledger.reading() as conn:
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
        assert rule_files(workshop) == before


def test_the_files_of_the_proposal_read_new_pages_and_old(tmp_path: Path) -> None:
    with shop(tmp_path) as workshop:
        crawl(workshop, new_page, NOW + 100)
        before = rule_files(workshop)
        number = found(workshop).change
        assert number is not None
        with workshop.ledger.reading() as conn:
            files = files_of(conn, number)
        for file in files:
            path = workshop.file(file.path)
            assert before.get(path) == file.before
            assert file.after is not None
            path.write_bytes(file.after)
        library = RuleLibrary(workshop.settings.rules / "phones")
        assert len(library.samples(SITE)) == 4
        rules = library.rules_for("http://shop.example/1")
        for page in (new_page(PHONES[7]), old_page(PHONES[7])):
            (record,) = extract(page, rules).records
            assert record.joined()["参考价格"] == "￥1750"


def test_asked_again_it_is_the_same_proposal(tmp_path: Path) -> None:
    with shop(tmp_path) as workshop:
        crawl(workshop, new_page, NOW + 100)
        first, second = found(workshop), found(workshop)
        assert first.change == second.change
        with workshop.ledger.reading() as conn:
            assert len(changes_of(conn, "phones")) == 1


def test_an_emptied_site_raises_an_alarm_and_proposes_nothing(tmp_path: Path) -> None:
    with shop(tmp_path) as workshop:
        crawl(workshop, empty_page, NOW + 100)
        finding = found(workshop)
        assert finding.change is None
        assert finding.as_json()["alarm"] == finding.alarm
        with workshop.ledger.reading() as conn:
            assert changes_of(conn, "phones") == []
            (error,) = errors_of(conn, "phones", ALARM)
    assert (error.site, error.url) == (SITE, "http://shop.example/0")
    assert "0 of 8 pages have a record" in error.detail
    assert "25% of the known values" in error.detail


def test_products_are_found_again_under_new_addresses(tmp_path: Path) -> None:
    with shop(tmp_path) as workshop:
        lose_pages(workshop, NOW + 100)
        crawl(workshop, moved_page, NOW + 110)
        finding = found(workshop)
    assert (finding.pages, finding.fall.kept.pages_gone) == (8, 8)
    assert finding.repair is not None
    assert finding.repair.predicted.f1 == 1.0
    assert all(sample.page.url.endswith("/specs") for sample in finding.repair.samples)


def test_pages_that_only_speak_of_products_are_not_theirs(tmp_path: Path) -> None:
    def news(phone: tuple[str, ...]) -> Page:
        body = f"<meta charset=utf-8><title>{phone[0]} 评测</title><p>{phone[0]}很好用</p>"
        return Page.read(body.encode(), f"http://shop.example/{PHONES.index(phone)}/news")

    with shop(tmp_path) as workshop:
        lose_pages(workshop, NOW + 100)
        crawl(workshop, news, NOW + 110)
        finding = found(workshop)
    assert finding.repair is None
    assert "8 pages do not answer" in str(finding.fall)


def test_a_site_that_is_read_as_ever_is_left_alone(tmp_path: Path) -> None:
    with shop(tmp_path) as workshop:
        crawl(workshop, old_page, NOW + 100)
        assert list(propose_repairs(workshop)) == []


def test_a_single_attribute_that_is_shown_and_unread_gets_a_proposal(tmp_path: Path) -> None:
    with shop(tmp_path) as workshop:
        crawl(workshop, renamed_page, NOW + 100, PHONES[:6])
        repair = found(workshop).repair
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

    with shop(tmp_path) as workshop:
        for at, page_of in ((100, dearer_page), (200, without_weight)):
            crawl(workshop, page_of, NOW + at, PHONES[:6])
            assert list(propose_repairs(workshop)) == []
            with workshop.ledger.reading() as conn:
                assert errors_of(conn, "phones", ALARM) == []
