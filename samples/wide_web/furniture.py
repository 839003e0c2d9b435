"""What stands around the middle of most pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from samples.wide_web.pen import Pen
    from samples.wide_web.plan import Board, Section

_HOT_SHOWN = 8
_RANKED = 4


def hot_box(pen: Pen, section: Section) -> tuple[str, list[str]]:
    known = pen.site.hot[section]
    start = pen.dice.below(len(known))
    shown = (known + known)[start : start + _HOT_SHOWN]
    return pen.site.words.labels["popular"], pen.loose_links(shown, "hot")


def ranking_box(pen: Pen, boards: Sequence[Board]) -> tuple[str, list[str]]:
    """The things that readers look at most."""
    return pen.site.words.labels["ranking"], pen.loose_links(some_of(pen, boards, _RANKED), "rank")


def some_of(pen: Pen, boards: Sequence[Board], count: int) -> list[int]:
    chosen = [pen.dice.choose(boards) for _ in range(count)]
    return [board.item(pen.dice.below(board.items)) for board in chosen]


def sections_box(pen: Pen) -> tuple[str, list[str]]:
    """Some boards of a section elsewhere on the site."""
    section = pen.dice.choose(pen.site.sections)
    boards = pen.site.plan.boards_of(section)[:4]
    links = [pen.link(board.list_page(0)) for board in boards]
    return section.title, [*links, pen.advertisement(), pen.dead_link()]


def paragraphs(pen: Pen, theme: str, count: int) -> str:
    said = pen.site.words.paragraphs(theme, count, pen.dice)
    return "".join(f"<p>{paragraph}</p>\n" for paragraph in said)
