"""Pages that lead on: home, sections, hubs, and the pages of lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from samples.wide_web.furniture import hot_box, paragraphs, ranking_box, sections_box
from samples.wide_web.sheet import Sheet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from samples.wide_web.pen import Pen
    from samples.wide_web.plan import Section

_LATEST_AT_HOME = 4
_LATEST = 14
_PAGER_REACH = 2
_RANKED_SECTIONS = 6


def home(pen: Pen) -> Sheet:
    site, labels = pen.site, pen.site.words.labels
    blocks = [
        site.block(section.title, [pen.link(page) for page in _latest(pen, section)])
        for section in site.sections
    ]
    friends = [pen.friend_link(friend) for friend in site.friends]
    return Sheet("/", site.name, site.name, [], "".join(blocks), [(labels["friends"], friends)])


def _latest(pen: Pen, section: Section) -> list[int]:
    boards = pen.site.plan.boards_of(section)
    newest = [boards[turn % len(boards)].item(turn // len(boards)) for turn in range(_LATEST)]
    return newest[:_LATEST_AT_HOME] if pen.page == 0 else newest


def section(pen: Pen) -> Sheet:
    site, labels = pen.site, pen.site.words.labels
    here = site.sections[pen.place.number]
    boards = [pen.link(board.list_page(0)) for board in site.plan.boards_of(here)]
    latest = site.entries(_with_notes(pen, here.theme, _latest(pen, here)))
    boxes = [hot_box(pen, here), sections_box(pen)]
    if pen.place.number % _RANKED_SECTIONS == 1:
        boxes.append(ranking_box(pen, site.plan.near_shelves))
    if doors := site.doors.get(pen.page):
        boxes.insert(0, (labels["specials"], [pen.link(door) for door in doors]))
    middle = site.block(labels["columns"], boards) + latest
    return Sheet(site.path(pen.page), here.title, here.title, [pen.link(0)], middle, boxes)


def hub(pen: Pen) -> Sheet:
    """A special: words, some lists that have nothing to do with it, and the ones it is for."""
    site, labels, plan = pen.site, pen.site.words.labels, pen.site.plan
    for_these = [
        shelf.list_page(0)
        for island in plan.islands
        if island.hub == pen.place.number
        for shelf in plan.shelves_of(island)
    ]
    others = [pen.dice.choose(plan.boards[len(plan.shelves) :]).list_page(0) for _ in range(6)]
    links = pen.loose_links(others, "special")
    links[3:3] = [pen.link(page) for page in (*for_these, *site.doors.get(pen.page, ()))]
    where = pen.dice.choose(site.sections)
    text = paragraphs(pen, "digital", 8 + pen.dice.below(8))
    title = site.title(pen.page)
    middle = text + site.block(labels["more"], links)
    boxes = [hot_box(pen, where), sections_box(pen)]
    return Sheet(site.path(pen.page), title, title, [pen.link(0)], middle, boxes)


def board_list(pen: Pen) -> Sheet:
    site, labels, board = pen.site, pen.site.words.labels, pen.board
    items = [board.item(index) for index in board.shown_on(pen.place.position)]
    title = site.names.title(board)
    middle = site.entries(_with_notes(pen, board.section.theme, items))
    middle += site.block("", _pager(pen))
    if board.section.form == "phone":
        trail, boxes = [pen.link(0)], [_other_shelves(pen), hot_box(pen, site.sections[0])]
    else:
        index = site.plan.section_page(site.sections.index(board.section))
        siblings = site.plan.boards_of(board.section)[:8]
        boxes = [
            (board.section.title, [pen.link(other.list_page(0)) for other in siblings]),
            hot_box(pen, board.section),
        ]
        trail = [pen.link(0), pen.link(index)]
    boxes.append((labels["columns"], [pen.advertisement(), pen.dead_link()]))
    return Sheet(
        site.path(pen.page), f"{title} {pen.place.position + 1}", title, trail, middle, boxes
    )


def _other_shelves(pen: Pen) -> tuple[str, list[str]]:
    """Lists of the same island; no other list of phones is linked to."""
    plan, shelf = pen.site.plan, pen.board
    others = [other for other in plan.shelves_of(plan.island(shelf)) if other is not shelf]
    return pen.site.words.labels["brands"], [pen.link(other.list_page(0)) for other in others]


def _with_notes(pen: Pen, theme: str, pages: Sequence[int]) -> list[tuple[str, str]]:
    notes = pen.site.words.paragraphs(theme, len(pages), pen.dice)
    return [(pen.link(page), note[:120]) for page, note in zip(pages, notes, strict=True)]


def _pager(pen: Pen) -> list[str]:
    """The page before, the next, and the numbers of those around: no way to jump far ahead."""
    labels, board, page = pen.site.words.labels, pen.board, pen.place.position
    last = board.list_pages - 1
    around = range(max(0, page - _PAGER_REACH), min(last, page + _PAGER_REACH) + 1)
    numbers = [
        f"<b>{other + 1}</b>" if other == page else pen.link(board.list_page(other), str(other + 1))
        for other in around
    ]
    before = [pen.link(board.list_page(page - 1), labels["previous"])] if page else []
    after = [pen.link(board.list_page(page + 1), labels["next"])] if page < last else []
    return [*before, *numbers, *after]
