"""A product as an index stores it and pages show it: every value with its sources.

`index/documents_build.py` makes these documents from the ledger's records.
"""

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
    """One page that states a value; `page` is its index in `ProductDocument.pages`.

    `raw` is this page's own spelling, "" if it is the value's `raw`. `since` is when the page first
    stated it. For values read without a rule, `by` is how they were read, `confidence` how sure
    that is.
    """

    page: int
    rule: str
    rule_version: int
    since: float
    raw: str = ""
    by: str = ""
    confidence: float = 1.0


class ShownValue(NamedTuple):
    """A value as a page writes it, and its `meaning`: the parsed form, "" if it was not parsed."""

    raw: str
    meaning: str
    said_by: tuple[ValueSource, ...]

    @property
    def confirmed(self) -> bool:
        """Whether at least one page has it in embedded data, or a rule read it there."""
        return any(not source.by for source in self.said_by)


class ShownAttribute(NamedTuple):
    """`name` is the topic's, or the page's own where the topic has none (`known` false).

    The first value is the one to show; `conflict` means that pages disagree about one variant.
    `derived` are the attributes that the values were read from; pages do not give this one itself.
    """

    name: str
    known: bool
    conflict: bool
    values: tuple[ShownValue, ...]
    derived: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        return self.values[0].raw


class ProductPicture(NamedTuple):
    """A product's thumbnails; `width` and `height` are those of the largest.

    `url` is where the original is, `page` the index of the page that shows it.
    """

    digest: str
    width: int
    height: int
    url: str
    page: int


class ProductMedia(NamedTuple):
    """A video or a manual; the title may be empty."""

    kind: str
    url: str
    title: str


class ProductDocument(NamedTuple):
    """Attributes in the topic's order, then those the topic does not know."""

    id: str
    title: str
    brand: str
    pages: tuple[PageOfProduct, ...]
    attributes: tuple[ShownAttribute, ...]
    images: tuple[str, ...] = ()
    picture: ProductPicture | None = None
    media: tuple[ProductMedia, ...] = ()

    @property
    def urls(self) -> tuple[str, ...]:
        """Each once, even where several records were read from one page."""
        return tuple(dict.fromkeys(page.url for page in self.pages))

    @property
    def sites(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(page.site for page in self.pages))

    @property
    def confirmed(self) -> bool:
        """Whether any of its values is confirmed; a product without values counts as confirmed."""
        values = (value for one in self.attributes for value in one.values)
        return not self.attributes or any(value.confirmed for value in values)

    def get(self, name: str) -> ShownAttribute | None:
        return next((one for one in self.attributes if one.name == name), None)

    def to_json(self) -> bytes:
        try:
            return _ENCODER.encode(self)
        except UnicodeEncodeError:  # lone surrogates
            return json.dumps(self, ensure_ascii=False).encode("utf-8", "replace")

    @classmethod
    def from_json(cls, body: bytes) -> ProductDocument:
        return _DECODER.decode(body)


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(ProductDocument)
