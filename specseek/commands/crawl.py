"""`specseek crawl-status` and `specseek errors`: how crawls went, what is left, what went wrong."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import click
from rich.console import Group
from rich.padding import Padding
from rich.text import Text

from specseek.ledger import chosen_crawls, open_ledger, tell_no_crawl
from specseek.output import local_time, print_report, print_table, utc_time, write_line
from spider.display.views import STATES, figures_table, queue_table, reason_in_words
from spider.display.words import duration, safe, several, shown, size
from store.database import steady_time
from store.frontier import link_counts
from store.not_kept import kinds_not_kept, pages_not_kept
from store.pictures import picture_counts
from store.reports import (
    ArchiveSize,
    PlannedVisit,
    PlannedVisits,
    SiteReport,
    SourceReport,
    archive_size,
    site_reports,
    soonest_visits,
    source_reports,
    visits_planned,
)
from store.runs import (
    RUNNING,
    ErrorFilter,
    ErrorKindReport,
    Run,
    error_kinds,
    last_runs,
    latest_errors,
)
from store.seen_filter import FilterSize, filter_size

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rich.console import RenderableType
    from rich.table import Table
    from sqlalchemy import Connection

    from store.ledger import Ledger
    from store.not_kept import NotKeptKind
    from store.pictures import PictureCounts
    from store.runs import KnownError


_STATUS_EXAMPLES = """\b
Examples:
  specseek crawl-status
  specseek crawl-status --topic phones --json > status.json
"""


@click.command("crawl-status", epilog=_STATUS_EXAMPLES)
@click.option("--topic", metavar="NAME", help="Only this topic.  [default: all that were crawled]")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of tables.")
def crawl_status(*, topic: str | None, as_json: bool) -> None:
    """Show progress and results of crawls.

    The last runs; for each site its links by state, its records, and the share of its product pages
    that have one; the queue by group; the next visits; the size of the archive. Of a channel
    (phones:news, phones:forums) the sources with their articles, posts and errors. Read-only: it
    does not disturb a running crawl.
    """
    report = _crawl_report(topic)
    if not report.topics:
        tell_no_crawl(topic)
    if report.topics or as_json:
        print_report(report, as_json=as_json)


def _crawl_report(topic: str | None) -> CrawlReport:
    now, ledger = steady_time(), open_ledger()
    if ledger is None:
        return CrawlReport(now, (), ArchiveSize(0, 0, 0))
    with ledger, ledger.reading() as conn:
        return CrawlReport.read(conn, chosen_crawls(conn, topic), now)


# The report of `specseek crawl-status`, for people or as JSON.


_RUNS = 10
CHANNEL_MARK = ":"  # in the name of a channel's crawl
_VISITS = 5


@dataclass(frozen=True)
class TopicReport:
    topic: str
    runs: Sequence[Run]
    sites: Sequence[SiteReport]
    queue: Mapping[tuple[str, str], int]
    visits: PlannedVisits
    soonest: Sequence[PlannedVisit]
    pictures: PictureCounts
    sources: Sequence[SourceReport] = ()  # of a channel
    seen: FilterSize | None = None

    @classmethod
    def read(cls, conn: Connection, topic: str, now: float) -> TopicReport:
        in_queue = link_counts(conn, topic)
        is_channel = CHANNEL_MARK in topic
        return cls(
            topic,
            last_runs(conn, topic, _RUNS),
            site_reports(conn, topic),
            {(group, state.value): count for (group, state), count in in_queue.items()},
            visits_planned(conn, topic, now),
            soonest_visits(conn, topic, _VISITS),
            picture_counts(conn, topic),
            source_reports(conn, topic) if is_channel else (),
            filter_size(conn, topic) if is_channel else None,
        )

    def as_json(self) -> dict[str, object]:
        queue: dict[str, dict[str, int]] = {}
        for (group, state), count in self.queue.items():
            queue.setdefault(group, {})[state] = count
        soonest = [visit._asdict() | {"at": utc_time(visit.at)} for visit in self.soonest]
        return {
            "topic": self.topic,
            "runs": [_run_as_json(run) for run in self.runs],
            "sites": [_site_as_json(site) for site in self.sites],
            "queue": queue,
            "visits": {**self.visits._asdict(), "soonest": soonest},
            "pictures": self.pictures._asdict(),
            **self._channel_as_json(),
        }

    def _channel_as_json(self) -> dict[str, object]:
        if self.seen is None:
            return {}
        return {
            "sources": [_source_as_json(source) for source in self.sources],
            "seen_filter": self.seen._asdict() | {"fill": self.seen.fill},
        }


@dataclass(frozen=True)
class CrawlReport:
    """A snapshot of the given topics."""

    at: float
    topics: Sequence[TopicReport]
    archive: ArchiveSize

    @classmethod
    def read(cls, conn: Connection, topics: Sequence[str], now: float) -> CrawlReport:
        of_topics = [TopicReport.read(conn, topic, now) for topic in topics]
        return cls(now, of_topics, archive_size(conn))

    def as_json(self) -> dict[str, object]:
        return {
            "at": utc_time(self.at),
            "topics": [topic.as_json() for topic in self.topics],
            "archive": self.archive._asdict(),
        }

    def table(self) -> Group:
        return Group(
            *(part for topic in self.topics for part in topic_tables(topic, self.at)),
            archive_line(self.archive),
        )


def _run_as_json(run: Run) -> dict[str, object]:
    ended_at = None if run.ended_at is None else utc_time(run.ended_at)
    times = {"started_at": utc_time(run.started_at), "seen_at": utc_time(run.seen_at)}
    return run._asdict() | times | {"ended_at": ended_at}


def _site_as_json(site: SiteReport) -> dict[str, object]:
    return {
        "site": site.site,
        "links": dict(site.states),
        "product_pages": site.product_pages,
        "product_pages_with_record": site.product_pages_with_record,
        "records": site.records,
        "unconfirmed": site.unconfirmed,
        "coverage": site.coverage,
    }


def _source_as_json(source: SourceReport) -> dict[str, object]:
    times = {
        name: None if at is None else utc_time(at)
        for name, at in asdict(source).items()
        if name.endswith("_at")
    }
    return asdict(source) | {"states": dict(source.states)} | times


# The tables of `specseek crawl-status`.


_MOST_SITES = 30
_SILENCE = 120.0  # seconds without a heartbeat, of which there is one every few seconds


def topic_tables(report: TopicReport, now: float) -> Iterator[RenderableType]:
    yield shown(report.topic, "bold cyan")
    is_channel = report.seen is not None
    places = _sources(report.sources, now) if is_channel else _sites(report.sites)
    parts: list[RenderableType] = [_runs(report.runs, now), places, queue_table(report.queue)]
    if any(report.visits):
        parts.append(_visits(report.visits))
        parts.append(_soonest(report.soonest, now))
    if any(report.pictures):
        stored, waiting, failed = report.pictures
        parts.append(Text(f"pictures: {stored:,} stored, {waiting:,} waiting, {failed:,} failed"))
    if report.seen is not None:
        parts.append(_filter_line(report.seen))
    for part in parts:
        yield Padding(part, (1, 0, 0, 0), expand=False)
    yield Text()


def archive_line(archive: ArchiveSize) -> Text:
    captures, files = several(archive.captures, "capture"), several(archive.files, "file")
    return Text(f"archive: {captures} in {files}, {size(archive.bytes)}")


def _runs(runs: Sequence[Run], now: float) -> Table:
    figures = ("started", "length", "pages", "records", "unchanged", "errors")
    table = figures_table("run", *figures)
    table.add_column("outcome", overflow="fold")
    for run in runs:
        end = now if _is_alive(run, now) else run.ended_at or run.seen_at
        counts = (run.pages, run.records, run.unchanged, run.errors)
        table.add_row(
            f"{run.id}",
            local_time(run.started_at),
            duration(end - run.started_at),
            *(f"{count:,}" for count in counts),
            shown(_outcome(run, now)),
        )
    return table


def _outcome(run: Run, now: float) -> str:
    """A killed crawl could not record its end."""
    where = f" ({run.crawler})" if run.crawler else ""
    if run.outcome == RUNNING and not _is_alive(run, now):
        silent = duration(now - run.seen_at)
        return f"no heartbeat for {silent}; start it again to resume{where}"
    if run.note in {"", run.outcome}:
        return run.outcome + where
    return f"{run.outcome}: {reason_in_words(run.note)}{where}"


def _is_alive(run: Run, now: float) -> bool:
    return run.outcome == RUNNING and now - run.seen_at <= _SILENCE


def _sites(sites: Sequence[SiteReport]) -> Table:
    table = figures_table("site", *STATES, "products", "records", "unconfirmed", "coverage")
    for site in sites[:_MOST_SITES]:
        states = (sum(site.states[state] for state in states) for states in STATES.values())
        counts = (*states, site.product_pages, site.records, site.unconfirmed)
        coverage = "–" if site.coverage is None else f"{site.coverage:.0%}"
        table.add_row(shown(site.site), *(f"{count:,}" for count in counts), coverage)
    if len(sites) > _MOST_SITES:
        table.add_row(f"…{len(sites) - _MOST_SITES:,} more", style="dim")
    return table


def _sources(sources: Sequence[SourceReport], now: float) -> Table:
    figures = ("articles", "posts", "errors", "last read", "next")
    table = figures_table("source", *STATES, *figures)
    for source in sources:
        states = (sum(source.states[state] for state in states) for states in STATES.values())
        counts = (*states, source.articles, source.posts, source.errors)
        read_at = "–" if source.read_at is None else local_time(source.read_at)
        due = "–" if source.next_visit_at is None else _when(source.next_visit_at, now)
        table.add_row(shown(source.source), *(f"{count:,}" for count in counts), read_at, due)
    return table


def _filter_line(seen: FilterSize) -> Text:
    return Text(
        f"addresses seen: {seen.addresses:,}; Bloom filter for {seen.expected:,} with "
        f"{seen.error_rate:.1%} false positives, {size(seen.bytes)}, {seen.fill:.1%} full"
    )


def _visits(visits: PlannedVisits) -> Table:
    table = figures_table("next visits", "due now", "within a day", "within a week", "later")
    table.add_row("pages", *(f"{count:,}" for count in visits))
    return table


def _soonest(soonest: Sequence[PlannedVisit], now: float) -> Table:
    table = figures_table("the soonest", "visits", "changes")
    table.add_column("page", overflow="fold")
    for visit in soonest:
        table.add_row(
            _when(visit.at, now), f"{visit.visits:,}", f"{visit.changes:,}", shown(visit.url)
        )
    return table


def _when(at: float, now: float) -> str:
    return "due" if at <= now else f"in {duration(at - now)}"


# `specseek errors`: the error register.


_ERRORS_EXAMPLES = """\b
Examples:
  specseek errors
  specseek errors --kind timeout --site pcpop.example
  specseek errors --not-kept --kind off-topic
  specseek errors --limit 100000 --json > errors.jsonl
"""


@click.command(epilog=_ERRORS_EXAMPLES)
@click.option("--topic", metavar="NAME", help="Only crawls of this topic.")
@click.option("--kind", help="Only this kind, such as timeout.")
@click.option("--site", help="Only this site (registered domain).")
@click.option(
    "--not-kept",
    "only_not_kept",
    is_flag=True,
    help="Pages that were read and are not kept, and why, instead of errors.",
)
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=50,
    show_default=True,
    help="Show at most so many.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object per line instead of text.")
def errors(  # noqa: PLR0913 - one for each option
    *,
    topic: str | None,
    kind: str | None,
    site: str | None,
    only_not_kept: bool,
    limit: int,
    as_json: bool,
) -> None:
    """Show the error register: what went wrong, where, how often, and how the crawl reacted.

    First the number of errors by kind, then the errors, latest first. Errors of one kind at one URL
    share an entry. Read-only: it does not disturb a running crawl.

    A page that was read and is not kept is no error: --not-kept lists these, with the reason
    (off-topic: too few of its names are known; copy: another page has its record; no-name: kept,
    but without the product's name).
    """
    ledger = open_ledger()
    if ledger is None:
        tell_no_crawl(topic)
        return
    wanted = ErrorFilter(topic, kind, site)
    if only_not_kept:
        with ledger:
            _show_not_kept(ledger, wanted, limit, as_json=as_json)
        return
    with ledger, ledger.reading() as conn:
        chosen_crawls(conn, topic)  # raises if it was never crawled
        not_kept = kinds_not_kept(conn, ErrorFilter(topic, None, site))
        kinds, latest = error_kinds(conn, wanted), latest_errors(conn, wanted, limit)
        other_kinds = [] if kinds else error_kinds(conn, ErrorFilter(topic))
    if as_json:
        for error in latest:
            write_line(_error_json(error))
    elif kinds:
        print_table(_kinds_table(kinds))
        for error in latest:
            click.echo(_error_text(error))
    click.echo(_errors_summary(len(latest), kinds, other_kinds), err=True)
    if not_kept:
        click.echo(f"Read and not kept: {_not_kept_text(not_kept)}: --not-kept", err=True)


def _error_json(error: KnownError) -> dict[str, object]:
    return {
        "topic": error.topic,
        "kind": error.kind,
        "url": error.url,
        "site": error.site,
        "count": error.times,
        "first_at": utc_time(error.first_at),
        "last_at": utc_time(error.last_at),
        "action": error.action,
        "detail": error.detail,
    }


def _kinds_table(kinds: Sequence[ErrorKindReport]) -> Table:
    table = figures_table("kind", "addresses", "times", "last")
    for one in kinds:
        figures = (f"{one.addresses:,}", f"{one.times:,}", local_time(one.last_at))
        table.add_row(shown(one.kind), *figures)
    return table


def _error_text(error: KnownError) -> str:
    """Three lines; long URLs are not broken, so that they can be copied."""
    since = (
        "" if error.times == 1 else f" ({error.times:,} times since {local_time(error.first_at)})"
    )
    outcome = f"{error.detail}: {error.action}" if error.detail else error.action
    return (
        f"\n{click.style(safe(error.kind), bold=True)}  {local_time(error.last_at)}{since}"
        f"\n  {safe(error.url)}"
        f"\n  {safe(outcome)}"
    )


def _errors_summary(
    shown_errors: int, kinds: Sequence[ErrorKindReport], other_kinds: Sequence[ErrorKindReport]
) -> str:
    total = sum(kind.addresses for kind in kinds)
    if shown_errors < total:
        return (
            f"{several(total, 'error')}; the last {shown_errors:,} are shown: --limit N shows more"
        )
    if total:
        return several(total, "error")
    if other_kinds:
        return f"No such errors; there are: {', '.join(kind.kind for kind in other_kinds)}"
    return "No errors"


# `specseek errors --not-kept`: pages that were read and are not kept.


def _show_not_kept(ledger: Ledger, wanted: ErrorFilter, limit: int, *, as_json: bool) -> None:
    with ledger.reading() as conn:
        chosen_crawls(conn, wanted.topic)  # raises if it was never crawled
        kinds, latest = kinds_not_kept(conn, wanted), pages_not_kept(conn, wanted, limit)
    if as_json:
        for page in latest:
            write_line(page._asdict() | {"read_at": utc_time(page.read_at)})
    elif kinds:
        print_table(_not_kept_table(kinds))
        for page in latest:
            click.echo(
                f"\n{click.style(safe(page.kind), bold=True)}  {local_time(page.read_at)}"
                f"\n  {safe(page.url)}\n  {safe(page.reason)}"
            )
    total = sum(kind.pages for kind in kinds)
    shown_part = f"; the last {len(latest):,} are shown: --limit N shows more"
    told = _not_kept_text(kinds) if kinds else "No such pages"
    click.echo(told + (shown_part if len(latest) < total else ""), err=True)


def _not_kept_table(kinds: Sequence[NotKeptKind]) -> Table:
    table = figures_table("kind", "pages", "last")
    for one in kinds:
        table.add_row(shown(one.kind), f"{one.pages:,}", local_time(one.last_at))
    return table


def _not_kept_text(kinds: Sequence[NotKeptKind]) -> str:
    pages = several(sum(kind.pages for kind in kinds), "page")
    return f"{pages} ({', '.join(f'{kind.pages:,} {kind.kind}' for kind in kinds)})"
