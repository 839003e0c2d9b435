"""Every word of the pages in both languages, with the same parts to fill in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from search_ui.languages import phrase, words
from tests.search_ui.site_for_tests import site_on

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient


def test_both_languages_say_it_with_the_same_parts() -> None:
    for key, (chinese, english) in words().items():
        assert chinese.strip(), key
        assert english.strip(), key
        parts = [set(re.findall(r"{(\w+)[^}]*}", text)) for text in (chinese, english)]
        assert parts[0] == parts[1], key


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
    assert '<html lang="en" data-theme="dark">' in page


def test_what_nobody_offers_is_no_choice(client: FlaskClient) -> None:
    answer = client.get('/nowhere?lang="><script>&theme=pink')
    assert answer.status_code == 404
    assert '<html lang="zh-CN" data-theme="auto">' in answer.text
    assert "<script>" not in answer.text


@pytest.mark.parametrize("path", ["//evil.example/x", "/\\evil.example", "///evil.example"])
def test_a_choice_never_leads_to_another_host(client: FlaskClient, path: str) -> None:
    answer = client.get(f"http://localhost{path}?lang=en")
    assert answer.status_code in {302, 308, 404}
    location = answer.location or "/"
    assert location.startswith(("/", "http://localhost/"))
    assert not location.startswith(("//", "/\\"))
