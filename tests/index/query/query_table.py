"""Queries with what they should mean, and filters written as that table writes them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from core.topic import Topic, shipped_topic
from core.yaml_files import read_yaml
from index.query.model import Chosen, Excluded, Having, Range

if TYPE_CHECKING:
    from index.query.model import Bound, Filter, ParsedText

_FOLDER = Path(__file__).parent
PHONES = shipped_topic("phones")
SCREENS = read_yaml(_FOLDER / "topics/screens.yaml", Topic)
CAMERAS = read_yaml(_FOLDER / "topics/cameras.yaml", Topic)


class Row(NamedTuple):
    typed: str
    filters: str
    text: str


def rows(file: str = "queries.txt") -> list[Row]:
    lines = (_FOLDER / file).read_text("utf-8").splitlines()
    cells = (line.split("|") for line in lines if line and not line.startswith("#"))
    return [Row(*(cell.strip() for cell in row)) for row in cells]


def shown(query: ParsedText) -> tuple[str, str]:
    text = [
        *([query.words] if query.words else ()),
        *(f'"{phrase}"' for phrase in query.phrases),
        *(f"-{word}" for word in query.without),
    ]
    orders = (f"{each.attributes[0]}{'↓' if each.descending else '↑'}" for each in query.orders)
    return "; ".join((*map(shown_filter, query.filters), *orders)), " ".join(text)


def shown_filter(each: Filter) -> str:
    match each:
        case Having():
            return f"{'+' if each.yes else '-'}{each.attribute}"
        case Chosen():
            return f"{each.attribute}={each.shown or ','.join(each.values)}"
        case Excluded():
            return f"{each.attribute}!={','.join(each.values)}"
        case Range():
            return each.attribute + _limits(each) + each.currency


def _limits(each: Range) -> str:
    low, high, equals = _number(each.low), _number(each.high), "" if each.exclusive else "="
    if not high:
        return f">{equals}{low}"
    if not low:
        return f"<{equals}{high}"
    if each.approximate:
        return f"~{low}"
    if each.exclusive:
        return f">{low}<{high}"
    return f"={low}" if low == high else f"={low}..{high}"


def _number(bound: Bound) -> str:
    return "" if bound is None else f"{bound:g}" if isinstance(bound, float) else str(bound)
