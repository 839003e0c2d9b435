"""The pocket web, one of whose sites has begun to tell of an attribute that nobody knows."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evaluation.pocket_web import labelled_samples
from rules.library import RuleLibrary
from rules.site_names import site_of
from rules.training import train
from samples.chance import number
from samples.pocket_web import PocketWeb

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from samples.gold import ProductPage
    from samples.response import Response

HOST = "www.shouji.example"
SITE = "shouji.example"
NAME = "马达类型"
VALUES = ("X轴线性马达", "Z轴线性马达", "转子马达")
_END = "</div></section>\n<aside>"
_ROW = (
    '<div class="spec-row"><div class="spec-row__name"><svg width="12" height="12" '
    'viewBox="0 0 12 12"><path d="M0 6h12"/></svg>{name}</div>'
    '<div class="spec-row__value">{value}</div></div>'
)


def value_on(url: str) -> str:
    return VALUES[number("motor", url) % len(VALUES)]


def grown(body: bytes, url: str, name: str = NAME, value: str | None = None) -> bytes:
    """A page of the site with a row more."""
    row = _ROW.format(name=name, value=value_on(url) if value is None else value)
    return body.decode().replace(_END, f"{row}{_END}").encode()


def grown_pages() -> Iterator[ProductPage]:
    for page in PocketWeb().product_pages(HOST):
        yield replace(page, body=grown(page.body, page.url))


class GrownWeb:
    """Serve it as any other web: all is as it was, but for the rows more."""

    def __init__(self) -> None:
        self._web = PocketWeb()

    def fetch(self, url: str) -> Response:
        response = self._web.fetch(url)
        if response.status == 200 and f"//{HOST}/p/" in url:
            return replace(response, body=grown(response.body, url))
        return response


def train_on(folder: Path, site: str) -> None:
    """The site's rules, from its labelled pages as they were."""
    library = RuleLibrary(folder)
    for sample in labelled_samples():
        if site_of(sample.page.url) == site:
            train(library, sample.page, sample.examples)
