"""The migrations of the ledger from earlier versions.

A new ledger is created from the tables of `store/schema.py`; one of version n runs the later
migrations, all in one transaction. A released migration is never edited.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from sqlalchemy import (
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    func,
    insert,
    inspect,
    select,
    text,
)

from store.database import Id, LedgerError, Time
from store.schema import metadata, schema_version

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import Connection


# From version 2 to version 3: changes that follow from decisions, and learned weights.


def _add_changes_of_decisions(conn: Connection) -> None:
    past = MetaData(naming_convention=metadata.naming_convention)
    changes = Table(
        "changes",
        past,
        Column("id", Id, primary_key=True),
        *(Column(name, Text, nullable=False) for name in ("topic", "site", "kind", "state")),
        *(Column(name, Text, nullable=False) for name in ("who", "detail", "note")),
        Column("made_at", Time, nullable=False),
        *(Column(name, Time) for name in ("decided_at", "done_at")),
        *(Column(name, Integer, nullable=False) for name in ("pages_done", "pages_all")),
        Index(None, "state"),
    )
    Table(
        "change_files",
        past,
        Column("change_id", Id, ForeignKey(changes.c.id), primary_key=True, autoincrement=False),
        Column("path", Text, primary_key=True),
        *(Column(name, LargeBinary) for name in ("before", "after")),
    )
    Table(
        "weights",
        past,
        Column("topic", Text, primary_key=True),
        Column("version", Integer, primary_key=True, autoincrement=False),
        Column("made_at", Time, nullable=False),
        Column("decisions", Integer, nullable=False),
        Column("content", Text, nullable=False),
    )
    past.create_all(conn, checkfirst=False)
    _add_columns_for_changes(conn)


def _add_columns_for_changes(conn: Connection) -> None:
    """New columns of existing tables."""
    number, moment = (kind.compile(dialect=conn.dialect) for kind in (Id, Time))
    key = "CONSTRAINT fk_decisions_change_id_changes REFERENCES changes (id)"
    unknown = "attribute IS NULL AND until IS NULL"
    for statement in (
        "ALTER TABLE proposal_pages ADD COLUMN value TEXT DEFAULT '' NOT NULL",
        f"ALTER TABLE decisions ADD COLUMN change_id {number} {key}",
        f"ALTER TABLE decisions ADD COLUMN undone_at {moment}",
        "CREATE INDEX ix_decisions_change_id ON decisions (change_id)",
        f"CREATE INDEX ix_record_values_unknown ON record_values (name, record_id) WHERE {unknown}",
    ):
        conn.execute(text(statement))


Migration: TypeAlias = "Callable[[Connection], None]"


def _add_meta_table(conn: Connection) -> None:
    """An id and a key of the ledger, with which indexes are sealed."""
    past = MetaData(naming_convention=metadata.naming_convention)
    name = Column("name", Text, primary_key=True)
    Table("meta", past, name, Column("value", Text, nullable=False)).create(conn)


def _add_confidence_of_values(conn: Connection) -> None:
    """For values read without a rule: how they were read, confidence, and heading."""
    number = Time.compile(dialect=conn.dialect)
    unconfirmed = "(record_id) WHERE \"by\" != '' AND until IS NULL"
    for statement in (
        "ALTER TABLE record_values ADD COLUMN \"by\" TEXT DEFAULT '' NOT NULL",
        f"ALTER TABLE record_values ADD COLUMN confidence {number} DEFAULT 1 NOT NULL",
        "ALTER TABLE record_values ADD COLUMN section TEXT DEFAULT '' NOT NULL",
        f"CREATE INDEX ix_record_values_unconfirmed ON record_values {unconfirmed}",
    ):
        conn.execute(text(statement))


def _add_documents(conn: Connection) -> None:
    """Articles and forum posts."""
    past = MetaData(naming_convention=metadata.naming_convention)
    for name in ("links", "captures"):
        Table(name, past, Column("id", Id, primary_key=True))
    table = Table(
        "documents",
        past,
        Column("id", Id, primary_key=True),
        Column("topic", Text, nullable=False),
        Column("link_id", Id, ForeignKey("links.id"), nullable=False),
        *(Column(name, Text, nullable=False) for name in ("source", "kind")),
        Column("ordinal", Integer, nullable=False),
        Column("thread", Text, nullable=False),
        Column("number", Id),
        *(Column(name, Text, nullable=False) for name in ("title", "author")),
        Column("published_at", Time),
        *(Column(name, Text, nullable=False) for name in ("text", "quotes", "url")),
        Column("worth", Time, nullable=False),
        Column("capture_id", Id, ForeignKey("captures.id")),
        *(Column(name, Time, nullable=False) for name in ("first_seen_at", "last_changed_at")),
        Column("gone_at", Time),
        UniqueConstraint("link_id", "ordinal"),
        Index(None, "topic", "source"),
        Index(None, "capture_id"),
    )
    table.create(conn)


def _add_pictures(conn: Connection) -> None:
    """Which thumbnails were made of the picture at an address."""
    Table(
        "pictures",
        MetaData(naming_convention=metadata.naming_convention),
        *(Column(name, Text, primary_key=True) for name in ("topic", "url")),
        Column("digest", Text, nullable=False),
        *(Column(name, Integer, nullable=False) for name in ("width", "height")),
        Column("fetched_at", Time, nullable=False),
    ).create(conn)


def _add_dismissed_pages(conn: Connection) -> None:
    """Pages that nobody wants to label."""
    past = MetaData(naming_convention=metadata.naming_convention)
    Table("links", past, Column("id", Id, primary_key=True))
    table = Table(
        "dismissed_pages",
        past,
        Column("link_id", Id, ForeignKey("links.id"), primary_key=True, autoincrement=False),
        Column("who", Text, nullable=False),
        Column("dismissed_at", Time, nullable=False),
    )
    table.create(conn)


def _add_reasons(conn: Connection) -> None:
    """Of which page a page is a copy, and why a page is not kept."""
    for column in ("copy_of", "not_kept", "reason"):
        conn.execute(text(f"ALTER TABLE pages ADD COLUMN {column} TEXT"))
    copies = "(topic, copy_of) WHERE copy_of IS NOT NULL"
    not_kept = "(topic, not_kept, fetched_at) WHERE not_kept IS NOT NULL"
    conn.execute(text(f"CREATE INDEX ix_pages_copies ON pages {copies}"))
    conn.execute(text(f"CREATE INDEX ix_pages_not_kept ON pages {not_kept}"))


def _add_site_leases(conn: Connection) -> None:
    """Several crawlers share one ledger: who holds which site, and who has taken which link."""
    number, moment = (kind.compile(dialect=conn.dialect) for kind in (Id, Time))
    no = "0" if conn.dialect.name == "sqlite" else "false"
    for statement in (
        f"ALTER TABLE links ADD COLUMN taken_by {number}",
        # By a crawl of the version before, which is over.
        "UPDATE links SET state = 'queued' WHERE state = 'taken'",
        "ALTER TABLE runs ADD COLUMN crawler TEXT DEFAULT '' NOT NULL",
        f"ALTER TABLE runs ADD COLUMN alive_until {moment} DEFAULT 0 NOT NULL",
        f"ALTER TABLE runs ADD COLUMN wants_sites BOOLEAN DEFAULT {no} NOT NULL",
    ):
        conn.execute(text(statement))
    past = MetaData(naming_convention=metadata.naming_convention)
    Table("runs", past, Column("id", Id, primary_key=True))
    leases = Table(
        "site_leases",
        past,
        Column("site", Text, primary_key=True),
        Column("run_id", Id, ForeignKey("runs.id")),
        Column("not_before", Time, nullable=False),
        Index(None, "run_id"),
    )
    leases.create(conn)


# The first migrates version 1 to version 2.
MIGRATIONS: tuple[Migration, ...] = (
    _add_meta_table,
    _add_changes_of_decisions,
    _add_confidence_of_values,
    _add_documents,
    _add_pictures,
    _add_dismissed_pages,
    _add_reasons,
    _add_site_leases,
)


def newest_version(steps: Sequence[Migration]) -> int:
    return 1 + len(steps)


def schema_version_of(conn: Connection) -> int:
    """The version of a ledger; 0 for an empty database."""
    names = inspect(conn).get_table_names()
    if not names:
        return 0
    version = None
    if schema_version.name in names:
        version = conn.scalar(select(func.max(schema_version.c.version)))
    if version is None:
        raise LedgerError(
            f"The database is not a ledger (its tables: {', '.join(names[:5])}). "
            "Nothing was changed. What to do: name another database for the ledger."
        )
    return int(version)


def is_current_schema(conn: Connection, steps: Sequence[Migration]) -> bool:
    version = schema_version_of(conn)
    if version > newest_version(steps):
        raise LedgerError(
            f"The ledger has version {version}, and this SpecSeek supports versions up to "
            f"{newest_version(steps)}: a newer SpecSeek wrote it. Nothing was changed. "
            "What to do: update SpecSeek, or name another ledger."
        )
    return version == newest_version(steps)


def migrate(conn: Connection, steps: Sequence[Migration], now: float) -> None:
    """Migrate a ledger to the newest version; call it inside a transaction."""
    version = schema_version_of(conn)
    if version == newest_version(steps):
        return  # another process was faster
    if version == 0:
        metadata.create_all(conn, checkfirst=False)
    else:
        for step in steps[version - 1 :]:
            step(conn)
    conn.execute(insert(schema_version), {"version": newest_version(steps), "applied_at": now})
