from __future__ import annotations

import os
import stat
from enum import StrEnum
from typing import TYPE_CHECKING

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict

from core.errors import FileProblems, SpecSeekError
from core.yaml_files import (
    LARGEST_FILE,
    LOADER,
    _parsed,
    dump_yaml,
    parse_yaml,
    read_yaml,
    write_yaml,
)

if TYPE_CHECKING:
    from pathlib import Path


class Colour(StrEnum):
    BLACK = "black"
    WHITE = "white"


class Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
    name: str
    unit: str | None = None
    weight: float = 0.0


class Phone(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
    name: str
    colour: Colour = Colour.BLACK
    year: int = 0
    aliases: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    notes: dict[str, str] = {}


@pytest.fixture(autouse=True)
def anew(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """A text is parsed each time, also by another loader."""
    if request.function is not test_a_text_is_parsed_once_and_each_file_is_named:
        monkeypatch.setattr("core.yaml_files._parsed", _parsed.__wrapped__)


def problems(text: str) -> list[str]:
    with pytest.raises(FileProblems) as caught:
        parse_yaml(text, Phone, "phone.yaml")
    return str(caught.value).splitlines()


def test_a_file_becomes_a_model(tmp_path: Path) -> None:
    path = tmp_path / "phone.yaml"
    path.write_text("name: 诺基亚\ncolour: white\naliases: [Nokia, NOKIA]\nparts:\n- name: 屏\n")
    phone = Phone(
        name="诺基亚", colour=Colour.WHITE, aliases=("Nokia", "NOKIA"), parts=(Part(name="屏"),)
    )
    assert read_yaml(path, Phone) == phone


def test_a_text_is_parsed_once_and_each_file_is_named(tmp_path: Path) -> None:
    for name in ("one.yaml", "other.yaml"):
        path = tmp_path / name
        path.write_text("name: 诺基亚 N95\n")
        phone = read_yaml(path, Phone)
        path.write_text("nam: 诺基亚 N95\n")
        with pytest.raises(FileProblems, match=name):
            read_yaml(path, Phone)
    (tmp_path / "third.yaml").write_text("name: 诺基亚 N95\n")
    assert read_yaml(tmp_path / "third.yaml", Phone) is phone


def test_every_mistake_is_told_at_once_with_its_place() -> None:
    assert problems(
        "colour: whit\nyear: '2007'\naliases: [1200, Nokia]\nparts:\n  - name: 屏\n    unti: 英寸\n"
    ) == [
        "phone.yaml:1:1: key 'name' is missing; add it",
        "phone.yaml:1:9: 'colour' is 'whit'; did you mean 'white'? allowed: black, white",
        "phone.yaml:2:7: 'year' is '2007'; should be a valid integer",
        "phone.yaml:3:11: 'aliases' is 1200; should be a valid string: put it in quotes",
        "phone.yaml:6:5: unknown key 'unti'; did you mean 'unit'? allowed: name, unit, weight",
    ]


def test_an_unlike_key_gets_no_suggestion_but_the_list() -> None:
    assert problems("name: x\n颜色: 黑\n") == [
        "phone.yaml:2:1: unknown key '颜色'; allowed: name, colour, year, aliases, parts, notes"
    ]


def test_a_key_given_twice_is_told_with_both_lines() -> None:
    assert problems("name: a\nyear: 1\nname: b\n") == [
        "phone.yaml:3:1: key 'name' again, first on line 1; keep one of them"
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("name: [1, 2\n", "phone.yaml:2:1: not valid YAML: "),
        ("name: a b: c\n", "phone.yaml:1:10: not valid YAML: mapping values are not allowed"),
        ("name: 诺\x07\n", r"phone.yaml:1:8: character '\x07' is not allowed in YAML; remove it"),
        ("", "phone.yaml:1:1: the file is empty; should be an object"),
        ("name:\n", "phone.yaml:1:6: 'name' is empty; should be a valid string"),
        ("- name\n", "phone.yaml:1:1: the file is ['name']; should be an object"),
        ("name: a\n---\nname: b\n", "phone.yaml:2:1: a second document begins"),
        ("name: !!python/object/apply:os.system [ls]\n", "phone.yaml:1:7: tag 'tag:yaml.org,2002:"),
        ("name: !!str a\n", "phone.yaml:1:7: tag 'tag:yaml.org,2002:str': tags are not allowed"),
        ("name: &a x\n", "phone.yaml:1:7: anchor 'a': anchors are not allowed; remove it"),
        ("name: *a\n", "phone.yaml:1:7: alias 'a': write the value out instead"),
        ("name: x\n<<: {year: 1}\n", "phone.yaml:2:1: unknown key '<<'; allowed: name,"),
        ("name: x\n? [a]\n: b\n", "phone.yaml:1:1: a key is a list, a mapping or an alias;"),
        ("name: x\nyear: " + "9" * 5000, "phone.yaml:2:7: number '99"),
        ("name: x\nyear: 1e999", "phone.yaml:2:7: number '1e999' is too large"),
        ("name: " + "[" * 100_000, "phone.yaml:1:106: nested deeper than the 100 levels allowed"),
        ("- " * 100_000, "phone.yaml:1:201: nested deeper than the 100 levels allowed"),
        ("#" * (LARGEST_FILE + 1), "phone.yaml: is larger than the 1,000,000 bytes allowed"),
    ],
    ids=range(18),
)
def test_a_bad_file_gets_one_clear_line(text: str, told: str) -> None:
    (line,) = problems(text)
    assert line.startswith(told)


def test_an_alias_bomb_does_not_grow() -> None:
    bomb = "a: &a [x, x]\n" + "".join(
        f"{new}: &{new} [*{old}, *{old}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
    )
    assert len([line for line in problems(bomb) if "alias '" in line]) == 16


def test_a_list_inside_itself_is_refused() -> None:
    assert any("alias 'a'" in line for line in problems("name: &a [*a]\n"))


def test_a_flood_of_mistakes_is_cut_short() -> None:
    lines = problems("name: x\naliases:\n" + "- 1\n" * 5000)
    assert lines[-1] == "phone.yaml: and 4900 more problems; fix these first"


def test_words_other_yaml_readers_convert_stay_text() -> None:
    text = "name: yes\naliases: [2007-08-01, '12', 0x1F, 1_000, 12:30, 007, No, .5, =]\n"
    aliases = ("2007-08-01", "12", "0x1F", "1_000", "12:30", "007", "No", ".5", "=")
    assert parse_yaml(text, Phone, "") == Phone(name="yes", aliases=aliases)


def test_what_cannot_be_read_says_why(tmp_path: Path) -> None:
    path = tmp_path / "phone.yaml"
    with pytest.raises(FileProblems, match=r"phone.yaml: cannot be read: No such file"):
        read_yaml(path, Phone)
    with pytest.raises(FileProblems, match=r"is not a regular file; name a YAML file"):
        read_yaml(tmp_path, Phone)
    os.mkfifo(path)
    with pytest.raises(FileProblems, match=r"phone.yaml: is not a regular file"):
        read_yaml(path, Phone)
    path.unlink()
    path.write_bytes("year: 1\nname: 诺基亚\n".encode("gb18030"))
    with pytest.raises(FileProblems, match=r"phone.yaml:2:9: not UTF-8 from here on"):
        read_yaml(path, Phone)
    path.write_bytes(b"#" * (LARGEST_FILE + 1))
    with pytest.raises(FileProblems, match="larger than"):
        read_yaml(path, Phone)


def test_a_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    path = tmp_path / "phone.yaml"
    path.write_bytes(b"\xef\xbb\xbfname: x\n")
    assert read_yaml(path, Phone) == Phone(name="x")


def test_problems_are_one_kind_of_our_errors() -> None:
    assert issubclass(FileProblems, SpecSeekError)


def test_what_is_written_is_short_and_in_the_models_order() -> None:
    phone = Phone(
        parts=(Part(name="屏幕", unit="英寸"), Part(name="电池", weight=50.0)),
        aliases=("2007", "yes", "1e5", "参考价格：", "null", ""),
        name="诺基亚 1200😀",
    )
    assert dump_yaml(phone) == (
        "name: 诺基亚 1200😀\n"
        "aliases: ['2007', 'yes', '1e5', 参考价格：, 'null', '']\n"
        "parts:\n"
        "  - name: 屏幕\n"
        "    unit: 英寸\n"
        "  - name: 电池\n"
        "    weight: 50.0\n"
    )


def test_saving_what_a_file_says_already_leaves_it_alone(tmp_path: Path) -> None:
    path = tmp_path / "phone.yaml"
    text = "# the first one\nname:   'x'\n"
    path.write_text(text)
    write_yaml(path, read_yaml(path, Phone))
    assert path.read_text() == text


def test_saving_replaces_and_keeps_permissions(tmp_path: Path) -> None:
    path = tmp_path / "phone.yaml"
    path.write_text("broken: [")
    path.chmod(0o640)
    write_yaml(path, Phone(name="新"))
    assert path.read_text() == "name: 新\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("fault", [KeyboardInterrupt, OSError("disk full")])
def test_a_broken_off_save_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: type[BaseException] | BaseException
) -> None:
    path = tmp_path / "phone.yaml"
    path.write_text("name: old\n")

    def fail(_handle: int) -> None:
        raise fault

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises((KeyboardInterrupt, FileProblems)):
        write_yaml(path, Phone(name="new"))
    assert path.read_text() == "name: old\n"
    assert list(tmp_path.iterdir()) == [path]


def test_what_cannot_be_written_says_why(tmp_path: Path) -> None:
    with pytest.raises(FileProblems, match=r"cannot be written: No such file"):
        write_yaml(tmp_path / "absent" / "phone.yaml", Phone(name="x"))
    with pytest.raises(FileProblems, match=r"cannot be written: .* is not a regular file"):
        write_yaml(tmp_path, Phone(name="x"))


def test_what_would_not_read_back_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "part.yaml"
    with pytest.raises(FileProblems):
        write_yaml(path, Part(name="x", weight=float("inf")))
    assert not path.exists()


LOADERS = pytest.mark.parametrize("loader", [yaml.SafeLoader, LOADER])
YAML_LIKE = st.text(st.sampled_from(" \n\t-:?[]{},&*!|>'\"%#@`~\\Uu0d8x19.e+名<\x85\u2028\ufeff"))


@LOADERS
@settings(max_examples=300, deadline=None)
@given(text=st.text() | YAML_LIKE | YAML_LIKE.map("name: ".__add__))
def test_any_text_parses_or_tells_its_problems(loader: type, text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("core.yaml_files.LOADER", loader)
        try:
            phone = parse_yaml(text, Phone, "any")
        except FileProblems as error:
            told = str(error)
        else:
            told = "any:"
            assert parse_yaml(dump_yaml(phone), Phone, "again") == phone
        assert told.startswith("any:")


@settings(max_examples=100, deadline=None)
@given(body=st.binary() | YAML_LIKE.map(str.encode))
def test_any_bytes_parse_or_tell_their_problems(
    tmp_path_factory: pytest.TempPathFactory, body: bytes
) -> None:
    path = tmp_path_factory.mktemp("any") / "any.yaml"
    path.write_bytes(body)
    with pytest.raises(FileProblems, match=r"any\.yaml"):
        read_yaml(path, Phone)


WORD = st.text() | YAML_LIKE | st.from_regex(r"[-+]?[0-9._:xoe-]{1,8}|yes|off|~|<<|=")
PART = st.builds(
    Part,
    name=WORD,
    unit=st.none() | WORD,
    weight=st.floats(allow_nan=False, allow_infinity=False),
)
PHONE = st.builds(
    Phone,
    name=WORD,
    colour=st.sampled_from(Colour),
    year=st.integers(-(10**17), 10**17),
    aliases=st.lists(WORD | st.lists(WORD).map(" ".join)).map(tuple),
    parts=st.lists(PART, max_size=3).map(tuple),
    notes=st.dictionaries(WORD, WORD, max_size=3),
)


@LOADERS
@settings(max_examples=40, deadline=None)
@given(phone=PHONE)
def test_any_model_survives_the_round_trip(loader: type, phone: Phone) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("core.yaml_files.LOADER", loader)
        text = dump_yaml(phone)
        again = parse_yaml(text, Phone, "again")
        assert again == phone
        assert dump_yaml(again) == text
