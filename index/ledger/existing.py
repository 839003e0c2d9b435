"""Opening only a ledger that is there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from index.ledger.ledger import Ledger, ledger_url

if TYPE_CHECKING:
    from settings.model import Settings


def existing_ledger(settings: Settings) -> Ledger | None:
    """The ledger the settings name; None where no crawl has made it yet.

    A change may be in it whose files were not written: `finish_pending_changes` writes them.
    """
    url = settings.ledger or ledger_url(settings.data)
    file = _file_of(url)
    if file is not None and not file.exists():
        return None
    return Ledger.open(url)


def _file_of(url: str) -> Path | None:
    """The file of an SQLite ledger; other databases are there or not when they are asked."""
    try:
        address = make_url(url)
    except ArgumentError:
        return None  # opening it tells what is wrong
    is_file = address.get_backend_name() == "sqlite" and address.database
    return Path(str(address.database)) if is_file else None
