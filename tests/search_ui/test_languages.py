"""Every text of the pages in every language, with the same parts to fill in."""

from __future__ import annotations

import shutil
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING

import pytest

import search_ui.languages
from search_ui.languages import LANGUAGES, phrase, read_words, words
from tests.search_ui.site_for_tests import site_on

if TYPE_CHECKING:
    from flask.testing import FlaskClient

FOLDER = Path(search_ui.languages.__file__).with_name("words")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_text_with_the_same_parts(language: str) -> None:
    texts, english = read_words(FOLDER / language), words("en")
    assert texts.keys() == english.keys()
    for key, text in texts.items():
        assert text.strip(), key
        assert _parts(text) == _parts(english[key]), key


def _parts(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_chinese_english_and_german_come_along() -> None:
    assert LANGUAGES == ("de", "en", "zh")
    assert [phrase("site.language.name", one) for one in LANGUAGES] == [
        "Deutsch",
        "English",
        "中文",
    ]


def test_a_further_language_is_a_folder_and_what_it_lacks_is_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("search_ui.languages._FOLDER", tmp_path)
    shutil.copytree(FOLDER / "en", tmp_path / "en")
    (tmp_path / "nl").mkdir()
    (tmp_path / "nl" / "search.yaml").write_text("search.go: Zoeken\n")
    dutch = words.__wrapped__("nl")
    assert (dutch["search.go"], dutch["site.log_in"]) == ("Zoeken", "Log in")


def test_parts_are_filled_in() -> None:
    assert phrase("site.tagline", "en", topic="phones") == "Search phones by their specs"


# Language and theme: by browser, by address, kept in a cookie.


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    return site_on(tmp_path).test_client()


@pytest.mark.parametrize(
    ("accepts", "shown"),
    [
        ("zh-CN,zh;q=0.9", "zh-CN"),
        ("en-GB,en;q=0.8,zh;q=0.5", "en"),
        ("de-AT,de;q=0.9,en;q=0.5", "de"),
        ("fr", "zh-CN"),
        ("", "zh-CN"),
    ],
)
def test_the_browsers_language_unless_one_was_chosen(
    client: FlaskClient, accepts: str, shown: str
) -> None:
    page = client.get("/nowhere", headers={"Accept-Language": accepts}).text
    assert f'<html lang="{shown}"' in page


def test_a_choice_is_kept_and_leaves_the_address(client: FlaskClient) -> None:
    answer = client.get("/nowhere?q=小米&lang=en&theme=dark&q=5G")
    assert answer.status_code == 302
    assert answer.location == "/nowhere?q=%E5%B0%8F%E7%B1%B3&q=5G"
    page = client.get("/nowhere", headers={"Accept-Language": "zh"}).text
    assert '<html lang="en" data-theme="dark"' in page


def test_what_nobody_offers_is_no_choice(client: FlaskClient) -> None:
    answer = client.get('/nowhere?lang="><script>&theme=pink')
    assert answer.status_code == 404
    assert '<html lang="zh-CN" data-theme="auto"' in answer.text
    assert "<script>" not in answer.text


@pytest.mark.parametrize("path", ["//evil.example/x", "/\\evil.example", "///evil.example"])
def test_a_choice_never_leads_to_another_host(client: FlaskClient, path: str) -> None:
    answer = client.get(f"http://localhost{path}?lang=en")
    assert answer.status_code in {302, 308, 404}
    location = answer.location or "/"
    assert location.startswith(("/", "http://localhost/"))
    assert not location.startswith(("//", "/\\"))
