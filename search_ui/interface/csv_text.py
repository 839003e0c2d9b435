"""CSV that spreadsheets open as it is meant: UTF-8 with a mark, and no cell that computes."""

from __future__ import annotations

import csv
import re
from io import StringIO
from typing import TYPE_CHECKING, TypeAlias

from search_ui.products.readable import one_way

if TYPE_CHECKING:
    from collections.abc import Iterable

CsvCell: TypeAlias = str | float | bool | None

_BYTE_ORDER_MARK = "\ufeff"
# What spreadsheets take for a formula; Chinese and Japanese ones also where it is full width.
_COMPUTES = re.compile(r"\s*[=+\-@\t\r＝＋－＠]")
_NUMBER = re.compile(r"[+-]?\d{1,15}(\.\d{1,15})?")


def csv_text(rows: Iterable[Iterable[CsvCell]]) -> str:
    """RFC 4180: lines end with CR LF, what has commas, quotes or line feeds is quoted."""
    out = StringIO()
    out.write(_BYTE_ORDER_MARK)
    csv.writer(out, lineterminator="\r\n").writerows(
        [_written(cell) for cell in row] for row in rows
    )
    return out.getvalue()


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
    """With an apostrophe before what a spreadsheet would compute; numbers stay numbers.

    >>> defused("=1+1"), defused("-20"), defused("-20℃"), defused("6.5英寸")
    ("'=1+1", '-20', "'-20℃", '6.5英寸')
    """
    if not _COMPUTES.match(text) or _NUMBER.fullmatch(text):
        return text
    return f"'{text}"
