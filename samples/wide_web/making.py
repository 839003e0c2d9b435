"""From a page's number to what its site answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from samples.response import Response
from samples.wide_web import device_pages, index_pages, reading_pages
from samples.wide_web.pen import Pen
from samples.wide_web.sheet import Sheet

if TYPE_CHECKING:
    from samples.wide_web.plan import Form
    from samples.wide_web.site import WideSite

_Maker = Callable[[Pen], Sheet]
_INDEXES: dict[str, _Maker] = {
    "home": index_pages.home,
    "section": index_pages.section,
    "hub": index_pages.hub,
    "list": index_pages.board_list,
}
_ITEMS: dict[Form, _Maker] = {
    "article": reading_pages.article,
    "thread": reading_pages.thread,
    "user": reading_pages.user,
    "tag": reading_pages.tag,
    "goods": device_pages.goods,
    "phone": device_pages.phone,
}


def response(site: WideSite, page: int) -> Response:
    text = site.frame(_sheet(site, page))
    return Response(200, site.content_type, text.encode(site.codec, "xmlcharrefreplace"))


def _sheet(site: WideSite, page: int) -> Sheet:
    pen = Pen(site, page)
    form = site.plan.form(page)
    make = _ITEMS[form] if form else _INDEXES[pen.place.kind]
    return make(pen)
