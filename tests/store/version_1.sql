-- The tables of version 1 of the ledger, as SQLite made them. Never changed.

CREATE TABLE captures (
    id INTEGER NOT NULL,
    link_id INTEGER NOT NULL,
    run_id INTEGER,
    kind TEXT NOT NULL,
    captured_at DOUBLE NOT NULL,
    status INTEGER NOT NULL,
    file TEXT NOT NULL,
    "offset" INTEGER NOT NULL,
    length INTEGER NOT NULL,
    digest TEXT,
    CONSTRAINT pk_captures PRIMARY KEY (id),
    CONSTRAINT fk_captures_link_id_links FOREIGN KEY(link_id) REFERENCES links (id),
    CONSTRAINT fk_captures_run_id_runs FOREIGN KEY(run_id) REFERENCES runs (id)
);

CREATE TABLE decisions (
    id INTEGER NOT NULL,
    proposal_id INTEGER NOT NULL,
    choice TEXT NOT NULL,
    who TEXT NOT NULL,
    detail TEXT NOT NULL,
    decided_at DOUBLE NOT NULL,
    CONSTRAINT pk_decisions PRIMARY KEY (id),
    CONSTRAINT fk_decisions_proposal_id_proposals FOREIGN KEY(proposal_id) REFERENCES proposals (id)
);

CREATE TABLE errors (
    id INTEGER NOT NULL,
    topic TEXT NOT NULL,
    run_id INTEGER,
    kind TEXT NOT NULL,
    url TEXT NOT NULL,
    site TEXT NOT NULL,
    times INTEGER NOT NULL,
    first_at DOUBLE NOT NULL,
    last_at DOUBLE NOT NULL,
    action TEXT NOT NULL,
    detail TEXT NOT NULL,
    CONSTRAINT pk_errors PRIMARY KEY (id),
    CONSTRAINT uq_errors_topic_kind_url UNIQUE (topic, kind, url),
    CONSTRAINT fk_errors_run_id_runs FOREIGN KEY(run_id) REFERENCES runs (id)
);

CREATE TABLE links (
    id INTEGER NOT NULL,
    topic TEXT NOT NULL,
    url TEXT NOT NULL,
    site TEXT NOT NULL,
    shape TEXT NOT NULL,
    link_group TEXT NOT NULL,
    level INTEGER NOT NULL,
    depth INTEGER NOT NULL,
    hops INTEGER NOT NULL,
    found_on INTEGER,
    anchor TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    not_before DOUBLE NOT NULL,
    added_at DOUBLE NOT NULL,
    CONSTRAINT pk_links PRIMARY KEY (id),
    CONSTRAINT uq_links_topic_url UNIQUE (topic, url),
    CONSTRAINT fk_links_found_on_links FOREIGN KEY(found_on) REFERENCES links (id)
);

CREATE TABLE pages (
    link_id INTEGER NOT NULL,
    topic TEXT NOT NULL,
    url TEXT NOT NULL,
    site TEXT NOT NULL,
    status INTEGER NOT NULL,
    content_type TEXT,
    title TEXT,
    etag TEXT,
    last_modified TEXT,
    digest TEXT,
    relevance DOUBLE,
    outcome TEXT,
    visits INTEGER NOT NULL,
    changes INTEGER NOT NULL,
    first_fetched_at DOUBLE NOT NULL,
    fetched_at DOUBLE NOT NULL,
    changed_at DOUBLE NOT NULL,
    next_visit_at DOUBLE NOT NULL,
    capture_id INTEGER,
    CONSTRAINT pk_pages PRIMARY KEY (link_id),
    CONSTRAINT fk_pages_link_id_links FOREIGN KEY(link_id) REFERENCES links (id),
    CONSTRAINT fk_pages_capture_id_captures FOREIGN KEY(capture_id) REFERENCES captures (id)
);

CREATE TABLE proposal_pages (
    proposal_id INTEGER NOT NULL,
    link_id INTEGER NOT NULL,
    CONSTRAINT pk_proposal_pages PRIMARY KEY (proposal_id, link_id),
    CONSTRAINT fk_proposal_pages_proposal_id_proposals FOREIGN KEY(proposal_id) REFERENCES proposals (id),
    CONSTRAINT fk_proposal_pages_link_id_links FOREIGN KEY(link_id) REFERENCES links (id)
)
 WITHOUT ROWID
;

CREATE TABLE proposals (
    id INTEGER NOT NULL,
    topic TEXT NOT NULL,
    site TEXT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    link_id INTEGER NOT NULL,
    evidence TEXT NOT NULL,
    state TEXT NOT NULL,
    pages_seen INTEGER NOT NULL,
    first_at DOUBLE NOT NULL,
    last_at DOUBLE NOT NULL,
    CONSTRAINT pk_proposals PRIMARY KEY (id),
    CONSTRAINT uq_proposals_topic_site_name UNIQUE (topic, site, name),
    CONSTRAINT fk_proposals_link_id_links FOREIGN KEY(link_id) REFERENCES links (id)
);

CREATE TABLE record_values (
    id INTEGER NOT NULL,
    record_id INTEGER NOT NULL,
    position INTEGER NOT NULL,
    attribute TEXT,
    name TEXT NOT NULL,
    raw TEXT NOT NULL,
    rule TEXT,
    rule_version INTEGER,
    capture_id INTEGER,
    since DOUBLE NOT NULL,
    until DOUBLE,
    CONSTRAINT pk_record_values PRIMARY KEY (id),
    CONSTRAINT fk_record_values_record_id_records FOREIGN KEY(record_id) REFERENCES records (id),
    CONSTRAINT fk_record_values_capture_id_captures FOREIGN KEY(capture_id) REFERENCES captures (id)
);

CREATE TABLE records (
    id INTEGER NOT NULL,
    link_id INTEGER NOT NULL,
    source TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    first_seen_at DOUBLE NOT NULL,
    last_changed_at DOUBLE NOT NULL,
    gone_at DOUBLE,
    CONSTRAINT pk_records PRIMARY KEY (id),
    CONSTRAINT uq_records_link_id_source_ordinal UNIQUE (link_id, source, ordinal),
    CONSTRAINT fk_records_link_id_links FOREIGN KEY(link_id) REFERENCES links (id)
);

CREATE TABLE runs (
    id INTEGER NOT NULL,
    topic TEXT NOT NULL,
    started_at DOUBLE NOT NULL,
    seen_at DOUBLE NOT NULL,
    ended_at DOUBLE,
    outcome TEXT NOT NULL,
    pages INTEGER NOT NULL,
    records INTEGER NOT NULL,
    unchanged INTEGER NOT NULL,
    errors INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    note TEXT NOT NULL,
    CONSTRAINT pk_runs PRIMARY KEY (id)
);

CREATE TABLE schema_version (
    version INTEGER NOT NULL,
    applied_at DOUBLE NOT NULL,
    CONSTRAINT pk_schema_version PRIMARY KEY (version)
);

CREATE TABLE site_memory (
    topic TEXT NOT NULL,
    site TEXT NOT NULL,
    learned TEXT NOT NULL,
    updated_at DOUBLE NOT NULL,
    CONSTRAINT pk_site_memory PRIMARY KEY (topic, site)
);

CREATE INDEX ix_captures_file_offset_length ON captures (file, "offset", length);

CREATE INDEX ix_captures_link_id ON captures (link_id);

CREATE INDEX ix_decisions_proposal_id ON decisions (proposal_id);

CREATE INDEX ix_errors_topic_last_at ON errors (topic, last_at);

CREATE INDEX ix_links_queue ON links (topic, state, site, shape, level, id, link_group);

CREATE INDEX ix_links_waiting ON links (topic, not_before) WHERE state = 'queued' AND not_before > 0;

CREATE INDEX ix_pages_capture_id ON pages (capture_id);

CREATE INDEX ix_pages_topic_next_visit_at ON pages (topic, next_visit_at);

CREATE INDEX ix_record_values_capture_id ON record_values (capture_id);

CREATE INDEX ix_record_values_record_id_position ON record_values (record_id, position);

CREATE INDEX ix_runs_topic_outcome ON runs (topic, outcome);

INSERT INTO schema_version (version, applied_at) VALUES (1, 1700000000.0);
