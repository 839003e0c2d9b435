"""An article or a post as the index stores it and pages show it; the columns it is found by."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from index.engines.engine import PROMINENCE, Fields

if TYPE_CHECKING:
    from store.documents import StoredDocument


KIND, SITE, SOURCE, AUTHOR, PRODUCT, WORTH, TIME = (
    *("kind", "site", "source", "author", "product", "worth", "time"),
)
CHANNEL_FIELDS = Fields(
    terms=(KIND, SITE, SOURCE, AUTHOR, PRODUCT, WORTH), numbers=(TIME,), orders=(PROMINENCE, TIME)
)
LOW, HIGH = "low", "high"  # keys of `WORTH`
_LEAST_WORTH = 0.5  # posts below it (顶, +1, advertisements) are hidden unless asked for

# Limits per document, so that no page can blow up the index; the ledger keeps everything.
_LONGEST_TEXT = 100_000  # characters
_LONGEST_LINE = 1_000
_MOST_QUOTES = 20
_MOST_PRODUCTS = 50
_FIRST_OF_3000 = 32_503_680_000  # seconds; a page that tells a later date is wrong about it


class MentionedProduct(NamedTuple):
    id: str
    title: str


class ChannelDocument(NamedTuple):
    """`at` is when it was published or, if `dated` is false, when it was first seen.

    `url` is its own address where it has one, `page_url` that of the page it was read from,
    `thread` that of the first page of its thread. `worth` tells how telling it is, from 0 to 1.
    """

    id: int
    kind: str
    site: str
    source: str
    title: str
    author: str
    at: float
    dated: bool
    text: str
    quotes: tuple[str, ...]
    url: str
    page_url: str
    thread: str
    number: int | None
    worth: float
    products: tuple[MentionedProduct, ...]

    @property
    def is_low(self) -> bool:
        """Of low value: hidden unless asked for."""
        return self.worth < _LEAST_WORTH

    def to_json(self) -> bytes:
        return _ENCODER.encode(self)

    @classmethod
    def from_json(cls, body: bytes) -> ChannelDocument:
        return _DECODER.decode(body)


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(ChannelDocument)


def channel_document(
    stored: StoredDocument, products: tuple[MentionedProduct, ...]
) -> ChannelDocument:
    published = stored.published_at
    if published is not None and not 0 <= published < _FIRST_OF_3000:
        published = None
    return ChannelDocument(
        id=stored.id,
        kind=stored.kind,
        site=stored.site,
        source=stored.source,
        title=stored.title[:_LONGEST_LINE],
        author=stored.author[:_LONGEST_LINE],
        at=stored.first_seen_at if published is None else published,
        dated=published is not None,
        text=stored.text[:_LONGEST_TEXT],
        quotes=tuple(quote[:_LONGEST_TEXT] for quote in stored.quotes[:_MOST_QUOTES]),
        url=stored.url,
        page_url=stored.page_url,
        thread=stored.thread,
        number=stored.number,
        worth=stored.worth,
        products=products[:_MOST_PRODUCTS],
    )
