"""Pictures of products: thumbnails as files, and which address each came from.

The files are in the folder `pictures` of the data folder, named by their digests: written before
the ledger mentions them, never changed afterwards.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, func, select

from core.files import replace_file
from core.records import MEDIA as MEDIA_RECORD
from core.records import PICTURE as PICTURE_VALUE
from store.database import storable, upsert_into
from store.frontier import PICTURE, LinkState
from store.schema import links, pages, pictures, record_values, records
from store.thumbnails import ENDING, SIZES

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from sqlalchemy import Connection, Executable

    from store.thumbnails import Thumbnails


class StoredPicture(NamedTuple):
    """`width` and `height` are those of the largest thumbnail."""

    digest: str
    width: int
    height: int


def picture_folder(data: Path) -> Path:
    return data / "pictures"


def picture_file(data: Path, digest: str, size: int) -> Path:
    return picture_folder(data) / digest[:2] / f"{digest}-{size}.{ENDING}"


def write_thumbnails(data: Path, made: Thumbnails) -> None:
    """Files that are there already have the same content."""
    for size in SIZES:
        path = picture_file(data, made.digest, size)
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(path, made.files[size])


# In the ledger: address → thumbnails.


_PICTURE_COLUMNS = tuple(pictures.c[name] for name in StoredPicture._fields)
_OF_TOPIC = pictures.c.topic == bindparam("of_topic")
_PICTURE_AT = select(*_PICTURE_COLUMNS).where(_OF_TOPIC, pictures.c.url == bindparam("address"))
_PICTURES = select(pictures.c.url, *_PICTURE_COLUMNS).where(_OF_TOPIC)
_COUNTS = (
    select(links.c.state, func.count())
    .where(links.c.topic == bindparam("of_topic"), links.c.link_group == PICTURE)
    .group_by(links.c.state)
)


@cache
def _save_statement(dialect: str) -> Executable:
    new = upsert_into(pictures, dialect)
    changed = {name: new.excluded[name] for name in (*StoredPicture._fields, "fetched_at")}
    return new.on_conflict_do_update(index_elements=["topic", "url"], set_=changed)


def save_picture(
    conn: Connection, topic: str, urls: Iterable[str], picture: StoredPicture, now: float
) -> None:
    """Store the picture of all these addresses: its own, and those that redirected to it."""
    rows = [
        {"topic": topic, "url": storable(url), "fetched_at": now, **picture._asdict()}
        for url in urls
    ]
    conn.execute(_save_statement(conn.dialect.name), rows)


def stored_picture(conn: Connection, topic: str, url: str) -> StoredPicture | None:
    row = conn.execute(_PICTURE_AT, {"of_topic": topic, "address": url}).first()
    return None if row is None else StoredPicture._make(row)


def stored_pictures(conn: Connection, topic: str) -> dict[str, StoredPicture]:
    """All pictures of a topic, by address."""
    rows = conn.execute(_PICTURES, {"of_topic": topic})
    return {url: StoredPicture(*picture) for url, *picture in rows}


class UnfetchedPicture(NamedTuple):
    """The address of a picture, and the link of the page that shows it."""

    url: str
    link_id: int
    depth: int


_PICTURE_LINKS = links.alias("picture_links")
_UNFETCHED = (
    select(record_values.c.raw, links.c.id, links.c.depth)
    .join(records, records.c.id == record_values.c.record_id)
    .join(links, links.c.id == records.c.link_id)
    .join(pages, pages.c.link_id == links.c.id)
    .where(
        links.c.topic == bindparam("of_topic"),
        records.c.source == MEDIA_RECORD,
        record_values.c.attribute == PICTURE_VALUE,
        record_values.c.until.is_(None),
        record_values.c.since > pages.c.fetched_at,
        ~select(_PICTURE_LINKS.c.id)
        .where(_PICTURE_LINKS.c.topic == links.c.topic, _PICTURE_LINKS.c.url == record_values.c.raw)
        .exists(),
    )
)


def unfetched_pictures(conn: Connection, topic: str) -> list[UnfetchedPicture]:
    """Pictures found by reading pages again since they were fetched, and never queued."""
    rows = conn.execute(_UNFETCHED, {"of_topic": topic})
    return [UnfetchedPicture._make(row) for row in rows]


class PictureCounts(NamedTuple):
    """Addresses of pictures: fetched, waiting, and those that gave none."""

    stored: int = 0
    waiting: int = 0
    failed: int = 0


_WAITING = frozenset({LinkState.QUEUED, LinkState.TAKEN})


def picture_counts(conn: Connection, topic: str) -> PictureCounts:
    """Redirects are not counted: where they lead to is."""
    counts = {LinkState(state): n for state, n in conn.execute(_COUNTS, {"of_topic": topic})}
    stored, _ = counts.pop(LinkState.DONE, 0), counts.pop(LinkState.REDIRECT, 0)
    waiting = sum(n for state, n in counts.items() if state in _WAITING)
    return PictureCounts(stored, waiting, sum(counts.values()) - waiting)
