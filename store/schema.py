"""The tables of the ledger; docs/ledger.md explains the columns.

Changing a table needs a new migration (`store/migrations.py`).
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

from store.database import Id, Time, WebText

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

schema_version = Table(
    "schema_version",
    metadata,
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("applied_at", Time, nullable=False),
)

runs = Table(
    "runs",
    metadata,
    Column("id", Id, primary_key=True),
    Column("topic", Text, nullable=False),
    Column("started_at", Time, nullable=False),
    Column("seen_at", Time, nullable=False),
    Column("ended_at", Time),
    Column("outcome", Text, nullable=False),
    Column("pages", Id, nullable=False),
    Column("records", Id, nullable=False),
    Column("unchanged", Id, nullable=False),
    Column("errors", Id, nullable=False),
    Column("bytes", Id, nullable=False),
    Column("note", WebText, nullable=False),
    Column("crawler", WebText, nullable=False, server_default=""),
    Column("alive_until", Time, nullable=False, server_default="0"),
    Column("wants_sites", Boolean, nullable=False, server_default=false()),
    Index(None, "topic", "outcome"),
)

# Which run may fetch from a site: at most one, whatever its topic. Only where crawlers share a
# ledger: on SQLite there is one crawl at a time.
site_leases = Table(
    "site_leases",
    metadata,
    Column("site", WebText, primary_key=True),
    Column("run_id", Id, ForeignKey("runs.id")),
    Column("not_before", Time, nullable=False),
    Index(None, "run_id"),
)

# Plain text, not `WebText`: there are many links, and `add_links` cleans them faster.
links = Table(
    "links",
    metadata,
    Column("id", Id, primary_key=True),
    Column("topic", Text, nullable=False),
    Column("url", Text, nullable=False),
    Column("site", Text, nullable=False),
    Column("shape", Text, nullable=False),
    Column("link_group", Text, nullable=False),
    Column("level", Integer, nullable=False),
    Column("depth", Integer, nullable=False),
    Column("hops", Integer, nullable=False),
    Column("found_on", Id, ForeignKey("links.id")),
    Column("anchor", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("not_before", Time, nullable=False),
    Column("added_at", Time, nullable=False),
    Column("taken_by", Id),  # a run; not a foreign key, which would be checked at every fetch
    UniqueConstraint("topic", "url"),
    # With the group as last column, counting needs the index only.
    Index("ix_links_queue", "topic", "state", "site", "shape", "level", "id", "link_group"),
    Index(
        "ix_links_waiting",
        "topic",
        "not_before",
        sqlite_where=text("state = 'queued' AND not_before > 0"),
        postgresql_where=text("state = 'queued' AND not_before > 0"),
    ),
)

captures = Table(
    "captures",
    metadata,
    Column("id", Id, primary_key=True),
    Column("link_id", Id, ForeignKey("links.id"), nullable=False),
    Column("run_id", Id, ForeignKey("runs.id")),
    Column("kind", Text, nullable=False),
    Column("captured_at", Time, nullable=False),
    Column("status", Integer, nullable=False),
    Column("file", Text, nullable=False),
    Column("offset", Id, nullable=False),
    Column("length", Id, nullable=False),
    Column("digest", Text),
    Index(None, "link_id"),
    Index(None, "file", "offset", "length"),
)

pages = Table(
    "pages",
    metadata,
    Column("link_id", Id, ForeignKey("links.id"), primary_key=True, autoincrement=False),
    Column("topic", Text, nullable=False),
    Column("url", WebText, nullable=False),
    Column("site", WebText, nullable=False),
    Column("status", Integer, nullable=False),
    Column("content_type", WebText),
    Column("title", WebText),
    Column("etag", WebText),
    Column("last_modified", WebText),
    Column("digest", Text),
    Column("relevance", Time),
    Column("outcome", Text),
    Column("visits", Integer, nullable=False),
    Column("changes", Integer, nullable=False),
    Column("first_fetched_at", Time, nullable=False),
    Column("fetched_at", Time, nullable=False),
    Column("changed_at", Time, nullable=False),
    Column("next_visit_at", Time, nullable=False),
    Column("capture_id", Id, ForeignKey("captures.id")),
    Column("copy_of", WebText),
    Column("not_kept", Text),
    Column("reason", WebText),
    Index(None, "topic", "next_visit_at"),
    Index(None, "capture_id"),
    Index(
        "ix_pages_copies",
        "topic",
        "copy_of",
        sqlite_where=text("copy_of IS NOT NULL"),
        postgresql_where=text("copy_of IS NOT NULL"),
    ),
    Index(
        "ix_pages_not_kept",
        "topic",
        "not_kept",
        "fetched_at",
        sqlite_where=text("not_kept IS NOT NULL"),
        postgresql_where=text("not_kept IS NOT NULL"),
    ),
)

records = Table(
    "records",
    metadata,
    Column("id", Id, primary_key=True),
    Column("link_id", Id, ForeignKey("links.id"), nullable=False),
    Column("source", Text, nullable=False),
    Column("ordinal", Integer, nullable=False),
    Column("first_seen_at", Time, nullable=False),
    Column("last_changed_at", Time, nullable=False),
    Column("gone_at", Time),
    UniqueConstraint("link_id", "source", "ordinal"),
)

record_values = Table(
    "record_values",
    metadata,
    Column("id", Id, primary_key=True),
    Column("record_id", Id, ForeignKey("records.id"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("attribute", WebText),
    Column("name", WebText, nullable=False),
    Column("raw", WebText, nullable=False),
    Column("rule", Text),
    Column("rule_version", Integer),
    Column("capture_id", Id, ForeignKey("captures.id")),
    Column("since", Time, nullable=False),
    Column("until", Time),
    Column("by", Text, nullable=False, server_default=""),
    Column("confidence", Time, nullable=False, server_default="1"),
    Column("section", WebText, nullable=False, server_default=""),
    Index(None, "record_id", "position"),
    Index(None, "capture_id"),
    Index(
        "ix_record_values_unknown",
        "name",
        "record_id",
        sqlite_where=text("attribute IS NULL AND until IS NULL"),
        postgresql_where=text("attribute IS NULL AND until IS NULL"),
    ),
    Index(
        "ix_record_values_unconfirmed",
        "record_id",
        sqlite_where=text("\"by\" != '' AND until IS NULL"),
        postgresql_where=text("\"by\" != '' AND until IS NULL"),
    ),
)

documents = Table(
    "documents",
    metadata,
    Column("id", Id, primary_key=True),
    Column("topic", Text, nullable=False),
    Column("link_id", Id, ForeignKey("links.id"), nullable=False),
    Column("source", WebText, nullable=False),
    Column("kind", Text, nullable=False),
    Column("ordinal", Integer, nullable=False),
    Column("thread", WebText, nullable=False),
    Column("number", Id),
    Column("title", WebText, nullable=False),
    Column("author", WebText, nullable=False),
    Column("published_at", Time),
    Column("text", WebText, nullable=False),
    Column("quotes", WebText, nullable=False),
    Column("url", WebText, nullable=False),
    Column("worth", Time, nullable=False),
    Column("capture_id", Id, ForeignKey("captures.id")),
    Column("first_seen_at", Time, nullable=False),
    Column("last_changed_at", Time, nullable=False),
    Column("gone_at", Time),
    UniqueConstraint("link_id", "ordinal"),
    Index(None, "topic", "source"),
    Index(None, "capture_id"),
)

# By address, since a picture belongs to every address that led to it by redirects.
pictures = Table(
    "pictures",
    metadata,
    Column("topic", Text, primary_key=True),
    Column("url", WebText, primary_key=True),
    Column("digest", Text, nullable=False),
    Column("width", Integer, nullable=False),
    Column("height", Integer, nullable=False),
    Column("fetched_at", Time, nullable=False),
)

dismissed_pages = Table(
    "dismissed_pages",
    metadata,
    Column("link_id", Id, ForeignKey("links.id"), primary_key=True, autoincrement=False),
    Column("who", WebText, nullable=False),
    Column("dismissed_at", Time, nullable=False),
)

proposals = Table(
    "proposals",
    metadata,
    Column("id", Id, primary_key=True),
    Column("topic", Text, nullable=False),
    Column("site", WebText, nullable=False),
    Column("name", WebText, nullable=False),
    Column("value", WebText, nullable=False),
    Column("link_id", Id, ForeignKey("links.id"), nullable=False),
    Column("evidence", WebText, nullable=False),
    Column("state", Text, nullable=False),
    Column("pages_seen", Integer, nullable=False),
    Column("first_at", Time, nullable=False),
    Column("last_at", Time, nullable=False),
    UniqueConstraint("topic", "site", "name"),
)

proposal_pages = Table(
    "proposal_pages",
    metadata,
    Column("proposal_id", Id, ForeignKey("proposals.id"), primary_key=True, autoincrement=False),
    Column("link_id", Id, ForeignKey("links.id"), primary_key=True, autoincrement=False),
    Column("value", WebText, nullable=False, server_default=""),
    sqlite_with_rowid=False,
)

changes = Table(
    "changes",
    metadata,
    Column("id", Id, primary_key=True),
    Column("topic", Text, nullable=False),
    Column("site", WebText, nullable=False),
    Column("kind", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("who", WebText, nullable=False),
    Column("detail", WebText, nullable=False),
    Column("note", WebText, nullable=False),
    Column("made_at", Time, nullable=False),
    Column("decided_at", Time),
    Column("done_at", Time),
    Column("pages_done", Integer, nullable=False),
    Column("pages_all", Integer, nullable=False),
    Index(None, "state"),
)

change_files = Table(
    "change_files",
    metadata,
    Column("change_id", Id, ForeignKey("changes.id"), primary_key=True, autoincrement=False),
    Column("path", Text, primary_key=True),
    Column("before", LargeBinary),
    Column("after", LargeBinary),
)

decisions = Table(
    "decisions",
    metadata,
    Column("id", Id, primary_key=True),
    Column("proposal_id", Id, ForeignKey("proposals.id"), nullable=False),
    Column("choice", Text, nullable=False),
    Column("who", Text, nullable=False),
    Column("detail", WebText, nullable=False),
    Column("decided_at", Time, nullable=False),
    Column("change_id", Id, ForeignKey("changes.id")),
    Column("undone_at", Time),
    Index(None, "proposal_id"),
    Index(None, "change_id"),
)

weights = Table(
    "weights",
    metadata,
    Column("topic", Text, primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("made_at", Time, nullable=False),
    Column("decisions", Integer, nullable=False),
    Column("content", Text, nullable=False),
)

errors = Table(
    "errors",
    metadata,
    Column("id", Id, primary_key=True),
    Column("topic", Text, nullable=False),
    Column("run_id", Id, ForeignKey("runs.id")),
    Column("kind", Text, nullable=False),
    Column("url", WebText, nullable=False),
    Column("site", WebText, nullable=False),
    Column("times", Integer, nullable=False),
    Column("first_at", Time, nullable=False),
    Column("last_at", Time, nullable=False),
    Column("action", Text, nullable=False),
    Column("detail", WebText, nullable=False),
    UniqueConstraint("topic", "kind", "url"),
    Index(None, "topic", "last_at"),
)

site_memory = Table(
    "site_memory",
    metadata,
    Column("topic", Text, primary_key=True),
    Column("site", WebText, primary_key=True),
    Column("learned", Text, nullable=False),
    Column("updated_at", Time, nullable=False),
)

meta = Table(
    "meta",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
