"""What a visit leaves behind: the page's state, its captures, the time of the next visit."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import and_, bindparam, case, delete, func, insert, select, update

from store.database import batches, upsert_into
from store.frontier import LinkState
from store.runs import UNFINISHED
from store.schema import captures, documents, links, pages, record_values, runs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import BindParameter, Connection, Executable

    from core.records import NotKept


class PageState(NamedTuple):
    """The result of the last visits, for conditional requests and for planning the next visit."""

    etag: str | None
    last_modified: str | None
    digest: str | None
    capture_id: int | None
    relevance: float | None
    outcome: str | None
    visits: int
    changes: int
    fetched_at: float
    changed_at: float
    next_visit_at: float


@dataclass(frozen=True, slots=True)
class FetchedPage:
    """One visit. Without a digest there was no body (304, say): fields that are None then stay."""

    link_id: int
    topic: str
    url: str
    site: str
    status: int
    fetched_at: float
    next_visit_at: float
    content_type: str | None = None
    title: str | None = None
    etag: str | None = None
    last_modified: str | None = None
    digest: str | None = None
    relevance: float | None = None
    outcome: str | None = None
    capture_id: int | None = None
    copy_of: str | None = None
    not_kept: str | None = None
    reason: str | None = None


_STATES = select(pages.c.link_id, *(pages.c[name] for name in PageState._fields)).where(
    pages.c.link_id.in_(bindparam("ids", expanding=True))
)
_OF_THE_BODY = (
    *("content_type", "title", "etag", "last_modified"),
    *("digest", "relevance", "outcome", "capture_id"),
    *("copy_of", "not_kept", "reason"),
)


_SET_OUTCOME = (
    update(pages)
    .where(pages.c.link_id == bindparam("link"))
    .values(
        outcome=bindparam("came_to"),
        copy_of=bindparam("copied"),
        not_kept=bindparam("kind"),
        reason=bindparam("why"),
        relevance=func.coalesce(bindparam("relevant"), pages.c.relevance),
    )
)
_FORGET_VALIDATORS = (
    update(pages).where(pages.c.link_id == bindparam("link")).values(etag=None, last_modified=None)
)


@cache
def _save_page_statement(dialect: str) -> Executable:
    new = upsert_into(pages, dialect)
    came = new.excluded
    changed = and_(came.digest.is_not(None), came.digest != pages.c.digest)
    another = and_(came.digest.is_not(None), came.digest.is_distinct_from(pages.c.digest))
    body = {
        name: case(
            (came.digest.is_(None), func.coalesce(came[name], pages.c[name])), else_=came[name]
        )
        for name in _OF_THE_BODY
    }
    return new.on_conflict_do_update(
        index_elements=["link_id"],
        set_={
            **body,
            "status": came.status,
            "visits": pages.c.visits + 1,
            "changes": pages.c.changes + case((changed, 1), else_=0),
            "fetched_at": came.fetched_at,
            "changed_at": case((another, came.fetched_at), else_=pages.c.changed_at),
            "next_visit_at": came.next_visit_at,
        },
    )


def page_states(conn: Connection, link_ids: Iterable[int]) -> dict[int, PageState]:
    """Link id → state, for pages that were fetched before."""
    return {
        row[0]: PageState._make(row[1:])
        for some in batches(link_ids)
        for row in conn.execute(_STATES, {"ids": some})
    }


def set_outcome(  # noqa: PLR0913 - all that reading a page comes to
    conn: Connection,
    link_id: int,
    outcome: str,
    relevance: float | None = None,
    *,
    copy_of: str = "",
    not_kept: NotKept | None = None,
) -> None:
    """After reading a stored page again: set its outcome, and its relevance unless it is None."""
    kind, reason = not_kept or (None, None)
    values = {"link": link_id, "came_to": outcome, "relevant": relevance}
    conn.execute(_SET_OUTCOME, {**values, "copied": copy_of or None, "kind": kind, "why": reason})


def page_state(conn: Connection, link_id: int) -> PageState | None:
    return page_states(conn, [link_id]).get(link_id)


def forget_validators(conn: Connection, link_id: int) -> None:
    """Fetch the page as a whole next time, even if it has not changed."""
    conn.execute(_FORGET_VALIDATORS, {"link": link_id})


def save_page(conn: Connection, page: FetchedPage) -> None:
    """Store a visit; it counts as a change if the body's digest differs from the last one."""
    first = {"visits": 1, "changes": 0}
    times = {"first_fetched_at": page.fetched_at, "changed_at": page.fetched_at}
    conn.execute(_save_page_statement(conn.dialect.name), asdict(page) | first | times)


# When to visit a page again: soon if it changes, at growing intervals if it does not.


HOUR = 3600.0
DAY = 24 * HOUR
FIRST_WAIT = DAY  # as long as nothing is known
WAIT_GROWTH = 1.5
NEVER = 253_402_300_800.0  # the year 10000: an article is fetched once, for good


def next_visit(  # noqa: PLR0913 - what the next visit depends on
    now: float,
    known: PageState | None,
    *,
    changed: bool,
    shortest: float,
    longest: float,
    first: float = FIRST_WAIT,
) -> float:
    """The time of the next visit, given the state before this one; `first` is the first wait.

    If the page changed, wait half the planned or the actual interval, whichever is shorter. If not,
    wait 1.5 times the actual interval, but no less than planned: an early visit proves little.
    """
    if known is None:
        return now + min(max(first, shortest), longest)
    planned = known.next_visit_at - known.fetched_at
    passed = max(0.0, now - known.fetched_at)
    wait = min(planned, passed) / 2 if changed else max(planned, WAIT_GROWTH * passed)
    return now + min(max(wait, shortest), longest)


_SOONER = (
    update(pages)
    .where(
        pages.c.link_id.in_(
            select(links.c.id).where(
                links.c.topic == bindparam("of_topic"),
                links.c.state.in_([state.value for state in LinkState]),  # for the index
                links.c.shape == bindparam("of_shape"),
                links.c.link_group == bindparam("of_group"),
            )
        ),
        pages.c.next_visit_at < NEVER,
        pages.c.next_visit_at > pages.c.fetched_at + bindparam("wait"),
    )
    .values(next_visit_at=pages.c.fetched_at + bindparam("wait"))
)


def plan_visits_within(conn: Connection, topic: str, shape: str, group: str, wait: float) -> None:
    """Visit all pages of a shape and group at least this often from now on."""
    values = {"of_topic": topic, "of_shape": shape, "of_group": group, "wait": wait}
    conn.execute(_SOONER, values)


# Captures: where in the archive the response of a visit is.


@dataclass(frozen=True, slots=True)
class NewCapture:
    """`kind` is "response", or "revisit" if the body is that of an earlier capture."""

    link_id: int
    run_id: int | None
    kind: str
    captured_at: float
    status: int
    file: str
    offset: int
    length: int
    digest: str | None


_OK = 200
_ADD_CAPTURE = insert(captures).returning(captures.c.id)
_END = captures.c.offset + captures.c.length
_COMMITTED_ENDS = select(captures.c.file, func.max(_END).label("end")).group_by(captures.c.file)
_FILES: BindParameter[str] = bindparam("of_files", expanding=True)
_CAPTURES_BEYOND = select(captures.c.id, captures.c.link_id).where(
    captures.c.file == bindparam("of_file"), bindparam("size") < _END
)
_LOST: BindParameter[int] = bindparam("lost", expanding=True)
_HURT: BindParameter[int] = bindparam("hurt", expanding=True)
_FORGET_SOURCES = tuple(
    update(read).where(read.c.capture_id.in_(_LOST)).values(capture_id=None)
    for read in (record_values, documents)
)
# Without these fields the next visit fetches the whole page.
_FORGET_BODY = (
    update(pages)
    .where(pages.c.link_id.in_(_HURT))
    .values(etag=None, last_modified=None, digest=None)
)
_FORGET_PLACE = update(pages).where(pages.c.capture_id.in_(_LOST)).values(capture_id=None)
_EARLIER_BODY = (
    update(pages)
    .where(pages.c.link_id.in_(_HURT), pages.c.capture_id.is_(None))
    .values(
        capture_id=select(func.max(captures.c.id))
        .where(
            captures.c.link_id == pages.c.link_id,
            captures.c.kind == "response",
            captures.c.status == _OK,
        )
        .scalar_subquery()
    )
)
_OF_ENDED_RUNS = (
    select(captures.c.id)
    .outerjoin(runs, runs.c.id == captures.c.run_id)
    .where(captures.c.id.in_(_LOST), func.coalesce(runs.c.outcome, "").not_in(UNFINISHED))
    .limit(1)
)
_DELETE_CAPTURES = delete(captures).where(captures.c.id.in_(_LOST))
_QUEUE_AGAIN = (
    update(links)
    .where(links.c.id.in_(_HURT))
    .values(state=LinkState.QUEUED.value, not_before=0.0, attempts=0)
)


def add_capture(conn: Connection, capture: NewCapture) -> int:
    """Store where a response is archived; return the capture's id."""
    return int(conn.execute(_ADD_CAPTURE, asdict(capture)).scalar_one())


def committed_ends(conn: Connection, crawler: str = "") -> dict[str, int]:
    """File → end of its last known capture; anything after that was never committed.

    Of the files that a crawler wrote, if one is named.
    """
    wanted = _COMMITTED_ENDS
    if crawler:
        wanted = wanted.join(runs, runs.c.id == captures.c.run_id).where(runs.c.crawler == crawler)
    return {row.file: row.end for row in conn.execute(wanted)}


def ends_of_files(conn: Connection, files: Iterable[str]) -> dict[str, int]:
    """The same for these files, whoever wrote them; those without a capture are left out."""
    of_files = _COMMITTED_ENDS.where(captures.c.file.in_(_FILES))
    return {
        row.file: row.end
        for some in batches(files)
        for row in conn.execute(of_files, {"of_files": some})
    }


def captures_beyond(conn: Connection, file: str, size: int) -> list[tuple[int, int]]:
    """Captures that extend beyond the end of their file: their ids and those of their links."""
    rows = conn.execute(_CAPTURES_BEYOND, {"of_file": file, "size": size})
    return [(row.id, row.link_id) for row in rows]


def is_of_interrupted_run(conn: Connection, capture_ids: Iterable[int]) -> bool:
    """Whether all of them are of runs that did not come to their end: a power cut, perhaps."""
    return not any(conn.scalar(_OF_ENDED_RUNS, {"lost": some}) for some in batches(capture_ids))


def drop_captures(conn: Connection, lost: Iterable[tuple[int, int]]) -> int:
    """Forget captures whose bytes are lost; the next crawl fetches their pages whole.

    An earlier body of the page, if there is one, stands in for it until then.
    """
    places = dict(lost)
    for some in batches(places):
        for forget_source in _FORGET_SOURCES:
            conn.execute(forget_source, {"lost": some})
        conn.execute(_FORGET_PLACE, {"lost": some})
        conn.execute(_DELETE_CAPTURES, {"lost": some})
    for some in batches(set(places.values())):
        conn.execute(_FORGET_BODY, {"hurt": some})
        conn.execute(_EARLIER_BODY, {"hurt": some})
        conn.execute(_QUEUE_AGAIN, {"hurt": some})
    return len(places)
