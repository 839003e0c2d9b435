from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from pages.page import Page
from rules.extraction import extract, extract_exact
from rules.library import RuleLibrary
from rules.marks import MarksError, sample_from_marks
from rules.model import AttributeFormat, Position
from rules.record import Pair, Status
from rules.training import train_sample
from samples.labelled_pages import FOLDER
from tests.rules.small_pages import URL, page, shown

if TYPE_CHECKING:
    from pathlib import Path

    from rules.learn import Sample

MARKED = sorted(path.parent.name for path in FOLDER.glob("*/marks.json"))
PUBLISHED = {
    "pcpop": "div*div*span*a*span*a*b*span*a*br*span*a*span*a*b*b*span*a*br*span*a*br*span*a*br*"
    "span*br*span*a*br*span*a*br*span*a*br*span*br*span*a",
    "pconline": "dt*dd*strong*span*dd*strong*dd*strong*dd*strong*dd*strong*dd*strong*dd*strong",
    "21cn-nine": "span*tr*td*tr*td*div*div*a*tr*td*div*div*a" + "*tr*td*div*div" * 6,
    "21cn-eight": "span*tr*td*tr*td*div*div*a*tr*td*div*div*a" + "*tr*td*div*div" * 5,
    "163": "h3*p*p*p*p*p*div",
    "sohu": "td*tr*td*tr*td*strong*span" + "*tr*td*tr*td*strong" * 7,
}
SHEET = (
    "<h1>诺基亚</h1><dl><dt>重量：<dd>102 克<em>纠错</em><dt>颜色：<dd>黑色</dl><p>京<p>1<p>2<p>3"
)
FORMATS = (
    AttributeFormat(attribute="净重", name="重量：", feature="："),
    AttributeFormat(attribute=None, name="颜色：", feature="："),
)
POSITIONS = (
    *(Position(2, 1, 0), Position(3, 0, 1), Position(4, 0, 0, 1)),
    *(Position(5, 2, 0), Position(6, 0, 2)),
)


def load(folder: str, file: str) -> Any:
    return json.loads((FOLDER / folder / file).read_bytes())


def marked(folder: str) -> Sample:
    """A labelled page of the pocket web, by its marks alone; attributes are the gold's."""
    expected, marks = load(folder, "expected.json"), load(folder, "marks.json")
    body = (FOLDER / folder / "page.html").read_bytes()
    formats = [
        AttributeFormat(attribute=pair["attribute"], name=name, feature=feature)
        for pair, (name, feature) in zip(expected["pairs"], marks["formats"], strict=True)
    ]
    return sample_from_marks(
        Page.read(body, expected["url"], expected["content_type"]),
        marks["start"],
        marks["length"],
        formats,
        [Position(*position) for position in marks["pos"]],
    )


def test_every_published_layout_is_marked() -> None:
    assert sorted(PUBLISHED) == MARKED


@pytest.mark.parametrize("folder", MARKED)
def test_the_marked_area_is_the_published_one(folder: str) -> None:
    sample = marked(folder)
    assert sample.area is not None
    assert sample.area.area == PUBLISHED[folder]


@pytest.mark.parametrize("folder", MARKED)
def test_a_marked_page_is_read_as_expected(tmp_path: Path, folder: str) -> None:
    sample = marked(folder)
    rules = train_sample(RuleLibrary(tmp_path), sample).rules
    wanted = [Pair(**pair) for pair in load(folder, "expected.json")["pairs"]]
    for read in (extract, extract_exact):
        (record,) = read(sample.page, rules).records
        assert list(record.pairs) == wanted
    assert [layout.areas for layout in rules.layouts] == [(sample.area,)]


def test_what_is_marked_becomes_examples_too() -> None:
    sample = sample_from_marks(page(SHEET), 1, 6, FORMATS, POSITIONS)
    assert [(e.attribute, e.name, e.value) for e in sample.examples] == [
        ("净重", "重量", "102 克"),
        ("颜色", "颜色", "黑色"),
    ]


def test_pages_unlike_the_marked_one_are_read_too(tmp_path: Path) -> None:
    sample = sample_from_marks(page(SHEET), 1, 6, FORMATS, POSITIONS)
    rules = train_sample(RuleLibrary(tmp_path), sample).rules
    other = SHEET.replace("<dt>颜色", "<dt>GPS：<dd>支持<dt>颜色")
    assert shown(extract(page(other), rules)) == [{"重量": "102 克", "GPS": "支持", "颜色": "黑色"}]


def test_marks_are_kept_with_the_sample(tmp_path: Path) -> None:
    sample = sample_from_marks(page(SHEET), 1, 6, FORMATS, POSITIONS)
    train_sample(RuleLibrary(tmp_path), sample)
    assert RuleLibrary(tmp_path).samples("shop.example") == [sample]


def test_a_page_that_holds_nothing_is_marked_without_positions(tmp_path: Path) -> None:
    gone = page("<h1>诺基亚</h1><div>本产品已下架</div><p>京<p>1<p>2<p>3")
    library = RuleLibrary(tmp_path)
    train_sample(library, sample_from_marks(page(SHEET), 1, 6, FORMATS, POSITIONS))
    rules = train_sample(library, sample_from_marks(gone, 0, 3)).rules
    for read in (extract, extract_exact):
        assert (read(gone, rules).status, read(gone, rules).records) == (Status.OK, ())
    assert shown(extract(page(SHEET), library.rules_for(URL)))[0]["重量"] == "102 克"


@pytest.mark.parametrize(("start", "length"), [(-1, 3), (1, 0), (9, 3), (0, 12), (12, 1)])
def test_a_region_beyond_the_page_is_refused(start: int, length: int) -> None:
    with pytest.raises(MarksError, match="but the page has only tags 0 to 10"):
        sample_from_marks(page(SHEET), start, length)


def test_the_words_tell_what_was_marked() -> None:
    with pytest.raises(MarksError, match="the marked region is tags 9 to 11, but"):
        sample_from_marks(page(SHEET), 9, 3)


def test_a_name_that_is_not_where_it_is_marked_is_refused() -> None:
    formats = (FORMATS[0].model_copy(update={"name": "尺寸："}), FORMATS[1])
    with pytest.raises(MarksError, match="marked as holding a name does not hold it"):
        sample_from_marks(page(SHEET), 1, 6, formats, POSITIONS)


@pytest.mark.parametrize("position", [Position(7, 1, 0), Position(1, 3, 0), Position(1, 0, 3)])
def test_a_position_that_means_nothing_is_refused(position: Position) -> None:
    with pytest.raises(MarksError, match="position"):
        sample_from_marks(page(SHEET), 1, 6, FORMATS, [position])


def test_tags_that_no_rule_can_name_are_refused() -> None:
    with pytest.raises(MarksError, match="tags that no rule can name"):
        sample_from_marks(page("<a*b>1"), 0, 1)
