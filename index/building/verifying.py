"""Verifying: does the index say what the ledger says? Every file, every product."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

from index.building.census import ProductScan, read_fingerprints
from index.building.documents import ProductDocuments
from index.building.opening import open_trusted
from index.building.problems import IndexUnusable
from index.building.trusting import trusted_manifest
from store.records import current_records

if TYPE_CHECKING:
    from index.building.census import ProductChanges
    from index.building.manifest import IndexManifest
    from index.building.place import IndexPlace
    from store.ledger import Ledger


class Verified(NamedTuple):
    """An index that can be used; `behind` is what the ledger has changed since."""

    manifest: IndexManifest
    behind: ProductChanges


def verify_index(place: IndexPlace, ledger: Ledger) -> Verified:
    """All files are read, and all products compared; IndexUnusable where it must not be used."""
    manifest = trusted_manifest(place, thorough=True)
    known = read_fingerprints(place.root / manifest.generation)
    with closing(open_trusted(place, manifest)) as opened:
        if set(opened.searcher.ids()) != known.keys():
            why = "its engine holds other products than it was given"
            raise IndexUnusable(place.topic.name, why)
    with ledger.reading() as conn:
        documents = ProductDocuments(current_records(conn, place.topic.name), place.topic)
    return Verified(manifest, ProductScan(documents, place.topic).changes_since(known))
