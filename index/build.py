"""Builds an index from the ledger: in a new folder, checked, then put into use in one step.

`build_index` scans all products (`ProductScan`), articles and posts (`ChannelScan`), and then
updates a copy of the current index or builds a new one. `verify_index` compares the current index
with the ledger.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import time
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, TypeVar

from core.files import LockedError, lock
from index.analysis import analyzer_for
from index.channels.build import ChannelScan, DocumentFingerprints, channel_entry
from index.channels.document import CHANNEL_FIELDS
from index.documents import ProductDocument
from index.documents_build import ProductDocuments
from index.engines.engine import EngineError
from index.entries import EntryBuilder, named_product, naming_attributes, prominence
from index.generations import (
    BuildFailed,
    IndexManifest,
    IndexUnusable,
    file_digests,
    new_generation,
    seal_manifest,
    sync_files,
    trusted_manifest,
)
from index.opening import CHANNELS, ENGINE, SCHEMA, SUGGESTIONS, open_generation, open_trusted
from index.schema import ProductStats
from index.suggest import write_suggestions
from store.documents import current_documents
from store.pictures import stored_pictures
from store.records import current_records

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping
    from pathlib import Path

    from sqlalchemy import Connection

    from core.processes import StartWorkers
    from core.topic import Topic
    from index.channels.build import DocumentChanges
    from index.channels.document import ChannelDocument
    from index.engines.engine import IndexEntry, Searcher
    from index.fields import Edges
    from index.generations import IndexPlace
    from index.products.spellings import NamedProduct
    from index.schema import IndexSchema
    from store.ledger import Ledger


FINGERPRINTS = "fingerprints.json"


class ProductChanges(NamedTuple):
    """Ids of new or changed products, and of products that are gone."""

    changed: frozenset[str]
    gone: frozenset[str]

    def __bool__(self) -> bool:
        return bool(self.changed or self.gone)


class ProductScan:
    """One pass over all products: statistics, fingerprints, names, titles with prominence."""

    def __init__(self, documents: Iterable[ProductDocument], topic: Topic) -> None:
        self.stats = ProductStats(topic)
        self.fingerprints: dict[str, str] = {}
        attributes = {attribute.name: attribute for attribute in topic.attributes}
        self.titles: list[tuple[str, float]] = []
        self.names: list[NamedProduct] = []
        naming = naming_attributes(topic)
        for document in documents:
            self.stats.add(document)
            self.fingerprints[document.id] = _fingerprint(document)
            self.titles.append((document.title, prominence(document, attributes)))
            self.names.append(named_product(document, naming))

    def changes_since(self, before: Mapping[str, str]) -> ProductChanges:
        now = self.fingerprints
        changed = frozenset(one for one in now if before.get(one) != now[one])
        return ProductChanges(changed, frozenset(before.keys() - now.keys()))


def write_fingerprints(folder: Path, fingerprints: Mapping[str, str]) -> None:
    body = json.dumps(fingerprints, ensure_ascii=False).encode("utf-8", "surrogatepass")
    (folder / FINGERPRINTS).write_bytes(body)


def read_fingerprints(folder: Path) -> dict[str, str]:
    found: dict[str, str] = json.loads((folder / FINGERPRINTS).read_bytes())
    return found


def _fingerprint(document: ProductDocument) -> str:
    return _digest_of(document.to_json())


def _digest_of(document: bytes) -> str:
    return hashlib.blake2b(document, digest_size=12).hexdigest()


# A generation of an index: built in a folder of its own, then put into use.


def create_generation(
    place: IndexPlace,
    folder: Path,
    schema: IndexSchema,
    documents: Iterable[ProductDocument],
    start: StartWorkers | None = None,
) -> None:
    (folder / ENGINE).mkdir()
    with closing(entries_of(place.topic, schema, documents, start)) as entries:
        place.engine.create(folder / ENGINE, schema.fields, entries)


def create_channels(
    place: IndexPlace, folder: Path, documents: Iterable[ChannelDocument] = ()
) -> None:
    (folder / CHANNELS).mkdir()
    place.engine.create(folder / CHANNELS, CHANNEL_FIELDS, _channel_entries(place, documents))


def copy_generation(old: Path, folder: Path) -> None:
    """Copy the engines' files, to be updated: updating in place would not survive a crash."""
    for name in (ENGINE, CHANNELS):
        shutil.copytree(old / name, folder / name)


def update_generation(
    place: IndexPlace,
    folder: Path,
    schema: IndexSchema,
    changed: Iterable[ProductDocument],
    gone: Iterable[str],
) -> None:
    with closing(entries_of(place.topic, schema, changed)) as entries:
        place.engine.update(folder / ENGINE, schema.fields, entries, gone)


def update_channels(
    place: IndexPlace, folder: Path, changed: Iterable[ChannelDocument], gone: Iterable[str]
) -> None:
    entries = _channel_entries(place, changed)
    place.engine.update(folder / CHANNELS, CHANNEL_FIELDS, entries, gone)


def put_to_use(  # noqa: PLR0913 - all that a generation consists of
    place: IndexPlace,
    folder: Path,
    scan: ProductScan,
    schema: IndexSchema,
    surveyed: int,
    *,
    documents: DocumentFingerprints = DocumentFingerprints(),  # noqa: B008 - immutable
) -> None:
    """Make it the current index; the previous one is kept for those who still read it."""
    write_suggestions(folder / SUGGESTIONS, scan.titles, place.topic)
    (folder / SCHEMA).write_bytes(schema.to_json())
    write_fingerprints(folder, scan.fingerprints)
    documents.write(folder)
    manifest = IndexManifest(
        topic=place.topic.name,
        ledger=place.seal.ledger,
        generation=folder.name,
        made_at=time.time(),
        products=schema.products,
        surveyed=surveyed,
        documents=len(documents.documents),
        build_key=place.build_key,
        files=file_digests(folder),
    )
    _check_opens(place, folder, manifest)
    sync_files(folder)
    seal_manifest(manifest, folder, place.seal.key)
    before = place.current()
    place.use(folder.name)
    place.remove_all_but({folder.name, before or ""})


def entries_of(
    topic: Topic,
    schema: IndexSchema,
    documents: Iterable[ProductDocument],
    start: StartWorkers | None = None,
) -> Generator[IndexEntry]:
    """In the order of the documents; made by the workers that `start` starts, if it is given."""
    builder = EntryBuilder(topic, schema.edges, analyzer_for(topic))
    if start is None:
        yield from map(builder.entry, documents)
        return
    bodies = (document.to_json() for document in documents)
    portions = iter(lambda: list(islice(bodies, _PRODUCTS_PER_TASK)), [])
    with start(partial(_begin_worker, topic, schema.edges)) as workers:
        for sent, entries in workers.in_order(_entries_without_document, portions):
            for body, entry in zip(sent, entries, strict=True):
                yield replace(entry, document=body)


_PRODUCTS_PER_TASK = 200
_builder: EntryBuilder | None = None


def _begin_worker(topic: Topic, edges: Mapping[str, Edges]) -> None:
    global _builder  # noqa: PLW0603 - how a worker keeps what all its tasks need
    _builder = EntryBuilder(topic, edges, analyzer_for(topic))


def _entries_without_document(bodies: list[bytes]) -> list[IndexEntry]:
    """Workers do not send documents back: they are many times as large as the rest."""
    if _builder is None:
        raise RuntimeError("the worker was not prepared")
    entries = map(_builder.entry, map(ProductDocument.from_json, bodies))
    return [replace(entry, document=b"") for entry in entries]


def _channel_entries(
    place: IndexPlace, documents: Iterable[ChannelDocument]
) -> Iterator[IndexEntry]:
    analyzer = analyzer_for(place.topic)
    return (channel_entry(document, analyzer) for document in documents)


def _check_opens(place: IndexPlace, folder: Path, manifest: IndexManifest) -> None:
    """Raise if the index cannot be opened, or has lost products, articles or posts."""
    with closing(open_generation(place, folder, manifest)) as opened:
        counts = (
            (len(opened.searcher), manifest.products, "products"),
            (len(opened.channels), manifest.documents, "articles and posts"),
        )
    for kept, given, what in counts:
        if kept != given:
            raise BuildFailed(
                f"The engine kept {kept} of {given} {what} of {place.topic.name}. The previous "
                "index stays in use. What to do: specseek index build --whole"
            )


# Building and updating.


_OUTGROWN = 2  # rebuild if products doubled or halved since the histograms' limits were set


_Item = TypeVar("_Item")


class Progress(Protocol):
    """Passes items through, and may show progress."""

    def __call__(self, items: Iterable[_Item], total: int, what: str, /) -> Iterable[_Item]: ...


class BuildResult(NamedTuple):
    """What was done; `why` is the reason for a whole build, or "".

    `documents` is the number of articles and posts.
    """

    how: Literal["whole", "updated", "unchanged"]
    why: str
    products: int
    changes: ProductChanges
    documents: int
    document_changes: DocumentChanges


class _InUse(NamedTuple):
    manifest: IndexManifest
    folder: Path
    schema: IndexSchema


def _quietly(items: Iterable[_Item], _total: int, _what: str, /) -> Iterable[_Item]:
    return items


def build_index(
    place: IndexPlace,
    ledger: Ledger,
    *,
    whole: bool = False,
    progress: Progress = _quietly,
    start: StartWorkers | None = None,
) -> BuildResult:
    """Bring the index up to date with the ledger.

    The current index is updated if possible; it is rebuilt if it cannot be trusted, was built with
    another topic, engine or version, or if `whole` is set. Workers, if there are any, take part in
    rebuilding.
    """
    try:
        with lock(place.root / "build.lock", wait=False):
            place.remove_leftovers()
            why = "that was requested" if whole else ""
            return _build(place, ledger, progress, start, why)
    except LockedError as error:
        raise BuildFailed(
            f"Another process ({error.holder}) is building the index in {place.root}. Nothing was "
            "done. What to do: wait for it, or stop it."
        ) from error
    except EngineError as error:
        raise BuildFailed(
            f"The index of {place.topic.name} could not be built: {error}. The previous index "
            "stays in use."
        ) from error
    except OSError as error:
        raise BuildFailed(
            f"The index of {place.topic.name} could not be built: {error}. The previous index "
            "stays in use. What to do: check the disk (free space, permissions), build again."
        ) from error


def _build(
    place: IndexPlace, ledger: Ledger, progress: Progress, start: StartWorkers | None, why: str
) -> BuildResult:
    with ledger.reading() as conn:
        products = _products(conn, place.topic)
        scan = ProductScan(progress(products, len(products), "Reading products"), place.topic)
        in_use = None
        if not why:
            in_use, why = _in_use(place, scan)
        changes = scan.changes_since(read_fingerprints(in_use.folder) if in_use else {})
        before = DocumentFingerprints.read(in_use.folder) if in_use else DocumentFingerprints()
        channels = ChannelScan(
            current_documents(conn, place.topic.name), place.topic, scan.names, before
        )
        done = (changes, len(channels.fingerprints.documents), channels.changes)
        if in_use and not changes and not channels.changes:
            return BuildResult("unchanged", "", len(products), *done)
        schema = scan.stats.schema(in_use.schema.edges if in_use else None)
        with _new_folder(place) as folder:
            wanted = products.only(changes.changed)
            shown = progress(wanted, len(changes.changed), "Indexing")
            documents = channels.changed(current_documents(conn, place.topic.name))
            told = progress(documents, len(channels.changes.changed), "Indexing articles and posts")
            if in_use:
                copy_generation(in_use.folder, folder)
                update_generation(place, folder, schema, shown, changes.gone)
                update_channels(place, folder, told, channels.changes.gone)
            else:
                create_generation(place, folder, schema, shown, start)
                create_channels(place, folder, told)
            surveyed = in_use.manifest.surveyed if in_use else len(products)
            put_to_use(place, folder, scan, schema, surveyed, documents=channels.fingerprints)
    return BuildResult("updated" if in_use else "whole", why, len(products), *done)


def _products(conn: Connection, topic: Topic) -> ProductDocuments:
    records = current_records(conn, topic.name)
    return ProductDocuments(records, topic, stored_pictures(conn, topic.name))


def _in_use(place: IndexPlace, scan: ProductScan) -> tuple[_InUse | None, str]:
    """The current index if it can be updated; or None, and why not.

    All files are read: otherwise a copy of a damaged file would be sealed as valid.
    """
    try:
        manifest = trusted_manifest(place, thorough=True)
        with closing(open_trusted(place, manifest)) as opened:
            schema = opened.schema
    except IndexUnusable as error:
        return None, error.why
    fewer, more = sorted((manifest.surveyed, len(scan.fingerprints)))
    if more > _OUTGROWN * fewer:
        return None, f"it had {manifest.surveyed} products when it was last built whole"
    if new := sorted(scan.stats.in_bars - schema.edges.keys()):
        return None, f"{', '.join(new)} had no values before"
    return _InUse(manifest, place.folder(manifest.generation), schema), ""


@contextmanager
def _new_folder(place: IndexPlace) -> Iterator[Path]:
    """A folder for a new generation; removed if anything fails."""
    folder = place.root / new_generation()
    folder.mkdir()
    try:
        yield folder
    except BaseException:  # also after Ctrl-C
        shutil.rmtree(folder, ignore_errors=True)
        raise


# Verifying that the index matches the ledger: every file, every product.


class Verified(NamedTuple):
    """A usable index; `behind` are the changes in the ledger since it was built."""

    manifest: IndexManifest
    behind: ProductChanges
    documents_behind: DocumentChanges


_AT_ONCE = 1_000  # products


def _stored_fingerprints(searcher: Searcher) -> dict[str, str]:
    """Fingerprints of what the engine returns: those on a server have no files to check."""
    ids = searcher.ids()
    found: dict[str, str] = {}
    while some := list(islice(ids, _AT_ONCE)):
        found |= {hit.id: _digest_of(hit.document) for hit in searcher.get(some)}
    return found


def verify_index(place: IndexPlace, ledger: Ledger) -> Verified:
    """Read all files, compare all documents; raises IndexUnusable if it must not be used."""
    manifest = trusted_manifest(place, thorough=True)
    folder = place.folder(manifest.generation)
    products, documents = read_fingerprints(folder), DocumentFingerprints.read(folder)
    with closing(open_trusted(place, manifest)) as opened:
        if _stored_fingerprints(opened.searcher) != products:
            why = "its engine does not hold the products it was given"
            raise IndexUnusable(place.topic.name, why)
        if set(opened.channels.ids()) != documents.documents.keys():
            why = "its engine does not hold the articles and posts it was given"
            raise IndexUnusable(place.topic.name, why)
    topic = place.topic
    with ledger.reading() as conn:
        scan = ProductScan(_products(conn, topic), topic)
        channels = ChannelScan(current_documents(conn, topic.name), topic, scan.names, documents)
    return Verified(manifest, scan.changes_since(products), channels.changes)
