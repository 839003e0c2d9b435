"""From a page's number to what its site answers.

`PageWriter` writes the links of one page, with the disorder that links have on real sites. Pages
are of three kinds: those that lead on (home, sections, hubs, lists), those to read (articles,
threads, users, tags), and those of things with their attributes (phones, and other goods in the
same layout).
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from evaluation.wide_web.phones import english, variant
from evaluation.wide_web.wide_site import PageContent
from evaluation.wide_web.wording import goods_model
from samples.page_parts import ADVERTISER
from samples.response import Response
from samples.site import GoldPair

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from evaluation.wide_web.plan import BoardPlan, Form, Section
    from evaluation.wide_web.wide_site import WideSite


class PageWriter:
    """One per page made: `dice` makes the page's choices."""

    def __init__(self, site: WideSite, page: int) -> None:
        self.site = site
        self.page = page
        self.place = site.plan.place(page)
        self.dice = site.dice("page", page)

    @property
    def board(self) -> BoardPlan:
        """The board that a list page or an item belongs to."""
        return self.site.plan.boards[self.place.number]

    def link(self, page: int, text: str = "") -> str:
        """A plain link; it says what the page is called if nothing else."""
        entry = self.site.entry(page)
        return self.site.anchor(entry.path, text) if text else entry.anchor

    def loose_link(self, page: int, slot: str) -> str:
        """A link in a box: some tell where they were followed, a few know an old address."""
        site = self.site
        path, title, anchor = site.entry(page)
        if site.has_moved(page):
            return site.anchor(site.old_path(page), title)
        if slot in _TRACKED_SLOTS and self.dice.one_in(_TRACKED):
            joint = "&" if "?" in path else "?"
            return site.anchor(f"{path}{joint}{site.tracking}={slot}", title)
        return anchor

    def loose_links(self, pages: Iterable[int], slot: str) -> list[str]:
        """Links in a box, each page once and never the page they stand on."""
        return [self.loose_link(page, slot) for page in dict.fromkeys(pages) if page != self.page]

    def dead_link(self) -> str:
        """A link to something that is no more."""
        path = f"/files/{self.dice.below(_DEAD_ENDS)}.rar"
        return self.site.anchor(path, self.site.words.labels["dead"])

    def friend_link(self, friend: WideSite, page: int = 0) -> str:
        target = friend.url(page).replace("&", "&amp;")
        return f'<a href="{target}" target="_blank">{friend.title(page)}</a>'

    def advertisement(self) -> str:
        text = self.site.words.labels["advertisement"]
        target = f"http://{ADVERTISER}/click?site={self.site.host}&amp;ad={self.dice.below(900)}"
        return f'<a href="{target}" rel="nofollow" target="_blank">{text}</a>'


def hot_box(writer: PageWriter, section: Section) -> tuple[str, list[str]]:
    known = writer.site.hot[section]
    start = writer.dice.below(len(known))
    shown = (known + known)[start : start + _HOT_SHOWN]
    return writer.site.words.labels["popular"], writer.loose_links(shown, "hot")


def ranking_box(writer: PageWriter, boards: Sequence[BoardPlan]) -> tuple[str, list[str]]:
    """The things that readers look at most."""
    return writer.site.words.labels["ranking"], writer.loose_links(
        some_of(writer, boards, _RANKED), "rank"
    )


def some_of(writer: PageWriter, boards: Sequence[BoardPlan], count: int) -> list[int]:
    chosen = [writer.dice.choose(boards) for _ in range(count)]
    return [board.item(writer.dice.below(board.items)) for board in chosen]


def sections_box(writer: PageWriter) -> tuple[str, list[str]]:
    """Some boards of a section elsewhere on the site."""
    section = writer.dice.choose(writer.site.sections)
    boards = writer.site.plan.boards_of(section)[:4]
    links = [writer.link(board.list_page(0)) for board in boards]
    return section.title, [*links, writer.advertisement(), writer.dead_link()]


def paragraphs(writer: PageWriter, theme: str, count: int) -> str:
    said = writer.site.words.paragraphs(theme, count, writer.dice)
    return "".join(f"<p>{paragraph}</p>\n" for paragraph in said)


def home(writer: PageWriter) -> PageContent:
    site, labels = writer.site, writer.site.words.labels
    blocks = [
        site.block(section.title, [writer.link(page) for page in _latest(writer, section)])
        for section in site.sections
    ]
    friends = [writer.friend_link(friend) for friend in site.friends]
    return PageContent(
        "/", site.name, site.name, [], "".join(blocks), [(labels["friends"], friends)]
    )


def _latest(writer: PageWriter, section: Section) -> list[int]:
    boards = writer.site.plan.boards_of(section)
    newest = [boards[turn % len(boards)].item(turn // len(boards)) for turn in range(_LATEST)]
    return newest[:_LATEST_AT_HOME] if writer.page == 0 else newest


def section(writer: PageWriter) -> PageContent:
    site, labels = writer.site, writer.site.words.labels
    here = site.sections[writer.place.number]
    boards = [writer.link(board.list_page(0)) for board in site.plan.boards_of(here)]
    latest = site.entries(_with_notes(writer, here.theme, _latest(writer, here)))
    boxes = [hot_box(writer, here), sections_box(writer)]
    if writer.place.number % _RANKED_SECTIONS == 1:
        boxes.append(ranking_box(writer, site.plan.near_shelves))
    if doors := site.doors.get(writer.page):
        boxes.insert(0, (labels["specials"], [writer.link(door) for door in doors]))
    middle = site.block(labels["columns"], boards) + latest
    return PageContent(
        site.path(writer.page), here.title, here.title, [writer.link(0)], middle, boxes
    )


def hub(writer: PageWriter) -> PageContent:
    """A special: words, some lists that have nothing to do with it, and the ones it is for."""
    site, labels, plan = writer.site, writer.site.words.labels, writer.site.plan
    for_these = [
        shelf.list_page(0)
        for island in plan.islands
        if island.hub == writer.place.number
        for shelf in plan.shelves_of(island)
    ]
    others = [writer.dice.choose(plan.boards[len(plan.shelves) :]).list_page(0) for _ in range(6)]
    links = writer.loose_links(others, "special")
    links[3:3] = [writer.link(page) for page in (*for_these, *site.doors.get(writer.page, ()))]
    where = writer.dice.choose(site.sections)
    text = paragraphs(writer, "digital", 8 + writer.dice.below(8))
    title = site.title(writer.page)
    middle = text + site.block(labels["more"], links)
    boxes = [hot_box(writer, where), sections_box(writer)]
    return PageContent(site.path(writer.page), title, title, [writer.link(0)], middle, boxes)


def board_list(writer: PageWriter) -> PageContent:
    site, labels, board = writer.site, writer.site.words.labels, writer.board
    items = [board.item(index) for index in board.shown_on(writer.place.position)]
    title = site.names.title(board)
    middle = site.entries(_with_notes(writer, board.section.theme, items))
    middle += site.block("", _pager(writer))
    if board.section.form == "phone":
        trail, boxes = [writer.link(0)], [_other_shelves(writer), hot_box(writer, site.sections[0])]
    else:
        index = site.plan.section_page(site.sections.index(board.section))
        siblings = site.plan.boards_of(board.section)[:8]
        boxes = [
            (board.section.title, [writer.link(other.list_page(0)) for other in siblings]),
            hot_box(writer, board.section),
        ]
        trail = [writer.link(0), writer.link(index)]
    boxes.append((labels["columns"], [writer.advertisement(), writer.dead_link()]))
    return PageContent(
        site.path(writer.page), f"{title} {writer.place.position + 1}", title, trail, middle, boxes
    )


def _other_shelves(writer: PageWriter) -> tuple[str, list[str]]:
    """Lists of the same island; no other list of phones is linked to."""
    plan, shelf = writer.site.plan, writer.board
    others = [other for other in plan.shelves_of(plan.island(shelf)) if other is not shelf]
    return writer.site.words.labels["brands"], [writer.link(other.list_page(0)) for other in others]


def _with_notes(writer: PageWriter, theme: str, pages: Sequence[int]) -> list[tuple[str, str]]:
    notes = writer.site.words.paragraphs(theme, len(pages), writer.dice)
    return [(writer.link(page), note[:120]) for page, note in zip(pages, notes, strict=True)]


def _pager(writer: PageWriter) -> list[str]:
    """The page before, the next, and the numbers of those around: no way to jump far ahead."""
    labels, board, page = writer.site.words.labels, writer.board, writer.place.position
    last = board.list_pages - 1
    around = range(max(0, page - _PAGER_REACH), min(last, page + _PAGER_REACH) + 1)
    numbers = [
        f"<b>{other + 1}</b>"
        if other == page
        else writer.link(board.list_page(other), str(other + 1))
        for other in around
    ]
    before = [writer.link(board.list_page(page - 1), labels["previous"])] if page else []
    after = [writer.link(board.list_page(page + 1), labels["next"])] if page < last else []
    return [*before, *numbers, *after]


def article(writer: PageWriter) -> PageContent:
    labels, theme = writer.site.words.labels, writer.board.section.theme
    text = paragraphs(writer, theme, 4 + writer.dice.below(8))
    text += _further(writer, _leads(writer))
    text += paragraphs(writer, theme, 4 + writer.dice.below(14))
    if writer.dice.one_in(_REPRINTED):
        friend = writer.dice.choose(writer.site.friends)
        original = writer.dice.choose(friend.hot[friend.sections[0]])
        text += f"<p>{labels['source']} {writer.friend_link(friend, original)}</p>"
    return _reading_page(writer, _byline(writer) + text)


def thread(writer: PageWriter) -> PageContent:
    dice = writer.dice
    posts = [
        f'<div class="post"><h4>{user}</h4>{paragraphs(writer, "chat", 1 + dice.below(4))}</div>'
        for user in writer.loose_links(_items(writer, "user", 4 + dice.below(8)), "post")
    ]
    posts.insert(1, _further(writer, _leads(writer)))
    return _reading_page(writer, "\n".join(posts))


def user(writer: PageWriter) -> PageContent:
    written = writer.loose_links(_items(writer, "thread", 6 + writer.dice.below(6)), "user")
    friends = writer.loose_links(_items(writer, "user", 5), "friend")
    text = paragraphs(writer, "chat", 6 + writer.dice.below(8))
    middle = text + writer.site.block(writer.site.words.labels["related"], written)
    return _reading_page(writer, middle + writer.site.block("", friends))


def tag(writer: PageWriter) -> PageContent:
    found = [*_items(writer, "article", 9), *_items(writer, "thread", 4), *_mention(writer)]
    links = writer.loose_links(found, "tag")
    notes = writer.site.words.paragraphs("digital", len(links), writer.dice)
    entries = [(link, note[:150]) for link, note in zip(links, notes, strict=True)]
    return _reading_page(writer, writer.site.entries(entries))


def _reading_page(writer: PageWriter, middle: str) -> PageContent:
    site, labels, board = writer.site, writer.site.words.labels, writer.board
    title = site.title(writer.page)
    section_page = site.plan.section_page(site.sections.index(board.section))
    nearby = [board.item(writer.place.position + step) for step in (1, -1, *_steps(writer))]
    boxes = [
        (labels["related"], writer.loose_links(nearby, "related")),
        hot_box(writer, board.section),
        (labels["tags"], writer.loose_links(_items(writer, "tag", 3), "tag")),
        sections_box(writer),
    ]
    trail = [writer.link(0), writer.link(section_page), writer.link(board.list_page(0))]
    return PageContent(site.path(writer.page), title, title, trail, middle, boxes)


def _steps(writer: PageWriter) -> Iterable[int]:
    return (2 + writer.dice.below(_NEARBY) for _ in range(4))


def _byline(writer: PageWriter) -> str:
    dice = writer.dice
    day = f"20{10 + dice.below(9)}-{1 + dice.below(12):02d}-{1 + dice.below(28):02d}"
    writers = writer.loose_links(_items(writer, "user", 1), "by")
    return f'<div class="by">{day} {writer.site.words.labels["author"]} {" ".join(writers)}</div>\n'


def _leads(writer: PageWriter) -> list[int]:
    """What a bridge leads to, and the phone that the page may mention."""
    return [*writer.site.doors.get(writer.page, ()), *_mention(writer)]


def _mention(writer: PageWriter) -> list[int]:
    about_phones = writer.board.section.theme == "phones"
    if not writer.dice.one_in(writer.site.mentions // (6 if about_phones else 1)):
        return []
    shelf = writer.dice.choose(writer.site.plan.known_shelves)
    return [shelf.item(writer.dice.below(shelf.items))]


def _further(writer: PageWriter, pages: Iterable[int]) -> str:
    label = writer.site.words.labels["more"]
    return "".join(f"<p>{label}: {writer.link(page)}</p>\n" for page in pages)


def _items(writer: PageWriter, form: Form, count: int) -> list[int]:
    """Pages of a form from about the same time; none where the site has no such pages.

    Boards list the newest first: what stands as far down as this page is as old.
    """
    boards = writer.site.plan.boards_by_form.get(form)
    if not boards:
        return []
    chosen = (writer.dice.choose(boards) for _ in range(count))
    age = writer.place.position / writer.board.items
    return [board.item(int(age * board.items) + writer.dice.below(_NEARBY)) for board in chosen]


class _Thing(NamedTuple):
    """A thing's attributes as shown, the boards with similar things, the way back up."""

    rows: Sequence[tuple[str, str]]
    family: Sequence[BoardPlan]
    trail: list[str]


def phone_gold(writer: PageWriter) -> tuple[GoldPair, ...]:
    """What a product page says of its phone; the heading says its name, under no name."""
    site = writer.site
    facts = variant(site.names.brand(writer.board), site.dice("title", writer.page))
    untold = site.dice("untold", writer.page)
    pairs = [GoldPair("手机名", "", site.title(writer.page))]
    for attribute, name in site.attributes:
        value = facts.get(attribute, "")
        shown = english(attribute, value) if value and site.language == "en" else value
        if shown and (attribute in _ALWAYS or not untold.one_in(_UNTOLD)):
            pairs.append(GoldPair(attribute, name, shown))
    return tuple(pairs)


def phone(writer: PageWriter) -> PageContent:
    plan, board = writer.site.plan, writer.board
    rows = [(pair.name, pair.value) for pair in phone_gold(writer)[1:]]
    trail = [writer.link(0), writer.link(board.list_page(0))]
    return _device_page(writer, _Thing(rows, plan.shelves_of(plan.island(board)), trail))


def goods(writer: PageWriter) -> PageContent:
    site, plan, section = writer.site, writer.site.plan, writer.board.section
    section_page = plan.section_page(site.sections.index(section))
    trail = [writer.link(0), writer.link(section_page), writer.link(writer.board.list_page(0))]
    return _device_page(writer, _Thing(_goods_rows(writer), plan.boards_of(section), trail))


def _goods_rows(writer: PageWriter) -> list[tuple[str, str]]:
    site, dice = writer.site, writer.site.dice("title", writer.page)
    called = dict(site.attributes)
    model = goods_model(dice)
    price = f"{'$ ' if site.language == 'en' else '￥'}{100 + dice.below(8000)}"
    attributes = site.words.goods[writer.board.section.theme]["attributes"]
    return [
        (called["品牌"], site.names.brand(writer.board)),
        (called["型号"], model),
        (called["参考价格"], price),
        *((name, dice.choose(values)) for name, values in attributes.items()),
    ]


def _device_page(writer: PageWriter, thing: _Thing) -> PageContent:
    site, labels, board = writer.site, writer.site.words.labels, writer.board
    middle = (
        site.specification([(name, escape(value)) for name, value in thing.rows])
        + f"<h3>{labels['introduction']}</h3>"
        + paragraphs(writer, board.section.theme, 4 + writer.dice.below(6))
        + f"<h3>{labels['comments']}</h3>"
        + paragraphs(writer, "chat", 6 + writer.dice.below(10))
    )
    similar = [
        board.item(writer.place.position + 1 + writer.dice.below(20)) for _ in range(_SIMILAR)
    ]
    similar += some_of(writer, thing.family, _SIMILAR)
    boxes = [
        (labels["similar"], writer.loose_links(similar, "similar")),
        ranking_box(writer, thing.family),
        hot_box(writer, writer.dice.choose(site.sections)),
        sections_box(writer),
    ]
    title = site.title(writer.page)
    heading = f"{title} {labels['specification']}"
    return PageContent(site.path(writer.page), heading, title, thing.trail, middle, boxes)


_Maker = Callable[[PageWriter], PageContent]
_INDEXES: dict[str, _Maker] = {
    "home": home,
    "section": section,
    "hub": hub,
    "list": board_list,
}
_ITEMS: dict[Form, _Maker] = {
    "article": article,
    "thread": thread,
    "user": user,
    "tag": tag,
    "goods": goods,
    "phone": phone,
}
_TRACKED = 5
_TRACKED_SLOTS = {"hot", "special"}
_DEAD_ENDS = 12
_HOT_SHOWN = 8
_RANKED = 4
_LATEST_AT_HOME = 4
_LATEST = 14
_PAGER_REACH = 2
_RANKED_SECTIONS = 6
_NEARBY = 8
_REPRINTED = 25
_SIMILAR = 3
_UNTOLD = 16
# What every page tells of; the rest is missing now and then.
_ALWAYS = {"品牌", "型号", "参考价格", "主屏尺寸", "电池容量"}


def response(site: WideSite, page: int) -> Response:
    text = site.frame(_page(site, page))
    return Response(200, site.content_type, text.encode(site.codec, "xmlcharrefreplace"))


def _page(site: WideSite, page: int) -> PageContent:
    writer = PageWriter(site, page)
    form = site.plan.form(page)
    make = _ITEMS[form] if form else _INDEXES[writer.place.kind]
    return make(writer)
