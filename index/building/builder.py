"""Building and updating."""

from __future__ import annotations

import shutil
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from core.files import LockedError, lock
from index.building.census import ProductChanges, ProductScan, read_fingerprints
from index.building.documents import ProductDocuments
from index.building.generation import (
    copy_generation,
    create_generation,
    put_to_use,
    update_generation,
)
from index.building.opening import open_trusted
from index.building.place import new_generation
from index.building.problems import BuildFailed, IndexUnusable
from index.building.trusting import trusted_manifest
from store.records import current_records

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from index.building.document import ProductDocument
    from index.building.manifest import IndexManifest
    from index.building.place import IndexPlace
    from index.building.shape import IndexSchema
    from store.ledger import Ledger

_OUTGROWN = 2  # times as many products as when the histograms' limits were set, or as few


class Progress(Protocol):
    """Passes products on, and may show how many of them went by."""

    def __call__(
        self, items: Iterable[ProductDocument], total: int, what: str, /
    ) -> Iterable[ProductDocument]: ...


class BuildResult(NamedTuple):
    """What was done; `why` a whole index was built, "" where none was."""

    how: Literal["whole", "updated", "unchanged"]
    why: str
    products: int
    changes: ProductChanges


class _InUse(NamedTuple):
    manifest: IndexManifest
    folder: Path
    schema: IndexSchema


def _quietly(
    items: Iterable[ProductDocument], _total: int, _what: str, /
) -> Iterable[ProductDocument]:
    return items


def build_index(
    place: IndexPlace, ledger: Ledger, *, whole: bool = False, progress: Progress = _quietly
) -> BuildResult:
    """Bring the index up to date with the ledger.

    What is in use is changed where that is enough; it is made anew when it cannot be trusted,
    was made with something else than today's, or when `whole` is asked for.
    """
    try:
        with lock(place.root / "build.lock", wait=False):
            place.remove_unfinished()
            return _build(place, ledger, progress, "it was asked for" if whole else "")
    except LockedError as error:
        raise BuildFailed(
            f"Another process ({error.holder}) is building the index in {place.root}. Nothing was "
            "done. What to do: wait for it, or stop it."
        ) from error
    except OSError as error:
        raise BuildFailed(
            f"The index of {place.topic.name} could not be built: {error}. What was in use "
            "still is. What to do: see to the disk (free space, rights), and build again."
        ) from error


def _build(place: IndexPlace, ledger: Ledger, progress: Progress, why: str) -> BuildResult:
    with ledger.reading() as conn:
        documents = ProductDocuments(current_records(conn, place.topic.name), place.topic)
    scan = ProductScan(progress(documents, len(documents), "Reading products"), place.topic)
    in_use = None
    if not why:
        in_use, why = _in_use(place, scan)
    changes = scan.changes_since(read_fingerprints(in_use.folder) if in_use else {})
    if in_use and not changes:
        return BuildResult("unchanged", "", len(documents), changes)
    schema = scan.stats.schema(in_use.schema.edges if in_use else None)
    with _aside(place) as folder:
        wanted = documents.only(changes.changed)
        shown = progress(wanted, len(changes.changed), "Indexing")
        if in_use:
            copy_generation(in_use.folder, folder)
            update_generation(place, folder, schema, shown, changes.gone)
        else:
            create_generation(place, folder, schema, shown)
        surveyed = in_use.manifest.surveyed if in_use else len(documents)
        put_to_use(place, folder, scan, schema, surveyed)
    return BuildResult("updated" if in_use else "whole", why, len(documents), changes)


def _in_use(place: IndexPlace, scan: ProductScan) -> tuple[_InUse | None, str]:
    """What can be brought up to date; or None, and why not.

    It is read thoroughly: a copy of a damaged file would be sealed as if it were right.
    """
    try:
        manifest = trusted_manifest(place, thorough=True)
        with closing(open_trusted(place, manifest)) as opened:
            schema = opened.schema
    except IndexUnusable as error:
        return None, error.why
    fewer, more = sorted((manifest.surveyed, len(scan.fingerprints)))
    if more > _OUTGROWN * fewer:
        return None, f"there were {manifest.surveyed} products when it was last built whole"
    if new := sorted(scan.stats.in_bars - schema.edges.keys()):
        return None, f"there are first values of {', '.join(new)}"
    return _InUse(manifest, place.root / manifest.generation, schema), ""


@contextmanager
def _aside(place: IndexPlace) -> Iterator[Path]:
    """A new folder, which is gone again unless all goes well."""
    folder = place.root / new_generation()
    folder.mkdir()
    try:
        yield folder
    except BaseException:  # Ctrl-C too leaves nothing behind
        shutil.rmtree(folder, ignore_errors=True)
        raise
