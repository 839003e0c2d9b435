"""What is missing is told before anything is fetched."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from scrapy.settings import Settings

from core.settings import SHIPPED_TOPICS, load_settings
from core.topic import shipped_topic
from samples.crawl_process import CrawlProcess
from spider.rendering.errors import CannotRenderError
from spider.rendering.preparing import prepare_rendering

if TYPE_CHECKING:
    from pathlib import Path

PHONES = shipped_topic("phones")
RENDERED = PHONES.model_copy(update={"render": ("shop.example",)})
MIDDLEWARE = "spider.rendering.middleware.Rendering"


def settings(chromium: str = sys.executable) -> Settings:
    chosen = load_settings(environ={"SPECSEEK_CRAWL_CHROMIUM": chromium})
    return Settings({"SPECSEEK": chosen, "DOWNLOADER_MIDDLEWARES": {"another": 1}})


def test_a_topic_without_hosts_to_render_needs_nothing() -> None:
    unchanged = settings(chromium="/nowhere/chromium")
    prepare_rendering(PHONES, unchanged)
    assert unchanged.getdict("DOWNLOADER_MIDDLEWARES") == {"another": 1}


def test_a_topic_with_hosts_to_render_gets_the_middleware(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spider.rendering.preparing.find_spec", lambda _: object())
    prepared = settings()
    prepare_rendering(RENDERED, prepared)
    assert prepared.getdict("DOWNLOADER_MIDDLEWARES") == {"another": 1, MIDDLEWARE: 580}


def test_a_missing_extra_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spider.rendering.preparing.find_spec", lambda _: None)
    with pytest.raises(CannotRenderError) as told:
        prepare_rendering(RENDERED, settings())
    assert "shop.example" in str(told.value)
    assert "pip install 'specseek[render]'" in str(told.value)


@pytest.mark.parametrize("chromium", ["", "/nowhere/chromium", "/usr", __file__])
def test_a_missing_browser_is_told(chromium: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spider.rendering.preparing.find_spec", lambda _: object())
    with pytest.raises(CannotRenderError, match=r"no program .* crawl.chromium"):
        prepare_rendering(RENDERED, settings(chromium))


def test_a_crawl_that_cannot_render_ends_before_it_begins(tmp_path: Path) -> None:
    phones = (SHIPPED_TOPICS / "phones.yaml").read_text("utf-8")
    (tmp_path / "phones.yaml").write_text(f"render: [shop.example]\n{phones}", "utf-8")
    crawl = CrawlProcess(
        "http://127.0.0.1:1",
        tmp_path / "data",
        settings={
            "SPECSEEK_TOPICS": str(tmp_path),
            "SPECSEEK_CRAWL_CHROMIUM": "/nowhere/chromium",
        },
    ).run()
    assert crawl.returncode == 1
    told = crawl.stderr.decode().splitlines()[-1]
    assert told.startswith("Error: the topic phones has pages shown by a browser (shop.example), ")
    assert not (tmp_path / "data").exists()
