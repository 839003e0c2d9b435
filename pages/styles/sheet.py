"""A style sheet, read once for all pages that use it."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache
from typing import NamedTuple

from pages.styles.declarations import Declared, declarations
from pages.styles.scanning import Ruleset, Statement, layer_in, scan
from pages.styles.selectors import Selector, selectors

LONGEST_SHEET = 2_000_000  # characters
MOST_SELECTORS = 60_000
MOST_IMPORTS = 20
_KEPT = 64

_IMPORT = re.compile(
    r"""(?:url\(\s*)?(?:"([^"]*)"|'([^']*)'|([^\s"')]+))\s*\)?\s*"""
    r"""(layer(?:\(([^()]*)\))?(?![\w-]))?\s*(?:supports\([^()]*\))?(.*)""",
    re.IGNORECASE | re.DOTALL,
)


class Rule(NamedTuple):
    """One selector of a rule; `order` counts within its sheet."""

    selector: Selector
    body: str
    base: str
    layer: str
    order: int

    @property
    def declared(self) -> tuple[Declared, ...]:
        return declarations(self.body, self.base)


class Import(NamedTuple):
    address: str
    media: str
    layer: str


class Sheet(NamedTuple):
    """Rules by what their elements have (#id, .class, tag or *)."""

    rules: dict[str, list[Rule]]
    imports: tuple[Import, ...]
    layers: tuple[str, ...]


@lru_cache(maxsize=_KEPT)
def read_sheet(text: str, base: str, layer: str = "") -> Sheet:
    """Never raises, whatever the text holds; takes time linear in its length."""
    rules: dict[str, list[Rule]] = defaultdict(list)
    imports: list[Import] = []
    layers: dict[str, None] = {}
    order = 0
    for found in scan(text[:LONGEST_SHEET]):
        if order >= MOST_SELECTORS:
            break
        if isinstance(found, Ruleset):
            for selector in selectors(found.prelude):
                in_layer = layer_in(layer, found.layer, 0) if found.layer else layer
                rule = Rule(selector, found.body, base, in_layer, order)
                rules[selector.key].append(rule)
                order += 1
        elif found.name == "layer":
            names = (layer_in(layer, name, 0) for name in found.rest.split(","))
            layers.update(dict.fromkeys(names))
        elif found.name == "import" and not order and len(imports) < MOST_IMPORTS:
            imports.extend(_imports(found, layer, len(imports)))
    return Sheet(dict(rules), tuple(imports), tuple(layers))


def _imports(found: Statement, layer: str, number: int) -> list[Import]:
    parts = _IMPORT.match(found.rest)
    if parts is None:
        return []
    address = parts[1] or parts[2] or parts[3] or ""
    in_layer = layer_in(layer, parts[5] or "", number) if parts[4] else layer
    return [Import(address, parts[6].strip(), in_layer)]
