"""An index that is open for searching."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.errors import SpecSeekError
from index.building.problems import IndexUnusable
from index.building.shape import IndexSchema
from index.building.trusting import trusted_manifest
from index.suggesting.suggestions import Suggestions

if TYPE_CHECKING:
    from pathlib import Path

    from core.topic import Topic
    from index.building.manifest import IndexManifest
    from index.building.place import IndexPlace
    from index.engines.engine import Searcher

ENGINE, SUGGESTIONS, SCHEMA = "engine", "suggestions", "schema.json"


@dataclass(frozen=True, slots=True)
class OpenIndex:
    """One generation: it stays as it is, whatever is built meanwhile."""

    topic: Topic
    manifest: IndexManifest
    schema: IndexSchema
    searcher: Searcher
    suggestions: Suggestions

    def close(self) -> None:
        self.searcher.close()
        self.suggestions.close()


def open_index(place: IndexPlace) -> OpenIndex:
    """The generation in use, if it can be trusted: IndexUnusable (MissingIndex) if not.

    Between reading its name and opening it, it may have been replaced twice, and removed.
    """
    tried = place.current()
    try:
        return _opened(place)
    except Exception:
        if place.current() == tried:
            raise
    return _opened(place)


def open_generation(place: IndexPlace, folder: Path, manifest: IndexManifest) -> OpenIndex:
    """One whose files are known to be right."""
    schema = IndexSchema.from_json((folder / SCHEMA).read_bytes())
    suggestions = Suggestions.open(folder / SUGGESTIONS)
    try:
        searcher = place.engine.open(folder / ENGINE, schema.fields)
    except BaseException:
        suggestions.close()
        raise
    return OpenIndex(place.topic, manifest, schema, searcher, suggestions)


def open_trusted(place: IndexPlace, manifest: IndexManifest) -> OpenIndex:
    """One whose manifest was found to be right; IndexUnusable where it cannot be opened even so."""
    try:
        return open_generation(place, place.root / manifest.generation, manifest)
    except (OSError, SpecSeekError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise IndexUnusable(place.topic.name, f"it cannot be read ({why})") from error


def _opened(place: IndexPlace) -> OpenIndex:
    return open_trusted(place, trusted_manifest(place))
