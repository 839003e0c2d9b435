"""Captures: where in the archive the bytes of a visit are."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, func, insert, select, update

from index.ledger.frontier import LinkState
from index.ledger.portions import portions
from index.ledger.tables import captures, links, pages, record_values

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import BindParameter, Connection


@dataclass(frozen=True, slots=True)
class NewCapture:
    """`kind` is "response" where the body lies here, "revisit" where it lies at an earlier one."""

    link_id: int
    run_id: int | None
    kind: str
    captured_at: float
    status: int
    file: str
    offset: int
    length: int
    digest: str | None


_ADD = insert(captures).returning(captures.c.id)
_END = captures.c.offset + captures.c.length
_ENDS = select(captures.c.file, func.max(_END).label("end")).group_by(captures.c.file)
_BEYOND = select(captures.c.id, captures.c.link_id).where(
    captures.c.file == bindparam("of_file"), bindparam("size") < _END
)
_LOST: BindParameter[int] = bindparam("lost", expanding=True)
_HURT: BindParameter[int] = bindparam("hurt", expanding=True)
_FORGET_SOURCE = (
    update(record_values).where(record_values.c.capture_id.in_(_LOST)).values(capture_id=None)
)
# Without these the next visit asks for the whole page and takes it as it comes.
_FORGET_BODY = (
    update(pages)
    .where(pages.c.link_id.in_(_HURT))
    .values(etag=None, last_modified=None, digest=None)
)
_FORGET_PLACE = update(pages).where(pages.c.capture_id.in_(_LOST)).values(capture_id=None)
_DELETE = delete(captures).where(captures.c.id.in_(_LOST))
_QUEUE = (
    update(links)
    .where(links.c.id.in_(_HURT))
    .values(state=LinkState.QUEUED.value, not_before=0.0, attempts=0)
)


def add_capture(conn: Connection, capture: NewCapture) -> int:
    """Note where a visit's bytes lie; the id of the capture."""
    return int(conn.execute(_ADD, asdict(capture)).scalar_one())


def committed_ends(conn: Connection) -> dict[str, int]:
    """File → where its last known capture ends; what lies behind that was never committed."""
    return {row.file: row.end for row in conn.execute(_ENDS)}


def drop_captures_beyond(conn: Connection, file_sizes: Mapping[str, int]) -> int:
    """After a power cut: forget captures that end behind their file's end, fetch them again.

    Files that are not named are left alone; one that is missing altogether has size 0.
    """
    lost: dict[int, int] = {}
    for file, size in file_sizes.items():
        rows = conn.execute(_BEYOND, {"of_file": file, "size": size})
        lost.update({row.id: row.link_id for row in rows})
    for some in portions(lost):
        conn.execute(_FORGET_SOURCE, {"lost": some})
        conn.execute(_FORGET_PLACE, {"lost": some})
        conn.execute(_DELETE, {"lost": some})
    for some in portions(set(lost.values())):
        conn.execute(_FORGET_BODY, {"hurt": some})
        conn.execute(_QUEUE, {"hurt": some})
    return len(lost)
