"""Which Tantivy fields an index has: numbered, since attributes may be called anything."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from tantivy import Schema, SchemaBuilder, TextAnalyzer, TextAnalyzerBuilder, Tokenizer

from index.engines.entry import PROMINENCE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from index.engines.entry import Fields

VERSION = 4  # of what this file says
ID, DOCUMENT = "id", "document"
NAME, BODY, EXACT = "name", "body", "exact"  # the body has the name, too: see Queries
KNOWN = "known"  # the attributes of which there is any value, by their marks
TOKENS = "tokens"  # the tokenizer's name
FIRST = "first"  # prominence: the index is stored in this order


@dataclass(frozen=True)
class TantivyLayout:
    """Attribute → field, for each of the things that are kept of attributes.

    The first number of an attribute is in `lows` and `highs`, or the beginning and the end of its
    span, in every product; the width of a span is in `widths`, further numbers are in `others`.
    Numbers says why.
    """

    fields: Fields

    @cached_property
    def said(self) -> Mapping[str, str]:
        return _numbered("said", self.fields.said)

    @cached_property
    def terms(self) -> Mapping[str, str]:
        return _numbered("term", self.fields.terms)

    @cached_property
    def sets(self) -> Mapping[str, str]:
        """All keys of a product as one text, in every product: counted many times as fast."""
        return _numbered("set", self.fields.terms)

    @cached_property
    def lows(self) -> Mapping[str, str]:
        return _numbered("low", self.fields.numbers)

    @cached_property
    def highs(self) -> Mapping[str, str]:
        return _numbered("high", self.fields.numbers)

    @cached_property
    def widths(self) -> Mapping[str, str]:
        return _numbered("width", self.fields.numbers)

    @cached_property
    def others(self) -> Mapping[str, str]:
        return _numbered("other", self.fields.numbers)

    @cached_property
    def orders(self) -> Mapping[str, str]:
        return _numbered("order", self.fields.orders) | {PROMINENCE: FIRST}

    @cached_property
    def marks(self) -> Mapping[str, str]:
        """What stands in the field KNOWN for an attribute."""
        return _numbered("", (*self.fields.said, *self.fields.terms, *self.fields.numbers))

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
    """Splits at spaces and leaves tokens as they are: they were made before."""
    return TextAnalyzerBuilder(Tokenizer.whitespace()).build()


def _numbered(kind: str, attributes: Iterable[str]) -> dict[str, str]:
    unlike = dict.fromkeys(attributes)
    return {attribute: f"{kind}{at}" for at, attribute in enumerate(unlike)}
