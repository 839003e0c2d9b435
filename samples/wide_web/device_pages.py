"""Pages of things with their attributes: phones, and other goods in the same layout."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

from samples.gold import GoldPair
from samples.wide_web.english import english
from samples.wide_web.furniture import hot_box, paragraphs, ranking_box, sections_box, some_of
from samples.wide_web.names import goods_model
from samples.wide_web.phone_variants import variant
from samples.wide_web.sheet import Sheet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from samples.wide_web.pen import Pen
    from samples.wide_web.plan import Board

_SIMILAR = 3
_UNTOLD = 16
# What every page tells of; the rest is missing now and then.
_ALWAYS = {"品牌", "型号", "参考价格", "主屏尺寸", "电池容量"}


class _Thing(NamedTuple):
    """A thing's attributes as shown, the boards with similar things, the way back up."""

    rows: Sequence[tuple[str, str]]
    family: Sequence[Board]
    trail: list[str]


def phone_gold(pen: Pen) -> tuple[GoldPair, ...]:
    """What a product page says of its phone; the heading says its name, under no name."""
    site = pen.site
    facts = variant(site.names.brand(pen.board), site.dice("title", pen.page))
    untold = site.dice("untold", pen.page)
    pairs = [GoldPair("手机名", "", site.title(pen.page))]
    for attribute, name in site.attributes:
        value = facts.get(attribute, "")
        shown = english(attribute, value) if value and site.language == "en" else value
        if shown and (attribute in _ALWAYS or not untold.one_in(_UNTOLD)):
            pairs.append(GoldPair(attribute, name, shown))
    return tuple(pairs)


def phone(pen: Pen) -> Sheet:
    plan, board = pen.site.plan, pen.board
    rows = [(pair.name, pair.value) for pair in phone_gold(pen)[1:]]
    trail = [pen.link(0), pen.link(board.list_page(0))]
    return _device_sheet(pen, _Thing(rows, plan.shelves_of(plan.island(board)), trail))


def goods(pen: Pen) -> Sheet:
    site, plan, section = pen.site, pen.site.plan, pen.board.section
    section_page = plan.section_page(site.sections.index(section))
    trail = [pen.link(0), pen.link(section_page), pen.link(pen.board.list_page(0))]
    return _device_sheet(pen, _Thing(_goods_rows(pen), plan.boards_of(section), trail))


def _goods_rows(pen: Pen) -> list[tuple[str, str]]:
    site, dice = pen.site, pen.site.dice("title", pen.page)
    called = dict(site.attributes)
    model = goods_model(dice)
    price = f"{'$ ' if site.language == 'en' else '￥'}{100 + dice.below(8000)}"
    attributes = site.words.goods[pen.board.section.theme]["attributes"]
    return [
        (called["品牌"], site.names.brand(pen.board)),
        (called["型号"], model),
        (called["参考价格"], price),
        *((name, dice.choose(values)) for name, values in attributes.items()),
    ]


def _device_sheet(pen: Pen, thing: _Thing) -> Sheet:
    site, labels, board = pen.site, pen.site.words.labels, pen.board
    middle = (
        site.specification([(name, escape(value)) for name, value in thing.rows])
        + f"<h3>{labels['introduction']}</h3>"
        + paragraphs(pen, board.section.theme, 4 + pen.dice.below(6))
        + f"<h3>{labels['comments']}</h3>"
        + paragraphs(pen, "chat", 6 + pen.dice.below(10))
    )
    similar = [board.item(pen.place.position + 1 + pen.dice.below(20)) for _ in range(_SIMILAR)]
    similar += some_of(pen, thing.family, _SIMILAR)
    boxes = [
        (labels["similar"], pen.loose_links(similar, "similar")),
        ranking_box(pen, thing.family),
        hot_box(pen, pen.dice.choose(site.sections)),
        sections_box(pen),
    ]
    title = site.title(pen.page)
    heading = f"{title} {labels['specification']}"
    return Sheet(site.path(pen.page), heading, title, thing.trail, middle, boxes)
