"""Text of the web as pages, JSON and CSV may show it: nothing in it that nobody can see."""

from __future__ import annotations

import re
from typing import NamedTuple

from index.documents import PageOfProduct, ProductDocument, ShownAttribute, ShownValue, ValueSource

_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]")
_LONE_SURROGATES = re.compile(r"[\ud800-\udfff]")
# They turn what stands after them around: where nothing can hold them in, they are left out.
_DIRECTIONS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def readable(text: str) -> str:
    """Without control characters but tab and line feed, and without lone surrogates.

    >>> readable("小米" + chr(0) + chr(0xD83D) + " 14")
    '小米\ufffd 14'
    """
    if text.isprintable():  # nearly every text is, and this is told at once
        return text
    return _LONE_SURROGATES.sub("\ufffd", _CONTROLS.sub("", text))


def one_way(text: str) -> str:
    """Readable, and without marks of direction: for places that have no `<bdi>`."""
    return _DIRECTIONS.sub("", readable(text))


class CutText(NamedTuple):
    """A text in two parts: what is shown at once, and the rest of a long one."""

    start: str
    rest: str = ""


def cut(text: str, longest: int) -> CutText:
    """A little more than allowed is not worth cutting.

    >>> cut("abcdefghij", 4), cut("abcde", 4)
    (Cut(start='abcd', rest='efghij'), Cut(start='abcde', rest=''))
    """
    if len(text) <= longest * 1.25:
        return CutText(text)
    return CutText(text[:longest], text[longest:])


def readable_document(document: ProductDocument) -> ProductDocument:
    """All of its texts made readable, once, before anything is done with them."""
    return ProductDocument(
        document.id,
        readable(document.title),
        readable(document.brand),
        tuple(_page(page) for page in document.pages),
        tuple(_attribute(attribute) for attribute in document.attributes),
        tuple(map(readable, document.images)),
    )


def _page(page: PageOfProduct) -> PageOfProduct:
    return PageOfProduct(page.record_id, *map(readable, page[1:]))


def _attribute(attribute: ShownAttribute) -> ShownAttribute:
    name, known, conflict, values = attribute
    return ShownAttribute(readable(name), known, conflict, tuple(map(_value, values)))


def _value(value: ShownValue) -> ShownValue:
    said_by = tuple(map(_saying, value.said_by))
    return ShownValue(readable(value.raw), readable(value.meaning), said_by)


def _saying(saying: ValueSource) -> ValueSource:
    """Rules have names of ours; most pages write what the first one does."""
    return saying._replace(raw=readable(saying.raw)) if saying.raw else saying
