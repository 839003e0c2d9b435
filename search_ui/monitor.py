"""`/monitor`: runs, coverage, queue, errors, pages not kept, sources, the state of the index."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from flask import Blueprint, g, render_template, request
from markupsafe import Markup
from rich.filesize import decimal

from core.locales import locale_of
from core.sources import Channel, crawl_name
from core.topic_parts import ENGLISH
from index.generations import IndexUnusable
from index.values.local_format import dates_in
from search_ui.access import admin_only
from search_ui.languages import phrase, words
from search_ui.site import this_site
from store.database import steady_time
from store.documents import last_document_change
from store.frontier import link_counts
from store.not_kept import kinds_not_kept, pages_not_kept
from store.pictures import picture_counts
from store.reports import (
    archive_size,
    coverage_over_time,
    last_change,
    site_reports,
    source_errors,
    source_reports,
    visits_planned,
)
from store.runs import ErrorFilter, error_kinds, last_runs, latest_errors
from store.seen_filter import filter_size

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection

    from search_ui.site import SearchSite
    from store.not_kept import NotKeptKind, PageNotKept
    from store.pictures import PictureCounts
    from store.reports import (
        ArchiveSize,
        Coverage,
        PlannedVisits,
        SiteReport,
        SourceError,
        SourceReport,
    )
    from store.runs import ErrorKindReport, KnownError, Run
    from store.seen_filter import FilterSize


monitor_views = Blueprint("monitor", __name__)


@monitor_views.get("/monitor")
@admin_only
def monitor() -> str:
    site = this_site()
    kind = request.args.get("kind")
    reason = request.args.get("reason")
    source = request.args.get("source")
    report, channels = None, []
    if site.ledger is not None:
        with site.ledger.reading() as conn:
            report = MonitorReport.read(conn, site.topic_name, steady_time(), kind, reason)
            channels = channel_reports(conn, site.topic_name, source)
    return render_template(
        "monitor/monitor.html",
        report=report,
        kind=kind,
        reason=reason,
        channels=channels,
        source=source,
        index=index_state(site),
        width=SPARKLINE_WIDTH,
        height=SPARKLINE_HEIGHT,
        span=_span,
        size=_size,
    )


def _span(seconds: float) -> str:
    """A readable duration.

    >>> _span(42.4), _span(200), _span(7_500)
    ('42 s', '3 min 20 s', '2 h 5 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


# The figures of the monitor, read from the ledger in one transaction.


_RUNS = 20
_ERRORS = 50


@dataclass(frozen=True)
class SiteCoverage:
    """A site with its current coverage, and a chart over the runs."""

    report: SiteReport
    history: Sequence[Coverage]
    line: str


@dataclass(frozen=True)
class MonitorReport:
    runs: Sequence[Run]
    sites: Sequence[SiteCoverage]
    queue: Mapping[str, int]
    visits: PlannedVisits
    kinds: Sequence[ErrorKindReport]
    errors: Sequence[KnownError]
    reasons: Sequence[NotKeptKind]
    not_kept: Sequence[PageNotKept]
    archive: ArchiveSize
    pictures: PictureCounts

    @classmethod
    def read(
        cls,
        conn: Connection,
        topic: str,
        now: float,
        kind: str | None = None,
        reason: str | None = None,
    ) -> MonitorReport:
        """`kind`: only errors of this kind; `reason`: only pages not kept for such a reason."""
        runs = last_runs(conn, topic, _RUNS)
        history = coverage_over_time(conn, topic, (run.ended_at or run.seen_at for run in runs))
        queue: dict[str, int] = {}
        for (_group, state), count in link_counts(conn, topic).items():
            queue[state.value] = queue.get(state.value, 0) + count
        return cls(
            runs,
            [
                SiteCoverage(
                    site, history.get(site.site, []), sparkline(history.get(site.site, []))
                )
                for site in site_reports(conn, topic)
            ],
            queue,
            visits_planned(conn, topic, now),
            error_kinds(conn, ErrorFilter(topic)),
            latest_errors(conn, ErrorFilter(topic, kind), _ERRORS),
            kinds_not_kept(conn, ErrorFilter(topic)),
            pages_not_kept(conn, ErrorFilter(topic, reason), _ERRORS),
            archive_size(conn),
            picture_counts(conn, topic),
        )


# The channels: sources, their errors, and the filter of addresses seen.


_SOURCE_ERRORS = 20


class ChannelReport(NamedTuple):
    channel: Channel
    sources: Sequence[SourceReport]
    seen: FilterSize
    errors: Sequence[SourceError]


def channel_reports(conn: Connection, topic: str, source: str | None) -> list[ChannelReport]:
    """Reports of the channels that were crawled; `source`: only errors of this one."""
    found = []
    for channel in Channel:
        crawl = crawl_name(topic, channel)
        if sources := source_reports(conn, crawl):
            errors = source_errors(conn, crawl, _SOURCE_ERRORS, source)
            found.append(ChannelReport(channel, sources, filter_size(conn, crawl), errors))
    return found


# The state of the index: usable or not, its age, and whether it is up to date.


class IndexState(NamedTuple):
    """`why` says what is wrong with an unusable index."""

    usable: bool = False
    why: str = ""
    products: int = 0
    documents: int = 0
    engine: str = ""
    built_at: float = 0.0
    generation: str = ""
    bytes: int = 0
    behind: bool = False


def index_state(site: SearchSite) -> IndexState:
    try:
        manifest = site.index().manifest
    except IndexUnusable as problem:
        return IndexState(why=str(problem))
    behind = False
    if site.ledger is not None:
        with site.ledger.reading() as conn:
            changed = (last_change, last_document_change)
            behind = max(at(conn, site.topic_name) for at in changed) > manifest.made_at
    return IndexState(
        usable=True,
        products=manifest.products,
        documents=manifest.documents,
        engine=site.settings.search.engine,
        built_at=manifest.made_at,
        generation=manifest.generation,
        bytes=manifest.bytes,
        behind=behind,
    )


# Coverage over time as a sparkline.


SPARKLINE_WIDTH, SPARKLINE_HEIGHT = 120, 28
_MARGIN = 2


def sparkline(history: Sequence[Coverage]) -> str:
    """The `points` of an SVG polyline, from 0 (bottom) to 1 (top), with runs equally spaced.

    A single run is drawn as a horizontal line.
    """
    if not history:
        return ""
    parts = [moment.part for moment in history]
    if len(parts) == 1:
        parts *= 2
    step = (SPARKLINE_WIDTH - 2 * _MARGIN) / (len(parts) - 1)
    tall = SPARKLINE_HEIGHT - 2 * _MARGIN
    return " ".join(
        f"{_MARGIN + number * step:.1f},{_MARGIN + (1 - part) * tall:.1f}"
        for number, part in enumerate(parts)
    )


# Sizes and times on pages.


def _size(size: int) -> str:
    return str(decimal(size)).replace(".", locale_of(g.language).values.numbers.decimal)


@monitor_views.app_template_filter()
def time_element(at: float) -> Markup:
    """ISO for machines, the server's local time for people.

    >>> time_element(1e20)
    Markup('–')
    """
    try:
        when = datetime.fromtimestamp(at, UTC)
    except (ValueError, OverflowError, OSError):  # an interval of thousands of years
        return Markup("–")
    return Markup('<time datetime="{}">{}</time>').format(
        when.isoformat(timespec="seconds"),
        dates_in(when.astimezone().strftime("%Y-%m-%d %H:%M"), g.language),
    )


# Errors in the ledger are in English, whatever the language of the visitor.


_PART = re.compile(r"\\\{(\w+)\\\}")


@cache
def _patterns(start: str) -> dict[str, re.Pattern[str]]:
    """The keys with this prefix, each with a pattern for the English text of the ledger."""
    return {
        key: re.compile(_PART.sub(r"(?P<\1>\\d+)", re.escape(text)))
        for key, text in words(ENGLISH).items()
        if key.startswith(start)
    }


@monitor_views.app_template_filter("from_ledger")
def from_ledger(told: str, start: str) -> str:
    """A text of the ledger in the visitor's language, if it is one of those with such keys."""
    for key, pattern in _patterns(start).items():
        if found := pattern.fullmatch(told):
            return phrase(key, g.language, **found.groupdict())
    return told
