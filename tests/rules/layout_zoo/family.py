"""A family of pages: one way to mark specs up, and the products shown that way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from pages.page import Page
from rules.learn import Example
from tests.rules.layout_zoo.products import Product, products

Build = Callable[[Product], str]
Gold = Callable[[Product], tuple[Example, ...]]


@dataclass(frozen=True)
class ZooPage:
    """A page and all that is to be read off it."""

    page: Page
    gold: tuple[Example, ...]


@dataclass(frozen=True)
class Family:
    name: str
    kind: str
    build: Build
    gold: Gold
    charset: str

    def pages(self) -> list[ZooPage]:
        """One page for each product; none says its encoding by an HTTP header."""
        return [
            ZooPage(
                Page.read(self.build(product).encode(self.charset), self._url(product)),
                self.gold(product),
            )
            for product in products(self.kind)
        ]

    def _url(self, product: Product) -> str:
        return f"http://www.{self.name.replace('_', '-')}.example/item/{product.number}.html"


_FAMILIES: dict[str, Family] = {}


def pair(name: str, value: str) -> Example:
    return Example(attribute=name, name=name, value=value)


def all_specs(product: Product) -> tuple[Example, ...]:
    return tuple(pair(spec.name, spec.value) for spec in product.specs)


def family(kind: str, gold: Gold = all_specs, charset: str = "utf-8") -> Callable[[Build], Build]:
    """Make a function that builds a whole page one of the zoo's families."""

    def enrol(build: Build) -> Build:
        name = build.__name__
        _FAMILIES[name] = Family(name, kind, build, gold, charset)
        return build

    return enrol


def families() -> dict[str, Family]:
    """All families, of whichever module of this folder."""
    for module in sorted(Path(__file__).parent.glob("*.py")):
        import_module(f"tests.rules.layout_zoo.{module.stem}")
    return _FAMILIES
