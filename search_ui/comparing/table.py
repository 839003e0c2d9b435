"""The comparison as its page shows it, in one language."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from search_ui.products.glosses import gloss
from search_ui.products.readable import CutText, cut
from search_ui.products.sheet import group_title, label_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.topic import Attribute
    from index.documents import ShownAttribute
    from search_ui.comparing.differences import ComparedAttribute
    from search_ui.languages import Language

_LONGEST = 160  # characters of a value that are shown at once
_MOST_VALUES = 4


class ComparedCell(NamedTuple):
    """The value to show, and what else is said."""

    shown: CutText
    gloss: str
    also: tuple[str, ...]
    conflict: bool


class ComparedRow(NamedTuple):
    label: str
    differs: bool
    cells: tuple[ComparedCell | None, ...]


class ComparedGroup(NamedTuple):
    title: str
    rows: tuple[ComparedRow, ...]


def comparison_table(rows: Iterable[ComparedAttribute], language: Language) -> list[ComparedGroup]:
    """Rows in the groups of the topic; what it does not know comes last."""
    return [
        ComparedGroup(group_title(group, language), tuple(_row(row, language) for row in some))
        for group, some in groupby(
            rows, key=lambda row: row.attribute.group if row.attribute else ""
        )
    ]


def _row(row: ComparedAttribute, language: Language) -> ComparedRow:
    label = label_of(row.name, row.attribute, language)
    cells = tuple(_cell(said, row.attribute, language) if said else None for said in row.said)
    return ComparedRow(label, row.differs, cells)


def _cell(said: ShownAttribute, attribute: Attribute | None, language: Language) -> ComparedCell:
    others = said.values[1:_MOST_VALUES]
    return ComparedCell(
        cut(said.shown, _LONGEST),
        gloss(language, said.values[0], attribute),
        tuple(cut(value.raw, _LONGEST).start for value in others),
        said.conflict,
    )
