"""Removes a topic's or a site's data from the ledger.

The caller removes the files that only those data needed: `Forgotten` names them.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import and_, delete, func, or_, select, text, update

from store.archive_state import ForgottenPages, note_forgotten
from store.database import steady_time
from store.schema import (
    captures,
    change_files,
    changes,
    decisions,
    dismissed_pages,
    documents,
    errors,
    links,
    pages,
    pictures,
    proposal_pages,
    proposals,
    record_values,
    records,
    runs,
    site_leases,
    site_memory,
    weights,
)
from store.visits import ends_of_files

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import ColumnElement, Connection, Select, Table


@dataclass(frozen=True)
class ForgetScope:
    """What is to be forgotten: a topic with its channels, a site, or a site of one topic."""

    topic: str | None
    site: str | None

    def of(self, table: Table) -> ColumnElement[bool]:
        """The table's rows; tables without a site are only about topics."""
        wanted = []
        if self.topic is not None:
            channels = table.c.topic.startswith(f"{self.topic}:", autoescape=True)
            wanted.append(or_(table.c.topic == self.topic, channels))
        if self.site is not None:
            wanted.append(table.c.site == self.site)
        return and_(*wanted)

    @property
    def links(self) -> Select[tuple[int]]:
        return select(links.c.id).where(self.of(links))

    @property
    def captures(self) -> Select[tuple[int]]:
        return select(captures.c.id).where(captures.c.link_id.in_(self.links))

    @property
    def records(self) -> Select[tuple[int]]:
        return select(records.c.id).where(records.c.link_id.in_(self.links))

    @property
    def proposals(self) -> Select[tuple[int]]:
        of_link = proposals.c.link_id.in_(self.links)
        return select(proposals.c.id).where(or_(self.of(proposals), of_link))


class ForgetCounts(NamedTuple):
    links: int
    pages: int
    captures: int
    records: int
    documents: int
    proposals: int
    errors: int


def count_to_forget(conn: Connection, scope: ForgetScope) -> ForgetCounts:
    """How much `forget` would remove."""
    conditions = (
        (links, scope.of(links)),
        (pages, scope.of(pages)),
        (captures, captures.c.link_id.in_(scope.links)),
        (records, records.c.link_id.in_(scope.links)),
        (documents, documents.c.link_id.in_(scope.links)),
        (proposals, proposals.c.id.in_(scope.proposals)),
        (errors, scope.of(errors)),
    )
    counts = (
        conn.scalar(select(func.count()).select_from(table).where(condition)) or 0
        for table, condition in conditions
    )
    return ForgetCounts(*counts)


def topics_of(conn: Connection, scope: ForgetScope) -> list[str]:
    """The topics that lose data, without their channels."""
    found = conn.scalars(select(links.c.topic).distinct().where(scope.of(links)))
    return sorted({name.partition(":")[0] for name in found})


class Forgotten(NamedTuple):
    """Archive files and digests of pictures that nothing in the ledger needs any more.

    `shared` are archive files that have captures of others, too.
    """

    files: list[str]
    shared: list[str]
    pictures: list[str]


def forget(conn: Connection, scope: ForgetScope) -> Forgotten:
    """Remove everything of the scope; call it inside a transaction."""
    files = _archive_files(conn, scope)
    ends = ends_of_files(conn, files)
    digests = _remove_pictures(conn, scope)
    with _indexes_for_references(conn):
        _remove_proposals(conn, scope)
        _remove_pages(conn, scope)
        conn.execute(delete(errors).where(scope.of(errors)))
        conn.execute(delete(site_memory).where(scope.of(site_memory)))
        if scope.site is None:
            _remove_of_topic(conn, scope)
    kept = set(conn.scalars(select(captures.c.file).distinct()))
    of_kept = {file: end for file, end in ends.items() if file in kept}
    note_forgotten(conn, ForgottenPages(scope.topic, scope.site, steady_time()), of_kept)
    known = set(conn.scalars(select(pictures.c.digest).distinct()))
    return Forgotten(
        [file for file in files if file not in kept],
        [file for file in files if file in kept],
        [digest for digest in digests if digest not in known],
    )


def _archive_files(conn: Connection, scope: ForgetScope) -> list[str]:
    of_scope = captures.c.id.in_(scope.captures)
    return sorted(conn.scalars(select(captures.c.file).distinct().where(of_scope)))


def _remove_pictures(conn: Connection, scope: ForgetScope) -> list[str]:
    """All of a topic; of a site those that records of no other site show."""
    if scope.site is None:
        condition = scope.of(pictures)
    else:
        shown = select(record_values.c.raw).where(record_values.c.record_id.in_(scope.records))
        by_others = select(record_values.c.raw).where(
            record_values.c.record_id.not_in(scope.records)
        )
        condition = and_(pictures.c.url.in_(shown), pictures.c.url.not_in(by_others))
    digests = sorted(conn.scalars(select(pictures.c.digest).distinct().where(condition)))
    conn.execute(delete(pictures).where(condition))
    return digests


@contextmanager
def _indexes_for_references(conn: Connection) -> Iterator[None]:
    """For every link that goes, the database looks for rows that refer to it.

    If something fails, the transaction takes the indexes back, too.
    """
    referring = (links.c.found_on, proposals.c.link_id, proposal_pages.c.link_id)
    names = {f"ix_forget_{column.table.name}": column for column in referring}
    for name, column in names.items():
        conn.execute(text(f"CREATE INDEX {name} ON {column.table.name} ({column.name})"))
    yield
    for name in names:
        conn.execute(text(f"DROP INDEX {name}"))


def _remove_proposals(conn: Connection, scope: ForgetScope) -> None:
    conn.execute(delete(decisions).where(decisions.c.proposal_id.in_(scope.proposals)))
    of_page = proposal_pages.c.link_id.in_(scope.links)
    of_proposal = proposal_pages.c.proposal_id.in_(scope.proposals)
    conn.execute(delete(proposal_pages).where(or_(of_proposal, of_page)))
    conn.execute(delete(proposals).where(proposals.c.id.in_(scope.proposals)))


def _remove_pages(conn: Connection, scope: ForgetScope) -> None:
    conn.execute(delete(record_values).where(record_values.c.record_id.in_(scope.records)))
    for table in (records, documents, dismissed_pages, pages):
        conn.execute(delete(table).where(table.c.link_id.in_(scope.links)))
    # What another site's rows took from these pages stays, without its source.
    for table in (record_values, documents, pages):
        of_capture = table.c.capture_id.in_(scope.captures)
        conn.execute(update(table).where(of_capture).values(capture_id=None))
    conn.execute(delete(captures).where(captures.c.link_id.in_(scope.links)))
    conn.execute(update(links).where(links.c.found_on.in_(scope.links)).values(found_on=None))
    conn.execute(delete(links).where(scope.of(links)))


def _remove_of_topic(conn: Connection, scope: ForgetScope) -> None:
    """Changes of its files, learned weights, and runs with what they held."""
    of_runs = site_leases.c.run_id.in_(select(runs.c.id).where(scope.of(runs)))
    conn.execute(delete(site_leases).where(of_runs))
    made = select(changes.c.id).where(scope.of(changes))
    conn.execute(update(decisions).where(decisions.c.change_id.in_(made)).values(change_id=None))
    conn.execute(delete(change_files).where(change_files.c.change_id.in_(made)))
    for table in (changes, weights, runs):
        conn.execute(delete(table).where(scope.of(table)))
