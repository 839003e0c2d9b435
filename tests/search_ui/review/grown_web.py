"""The pocket web, one of whose sites has begun to tell of what nobody knows."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.names import site_of
from rules.learn import train
from rules.library import RuleLibrary
from samples.chance import number
from samples.labels import labelled_samples
from samples.pocket_web import PocketWeb
from samples.response import not_found

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from samples.response import Response
    from samples.site import ProductPage


HOST = "mobile.zol.example"
SITE = "zol.example"
NAME = "马达类型"
VALUES = ("X轴线性马达", "Z轴线性马达", "转子马达")
ALIAS, ALIAS_OF = "屏幕主屏尺寸", "主屏尺寸"
_CODEC = "gbk"
_END = '\n</table>\n<div class="more">'
_ROW = (
    '\n<tr><td><a class="Cl_31 hui612" href="/help/glossary.html">{name}</a></td>'
    "<td>{value}</td></tr>"
)


def value_on(url: str) -> str:
    return VALUES[number("motor", url) % len(VALUES)]


def size_on(url: str) -> str:
    return f"{2 + number('size', url) % 20 / 10}英寸"


def grown(body: bytes, url: str) -> bytes:
    """A page of the site with a new attribute, and an old one by a new name."""
    rows = ((NAME, value_on(url)), (ALIAS, size_on(url)))
    added = "".join(_ROW.format(name=name, value=value) for name, value in rows)
    return body.decode(_CODEC).replace(_END, f"{added}{_END}").encode(_CODEC)


def grown_pages() -> Iterator[ProductPage]:
    for page in PocketWeb().product_pages(HOST):
        yield replace(page, body=grown(page.body, page.url))


class GrownWeb:
    """Serve it as any other web: the one host, as it was but for the rows more."""

    def __init__(self) -> None:
        self._web = PocketWeb()

    def fetch(self, url: str) -> Response:
        if f"//{HOST}/" not in url:
            return not_found(url)
        response = self._web.fetch(url)
        if response.status == 200 and f"//{HOST}/cell_phone/" in url:
            return replace(response, body=grown(response.body, url))
        return response


def train_on(folder: Path, *sites: str) -> None:
    """The sites' rules, from their labelled pages as they were."""
    library = RuleLibrary(folder)
    for sample in labelled_samples():
        if site_of(sample.page.url) in sites:
            train(library, sample.page, sample.examples)
