"""What all products are like now, and by what changes are noticed."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, NamedTuple

from index.building.prominence import prominence
from index.building.survey import ProductStats

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from core.topic import Topic
    from index.building.document import ProductDocument

FINGERPRINTS = "fingerprints.json"


class ProductChanges(NamedTuple):
    """Ids of products that are new or other than before, and of those that are no more."""

    changed: frozenset[str]
    gone: frozenset[str]

    def __bool__(self) -> bool:
        return bool(self.changed or self.gone)


class ProductScan:
    """What one look at every product tells; titles are those of products, with prominence."""

    def __init__(self, documents: Iterable[ProductDocument], topic: Topic) -> None:
        self.stats = ProductStats(topic)
        self.fingerprints: dict[str, str] = {}
        attributes = {attribute.name: attribute for attribute in topic.attributes}
        self.titles: list[tuple[str, float]] = []
        for document in documents:
            self.stats.see(document)
            self.fingerprints[document.id] = _fingerprint(document)
            self.titles.append((document.title, prominence(document, attributes)))

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
    return hashlib.blake2b(document.to_json(), digest_size=12).hexdigest()
