"""OpenSearch as an engine, for several machines: the extra `opensearch`.

`opensearch_fields` defines the fields of an index, `opensearch_queries` converts requests to
queries, `opensearch_cluster` talks to the nodes. This module builds indexes and searches them.

An index is on the cluster; its folder has a small file that names it. A finished index is
read-only: an update makes a new one, a copy whose files OpenSearch shares with the old one.
"""

from __future__ import annotations

import json
import logging
import secrets
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from index.engines.engine import (
    FIRST,
    EngineError,
    SearchResponse,
    check_request,
    checked_entries,
)
from index.engines.opensearch_cluster import (
    BUILDING,
    BulkOperation,
    Cluster,
    NotOnServer,
    Wait,
    load,
)
from index.engines.opensearch_fields import (
    ID,
    LAYOUT,
    PLACE,
    OpenSearchLayout,
    decoded_key,
    document_id,
    hit_of,
    opensearch_document,
)
from index.engines.opensearch_queries import FREE, Searches

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from core.settings import OpenSearchSettings
    from index.engines.engine import Fields, Hit, IndexEntry, SearchRequest


_log = logging.getLogger(__name__)


# An open index.


_DEEPEST = 1_000_000  # the last hit that can be asked for: the nodes keep all before it in memory
_MOST_AT_ONCE = 1_000  # ids


class OpenSearchSearcher:
    """A finished index, which never changes."""

    def __init__(self, cluster: Cluster, pointer: IndexPointer, layout: OpenSearchLayout) -> None:
        self._cluster = cluster
        self._index = pointer.name
        self._layout = layout
        first = {"least": {"min": {"field": FIRST}}}
        found = self._cluster.search(
            self._index, {"size": 0, "aggs": first, "track_total_hits": True}
        )
        self._total = int(found["hits"]["total"]["value"])
        least = found["aggregations"]["least"]["value"]
        self._searches = Searches(layout, has_unconfirmed=least is not None and least < 0)
        # With several shards, each would weigh words by its own products.
        self._by_relevance = "dfs_query_then_fetch" if pointer.shards > 1 else "query_then_fetch"

    def search(self, request: SearchRequest) -> SearchResponse:
        check_request(request, self._layout.fields)
        start = min(request.offset, self._total, _DEEPEST)
        page = {"from": start, "size": min(request.limit, self._total - start, _DEEPEST - start)}
        found = self._cluster.search(
            self._index,
            {**self._searches.body(request), **page},
            self._by_relevance if request.by_relevance else "query_then_fetch",
        )
        hits = tuple(hit_of(hit["_source"]) for hit in found["hits"]["hits"])
        facets = {facet: self._counts(found, facet) for facet in request.facets}
        return SearchResponse(found["hits"]["total"]["value"], hits, facets)

    def _counts(self, found: Mapping[str, Any], facet: str) -> dict[str, int]:
        field = self._layout.terms[facet]
        aggregations = found["aggregations"]
        buckets = aggregations.get(field, aggregations.get(FREE))[field]["buckets"]
        counts = ((decoded_key(one["key"]), one["doc_count"]) for one in buckets)
        return dict(sorted(counts, key=lambda pair: (-pair[1], pair[0])))

    def count(self, request: SearchRequest) -> int:
        check_request(request, self._layout.fields)
        body = {"query": self._searches.query(request), "size": 0, "track_total_hits": True}
        return int(self._cluster.search(self._index, body)["hits"]["total"]["value"])

    def get(self, ids: Iterable[str]) -> list[Hit]:
        wanted = list(ids)
        hits: dict[str, Hit] = {}
        for at in range(0, len(wanted), _MOST_AT_ONCE):
            some = [*map(document_id, wanted[at : at + _MOST_AT_ONCE])]
            body = {"query": {"ids": {"values": some}}, "size": len(some)}
            found = self._cluster.search(self._index, body)
            hits |= {
                hit.id: hit for hit in (hit_of(one["_source"]) for one in found["hits"]["hits"])
            }
        return [hits[one] for one in wanted if one in hits]

    def ids(self) -> Iterator[str]:
        after: list[int] | None = None
        while True:
            body: dict[str, Any] = {
                "size": _MOST_AT_ONCE,
                "sort": [{PLACE: "asc"}],
                "_source": False,
                "docvalue_fields": [ID],
                **({"search_after": after} if after else {}),
            }
            hits = self._cluster.search(self._index, body)["hits"]["hits"]
            if not hits:
                return
            yield from (decoded_key(hit["fields"][ID][0]) for hit in hits)
            after = hits[-1]["sort"]

    def __len__(self) -> int:
        return self._total

    def close(self) -> None:
        """Nothing to do: connections are the engine's."""


# The file in the folder of an index.


_POINTER = "opensearch.json"


class IndexPointer(NamedTuple):
    """The index on the cluster; `uuid` is its identity, another of the same name differs in it.

    `places` is how many places were given to entries so far.
    """

    name: str
    uuid: str
    shards: int
    places: int

    @classmethod
    def read(cls, folder: Path) -> IndexPointer:
        try:
            return cls(**json.loads((folder / _POINTER).read_bytes()))
        except FileNotFoundError as missing:
            raise EngineError(f"{folder} names no OpenSearch index: build it first") from missing
        except (ValueError, TypeError) as damaged:
            raise EngineError(f"{folder / _POINTER} is damaged: rebuild the index") from damaged

    def write(self, folder: Path) -> None:
        (folder / _POINTER).write_text(json.dumps(self._asdict()), "utf-8")


# Making and opening indexes.


_ONCE = Wait(patience=0.0, answer=30.0)
_FIRST_CALL = Wait(patience=5.0, answer=30.0)
_MERGING = Wait(patience=0.0, answer=3600.0)
_COPY_TIME = "100s"  # shorter than the answer is waited for
_CHECKED_FIRST, _CHECKED_EVERY = 100, 1000  # entries that are read back after a build


class OpenSearchEngine:
    """`prefix` begins the names of its indexes on the cluster; what they belong to, for example."""

    name = "opensearch"
    version = f"layout {LAYOUT}"  # OpenSearch itself reads the indexes of its older versions

    def __init__(self, settings: OpenSearchSettings, prefix: str = "specseek") -> None:
        self.cluster = Cluster(settings)
        self.prefix = prefix
        self._shards = settings.shards

    def create(self, folder: Path, fields: Fields, entries: Iterable[IndexEntry]) -> None:
        layout = OpenSearchLayout(fields)
        mappings = layout.mappings()
        settings = {
            **_WHILE_BUILDING,
            "number_of_shards": self._shards,
            "max_result_window": _DEEPEST,
            "mapping.total_fields.limit": len(mappings["properties"]) + 100,
        }
        self._check_server()
        with self._building(folder, layout) as build:
            make_index(
                self.cluster,
                f"/{build.index}",
                {"settings": {"index": settings}, "mappings": mappings},
            )
            given = build.load(checked_entries(entries, fields), ())
            self._optimize(build.index)
            build.finish(self._shards, given, expected=given)

    def update(
        self, folder: Path, fields: Fields, entries: Iterable[IndexEntry], gone: Iterable[str]
    ) -> None:
        layout = OpenSearchLayout(fields)
        before = IndexPointer.read(folder)
        self._check_is_there(before)
        with self._building(folder, layout) as build:
            make_index(
                self.cluster,
                f"/{before.name}/_clone/{build.index}",
                {"settings": {"index": _WHILE_BUILDING}},
            )
            given = build.load(checked_entries(entries, fields), gone, before.places)
            build.finish(before.shards, before.places + given)

    def open(self, folder: Path, fields: Fields) -> OpenSearchSearcher:
        pointer = IndexPointer.read(folder)
        layout = OpenSearchLayout(fields)
        self._check_is_there(pointer)
        found = self.cluster.call("GET", f"/{pointer.name}/_mapping")
        properties = found[pointer.name]["mappings"]["properties"]
        if properties.keys() != layout.mappings()["properties"].keys():
            raise EngineError(f"the index {pointer.name} has other fields: rebuild it")
        return OpenSearchSearcher(self.cluster, pointer, layout)

    def _check_server(self) -> None:
        """At once: a wrong address is no reason to wait long."""
        version = self.cluster.call("GET", "/", wait=_FIRST_CALL).get("version", {})
        if version.get("distribution") != "opensearch":
            raise EngineError(
                "the server in [search.opensearch] is not OpenSearch, but"
                f" {version.get('distribution') or 'something else'}: check the setting hosts"
            )

    def _check_is_there(self, pointer: IndexPointer) -> None:
        try:
            uuid = _uuid_of(self.cluster, pointer.name)
        except NotOnServer:
            uuid = ""
        if uuid != pointer.uuid:
            raise EngineError(f"OpenSearch no longer has the index {pointer.name}: rebuild it")

    @contextmanager
    def _building(self, folder: Path, layout: OpenSearchLayout) -> Iterator[_Build]:
        """A new index; removed if anything fails."""
        index = f"{self.prefix}.{secrets.token_hex(8)}"
        try:
            yield _Build(self.cluster, index, folder, layout)
        except BaseException:  # Ctrl-C leaves nothing behind either
            with suppress(EngineError):
                self.cluster.call("DELETE", f"/{index}", wait=_ONCE)
            raise

    def _optimize(self, index: str) -> None:
        """One piece is searched faster; if a node is lost meanwhile, that is no reason to fail."""
        try:
            self.cluster.call(
                "POST",
                f"/{index}/_forcemerge",
                wait=_MERGING,
                params={"max_num_segments": 1},
            )
        except EngineError as error:
            _log.warning("The index works, but its segments were not merged: %s", error)


_WHILE_BUILDING = {
    "refresh_interval": "-1",
    "blocks.write": False,
    "auto_expand_replicas": "0-1",  # one copy of each shard, where there is another node
}


class _Build:
    """An index that is being filled."""

    def __init__(
        self, cluster: Cluster, index: str, folder: Path, layout: OpenSearchLayout
    ) -> None:
        self._cluster = cluster
        self.index = index
        self._folder = folder
        self._layout = layout
        self._read_back: dict[str, bytes] = {}
        self._given = 0

    def load(self, entries: Iterable[IndexEntry], gone: Iterable[str], start: int = 0) -> int:
        """The number of entries; their places begin at `start`."""
        load(self._cluster, writing_alias(self.index), self._operations(entries, gone, start))
        return self._given

    def _operations(
        self, entries: Iterable[IndexEntry], gone: Iterable[str], start: int
    ) -> Iterator[BulkOperation]:
        for ident in gone:
            yield BulkOperation(document_id(ident), None)
        for at, entry in enumerate(entries):
            if at < _CHECKED_FIRST or at % _CHECKED_EVERY == 0:
                self._read_back[entry.id] = entry.document
            document = opensearch_document(entry, self._layout, start + at)
            yield BulkOperation(document_id(entry.id), document)
            self._given = at + 1

    def finish(self, shards: int, places: int, expected: int | None = None) -> None:
        """Check what the cluster has, make it read-only, and name it in the folder."""
        index = self.index
        self._cluster.call("POST", f"/{index}/_refresh", wait=BUILDING)
        self._wait_for_copies()
        pointer = IndexPointer(index, _uuid_of(self._cluster, index), shards, places)
        self._check(OpenSearchSearcher(self._cluster, pointer, self._layout), expected)
        close_index(self._cluster, index)
        pointer.write(self._folder)

    def _wait_for_copies(self) -> None:
        """The index is whole without them, but a node that is lost then would take it away."""
        path = f"/_cluster/health/{self.index}"
        try:
            self._cluster.call(
                "GET",
                path,
                wait=BUILDING,
                params={"wait_for_status": "green", "timeout": _COPY_TIME},
            )
        except EngineError:
            if self._cluster.call("GET", path)["status"] == "red":
                raise
            _log.warning("The index %s is not copied to a second node yet.", self.index)

    def _check(self, searcher: OpenSearchSearcher, expected: int | None) -> None:
        if expected is not None and len(searcher) != expected:
            raise EngineError(f"OpenSearch kept {len(searcher)} of {expected} entries: build again")
        kept = {hit.id: hit.document for hit in searcher.get(self._read_back)}
        if kept != self._read_back:
            raise EngineError("OpenSearch did not keep the entries as they were: build again")


def make_index(cluster: Cluster, path: str, body: Mapping[str, Any]) -> None:
    """Its name ends the path and is new: if it exists, the answer to the first attempt was lost.

    Waits for the copies of its shards: without them, what is written is lost with a node.
    """
    index = path.rpartition("/")[2]
    aliases: dict[str, Any] = {writing_alias(index): {}}
    params = {"wait_for_active_shards": "all", "timeout": _COPY_TIME}
    try:
        cluster.call("PUT", path, {**body, "aliases": aliases}, wait=BUILDING, params=params)
    except EngineError:
        with suppress(EngineError):
            cluster.call("GET", f"/{writing_alias(index)}/_settings", wait=_ONCE)
            return
        raise


def close_index(cluster: Cluster, index: str) -> None:
    """Make it read-only: from now on nobody changes it."""
    cluster.call("PUT", f"/{index}/_settings", {"index.blocks.write": True}, wait=BUILDING)
    with suppress(NotOnServer):  # the answer to the first attempt was lost
        cluster.call("DELETE", f"/{index}/_alias/{writing_alias(index)}", wait=BUILDING)


def writing_alias(index: str) -> str:
    """The alias by which an index is filled: it is there from the beginning to the end of that."""
    return f"{index}.writing"


def _uuid_of(cluster: Cluster, index: str) -> str:
    found = cluster.call("GET", f"/{index}/_settings")
    return str(found[index]["settings"]["index"]["uuid"])
