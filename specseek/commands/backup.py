"""`specseek backup` and `specseek restore`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from core.settings import SHIPPED_RULES, SHIPPED_SOURCES, SHIPPED_TOPICS, load_settings
from specseek.ledger import NO_CRAWL, open_ledger
from specseek.output import progress_bar
from spider.display.words import several, size
from store.backup import make_backup, restore_backup
from store.ledger import ledger_file

if TYPE_CHECKING:
    from core.settings import Settings

_FOLDER = click.argument("folder", type=click.Path(path_type=Path, file_okay=False))


@click.command(epilog="\b\nExample:\n  specseek backup /backups/phones && specseek doctor")
@_FOLDER
def backup(folder: Path) -> None:
    """Back up ledger, stored pages, pictures, and your topic, rule and source files to FOLDER.

    It is one moment of the ledger, with all that belongs to it; a crawl may go on meanwhile. Run
    again, only what is new is copied. The index is left out: it can be built from the rest. Pages
    that are stored elsewhere (setting `archive`) are not copied.
    """
    settings = load_settings()
    ledger = open_ledger(settings)
    if ledger is None:
        raise click.ClickException(NO_CRAWL)
    with ledger, progress_bar("files") as progress:
        task = progress.add_task("", total=None)
        saved = make_backup(
            ledger, settings.data, _own_folders(settings), folder, lambda _: progress.advance(task)
        )
    total = size(sum(file.size for file in saved.values()))
    click.echo(f"{several(len(saved), 'file')}, {total}, are in {folder}.", err=True)


@click.command(epilog="\b\nExample:\n  SPECSEEK_DATA=new-data specseek restore /backups/phones")
@_FOLDER
def restore(folder: Path) -> None:
    """Restore a back-up into the data folder, which must be empty or not exist.

    Every file is checked first. Topic, rule and source files go to the folders that the settings
    name. Afterwards build the index: specseek index build. A ledger on another database is filled
    by: specseek move-ledger ADDRESS.
    """
    settings = load_settings()
    if settings.ledger and ledger_file(settings.ledger) is None:
        raise click.UsageError(
            "A back-up is restored into a data folder. Leave the setting `ledger` empty for this "
            "command; then fill the database: specseek move-ledger ADDRESS"
        )
    with progress_bar("files") as progress:
        task = progress.add_task("", total=None)
        count = restore_backup(
            folder, settings.data, _own_folders(settings), lambda _: progress.advance(task)
        )
    click.echo(
        f"{several(count, 'file')} restored to {settings.data}. Now: specseek index build", err=True
    )


def _own_folders(settings: Settings) -> dict[str, Path]:
    """Those of the settings that do not come with SpecSeek."""
    shipped = {"topics": SHIPPED_TOPICS, "rules": SHIPPED_RULES, "sources": SHIPPED_SOURCES}
    chosen = {name: getattr(settings, name) for name in shipped}
    return {name: folder for name, folder in chosen.items() if folder != shipped[name]}
