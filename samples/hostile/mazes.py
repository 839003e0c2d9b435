"""Sites without end; nothing forbids to enter them."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from samples.chance import number
from samples.hostile.trap import Trap, Visit, here
from samples.hostile.wire import html

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from samples.response import Response

_LAST_DAY = date.max.toordinal()


def _calendar(visit: Visit) -> Iterable[str]:
    """The days before and after, and some further away."""
    day = _ordinal(visit.rest)
    for step in (-1, 1, -30, 30):
        # After the last day of all comes the first.
        yield here(f"/calendar/{date.fromordinal((day + step - 1) % _LAST_DAY + 1)}/")


def _ordinal(rest: str) -> int:
    try:
        return date.fromisoformat(rest.rstrip("/")).toordinal()
    except ValueError:
        return date(2009, 7, 1).toordinal()


def _sessions(visit: Visit) -> Iterable[str]:
    """The same page under a new session's name each time."""
    for n in "123":
        yield here(f"/maze/sessions/?sid={number(visit.url, n):012x}{number(n, visit.url):012x}")


def _orders(visit: Visit) -> Iterable[str]:
    """Each choice is added to those made before."""
    so_far = visit.rest or "?"
    for choice in ("sort=price", "sort=date", "order=up", "order=down", "view=list"):
        yield here(f"/maze/orders/{so_far}{'' if so_far.endswith('?') else '&'}{choice}")


def _paths(_visit: Visit) -> Iterable[str]:
    """Relative links that make the address longer."""
    return ("a/b/", "b/a/")


def _trap(
    name: str,
    folder: str,
    links: Callable[[Visit], Iterable[str]],
    *,
    start: str = "",
    must_register: bool = True,
) -> Trap:
    def answer(visit: Visit) -> Response:
        anchors = (f'<a href="{url}">手机报价</a>\n' for url in links(visit))
        return html("手机报价", *anchors)

    return Trap(name, here(folder), "trap", answer, start=start, must_register=must_register)


TRAPS = (
    _trap("endless-calendar", "/calendar/", _calendar, start="2009-07-01/"),
    # A spider that knows session ids sees one page only.
    _trap("endless-sessions", "/maze/sessions/", _sessions, must_register=False),
    _trap("endless-orders", "/maze/orders/", _orders),
    _trap("endless-paths", "/maze/paths/", _paths),
)
