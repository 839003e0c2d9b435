"""An index that many machines share: everything of it is on an OpenSearch cluster.

A generation there consists of the engine's indexes and of one with the small files beside them
(manifest, schema, suggestions, fingerprints); an alias names the current generation. Every machine
copies the files of a generation to a folder of its own when it first needs them: nothing is lost
with a machine. The manifest is sealed with the key of the ledger, which all of them share.
"""

from __future__ import annotations

import base64
import logging
import re
import secrets
import shutil
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from index.engines.engine import EngineError, EngineUnavailable
from index.engines.opensearch import (
    IndexPointer,
    OpenSearchEngine,
    close_index,
    make_index,
    writing_alias,
)
from index.engines.opensearch_cluster import (
    BUILDING,
    BulkOperation,
    NotOnServer,
    Wait,
    load,
)
from index.generations import IndexPlace, build_key_of
from index.opening import CHANNELS, ENGINE

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from core.settings import Settings
    from core.topic import Topic
    from store.seal import Seal


_log = logging.getLogger(__name__)


# The place, as builds and search pages see it.


_POLL_PAUSE = 2.0  # seconds between two checks of the alias
_POLL = Wait(patience=0.0, answer=5.0)  # seconds; a visitor waits, and the next one tries again


class _Seen:
    """The current generation when somebody last looked; shared by all threads."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.next_look = 0.0
        self.generation: str | None = None


@dataclass(frozen=True, slots=True)
class SharedPlace(IndexPlace):
    """The folder has copies of the files."""

    server: ServerGenerations
    _seen: _Seen = field(default_factory=_Seen, compare=False)

    @classmethod
    def configured(cls, settings: Settings, topic: Topic, seal: Seal) -> SharedPlace:
        engine = _engine(settings, topic.name, seal)
        root = settings.data / "index" / topic.name
        key = build_key_of(topic, engine)
        return cls(root, topic, engine, seal, key, ServerGenerations(engine))

    def current(self) -> str | None:
        return self.server.current()

    def stamp(self) -> object:
        """Checks the alias now and then; unchanged while the cluster does not answer."""
        seen = self._seen
        if time.monotonic() >= seen.next_look and seen.lock.acquire(blocking=False):
            try:
                with suppress(EngineUnavailable):
                    seen.generation = self.server.current(_POLL)
                seen.next_look = time.monotonic() + _POLL_PAUSE
            finally:
                seen.lock.release()
        return seen.generation

    def folder(self, generation: str) -> Path:
        """The copy of its files; of older copies only the last is kept."""
        folder = self.root / generation
        if not folder.exists():
            self.root.mkdir(parents=True, exist_ok=True)
            older = [one.name for one in self.generations_in_order()]
            self.server.fetch(generation, folder)
            IndexPlace.remove_all_but(self, {generation, *older[-1:]})
        return folder

    def use(self, generation: str) -> None:
        self.server.store(generation, self.root / generation)
        self.server.use(generation)
        self._seen.next_look = 0.0

    def remove_all_but(self, kept: Collection[str]) -> None:
        IndexPlace.remove_all_but(self, kept)
        self.server.remove_all_but(kept)

    def remove_leftovers(self) -> None:
        """Remove leftovers of killed builds, here and on the cluster."""
        current = self.current()
        names = [one.name for one in self.server.generations()]
        at = names.index(current) if current in names else -1
        self.remove_all_but(names[max(at - 1, 0) : at + 1])
        for temporary in self.root.glob(".*.tmp"):
            shutil.rmtree(temporary, ignore_errors=True)


def shared_topics(settings: Settings, seal: Seal) -> list[str]:
    """The topics that have an index on the cluster."""
    engine = _engine(settings, "*", seal)
    named = engine.cluster.call("GET", f"/_alias/{engine.prefix}")
    aliases = {alias for index in named.values() for alias in index["aliases"]}
    topics = (alias.removeprefix(engine.prefix.removesuffix("*")) for alias in aliases)
    return sorted(topic for topic in topics if "." not in topic)


def remove_shared_index(settings: Settings, topic: str, seal: Seal) -> None:
    """Remove all generations from the cluster; the topic may no longer exist."""
    ServerGenerations(_engine(settings, topic, seal)).remove()


def _engine(settings: Settings, topic: str, seal: Seal) -> OpenSearchEngine:
    """Neither the id of a ledger nor the name of a topic has a dot in it."""
    prefix = f"specseek.{seal.ledger}.{topic}".lower()
    return OpenSearchEngine(settings.search.opensearch, prefix)


# The generations on the cluster: PREFIX is the alias, PREFIX.generation.NAME has the files.


_KIND = ".generation."
_NAME = re.compile(r"(\d{8})t(\d{6}-[0-9a-f]{8})")
_PART = 4_000_000  # bytes of a file in one document
_STILL_READ = 300.0  # seconds: after its replacement a generation may be read for so long
_MOST_REMOVED = 20  # in one call


class ServerGeneration(NamedTuple):
    name: str
    files: str  # the index that has them
    made_at: float


class ServerGenerations:
    def __init__(self, engine: OpenSearchEngine) -> None:
        self._cluster = engine.cluster
        self._call = engine.cluster.call
        self._alias = engine.prefix

    def current(self, wait: Wait | None = None) -> str | None:
        """The name of the generation that the alias points to."""
        try:
            named = self._call("GET", f"/_alias/{self._alias}", wait=wait)
        except NotOnServer:
            return None
        return next(filter(None, map(self._generation_of, named)), None)

    def generations(self) -> list[ServerGeneration]:
        """In the order in which they were made; that of a killed build may be among them."""
        found = [
            ServerGeneration(name, index, made_at)
            for index, made_at in self._indexes().items()
            if (name := self._generation_of(index))
        ]
        return sorted(found, key=lambda one: one.made_at)

    def store(self, generation: str, folder: Path) -> None:
        """Copy the files to the cluster."""
        index = self._index_of(generation)
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        parts = [(path, at) for path in files for at in range(0, path.stat().st_size or 1, _PART)]
        belonging = [IndexPointer.read(folder / one).name for one in (ENGINE, CHANNELS)]
        mappings = {"dynamic": "false", "_meta": {"parts": len(parts), "indexes": belonging}}
        settings = {"index": {"number_of_shards": 1, "auto_expand_replicas": "0-1"}}
        make_index(self._cluster, f"/{index}", {"settings": settings, "mappings": mappings})
        load(self._cluster, writing_alias(index), _documents(folder, parts))
        close_index(self._cluster, index)

    def use(self, generation: str) -> None:
        """Point the alias to a generation that was stored: one step for all who search."""
        index = self._index_of(generation)
        wanted = {index, *self._meta(index)["indexes"]}
        actions: list[dict[str, dict[str, str]]] = [
            {"remove": {"index": one, "alias": self._alias}} for one in self._aliased() - wanted
        ]
        actions += ({"add": {"index": one, "alias": self._alias}} for one in sorted(wanted))
        try:
            self._call("POST", "/_aliases", {"actions": actions}, wait=BUILDING)
        except NotOnServer:
            if self.current() != generation:  # the answer to the first attempt was lost
                raise

    def fetch(self, generation: str, folder: Path) -> None:
        """Copy the files from the cluster."""
        index = self._index_of(generation)
        temporary = folder.with_name(f".{secrets.token_hex(8)}.tmp")
        try:
            for number in range(self._meta(index)["parts"]):
                part = self._call("GET", f"/{index}/_doc/{number}")["_source"]
                path = temporary / part["path"]
                if not path.resolve().is_relative_to(temporary.resolve()):
                    raise EngineError(f"the generation {generation} on OpenSearch is damaged")
                path.parent.mkdir(parents=True, exist_ok=True)
                with path.open("ab") as file:
                    file.write(base64.b64decode(part["data"]))
            with suppress(OSError):  # another process was faster
                temporary.rename(folder)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)

    def remove_all_but(self, kept: Collection[str]) -> None:
        """Keeps those that may still be read; what cannot be removed is left to the next build."""
        try:
            self._remove(self._indexes().keys() - self._referred_to_by(self._readable(kept)))
        except EngineError as error:
            _log.warning("Old indexes were not removed from OpenSearch: %s", error)

    def remove(self) -> None:
        self._remove(self._indexes())

    def _readable(self, kept: Collection[str]) -> Iterator[ServerGeneration]:
        """The kept ones, and those before them that were replaced a short while ago."""
        known = self.generations()
        names = [one.name for one in known]
        last = max((names.index(one) for one in kept if one in names), default=-1)
        for at, one in enumerate(known[: last + 1]):
            replaced_at = known[at + 1].made_at if at < last else time.time()
            if one.name in kept or replaced_at > time.time() - _STILL_READ:
                yield one

    def _referred_to_by(self, generations: Iterator[ServerGeneration]) -> set[str]:
        return {
            index for one in generations for index in (one.files, *self._meta(one.files)["indexes"])
        }

    def _remove(self, indexes: Collection[str]) -> None:
        several = sorted(indexes)
        for at in range(0, len(several), _MOST_REMOVED):
            names = ",".join(several[at : at + _MOST_REMOVED])
            self._call("DELETE", f"/{names}", wait=BUILDING, params={"ignore_unavailable": "true"})

    def _indexes(self) -> dict[str, float]:
        """All indexes of this place, with the time at which they were made."""
        params = {"filter_path": "*.settings.index.creation_date"}
        found = self._call("GET", f"/{self._alias}.*/_settings", params=params)
        return {
            name: int(one["settings"]["index"]["creation_date"]) / 1000
            for name, one in found.items()
        }

    def _aliased(self) -> set[str]:
        try:
            return set(self._call("GET", f"/_alias/{self._alias}"))
        except NotOnServer:
            return set()

    def _meta(self, index: str) -> dict[str, Any]:
        found = self._call("GET", f"/{index}/_mapping")
        meta: dict[str, Any] = found[index]["mappings"]["_meta"]
        return meta

    def _index_of(self, generation: str) -> str:
        """In lower case: OpenSearch accepts nothing else."""
        return f"{self._alias}{_KIND}{generation.lower()}"

    def _generation_of(self, index: str) -> str | None:
        found = _NAME.fullmatch(index.removeprefix(f"{self._alias}{_KIND}"))
        return f"{found[1]}T{found[2]}" if found else None


def _documents(folder: Path, parts: list[tuple[Path, int]]) -> Iterator[BulkOperation]:
    for number, (path, at) in enumerate(parts):
        with path.open("rb") as file:
            file.seek(at)
            data = base64.b64encode(file.read(_PART)).decode("ascii")
        name = path.relative_to(folder).as_posix()
        yield BulkOperation(str(number), {"path": name, "data": data})
