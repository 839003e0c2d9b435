"""Drafts: kept, continued, thrown away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.errors import FileProblems
from pages.page import Page
from rules.learn import Example, Sample
from rules.library import key_of
from search_ui.label_pages import Drafts

if TYPE_CHECKING:
    from pathlib import Path

PAGE = Page.read(
    "<p>重量：102 克".encode("gb18030"), "http://a.example/1", "text/html; charset=gbk"
)
LABELS = (Example(attribute="重量", name="重量", value="102 克"),)


def test_a_draft_comes_back_as_it_was(tmp_path: Path) -> None:
    drafts = Drafts(tmp_path)
    key = drafts.keep(Sample(PAGE, LABELS))
    assert key == key_of(PAGE)
    again = drafts.read(key)
    assert again is not None
    assert (again.page, again.examples) == (PAGE, LABELS)


def test_work_on_the_same_page_takes_the_place_of_earlier_work(tmp_path: Path) -> None:
    drafts = Drafts(tmp_path)
    drafts.keep(Sample(PAGE, ()))
    drafts.keep(Sample(PAGE, LABELS))
    assert [(key, sample.examples) for key, sample in drafts.all()] == [(key_of(PAGE), LABELS)]


def test_what_is_removed_is_gone(tmp_path: Path) -> None:
    drafts = Drafts(tmp_path)
    key = drafts.keep(Sample(PAGE, LABELS))
    drafts.remove(key)
    assert drafts.read(key) is None
    assert list(drafts.all()) == []


def test_a_damaged_draft_does_not_hide_the_others(tmp_path: Path) -> None:
    drafts = Drafts(tmp_path)
    key = drafts.keep(Sample(PAGE, LABELS))
    (tmp_path / ("0" * 16)).mkdir()
    (tmp_path / ("0" * 16) / "a.json").write_text("{")
    assert [known for known, _ in drafts.all()] == [key]
    with pytest.raises(FileProblems):
        drafts.read("0" * 16)


@pytest.mark.parametrize("key", ["", "../samples", "0" * 15, "0" * 17, "/", "ABCDEF0123456789"])
def test_what_is_no_key_leads_nowhere(tmp_path: Path, key: str) -> None:
    beside = tmp_path / "samples"
    beside.mkdir()
    drafts = Drafts(tmp_path / "drafts")
    drafts.remove(key)
    assert drafts.read(key) is None
    assert beside.exists()
