"""Pages to read: articles, threads, users, tags. Some are bridges to products."""

from __future__ import annotations

from typing import TYPE_CHECKING

from samples.wide_web.furniture import hot_box, paragraphs, sections_box
from samples.wide_web.sheet import Sheet

if TYPE_CHECKING:
    from collections.abc import Iterable

    from samples.wide_web.pen import Pen
    from samples.wide_web.plan import Form

_NEARBY = 8
_REPRINTED = 25


def article(pen: Pen) -> Sheet:
    labels, theme = pen.site.words.labels, pen.board.section.theme
    text = paragraphs(pen, theme, 4 + pen.dice.below(8))
    text += _further(pen, _leads(pen))
    text += paragraphs(pen, theme, 4 + pen.dice.below(14))
    if pen.dice.one_in(_REPRINTED):
        friend = pen.dice.choose(pen.site.friends)
        original = pen.dice.choose(friend.hot[friend.sections[0]])
        text += f"<p>{labels['source']} {pen.friend_link(friend, original)}</p>"
    return _reading_sheet(pen, _byline(pen) + text)


def thread(pen: Pen) -> Sheet:
    posts = [
        f'<div class="post"><h4>{user}</h4>{paragraphs(pen, "chat", 1 + pen.dice.below(4))}</div>'
        for user in pen.loose_links(_items(pen, "user", 4 + pen.dice.below(8)), "post")
    ]
    posts.insert(1, _further(pen, _leads(pen)))
    return _reading_sheet(pen, "\n".join(posts))


def user(pen: Pen) -> Sheet:
    written = pen.loose_links(_items(pen, "thread", 6 + pen.dice.below(6)), "user")
    friends = pen.loose_links(_items(pen, "user", 5), "friend")
    text = paragraphs(pen, "chat", 6 + pen.dice.below(8))
    middle = text + pen.site.block(pen.site.words.labels["related"], written)
    return _reading_sheet(pen, middle + pen.site.block("", friends))


def tag(pen: Pen) -> Sheet:
    found = [*_items(pen, "article", 9), *_items(pen, "thread", 4), *_mention(pen)]
    links = pen.loose_links(found, "tag")
    notes = pen.site.words.paragraphs("digital", len(links), pen.dice)
    entries = [(link, note[:150]) for link, note in zip(links, notes, strict=True)]
    return _reading_sheet(pen, pen.site.entries(entries))


def _reading_sheet(pen: Pen, middle: str) -> Sheet:
    site, labels, board = pen.site, pen.site.words.labels, pen.board
    title = site.title(pen.page)
    section_page = site.plan.section_page(site.sections.index(board.section))
    nearby = [board.item(pen.place.position + step) for step in (1, -1, *_steps(pen))]
    boxes = [
        (labels["related"], pen.loose_links(nearby, "related")),
        hot_box(pen, board.section),
        (labels["tags"], pen.loose_links(_items(pen, "tag", 3), "tag")),
        sections_box(pen),
    ]
    trail = [pen.link(0), pen.link(section_page), pen.link(board.list_page(0))]
    return Sheet(site.path(pen.page), title, title, trail, middle, boxes)


def _steps(pen: Pen) -> Iterable[int]:
    return (2 + pen.dice.below(_NEARBY) for _ in range(4))


def _byline(pen: Pen) -> str:
    day = f"20{10 + pen.dice.below(9)}-{1 + pen.dice.below(12):02d}-{1 + pen.dice.below(28):02d}"
    writers = pen.loose_links(_items(pen, "user", 1), "by")
    return f'<div class="by">{day} {pen.site.words.labels["author"]} {" ".join(writers)}</div>\n'


def _leads(pen: Pen) -> list[int]:
    """What a bridge leads to, and the phone that the page may mention."""
    return [*pen.site.doors.get(pen.page, ()), *_mention(pen)]


def _mention(pen: Pen) -> list[int]:
    about_phones = pen.board.section.theme == "phones"
    if not pen.dice.one_in(pen.site.mentions // (6 if about_phones else 1)):
        return []
    shelf = pen.dice.choose(pen.site.plan.known_shelves)
    return [shelf.item(pen.dice.below(shelf.items))]


def _further(pen: Pen, pages: Iterable[int]) -> str:
    label = pen.site.words.labels["more"]
    return "".join(f"<p>{label}: {pen.link(page)}</p>\n" for page in pages)


def _items(pen: Pen, form: Form, count: int) -> list[int]:
    """Pages of a form from about the same time; none where the site has no such pages.

    Boards list the newest first: what stands as far down as this page is as old.
    """
    boards = pen.site.plan.boards_by_form.get(form)
    if not boards:
        return []
    chosen = (pen.dice.choose(boards) for _ in range(count))
    age = pen.place.position / pen.board.items
    return [board.item(int(age * board.items) + pen.dice.below(_NEARBY)) for board in chosen]
