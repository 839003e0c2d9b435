"""What goes wrong with the database itself, with advice what to do about it."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from sqlalchemy.exc import DatabaseError, InterfaceError, OperationalError

from rules.errors import SpecSeekError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy.exc import DBAPIError

# SQLite's name of the error begins so: what to do about it.
_ADVICE = {
    "SQLITE_FULL": "the disk is full: free some space and start again, nothing is lost",
    "SQLITE_BUSY": "another program is writing to it: wait for it, or stop it",
    "SQLITE_READONLY": "it may only be read: allow writing to the file and to its folder",
    "SQLITE_CANTOPEN": "check that it is a file, in a folder that may be written to",
    "SQLITE_NOTADB": "the file is something else: move it away, or name another ledger",
    "SQLITE_CORRUPT": (
        "the file is damaged: put a backup in its place, or move it away and crawl anew; "
        "`sqlite3 FILE .recover` may save what can still be read"
    ),
    "SQLITE_IOERR": "reading or writing the disk failed: check the disk and its free space",
}
_OTHERWISE = "check that the database runs, and that its address, user and rights are right"


class LedgerError(SpecSeekError):
    """The ledger cannot be used; the words say what, why and what to do."""


@contextmanager
def told_plainly(ledger: str) -> Iterator[None]:
    """Troubles of the database become a `LedgerError`; mistakes in our statements do not."""
    try:
        yield
    except (OperationalError, InterfaceError) as error:
        raise LedgerError(_words(ledger, error)) from error
    except DatabaseError as error:
        # Its subclasses are broken constraints and wrong SQL; alone it is a damaged file.
        if type(error) is not DatabaseError:
            raise
        raise LedgerError(_words(ledger, error)) from error


def _words(ledger: str, error: DBAPIError) -> str:
    name = getattr(error.orig, "sqlite_errorname", "")
    advice = next((text for key, text in _ADVICE.items() if name.startswith(key)), _OTHERWISE)
    reason = " ".join(str(error.orig).split())
    return f"The ledger {ledger} cannot be used: {reason}. What to do: {advice}."
