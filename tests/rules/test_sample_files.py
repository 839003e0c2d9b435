from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.errors import FileProblems
from pages.page import Page
from rules.examples import Example
from rules.learn import Sample
from rules.model import AreaRule, AttributeFormat, Position
from rules.sample_files import read_samples, write_sample

if TYPE_CHECKING:
    from pathlib import Path

N95 = Sample(
    Page("http://shop.example/n95", "<p>重量<b>102 克".encode("gb18030"), "gb18030"),
    (
        Example(attribute="重量", name="重量", value="102 克"),
        Example(attribute="名", value="\n“N95"),
    ),
    AreaRule(
        area="p*b",
        pos=(Position(1, 1, 0), Position(2, 0, 1)),
        formats=(AttributeFormat(attribute="重量", name="重量"),),
        next="",
    ),
)
N73 = Sample(Page("http://m.shop.example/n73", b"<p>\xff\r\n", "utf-8"), ())


def labels_of(folder: Path) -> Path:
    (labels,) = folder.glob("*.json")
    return labels


def test_samples_are_read_back_as_they_were_in_the_order_they_were_labelled(tmp_path: Path) -> None:
    for sample in (N95, N73):
        write_sample(tmp_path, sample)
    assert read_samples(tmp_path) == [N95, N73]


def test_a_page_labelled_again_is_one_sample_the_newest(tmp_path: Path) -> None:
    relabelled = Sample(N95.page, (Example(attribute="重量", value="102 克"),))
    for sample in (N95, N73, relabelled):
        write_sample(tmp_path, sample)
    assert read_samples(tmp_path) == [N73, relabelled]


def test_the_page_s_bytes_stand_beside_its_labels(tmp_path: Path) -> None:
    write_sample(tmp_path, N73)
    assert labels_of(tmp_path).with_suffix(".html").read_bytes() == N73.page.body
    assert len(list(tmp_path.iterdir())) == 2


def test_a_folder_without_samples(tmp_path: Path) -> None:
    assert read_samples(tmp_path / "nowhere") == []


@pytest.mark.parametrize(
    ("good", "bad", "told"),
    [
        ('"number": 1', '"number": "first"', "number: Input should be a valid integer"),
        ('"value"', '"valeu"', "pairs.0.value: Field required"),
        ('"area": "p*b"', '"area": "p"', "area: Value error, position 2 is behind"),
        ('"gb18030"', '"klingon"', "encoding: Value error, there is no encoding 'klingon'"),
        ('"gb18030"', '"rot13"', "encoding: Value error, there is no encoding 'rot13'"),
        ("{", "[", "JSON"),
    ],
)
def test_damaged_labels_are_told_with_their_file(
    tmp_path: Path, good: str, bad: str, told: str
) -> None:
    write_sample(tmp_path, N95)
    labels = labels_of(tmp_path)
    labels.write_text(labels.read_text("utf-8").replace(good, bad, 1), "utf-8")
    with pytest.raises(FileProblems, match=rf"{labels.name}(.|\n)*{told}"):
        read_samples(tmp_path)


def test_labels_without_their_page_are_told_with_their_file(tmp_path: Path) -> None:
    write_sample(tmp_path, N95)
    labels_of(tmp_path).with_suffix(".html").unlink()
    with pytest.raises(
        FileProblems, match=rf"{labels_of(tmp_path).name}: its page .* cannot be read"
    ):
        read_samples(tmp_path)


def test_labels_that_are_no_text_are_told_with_their_file(tmp_path: Path) -> None:
    write_sample(tmp_path, N95)
    labels_of(tmp_path).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FileProblems, match=labels_of(tmp_path).name):
        read_samples(tmp_path)
