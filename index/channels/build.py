"""Articles and posts in an index: what changed since the last build, and their entries.

A document is indexed again if it changed, or if it speaks of other products than before: the names
of products change, too. `ChannelScan` finds out, `channel_entry` makes the entry of a document.
"""

from __future__ import annotations

import hashlib
import json
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from index.analysis import LONGEST_TEXT
from index.channels.document import (
    AUTHOR,
    HIGH,
    KIND,
    LOW,
    PRODUCT,
    SITE,
    SOURCE,
    TIME,
    WORTH,
    MentionedProduct,
    channel_document,
)
from index.engines.engine import PROMINENCE, IndexEntry
from index.entries import exact_tokens
from index.mentions import MentionFinder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from core.topic import Topic
    from index.analysis import Analyzer
    from index.channels.document import ChannelDocument
    from index.products.spellings import NamedProduct
    from store.documents import StoredDocument


_FILE = "documents.json"
_FAR_FUTURE = 1e11  # seconds; prominence is a document's time, from 0 to 1


class DocumentChanges(NamedTuple):
    """Ids of new or changed articles and posts, and of those that are gone."""

    changed: frozenset[str]
    gone: frozenset[str]

    def __bool__(self) -> bool:
        return bool(self.changed or self.gone)


class DocumentFingerprints(NamedTuple):
    """`names` is a digest of the products' names that were looked for in the documents."""

    names: str = ""
    documents: Mapping[str, str] = MappingProxyType({})

    @classmethod
    def read(cls, folder: Path) -> DocumentFingerprints:
        return cls(**json.loads((folder / _FILE).read_bytes()))

    def write(self, folder: Path) -> None:
        (folder / _FILE).write_bytes(
            json.dumps({"names": self.names, "documents": dict(self.documents)}).encode()
        )


class ChannelScan:
    """One pass over all documents, compared with those of the last build."""

    def __init__(
        self,
        documents: Iterable[StoredDocument],
        topic: Topic,
        products: Sequence[NamedProduct],
        before: DocumentFingerprints,
    ) -> None:
        self._topic = topic
        self._titles = {product.id: product.title for product in products}
        self._products = products
        names = _digest(
            *(part for one in products for part in (one.id, one.title, one.brand, *one.others))
        )
        same_names = names == before.names
        found: dict[str, str] = {}
        self._mentions: dict[str, tuple[str, ...]] = {}
        for document in documents:
            key = str(document.id)
            content = _content_digest(document)
            known = before.documents.get(key, "")
            if same_names and known.startswith(content):
                found[key] = known
                continue
            mentions = self._finder.find(f"{document.title}\n{document.text}")
            titles = (self._titles[product] for product in mentions)
            found[key] = content + _digest(*mentions, *titles)
            if found[key] != known:
                self._mentions[key] = mentions
        self.fingerprints = DocumentFingerprints(names, found)
        gone = frozenset(before.documents.keys() - found.keys())
        self.changes = DocumentChanges(frozenset(self._mentions), gone)

    @cached_property
    def _finder(self) -> MentionFinder:
        """Made only where something is to be read: with many products it takes a second."""
        return MentionFinder(self._topic, self._products)

    def changed(self, documents: Iterable[StoredDocument]) -> Iterator[ChannelDocument]:
        """The new and changed ones; `documents` are those of the pass, once more."""
        for document in documents:
            mentions = self._mentions.get(str(document.id))
            if mentions is not None:
                products = (MentionedProduct(one, self._titles[one]) for one in mentions)
                yield channel_document(document, tuple(products))


def _content_digest(document: StoredDocument) -> str:
    """Of all that is shown or searched; when it was last changed is neither."""
    shown = document._replace(last_changed_at=0.0, capture_id=None)
    return _digest(*map(str, shown))


def _digest(*texts: str) -> str:
    digest = hashlib.blake2b(digest_size=12)
    for text in texts:
        digest.update(text.encode("utf-8", "surrogatepass") + b"\0")
    return digest.hexdigest()


# Entries of documents.


def channel_entry(document: ChannelDocument, analyzer: Analyzer) -> IndexEntry:
    """Quotes are not searched: they are found where they were written."""
    body = _paragraphs(document.text)
    tokens = (token for text in body for token in analyzer.index_tokens(text))
    terms = {
        KIND: (document.kind,),
        SITE: (document.site,),
        SOURCE: (document.source,),
        AUTHOR: (document.author,) if document.author else (),
        PRODUCT: tuple(product.id for product in document.products),
        WORTH: (LOW if document.is_low else HIGH,),
    }
    return IndexEntry(
        str(document.id),
        document.to_json(),
        name=analyzer.index_tokens(document.title),
        body=tuple(dict.fromkeys(tokens)),
        exact=exact_tokens((document.title, *body), analyzer),
        terms={name: keys for name, keys in terms.items() if keys},
        numbers={TIME: (document.at,)},
        orders={
            TIME: document.at,
            PROMINENCE: min(max(document.at, 0.0), _FAR_FUTURE) / _FAR_FUTURE,
        },
    )


def _paragraphs(text: str) -> list[str]:
    """Pieces of a text that the analyzer takes whole."""
    return [
        line[at : at + LONGEST_TEXT]
        for line in text.split("\n")
        for at in range(0, len(line), LONGEST_TEXT)
    ]
