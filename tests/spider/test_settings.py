"""Scrapy's settings follow from SpecSeek's."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest
from scrapy.utils.misc import load_object

FILE_OF_SETTINGS = Path(__file__).parents[2] / "spider" / "settings.py"


def scrapy_settings(
    folder: Path, monkeypatch: pytest.MonkeyPatch, text: str = ""
) -> dict[str, Any]:
    (folder / "specseek.toml").write_text(text, "utf-8")
    monkeypatch.chdir(folder)
    return runpy.run_path(str(FILE_OF_SETTINGS))


def test_the_defaults_are_polite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = scrapy_settings(tmp_path, monkeypatch)
    assert settings["ROBOTSTXT_OBEY"]
    assert settings["AUTOTHROTTLE_ENABLED"]
    assert settings["DOWNLOAD_DELAY"] > 0
    assert not settings["COOKIES_ENABLED"]
    assert settings["USER_AGENT"].startswith("SpecSeek/")
    assert settings["DOWNLOAD_VERIFY_CERTIFICATES"]


FILE = """
data = "elsewhere"
[crawl]
contact = "me@shop.example"
pages = 7
minutes = 1.5
depth = 3
delay_seconds = 0
concurrency = 5
concurrency_per_site = 2
timeout_seconds = 4
page_megabytes = 1
header_kilobytes = 2
proxy = "http://127.0.0.1:8888"
allow = ["10.0.0.0/8"]
"""


def test_a_person_s_file_sets_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = scrapy_settings(tmp_path, monkeypatch, FILE)
    wanted = {
        "CLOSESPIDER_PAGECOUNT": 7,
        "CLOSESPIDER_TIMEOUT": 90,
        "DEPTH_LIMIT": 3,
        "DOWNLOAD_DELAY": 0,
        "AUTOTHROTTLE_MAX_DELAY": 0,  # no pause was asked for: none grows
        "CONCURRENT_REQUESTS": 5,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 2,
        "DOWNLOAD_TIMEOUT": 4,
        "DOWNLOAD_MAXSIZE": 1_000_000,
        "DOWNLOAD_MAXHEADERSIZE": 2_000,
        "CRAWL_PROXY": "http://127.0.0.1:8888",
        "CRAWL_ALLOW": ["10.0.0.0/8"],
    }
    assert {name: settings[name] for name in wanted} == wanted
    assert settings["USER_AGENT"].endswith("(+mailto:me@shop.example)")
    assert settings["SPECSEEK"].data == Path("elsewhere")


def test_mistakes_are_told_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit, match=r"specseek\.toml.*:3.*pagges"):
        scrapy_settings(tmp_path, monkeypatch, "\n[crawl]\npagges = 3\n")


def test_all_parts_that_are_named_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = scrapy_settings(tmp_path, monkeypatch)
    for name in (*settings["DOWNLOADER_MIDDLEWARES"], *settings["EXTENSIONS"]):
        assert load_object(name)
    assert load_object(settings["TWISTED_DNS_RESOLVER"])
    assert {load_object(name) for name in settings["DOWNLOAD_HANDLERS"].values() if name}
