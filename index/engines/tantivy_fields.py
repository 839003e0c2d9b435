"""The fields of a Tantivy index, encoding of texts, and entries as Tantivy documents.

Fields are numbered, since attributes may have any name.
"""

from __future__ import annotations

import sys
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any

from tantivy import Document, Schema, SchemaBuilder, TextAnalyzer, TextAnalyzerBuilder, Tokenizer

from index.engines.engine import FIRST, NumberedFields, numbered

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from index.engines.engine import IndexEntry


VERSION = 4  # of the layout in this module
ID, DOCUMENT = "id", "document"
NAME, BODY, EXACT = "name", "body", "exact"  # the body includes the name: see Queries
KNOWN = "known"  # the attributes that have a value, by their marks
TOKENS = "tokens"  # the tokenizer's name


class TantivyLayout(NumberedFields):
    """Columns for numbers and spans; `Numbers` explains why there are four.

    `lows` and `highs` both have the first number of an attribute, or the two ends of its span, for
    every product; `widths` has the width of a span, `others` has further numbers.
    """

    @cached_property
    def sets(self) -> Mapping[str, str]:
        """All keys of a product as one text: a column without gaps is counted much faster."""
        return numbered("set", self.fields.terms)

    @cached_property
    def lows(self) -> Mapping[str, str]:
        return numbered("low", self.fields.numbers)

    @cached_property
    def highs(self) -> Mapping[str, str]:
        return numbered("high", self.fields.numbers)

    @cached_property
    def widths(self) -> Mapping[str, str]:
        return numbered("width", self.fields.numbers)

    @cached_property
    def others(self) -> Mapping[str, str]:
        return numbered("other", self.fields.numbers)

    @cached_property
    def schema(self) -> Schema:
        builder = SchemaBuilder()
        builder.add_text_field(ID, stored=True, tokenizer_name="raw", index_option="basic")
        builder.add_bytes_field(DOCUMENT, stored=True)
        for name in (NAME, BODY):
            builder.add_text_field(name, tokenizer_name=TOKENS, index_option="freq")
        builder.add_text_field(EXACT, tokenizer_name=TOKENS, index_option="position")
        for name in (KNOWN, *self.said.values()):
            builder.add_text_field(name, tokenizer_name=TOKENS, index_option="basic")
        for name in self.terms.values():
            builder.add_text_field(name, fast=True, tokenizer_name="raw", index_option="basic")
        for name in self.sets.values():
            builder.add_text_field(name, fast=True, tokenizer_name="raw", index_option="basic")
        for columns in (self.lows, self.highs, self.widths, self.others, self.orders):
            for name in columns.values():
                builder.add_float_field(name, fast=True)
        return builder.build()


def tokenizer() -> TextAnalyzer:
    """Splits at spaces only: the text is tokenized already."""
    return TextAnalyzerBuilder(Tokenizer.whitespace()).build()


# Texts that Tantivy can store: valid UTF-8, and no term longer than 64 KB.


_LONGEST = 8_000  # characters: at most eight bytes each, once escaped
_LONGEST_SET = 60_000  # bytes
_MARK, _MARK_ITSELF, _END = "\x1f", "\x1f0", "\x1f1"
_ESCAPED = "\0"
_UNKEPT = "\N{REPLACEMENT CHARACTER}"
_GAPS = dict.fromkeys(map(ord, " \t\n\f\r"), _UNKEPT)


def joined_tokens(tokens: Sequence[str]) -> str:
    """Tokens as one text, to be split at its spaces."""
    text = " ".join(tokens)
    if _is_plain(text) and all(tokens) and text.count(" ") == len(tokens) - 1:
        return text  # nearly always; a token with a space would change the count
    return " ".join(map(encoded_token, tokens))


def _is_plain(text: str) -> bool:
    return len(text) <= _LONGEST and text.isprintable()


def encoded_token(text: str) -> str:
    r"""As `joined_tokens` writes it.

    >>> encoded_token("骁龙"), encoded_token("a b"), encoded_token("\ud800"), encoded_token("")
    ('骁龙', 'a�b', '?', '�')
    """
    if _is_plain(text) and " " not in text:
        return text or _UNKEPT
    return text[:_LONGEST].encode("utf-8", "replace").decode().translate(_GAPS)


def encoded_key(text: str) -> str:
    r"""An id or facet key; invalid text is escaped, so that keys stay distinct.

    >>> encoded_key("小米"), decoded_key(encoded_key("\ud800")) == "\ud800"
    ('小米', True)
    """
    text = text[:_LONGEST]
    if text.isprintable():
        return text
    raw = text.encode("utf-8", "surrogatepass")
    return _ESCAPED + raw.decode("latin-1")


def encoded_set(keys: Iterable[str]) -> str:
    r"""Keys as one text; as many as fit into a term.

    >>> [decoded_set(encoded_set(keys)) for keys in (["8 GB", "12 GB"], [], ["a\x1f1b"])]
    [['8 GB', '12 GB'], [], ['a\x1f1b']]
    """
    text, length = "", 0
    for one in keys:
        written = one.replace(_MARK, _MARK_ITSELF) + _END
        length += len(written.encode())
        if length > _LONGEST_SET:
            break
        text += written
    return text


def decoded_set(text: str) -> list[str]:
    """The inverse of `encoded_set`."""
    return [one.replace(_MARK_ITSELF, _MARK) for one in text.split(_END)[:-1]]


def decoded_key(encoded: str) -> str:
    """The inverse of `encoded_key`."""
    if not encoded.startswith(_ESCAPED):
        return encoded
    return encoded[1:].encode("latin-1").decode("utf-8", "surrogatepass")


# From an entry to a Tantivy document.


_LAST = -sys.float_info.max
_MISSING = inf  # columns without gaps are searched twice as fast


def tantivy_document(entry: IndexEntry, layout: TantivyLayout) -> Document:
    values: dict[str, Any] = {
        ID: encoded_key(entry.id),
        DOCUMENT: entry.document,
        NAME: joined_tokens(entry.name),
        BODY: joined_tokens((*entry.name, *entry.body)),
        EXACT: joined_tokens(entry.exact),
        KNOWN: " ".join(layout.marks_of(entry)),
    }
    for attribute, tokens in entry.said.items():
        values[layout.said[attribute]] = joined_tokens(tokens)
    for attribute, field in layout.sets.items():
        keys = [*map(encoded_key, entry.terms.get(attribute, ()))]
        if len(keys) > 1:
            keys = [*dict.fromkeys(keys)]
        values[field] = encoded_set(keys)
        if keys:
            values[layout.terms[attribute]] = keys
    _add_numbers(values, entry, layout)
    return Document.from_dict(values, layout.schema)


def _add_numbers(values: dict[str, Any], entry: IndexEntry, layout: TantivyLayout) -> None:
    """Adds 0.0, which makes floats, and no -0.0: Tantivy orders it before 0.0."""
    for attribute, field in layout.lows.items():
        span = entry.spans.get(attribute)
        points = [point + 0.0 for point in entry.numbers.get(attribute, ())]
        if span:
            low, high = span
            values[layout.widths[attribute]] = high - low
        else:
            low, *points = points or [_MISSING]
            high = low
        values[field] = low + 0.0
        values[layout.highs[attribute]] = high + 0.0
        if points:
            values[layout.others[attribute]] = points
    for attribute, order in entry.orders.items():
        values[layout.orders[attribute]] = order + 0.0
    values.setdefault(FIRST, _LAST)
