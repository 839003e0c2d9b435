"""Real-looking products: every one shows other attributes, as those of real shops do.

A file of `goods/` holds products of one kind: `# title | brand | price`, then `[section]`
and `name: value` lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True)
class Spec:
    section: str
    name: str
    value: str

    @property
    def parts(self) -> list[str]:
        """The value as the list it is."""
        return self.value.split(", ")


@dataclass(frozen=True)
class Product:
    kind: str
    number: int
    title: str
    brand: str
    price: str
    specs: tuple[Spec, ...]

    @property
    def sections(self) -> list[tuple[str, list[Spec]]]:
        grouped = groupby(self.specs, key=lambda spec: spec.section)
        return [(section, list(specs)) for section, specs in grouped]

    @property
    def others(self) -> list[Product]:
        """The products a shop shows beside this one."""
        return [other for other in products(self.kind) if other is not self]


@cache
def products(kind: str) -> tuple[Product, ...]:
    text = (Path(__file__).parent / "goods" / f"{kind}.txt").read_text("utf-8")
    return tuple(_product(kind, number, block) for number, block in enumerate(text.split("# ")[1:]))


def _product(kind: str, number: int, block: str) -> Product:
    head, *lines = block.splitlines()
    title, brand, price = head.split(" | ")
    section = ""
    specs = []
    for line in lines:
        if line.startswith("["):
            section = line.strip("[]")
        else:
            name, _, value = line.partition(": ")
            specs.append(Spec(section, name, value))
    return Product(kind, number, title, brand, price, tuple(specs))


def each(specs: Iterable[Spec], unit: str, between: str = "\n") -> str:
    """The specs one by one: `unit` with `{name}` and `{value}` filled in."""
    return between.join(
        unit.format(name=escape(spec.name), value=escape(spec.value)) for spec in specs
    )
