"""`specseek move-ledger`: copy the ledger into another database."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from core.settings import load_settings
from specseek.ledger import NO_CRAWL, open_ledger
from specseek.output import progress_bar
from spider.display.words import several
from store.ledger import Ledger, ledger_file, writing_lock
from store.move import copy_ledger, count_rows

if TYPE_CHECKING:
    from collections.abc import Iterator


_EXAMPLES = """\b
Examples:
  specseek move-ledger postgresql://specseek@db.example/specseek
  specseek move-ledger sqlite:///back-again/ledger.sqlite
"""


@click.command("move-ledger", epilog=_EXAMPLES)
@click.argument("address", metavar="ADDRESS")
def move_ledger(address: str) -> None:
    """Copy the ledger into another database, which must be empty.

    ADDRESS is that of the new ledger, as in the setting `ledger`. Everything is copied in one step
    and compared row by row; if anything fails, the new database stays empty. The old ledger is not
    changed. Stored pages and the index stay as they are, and fit the new ledger.

    It cannot be done during a crawl. Afterwards, set `ledger` to the new address.
    """
    settings = load_settings()
    old = open_ledger(settings)
    if old is None:
        raise click.ClickException(NO_CRAWL)
    with old, writing_lock(old, settings.data), _new_ledger(address) as new:
        with old.reading() as conn:
            rows = count_rows(conn)
        with progress_bar("rows") as progress:
            task = progress.add_task("", total=rows)
            copy_ledger(old, new, lambda more: progress.advance(task, more))
    click.echo(f"{several(rows, 'row')} copied and compared. {_onwards(address)}", err=True)


@contextmanager
def _new_ledger(address: str) -> Iterator[Ledger]:
    """Open the new ledger; if copying fails, its file is removed again."""
    file = ledger_file(address)
    is_new = file is not None and not file.exists()
    try:
        with Ledger.open(address) as new:
            yield new
    except BaseException:
        if file is not None and is_new:
            for ending in ("", "-wal", "-shm", "-journal"):
                file.with_name(file.name + ending).unlink(missing_ok=True)
        raise


def _onwards(address: str) -> str:
    """What to do next; the address of a server is not shown: it may contain a password."""
    what = "the address that you gave" if ledger_file(address) is None else address
    return f"Now set `ledger` in specseek.toml, or SPECSEEK_LEDGER, to {what}."
