"""Tests of `core.locales`: the packs that come along, and what mistakes in a pack say."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import core.locales
from core.errors import FileProblems
from core.locales import any_of, locale_of, locales, merged, read_locales

PACKS = Path(core.locales.__file__).with_name("locales")


def test_chinese_english_and_german_come_along() -> None:
    assert [locale.language for locale in locales()] == ["de", "en", "zh"]


def test_a_colour_has_one_key_in_all_languages() -> None:
    names = {locale.language: locale.values.colours for locale in locales()}
    assert names["zh"]["black"][0] == "黑色"
    assert names["en"]["black"][0] == "Black"
    assert names["de"]["black"][0] == "Schwarz"
    assert names["zh"].keys() == names["en"].keys() == names["de"].keys()


def test_a_regional_language_has_the_pack_of_its_language_others_the_english_one() -> None:
    assert locale_of("de-AT").language == "de"
    assert locale_of("zh-TW").language == "zh"
    assert locale_of("fr").language == "en"


def test_words_of_all_languages_are_read_together() -> None:
    unknown = merged(lambda locale: locale.values.unknown)
    assert {"暂无数据", "n/a", "keine Angabe"} <= set(unknown)
    assert len(set(unknown)) == len(unknown)


def test_a_further_language_is_a_further_folder(tmp_path: Path) -> None:
    shutil.copytree(PACKS / "de", tmp_path / "nl")
    assert [locale.language for locale in read_locales(tmp_path)] == ["nl"]


def test_a_mistake_in_a_pack_is_reported_with_its_line(tmp_path: Path) -> None:
    shutil.copytree(PACKS / "de", tmp_path / "nl")
    file = tmp_path / "nl" / "values.yaml"
    file.write_text("yes: [ja]\nno: [nee]\ncolors: {}\nnumbers: {decimal: ';', thousands: ','}\n")
    with pytest.raises(FileProblems) as problems:
        read_locales(tmp_path)
    assert [problem.line for problem in problems.value.problems] == [3, 4]
    assert "did you mean 'colours'?" in str(problems.value)


def test_a_folder_is_named_by_its_language(tmp_path: Path) -> None:
    shutil.copytree(PACKS / "de", tmp_path / "German")
    with pytest.raises(FileProblems, match="ISO 639"):
        read_locales(tmp_path)


@pytest.mark.parametrize(
    ("text", "found"),
    [("ca. 5", "ca."), ("Cacao 5", None), ("keine  Angabe", None), ("k.A.", "k.A."), ("约5", "约")],
)
def test_a_latin_word_is_found_as_a_whole(text: str, found: str | None) -> None:
    match = re.match(any_of(["ca", "ca.", "k. A.", "keine Angabe", "约"]), text, re.IGNORECASE)
    assert (match and match[0]) == found


def test_no_words_match_nothing() -> None:
    assert re.search(any_of([]), "anything") is None
