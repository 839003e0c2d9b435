"""The fields of an OpenSearch index, encoding of texts, and entries as OpenSearch documents.

Texts are tokenized by us: OpenSearch splits them at spaces, and does nothing else to them. Fields
are numbered, since attributes may have any name.
"""

from __future__ import annotations

import base64
import hashlib
import re
import sys
from functools import cached_property
from typing import TYPE_CHECKING, Any

from index.engines.engine import FIRST, EngineError, Hit, NumberedFields, numbered

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from index.engines.engine import IndexEntry


LAYOUT = 1  # the version of what this module writes
ID, TEXT, BYTES = "id", "text", "bytes"  # the document is stored as text if it is valid UTF-8
NAME, BODY, EXACT = "name", "body", "exact"  # the body includes the name: see opensearch_queries
KNOWN = "known"  # the attributes that have a value, by their marks
PLACE = "place"  # when it was added: decides among equals, and makes pages fit together
ANALYZER = "whitespace"
_MOST_FIELDS = 10_000  # every node has them all in memory, and every update of them is sent to all


class OpenSearchLayout(NumberedFields):
    """Numbers and spans are alike here: OpenSearch knows ranges, and finds those that overlap."""

    @cached_property
    def numbers(self) -> Mapping[str, str]:
        return numbered("number", self.fields.numbers)

    def mappings(self) -> dict[str, Any]:
        """Only what is shown of an entry is stored as it was sent."""
        words = {"type": "text", "analyzer": ANALYZER}
        unscored = {**words, "norms": False}
        properties: dict[str, Any] = {
            ID: {"type": "keyword", "index": False},
            NAME: words,
            BODY: words,
            EXACT: unscored,
            KNOWN: {"type": "keyword", "doc_values": False},
            PLACE: {"type": "long", "index": False},
        }
        for kind, fields in (
            (unscored, self.said),
            ({"type": "keyword"}, self.terms),
            ({"type": "double_range"}, self.numbers),
            ({"type": "double", "index": False}, self.orders),
        ):
            properties |= dict.fromkeys(fields.values(), kind)
        properties[FIRST] = {"type": "double"}
        if len(properties) > _MOST_FIELDS:
            raise EngineError(
                f"the topic needs {len(properties):,} fields, OpenSearch should not have more than"
                f" {_MOST_FIELDS:,} in one index: remove attributes"
            )
        return {
            "dynamic": "false",
            "_source": {"includes": [ID, TEXT, BYTES]},
            "properties": properties,
        }


# Texts that OpenSearch can store: valid UTF-8, tokens without spaces, no term above 32 KB.


_LONGEST_TOKEN = 100  # characters; OpenSearch splits what has more than 255 UTF-16 units
_UNTOKENIZABLE = re.compile(r"[\s\x00-\x1f\ud800-\udfff]|^\x7f|^$")
_LONGEST_KEY = 6_000  # characters: up to 24 KB, 32 KB in base 64
_UNENCODABLE = re.compile(r"[\ud800-\udfff]|^\0")
_ESCAPED = "\0"
_HASHED = "\x7f"


def encoded_token(text: str) -> str:
    r"""A token as a word between spaces; what cannot be one is replaced by its digest.

    >>> encoded_token("骁龙"), len(encoded_token("a b")), encoded_token("a b") == encoded_token("a")
    ('骁龙', 33, False)
    """
    if len(text) <= _LONGEST_TOKEN and not _UNTOKENIZABLE.search(text):
        return text
    return _HASHED + _digest(text)


def joined_tokens(tokens: Iterable[str]) -> str:
    return " ".join(map(encoded_token, tokens))


def encoded_key(text: str) -> str:
    r"""An id or facet key; invalid text is escaped, so that keys stay distinct.

    >>> encoded_key("小米"), decoded_key(encoded_key("\ud800")) == "\ud800"
    ('小米', True)
    """
    text = text[:_LONGEST_KEY]
    if not _UNENCODABLE.search(text):
        return text
    return _ESCAPED + base64.b64encode(text.encode("utf-8", "surrogatepass")).decode("ascii")


def decoded_key(encoded: str) -> str:
    """The inverse of `encoded_key`."""
    if not encoded.startswith(_ESCAPED):
        return encoded
    return base64.b64decode(encoded[1:]).decode("utf-8", "surrogatepass")


def document_id(text: str) -> str:
    """The id of an entry as OpenSearch accepts it: up to 512 bytes, not empty."""
    return _digest(text)


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


# From an entry to an OpenSearch document, and from that to a hit.


_LAST = -sys.float_info.max


def opensearch_document(entry: IndexEntry, layout: OpenSearchLayout, place: int) -> dict[str, Any]:
    """Numbers have 0.0 added, which makes floats, and no -0.0: OpenSearch orders it before 0.0."""
    values: dict[str, Any] = {
        ID: encoded_key(entry.id),
        PLACE: place,
        NAME: joined_tokens(entry.name),
        BODY: joined_tokens((*entry.name, *entry.body)),
        EXACT: joined_tokens(entry.exact),
        KNOWN: sorted(layout.marks_of(entry)),
        FIRST: _LAST,
        **_stored(entry.document),
    }
    for attribute, tokens in entry.said.items():
        values[layout.said[attribute]] = joined_tokens(tokens)
    for attribute, keys in entry.terms.items():
        values[layout.terms[attribute]] = [*dict.fromkeys(map(encoded_key, keys))]
    for attribute, field in layout.numbers.items():
        ranges = [(number, number) for number in entry.numbers.get(attribute, ())]
        if attribute in entry.spans:
            ranges.append(entry.spans[attribute])
        if ranges:
            values[field] = [{"gte": low + 0.0, "lte": high + 0.0} for low, high in ranges]
    for attribute, order in entry.orders.items():
        values[layout.orders[attribute]] = order + 0.0
    return values


def _stored(document: bytes) -> dict[str, str]:
    try:
        return {TEXT: document.decode("utf-8")}
    except UnicodeDecodeError:
        return {BYTES: base64.b64encode(document).decode("ascii")}


def hit_of(source: Mapping[str, str]) -> Hit:
    """From what `opensearch_document` stored."""
    text = source.get(TEXT)
    document = base64.b64decode(source[BYTES]) if text is None else text.encode()
    return Hit(decoded_key(source[ID]), document)
