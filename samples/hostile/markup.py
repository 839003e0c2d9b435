"""Pages that are proper HTTP, and too much of everything else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from samples.hostile.trap import Trap, Visit, here
from samples.hostile.wire import html
from samples.response import Response, not_found

if TYPE_CHECKING:
    from collections.abc import Callable

LINKS = 100_000
NESTING = 200_000


def _many_links() -> Response:
    return html("十万个为什么", *(f'<a href="{n}.html">手机{n}</a>\n' for n in range(LINKS)))


def _long_link() -> Response:
    return html("长链接", f'<a href="{"a" * 2**20}">手机</a>')


def _nested() -> Response:
    return html("深", "<div>" * NESTING, "手机", "</div>" * NESTING)


def _unclosed() -> Response:
    return html("深", "<b><table><tr><td>" * (NESTING // 4), "手机")


def _refresh() -> Response:
    return html("刷新", '<meta http-equiv="refresh" content="0">')


def _trap(name: str, make: Callable[[], Response], kind: str = "") -> Trap:
    def answer(visit: Visit) -> Response:
        return not_found(visit.url) if visit.rest else make()

    return Trap(name, here(f"/markup/{name}/"), kind, answer, must_register=False)


TRAPS = (
    _trap("many-links", _many_links, "trap"),
    _trap("long-link", _long_link, "forbidden-address"),
    _trap("nested-tags", _nested),
    _trap("unclosed-tags", _unclosed),
    _trap("refresh-loop", _refresh, "redirect-loop"),
)
