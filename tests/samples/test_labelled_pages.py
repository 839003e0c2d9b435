from __future__ import annotations

import json
from collections import Counter

import pytest

from pages.page import Page
from pages.sequence import TagSequence, tag_sequence
from samples.labelled_pages import (
    DIGI_SOHU,
    FOLDER,
    MOBILE_21CN_EIGHT,
    MOBILE_21CN_NINE,
    PCONLINE,
    PCPOP,
    TECH_163,
    PublishedLayout,
    files,
)
from samples.labels import page_of
from samples.pocket_web import PocketWeb

MARKED = sorted(path.parent.name for path in FOLDER.glob("*/marks.json"))
LABELLED = sorted(path.parent.name for path in FOLDER.glob("*/expected.json"))
LAYOUTS = {
    "www.pcpop.example": [PCPOP],
    "product.pconline.example": [PCONLINE],
    "mobile.21cn.example": [MOBILE_21CN_NINE, MOBILE_21CN_EIGHT],
    "tech.163.example": [TECH_163],
    "digi.sohu.example": [DIGI_SOHU],
}
ATTRIBUTES = {
    PCPOP: 11,
    PCONLINE: 8,
    MOBILE_21CN_NINE: 9,
    MOBILE_21CN_EIGHT: 8,
    TECH_163: 5,
    DIGI_SOHU: 9,
}
# Correct, extracted, should: the published experiment's table.
EXPERIMENT = {
    "www.pcpop.example": (82, 82, 86),
    "product.pconline.example": (110, 110, 110),
    "mobile.21cn.example": (94, 100, 104),
    "tech.163.example": (103, 103, 103),
    "digi.sohu.example": (112, 112, 112),
}
WEB = PocketWeb()


def load(folder: str, file: str) -> dict[str, object]:
    content = json.loads((FOLDER / folder / file).read_text(encoding="utf-8"))
    assert isinstance(content, dict)
    return content


def sequence_of(folder: str) -> TagSequence:
    expected = load(folder, "expected.json")
    body = (FOLDER / folder / "page.html").read_bytes()
    return tag_sequence(Page.read(body, str(expected["url"]), str(expected["content_type"])))


def test_the_committed_pages_are_current() -> None:
    """Run `python -m samples.labelled_pages` where this fails."""
    committed = {
        path.relative_to(FOLDER).as_posix(): path.read_bytes() for path in FOLDER.glob("*/*")
    }
    assert committed == dict(files())


def test_the_published_layouts_are_marked() -> None:
    assert MARKED == ["163", "21cn-eight", "21cn-nine", "pconline", "pcpop", "sohu"]


@pytest.mark.parametrize("folder", MARKED)
def test_marks_read_the_expected_record(folder: str) -> None:
    sequence = sequence_of(folder)
    marks = load(folder, "marks.json")
    start, length, formats, pos = (marks[key] for key in ("start", "length", "formats", "pos"))
    assert isinstance(start, int)
    assert isinstance(formats, list)
    assert isinstance(pos, list)
    values = dict.fromkeys(range(1, len(formats) + 1), "")
    for i, name_of, value_of, is_noise in pos:
        assert 1 <= i <= length
        content = sequence.contents[start + i - 1]
        name = formats[name_of - 1][0] if name_of else ""
        assert name in content
        if value_of:
            values[value_of] += content[content.index(name) + len(name) :].strip()
        assert not (is_noise and (name_of or value_of))
    read = [(name.removesuffix(feature), values[k]) for k, (name, feature) in enumerate(formats, 1)]
    pairs = load(folder, "expected.json")["pairs"]
    assert isinstance(pairs, list)
    assert read == [(pair["name"], pair["value"]) for pair in pairs]


@pytest.mark.parametrize("folder", MARKED)
def test_unmarked_tags_hold_nothing_but_dots(folder: str) -> None:
    sequence = sequence_of(folder)
    marks = load(folder, "marks.json")
    start, length, pos = (marks[key] for key in ("start", "length", "pos"))
    assert isinstance(start, int)
    assert isinstance(length, int)
    assert isinstance(pos, list)
    marked = {mark[0] for mark in pos}
    unmarked = {sequence.contents[start + i - 1] for i in range(1, length + 1) if i not in marked}
    assert unmarked <= {"", "·"}


def starts(sequence: TagSequence, layout: PublishedLayout) -> list[int]:
    """Where the area stands in the page's tag sequence."""
    area = layout.area.split("*")
    return [
        start
        for start in range(len(sequence.names) - len(area) + 1)
        if sequence.names[start : start + len(area)] == area
    ]


def read_exactly(sequence: TagSequence, layout: PublishedLayout) -> list[str] | None:
    """The published reading: every name where the sample has it, or nothing at all."""
    for start in starts(sequence, layout):
        values: dict[int, str] = {}
        for i, name_of, value_of, is_noise in layout.marks:
            content = sequence.contents[start + i - 1]
            name = layout.formats[name_of - 1][0] if name_of and not is_noise else ""
            if name not in content:
                return None
            if value_of:
                value = content[content.index(name) + len(name) :].strip()
                values[value_of] = values.get(value_of, "") + value
        return [values[k] for k in sorted(values)]
    return None


@pytest.mark.parametrize(("layout", "count"), ATTRIBUTES.items())
def test_layouts_mark_the_published_number_of_attributes(
    layout: PublishedLayout, count: int
) -> None:
    assert len(layout.formats) == count
    assert {value_of for _, _, value_of, _ in layout.marks if value_of} == set(range(1, count + 1))
    assert all(1 <= i <= layout.length for i, *_ in layout.marks)


def test_the_worked_example_is_marked_as_published() -> None:
    assert PCONLINE.marks == (
        (1, 0, 1, 0),
        (3, 2, 0, 0),
        (4, 0, 2, 0),
        (6, 3, 3, 0),
        (8, 4, 4, 0),
        (10, 5, 5, 0),
        (12, 6, 6, 0),
        (14, 7, 7, 0),
        (16, 8, 8, 0),
    )
    assert PCONLINE.formats[:2] == (("", ""), ("参考价格：", "："))


@pytest.mark.parametrize("host", LAYOUTS)
def test_exact_matching_gets_the_published_figures(host: str) -> None:
    correct = extracted = should = 0
    for page in WEB.product_pages(host):
        sequence = tag_sequence(page_of(page))
        readings = [read_exactly(sequence, layout) for layout in LAYOUTS[host]]
        read = next((reading for reading in readings if reading is not None), None)
        should += 1
        extracted += read is not None
        correct += read == [pair.value for pair in page.gold]
    assert (correct, extracted, should) == EXPERIMENT[host]


@pytest.mark.parametrize("host", LAYOUTS)
def test_an_area_stands_once_on_its_page(host: str) -> None:
    for page in WEB.product_pages(host):
        sequence = tag_sequence(page_of(page))
        assert all(len(starts(sequence, layout)) <= 1 for layout in LAYOUTS[host])


def test_irregular_pages_are_those_of_the_paper() -> None:
    pcpop = Counter(page.variant for page in WEB.product_pages("www.pcpop.example"))
    assert pcpop == {"regular": 82, "10 of 11 attributes": 4}
    pages = list(WEB.product_pages("mobile.21cn.example"))
    assert Counter(page.variant for page in pages) == {
        "regular": 60,
        "8 attributes": 34,
        "7 attributes": 4,
        "new attributes": 6,
    }
    assert {len(page.gold) for page in pages if page.variant == "7 attributes"} == {7}
    new = {
        pair.name for page in pages if page.variant == "new attributes" for pair in page.gold[9:]
    }
    assert new == {"GPS功能", "电子字典"}
