"""Only build the tree: what every extractor that works on a DOM pays before it reads a word."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from evaluation.reading_task import ReadingTask


def lxml_tree(task: ReadingTask) -> Callable[[], object]:
    html = import_module("lxml.html")

    def build() -> object:
        return html.document_fromstring(task.page.body, parser=html.HTMLParser(encoding="utf-8"))

    return build


def lexbor_tree(task: ReadingTask) -> Callable[[], object]:
    return partial(import_module("selectolax.lexbor").LexborHTMLParser, task.page.body)


def soup_tree(task: ReadingTask) -> Callable[[], object]:
    soup = import_module("bs4").BeautifulSoup
    return partial(soup, task.page.body, "lxml", from_encoding="utf-8")
