"""Searches, products and comparisons as CSV that spreadsheets open correctly."""

from __future__ import annotations

import csv
import re
from io import StringIO
from typing import TYPE_CHECKING, TypeAlias
from unicodedata import category, normalize

from core.currencies import currency_of
from core.topic import ValueType
from core.topic_parts import ENGLISH
from index.values.read import read_value
from index.values.types import Price, Quantity
from search_ui.addresses import web_link
from search_ui.api_json import LONGEST_IN_LISTS, iso_time
from search_ui.text import one_way

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from core.topic import Attribute, Topic
    from index.documents import ProductDocument, ShownAttribute
    from search_ui.compare import ComparedAttribute


_MEASURED = (ValueType.QUANTITY, ValueType.PRICE)
PRODUCT_HEAD = (
    *("id", "attribute", "label", "group", "raw", "meaning", "number", "unit", "shown", "conflict"),
    *("site", "url", "variant", "read_by", "rule_version", "since", "confidence"),
)


def search_rows(documents: Iterable[ProductDocument], topic: Topic) -> Iterator[Sequence[CsvCell]]:
    """One row per product; the columns are the same for every search."""
    heads = ((one.name, f"{one.name} [{one.unit}]") for one in topic.attributes)
    measured = {one.name for one in topic.attributes if one.type in _MEASURED}
    named = (
        name for name, unit in heads for name in ((name, unit) if name in measured else (name,))
    )
    yield ("id", "title", "brand", "sites", *named)
    for document in documents:
        said = {one.name: one for one in document.attributes}
        cells = (cell for one in topic.attributes for cell in _cells(said.get(one.name), one))
        yield (document.id, document.title, document.brand, " ".join(document.sites), *cells)


def product_rows(document: ProductDocument, topic: Topic) -> Iterator[Sequence[CsvCell]]:
    """One row per value and page."""
    known = {attribute.name: attribute for attribute in topic.attributes}
    yield PRODUCT_HEAD
    for said in document.attributes:
        attribute = known.get(said.name)
        label = attribute.label_in(ENGLISH) if attribute else ""
        group, unit = (attribute.group, attribute.unit) if attribute else ("", "")
        about = (document.id, said.name, label, group)
        for place, value in enumerate(said.values):
            for source in value.said_by:
                page = document.pages[source.page]
                raw = source.raw or value.raw
                yield (
                    *(*about, raw, value.meaning, only_number(raw, attribute), unit),
                    *(place == 0, said.conflict, page.site, web_link(page.url), page.variant),
                    *(source.rule or page.source, source.rule_version or None),
                    *(iso_time(source.since), source.confidence),
                )


def compare_rows(
    documents: Sequence[ProductDocument], rows: Iterable[ComparedAttribute]
) -> Iterator[Sequence[CsvCell]]:
    """One row per attribute, one column per product."""
    yield ("attribute", "label", "group", "differs", *(document.id for document in documents))
    yield ("title", "", "", None, *(document.title for document in documents))
    for row in rows:
        label = row.attribute.label_in(ENGLISH) if row.attribute else ""
        group = row.attribute.group if row.attribute else ""
        shown = (said.shown[:LONGEST_IN_LISTS] if said else None for said in row.said)
        yield (row.name, label, group, row.differs, *shown)


def only_number(raw: str, attribute: Attribute | None) -> float | None:
    """The number in a text, in the attribute's unit, if there is exactly one."""
    if attribute is None:
        return None
    ends = {
        end
        for value in read_value(raw, attribute).values
        if isinstance(value, Quantity)
        or (isinstance(value, Price) and value.currency == currency_of(attribute.unit))
        for end in (value.low, value.high)
    }
    return ends.pop() if len(ends) == 1 else None


def _cells(said: ShownAttribute | None, attribute: Attribute) -> Iterator[CsvCell]:
    yield said.shown[:LONGEST_IN_LISTS] if said else None
    if attribute.type in _MEASURED:
        yield only_number(said.shown, attribute) if said else None


# CSV for spreadsheets: UTF-8 with a byte-order mark, and no formulas.


CsvCell: TypeAlias = str | float | bool | None

_BYTE_ORDER_MARK = "\ufeff"
_SIGNS = frozenset("=+-@")  # of formulas; Chinese and Japanese spreadsheets know them in full width
# Fillers and a blank pattern of dots; other invisible characters are told by their category.
_BLANK_LETTERS = frozenset("\u115f\u1160\u3164\uffa0\u2800")
_NUMBER = re.compile(r"[+-]?\d{1,15}(\.\d{1,15})?")


def csv_lines(rows: Iterable[Iterable[CsvCell]]) -> Iterator[str]:
    """RFC 4180: lines end with CR LF; cells with commas, quotes or line feeds are quoted."""
    yield _BYTE_ORDER_MARK
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    for row in rows:
        writer.writerow([_written(cell) for cell in row])
        yield out.getvalue()
        out.seek(0)
        out.truncate()


def csv_text(rows: Iterable[Iterable[CsvCell]]) -> str:
    return "".join(csv_lines(rows))


def _written(cell: CsvCell) -> str:
    match cell:
        case None:
            return ""
        case bool():
            return "yes" if cell else "no"
        case float() | int():
            return repr(cell).removesuffix(".0")
        case _:
            return defused(one_way(cell))


def defused(text: str) -> str:
    """With an apostrophe before anything that a spreadsheet would take for a formula.

    >>> defused("=1+1"), defused("-20"), defused("-20℃"), defused("6.5英寸")
    ("'=1+1", '-20', "'-20℃", '6.5英寸')
    """
    if not _computes(text) or _NUMBER.fullmatch(text):
        return text
    return f"'{text}"


def _computes(text: str) -> bool:
    """Spreadsheets may skip what they do not show, and see the sign behind it."""
    for character in text:
        if character in "\t\r":
            return True
        if category(character)[0] not in "CMZ" and character not in _BLANK_LETTERS:
            return normalize("NFKC", character) in _SIGNS
    return False
