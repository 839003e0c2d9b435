import json

import pytest

from pages.page import Page
from pages.sequence import TagSequence, tag_sequence
from samples.labelled_pages import FOLDER, files

MARKED = sorted(path.parent.name for path in FOLDER.glob("*/marks.json"))
LABELLED = sorted(path.parent.name for path in FOLDER.glob("*/expected.json"))


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
