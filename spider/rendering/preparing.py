"""Make a crawl show pages to a browser, if its topic asks for that."""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import TYPE_CHECKING

from spider.rendering.errors import CannotRenderError

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

    from core.topic import Topic

# Behind the unpacking of bodies (590): what it gets is what the page's author wrote.
RENDERING_PRIORITY = 580


def prepare_rendering(topic: Topic, settings: BaseSettings) -> None:
    """Before the crawl starts; raises CannotRenderError where something is missing."""
    if not topic.render:
        return
    _check_extra(topic)
    _check_browser(topic, settings["SPECSEEK"].crawl.chromium)
    middlewares = settings.getdict("DOWNLOADER_MIDDLEWARES")
    middlewares["spider.rendering.middleware.Rendering"] = RENDERING_PRIORITY
    settings.set("DOWNLOADER_MIDDLEWARES", middlewares, priority="spider")


def _check_extra(topic: Topic) -> None:
    if not (find_spec("playwright") and find_spec("scrapy_playwright")):
        raise CannotRenderError(
            f"{_reason(topic)}, but what drives it is not installed. "
            "Run: pip install 'specseek[render]', or take the key 'render' out of the topic file"
        )


def _check_browser(topic: Topic, program: str) -> None:
    if not os.access(program, os.X_OK) or os.path.isdir(program):  # noqa: PTH112 - beside os.access
        raise CannotRenderError(
            f"{_reason(topic)}, but there is no program {program}. Install Chromium (on Debian: "
            "apt install chromium), or name its program by the setting crawl.chromium"
        )


def _reason(topic: Topic) -> str:
    return f"the topic {topic.name} has pages shown by a browser ({', '.join(topic.render)})"
