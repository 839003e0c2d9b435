"""What a visitor asks of articles and posts (`ChannelQuery`), and its URL parameters.

    q=续航&product=xiaomi:14&site=news.example&author=Ann&from=2026-01&to=2026-03&sort=newest&low=1

Defaults are left out, so that each query has exactly one URL.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Literal, TypeAlias

from index.search.address import day_of, whole_number, written_day
from index.search.bounds import DEEPEST, LARGEST_PAGE, clean, last_page

if TYPE_CHECKING:
    from collections.abc import Iterable


ChannelSort: TypeAlias = Literal["", "newest", "relevance"]
SORTS: tuple[ChannelSort, ...] = ("newest", "relevance")
_LONGEST_KEY = 1_000
_SIZE = 20  # documents on a page, unless asked for
_A_DAY = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class ChannelQuery:
    """`kind` is that of the ledger's documents; `since` and `until` are ordinals of days (UTC).

    `sort` "" is by relevance if there is a text, else the newest first. `low`: posts of low value
    are shown, too.
    """

    kind: str
    text: str = ""
    product: str = ""
    site: str = ""
    author: str = ""
    since: int | None = None
    until: int | None = None
    sort: ChannelSort = ""
    low: bool = False
    page: int = 1
    size: int = _SIZE

    @property
    def narrowed(self) -> bool:
        return bool(self.product or self.site or self.author or self.since or self.until)

    @property
    def newest_first(self) -> bool:
        return self.sort == "newest" or not (self.sort or self.text)

    @property
    def first_moment(self) -> float | None:
        return None if self.since is None else _midnight(self.since)

    @property
    def last_moment(self) -> float | None:
        return None if self.until is None else _midnight(self.until) + _A_DAY - 1e-3


def channel_query(params: Iterable[tuple[str, str]], kind: str) -> ChannelQuery:
    """Accepts anything: what cannot be answered is ignored."""
    single = dict(params)
    size = min(max(whole_number(single.get("size", ""), _SIZE), 1), LARGEST_PAGE)
    since, until = day_of(single.get("from", ""), "first"), day_of(single.get("to", ""), "last")
    if since is not None and until is not None and since > until:
        since, until = day_of(single["to"], "first"), day_of(single["from"], "last")
    sort = single.get("sort", "")
    return ChannelQuery(
        kind,
        text=clean(single.get("q", "")),
        product=_key(single.get("product", "")),
        site=_key(single.get("site", "")),
        author=_key(single.get("author", "")),
        since=since,
        until=until,
        sort=next((known for known in SORTS if known == sort), ""),
        low=single.get("low") == "1",
        page=min(max(whole_number(single.get("page", ""), 1), 1), last_page(DEEPEST, size)),
        size=size,
    )


def channel_parameters(asked: ChannelQuery) -> list[tuple[str, str]]:
    """In a fixed order, without defaults."""
    pairs = (
        ("q", asked.text),
        ("product", asked.product),
        ("site", asked.site),
        ("author", asked.author),
        ("from", "" if asked.since is None else written_day(asked.since, "first")),
        ("to", "" if asked.until is None else written_day(asked.until, "last")),
        ("sort", asked.sort),
        ("low", "1" if asked.low else ""),
        ("page", str(asked.page) if asked.page > 1 else ""),
        ("size", str(asked.size) if asked.size != _SIZE else ""),
    )
    return [(name, value) for name, value in pairs if value]


def _key(text: str) -> str:
    return text if len(text) <= _LONGEST_KEY and text.isprintable() else ""


def _midnight(ordinal: int) -> float:
    day = date.fromordinal(ordinal)
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()
