from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from pydantic import ValidationError

from core.errors import FileProblems
from core.product_names import BrandEntry, Codes, ProductNames, shape_pattern
from core.topic import Topic, load_topic, read_topic, shipped_topic
from core.yaml_files import dump_yaml, parse_yaml

if TYPE_CHECKING:
    from pathlib import Path


WATCHES = """\
name: watches
title: {en: Watches}
attributes:
  - {name: Brand, group: Basics, role: brand}
  - {name: Diameter, group: Case, type: quantity, unit: mm}
names: watches/names.yaml
"""
NAMES = """\
brands:
  tickers: {names: [Tickers, 滴答]}
differences: [{attribute: Diameter, tolerance: 1}]
"""


def save(folder: Path, names: str, topic: str = WATCHES) -> Path:
    (folder / "watches").mkdir()
    (folder / "watches" / "names.yaml").write_text(names, "utf-8")
    (folder / "watches.yaml").write_text(topic, "utf-8")
    return folder


def problems(folder: Path) -> list[str]:
    with pytest.raises(FileProblems) as caught:
        load_topic(folder, "watches")
    return str(caught.value).replace(f"{folder}/", "").splitlines()


def test_names_are_in_a_file_beside_the_topic(tmp_path: Path) -> None:
    topic, files = read_topic(save(tmp_path, NAMES), "watches")
    assert topic.product_names.brands["tickers"].names == ("Tickers", "滴答")
    assert files == (tmp_path / "watches.yaml", tmp_path / "watches" / "names.yaml")


def test_or_in_the_topic_itself(tmp_path: Path) -> None:
    topic = load_topic(save(tmp_path, NAMES), "watches")
    assert parse_yaml(dump_yaml(topic), Topic, "watches") == topic


def test_a_topic_needs_no_names() -> None:
    topic = parse_yaml(WATCHES.replace("names: watches/names.yaml\n", ""), Topic, "watches")
    assert topic.product_names == ProductNames()


def test_a_copy_of_a_shipped_topic_has_its_names(tmp_path: Path) -> None:
    topic = WATCHES.replace("watches/names.yaml", "phones/names.yaml")
    with pytest.raises(FileProblems, match="'主屏尺寸' is no attribute of this topic"):
        load_topic(save(tmp_path, NAMES, topic), "watches")


def test_topics_with_other_names_are_not_equal(tmp_path: Path) -> None:
    one = load_topic(save(tmp_path, NAMES), "watches")
    (tmp_path / "watches" / "names.yaml").write_text("colours: [black]\n", "utf-8")
    other = load_topic(tmp_path, "watches")
    assert one != other
    assert hash(one) != hash(other)


@pytest.mark.parametrize(
    ("names", "problem"),
    [
        ("brandz: {}\n", "1:1: unknown key 'brandz'; did you mean 'brands'?"),
        ("brands:\n  a: {names: []}\n", "2:14: 'names' is []; "),
        ("brands:\n  a: {names: [A]}\n  b: {names: [a]}\n", "3:15: 'a' names both 'a' and 'b';"),
        ("brands:\n  a: {names: [A], part_of: b}\n", "2:28: 'a' is part of 'b', which is not"),
        ("differences: [{attribute: Size}]\n", "1:27: 'Size' is no attribute of this topic;"),
        (
            "differences: [{attribute: Brand, tolerance: 1}]\n",
            "1:27: a tolerance is for type quantity; 'Brand' is text",
        ),
        (
            "brands:\n  a: {names: [A], differs_by_region: [Size]}\n",
            "2:39: 'Size' is no attribute of this topic;",
        ),
        ("codes: {shapes: ['@*']}\n", "1:18: '@*' is no shape of a code; write @ for a letter"),
        ("codes: {families: ['@#']}\n", "1:20: '@#' needs the part that codes share in brackets"),
    ],
)
def test_mistakes_are_told_with_file_and_line(tmp_path: Path, names: str, problem: str) -> None:
    (told,) = problems(save(tmp_path, names))
    assert told.startswith(f"watches/names.yaml:{problem}")


def test_mistakes_in_the_topic_itself_as_well() -> None:
    here = "names: {differences: [{attribute: Size}]}"
    with pytest.raises(FileProblems, match=r"watches:6:35: 'Size' is no attribute"):
        parse_yaml(WATCHES.replace("names: watches/names.yaml", here), Topic, "watches")


@pytest.mark.parametrize("path", ["/etc/names.yaml", "../names.yaml", "a\\b.yaml", "names.json"])
def test_names_are_in_no_other_place(path: str) -> None:
    text = WATCHES.replace("watches/names.yaml", f"'{path}'")
    with pytest.raises(FileProblems, match="is not a file beside the topic"):
        parse_yaml(text, Topic, "watches")


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    (save(tmp_path, NAMES) / "watches" / "names.yaml").unlink()
    (told,) = problems(tmp_path)
    assert told.startswith("watches/names.yaml: cannot be read: ")


def test_no_two_brands_share_a_name_or_nickname() -> None:
    rice = BrandEntry(names=("大米",), nicknames=("米",))
    with pytest.raises(ValidationError, match="'米' names both 'rice' and 'millet'; keep one"):
        ProductNames(brands={"rice": rice, "millet": BrandEntry(names=("小米", "米"))})


@pytest.mark.parametrize(
    ("shape", "codes", "others"),
    [
        ("@{2,4}-#{3}", ["ab-123", "abcd-123"], ["a-123", "ab-1234", "ab123"]),
        ("XT#{4}@{0,1}", ["xt1085", "xt1085a"], ["xu1085", "xt108"]),
        ("#", ["7"], ["a", "77"]),
    ],
)
def test_shapes_of_codes(shape: str, codes: list[str], others: list[str]) -> None:
    pattern = re.compile(shape_pattern(Codes(shapes=(shape,)).shapes[0]))
    assert all(map(pattern.fullmatch, codes))
    assert not any(map(pattern.fullmatch, others))


@pytest.mark.parametrize(
    "shape", ["", "@@", "#{2}#", "@{4,2}", "@{10}", "(a+)+", ".*", "@{1,2}a" * 5]
)
def test_what_is_no_shape_is_refused(shape: str) -> None:
    with pytest.raises(ValidationError):
        Codes(shapes=(shape,))


def test_the_names_of_phones_are_those_of_the_shipped_file() -> None:
    names = shipped_topic("phones").product_names
    assert names.brands["xiaomi"].names[0] == "小米"
    assert [one.attribute for one in names.differences] == ["主屏尺寸", "处理器"]
