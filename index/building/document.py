"""A product as it is kept in an index and shown on pages: every value with who says it."""

from __future__ import annotations

import json
from typing import NamedTuple

import msgspec


class PageOfProduct(NamedTuple):
    """Where a record was read; `source` is how ("rule", "rows", "json-ld", "microdata")."""

    record_id: int
    url: str
    site: str
    source: str
    variant: str


class ValueSource(NamedTuple):
    """One page (its place in `ProductDocument.pages`) says it, by a rule, since a time.

    `raw` is how this page writes it, "" where it writes what the value's own `raw` says. What was
    read without a rule tells how (`by`), and how sure that is.
    """

    page: int
    rule: str
    rule_version: int
    since: float
    raw: str = ""
    by: str = ""
    confidence: float = 1.0


class ShownValue(NamedTuple):
    """A value as a page writes it, and as it was understood ("" if it was not)."""

    raw: str
    meaning: str
    said_by: tuple[ValueSource, ...]

    @property
    def confirmed(self) -> bool:
        """Did a rule read it anywhere, or a page tell it machines?"""
        return any(not saying.by for saying in self.said_by)


class ShownAttribute(NamedTuple):
    """`name` is the topic's, or the page's own where the topic has none (`known` false).

    The value to show comes first; `conflict` tells that pages disagree about one variant.
    """

    name: str
    known: bool
    conflict: bool
    values: tuple[ShownValue, ...]

    @property
    def shown(self) -> str:
        return self.values[0].raw


class ProductDocument(NamedTuple):
    """Attributes in the topic's order, then those the topic does not know."""

    id: str
    title: str
    brand: str
    pages: tuple[PageOfProduct, ...]
    attributes: tuple[ShownAttribute, ...]
    images: tuple[str, ...] = ()

    @property
    def sites(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(page.site for page in self.pages))

    @property
    def confirmed(self) -> bool:
        """Is any of its values? Of what says nothing there is nothing to confirm."""
        values = (value for one in self.attributes for value in one.values)
        return not self.attributes or any(value.confirmed for value in values)

    def get(self, name: str) -> ShownAttribute | None:
        return next((one for one in self.attributes if one.name == name), None)

    def to_json(self) -> bytes:
        try:
            return _ENCODER.encode(self)
        except UnicodeEncodeError:  # halves of characters, which no UTF-8 can hold
            return json.dumps(self, ensure_ascii=False).encode("utf-8", "replace")

    @classmethod
    def from_json(cls, body: bytes) -> ProductDocument:
        return _DECODER.decode(body)


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(ProductDocument)
