"""A generation of an index: made in a folder of its own, then put to use."""

from __future__ import annotations

import shutil
import time
from typing import TYPE_CHECKING

from index.analysis.analyzer import analyzer_for
from index.building.census import write_fingerprints
from index.building.entries import EntryBuilder
from index.building.files import file_digests, sync_files
from index.building.manifest import IndexManifest
from index.building.opening import ENGINE, SCHEMA, SUGGESTIONS, open_generation
from index.building.problems import BuildFailed
from index.building.trusting import seal_manifest
from index.suggesting.writing import write_suggestions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from index.building.census import ProductScan
    from index.building.document import ProductDocument
    from index.building.place import IndexPlace
    from index.building.shape import IndexSchema
    from index.engines.entry import IndexEntry


def create_generation(
    place: IndexPlace, folder: Path, schema: IndexSchema, documents: Iterable[ProductDocument]
) -> None:
    (folder / ENGINE).mkdir()
    entries = _entries(place, schema, documents)
    place.engine.create(folder / ENGINE, schema.fields, entries)


def copy_generation(old: Path, folder: Path) -> None:
    """The part that can be brought up to date; engines are not to be killed while they write."""
    shutil.copytree(old / ENGINE, folder / ENGINE)


def update_generation(
    place: IndexPlace,
    folder: Path,
    schema: IndexSchema,
    changed: Iterable[ProductDocument],
    gone: Iterable[str],
) -> None:
    entries = _entries(place, schema, changed)
    place.engine.update(folder / ENGINE, schema.fields, entries, gone)


def put_to_use(
    place: IndexPlace, folder: Path, scan: ProductScan, schema: IndexSchema, surveyed: int
) -> None:
    """From here on it is the index; the one before stays for those who are still reading it."""
    write_suggestions(folder / SUGGESTIONS, scan.titles, place.topic)
    (folder / SCHEMA).write_bytes(schema.to_json())
    write_fingerprints(folder, scan.fingerprints)
    manifest = IndexManifest(
        topic=place.topic.name,
        ledger=place.seal.ledger,
        generation=folder.name,
        made_at=time.time(),
        products=schema.products,
        surveyed=surveyed,
        build_key=place.build_key,
        files=file_digests(folder),
    )
    _try(place, folder, manifest)
    sync_files(folder)
    seal_manifest(manifest, folder, place.seal.key)
    before = place.current()
    place.use(folder.name)
    place.remove_all_but({folder.name, before or ""})


def _entries(
    place: IndexPlace, schema: IndexSchema, documents: Iterable[ProductDocument]
) -> Iterator[IndexEntry]:
    return map(EntryBuilder(place.topic, schema.edges, analyzer_for(place.topic)).entry, documents)


def _try(place: IndexPlace, folder: Path, manifest: IndexManifest) -> None:
    """What cannot be opened, or has lost products, must not come into use."""
    opened = open_generation(place, folder, manifest)
    try:
        kept = len(opened.searcher)
    finally:
        opened.close()
    if kept != manifest.products:
        raise BuildFailed(
            f"The engine kept {kept} of {manifest.products} products of {place.topic.name}. What "
            "was in use still is. What to do: specseek index build --whole"
        )
