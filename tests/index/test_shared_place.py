"""Tests of `index.shared_place`, on a real OpenSearch node."""

from __future__ import annotations

import json
from contextlib import closing
from typing import TYPE_CHECKING, Any
from urllib.request import Request, urlopen

import pytest

from index.build import build_index, verify_index
from index.engines.engine import EngineError, EngineUnavailable, SearchRequest
from index.engines.opensearch import IndexPointer
from index.generations import BuildFailed, IndexUnusable, MissingIndex, index_place
from index.opening import ENGINE, CurrentIndex, open_index
from index.shared_place import remove_shared_index, shared_topics
from store.ledger import seal_of
from tests.index.small_index import SmallIndex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from evaluation.servers.opensearch import OpenSearchCluster
    from index.generations import IndexPlace


pytestmark = pytest.mark.slow


class Server:
    """The node, asked directly."""

    def __init__(self, address: str) -> None:
        self.address = address

    def call(self, method: str, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        asked = Request(f"{self.address}{path}", data, headers, method=method)  # noqa: S310 - ours
        with urlopen(asked) as answer:  # noqa: S310 - ours
            return json.load(answer)

    def indexes(self, index: SmallIndex) -> set[str]:
        return set(self.call("GET", f"/specseek.{seal_of(index.ledger).ledger}.*/_settings"))


@pytest.fixture
def server(one_node: OpenSearchCluster) -> Server:
    return Server(one_node.addresses[0])


@pytest.fixture
def shared(tmp_path: Path, server: Server) -> Iterator[SmallIndex]:
    """Ten phones, and no index yet."""
    index = SmallIndex(tmp_path, "opensearch", SPECSEEK_SEARCH_OPENSEARCH_HOSTS=server.address).say(
        *range(1, 11), 价格="100元"
    )
    yield index
    index.close()


def on_another_machine(index: SmallIndex, data: Path) -> IndexPlace:
    """The same ledger and cluster, and nothing of the first machine's disk."""
    settings = index.settings.model_copy(update={"data": data})
    return index_place(settings, index.topic, seal_of(index.ledger))


def products(place: IndexPlace) -> int:
    with closing(open_index(place)) as opened:
        return opened.searcher.count(SearchRequest())


def test_there_is_none_yet(shared: SmallIndex) -> None:
    with pytest.raises(MissingIndex):
        shared.open()


def test_built_searched_and_updated(shared: SmallIndex) -> None:
    assert shared.build().how == "whole"
    assert len(shared.found()) == 10
    assert shared.build().how == "unchanged"
    shared.say(3, 价格="300元").say(4).say(11, 价格="1100元")
    built = shared.build()
    assert (built.how, len(built.changes.changed), len(built.changes.gone)) == ("updated", 2, 1)
    found = shared.found()
    assert (found["小米 3"], found["小米 11"], "小米 4" in found) == ("300元", "1100元", False)
    assert not verify_index(shared.place, shared.ledger).behind


def test_a_machine_that_has_nothing_but_the_ledger(shared: SmallIndex, tmp_path: Path) -> None:
    shared.build()
    place = on_another_machine(shared, tmp_path / "other")
    with closing(open_index(place)) as opened:
        assert opened.searcher.count(SearchRequest()) == 10
        assert opened.suggestions.complete("小米1")
    assert not verify_index(place, shared.ledger).behind


def test_any_machine_can_bring_it_up_to_date(shared: SmallIndex, tmp_path: Path) -> None:
    shared.build()
    place = on_another_machine(shared, tmp_path / "other")
    shared.say(11, 价格="1100元")
    assert build_index(place, shared.ledger).how == "updated"
    assert len(shared.found()) == 11


def test_a_search_page_takes_up_the_new_index_and_can_finish_on_the_old_one(
    shared: SmallIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("index.shared_place._POLL_PAUSE", 0.0)
    shared.build()
    current = CurrentIndex(shared.place)
    before = current.get()
    assert current.get() is before
    for number in (11, 12, 13):
        shared.say(number, 价格="1元").build()
        assert current.get().searcher.count(SearchRequest()) == number
    assert before.searcher.count(SearchRequest()) == 10


def stop_at(number: int) -> Any:
    """As progress: the build ends with an error in the middle of indexing."""

    def progress(items: Iterable[object], _total: int, what: str) -> Iterator[object]:
        for at, item in enumerate(items):
            if at == number and what == "Indexing":
                raise KeyboardInterrupt
            yield item

    return progress


@pytest.mark.parametrize("whole", [True, False])
def test_a_build_that_fails_leaves_the_old_index_in_use(
    shared: SmallIndex, server: Server, *, whole: bool
) -> None:
    shared.build()
    before = server.indexes(shared)
    shared.say(*range(11, 16), 价格="1元")
    with pytest.raises(KeyboardInterrupt):
        build_index(shared.place, shared.ledger, whole=whole, progress=stop_at(3))
    assert len(shared.found()) == 10
    assert server.indexes(shared) == before
    shared.build()
    assert len(shared.found()) == 15


def test_what_a_killed_build_left_is_removed_by_the_next(
    shared: SmallIndex, server: Server
) -> None:
    shared.build()
    before = server.indexes(shared)
    left = f"specseek.{seal_of(shared.ledger).ledger}.phones.0123456789abcdef"
    unfinished = f"{left.rpartition('.')[0]}.generation.20200101t000000-01234567"
    for index in (left, unfinished):
        server.call("PUT", f"/{index}")
    shared.build()
    assert server.indexes(shared) == before


def test_other_topics_and_ledgers_are_left_alone(shared: SmallIndex, server: Server) -> None:
    other = f"specseek.{seal_of(shared.ledger).ledger}.phones-2.0123456789abcdef"
    server.call("PUT", f"/{other}")
    shared.build()
    assert other in server.indexes(shared)


def test_old_generations_are_removed_when_nobody_reads_them(
    shared: SmallIndex, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("index.shared_place._STILL_READ", -1.0)
    for number in (11, 12, 13, 14):
        shared.say(number, 价格="1元").build()
    assert len(server.indexes(shared)) == 2 * 3
    assert len(shared.found()) == 14


def test_an_index_that_somebody_removed_is_built_again(shared: SmallIndex, server: Server) -> None:
    shared.build()
    generation = shared.place.current()
    assert generation
    server.call("DELETE", f"/{IndexPointer.read(shared.place.folder(generation) / ENGINE).name}")
    with pytest.raises(IndexUnusable, match="no longer has the index"):
        shared.open()
    assert shared.build().how == "whole"
    assert len(shared.found()) == 10


def test_a_product_that_somebody_changed_on_the_cluster_is_found(
    shared: SmallIndex, server: Server
) -> None:
    shared.build()
    generation = shared.place.current()
    assert generation
    index = IndexPointer.read(shared.place.folder(generation) / ENGINE).name
    server.call("PUT", f"/{index}/_settings", {"index.blocks.write": False})
    (hit, *_) = server.call("GET", f"/{index}/_search")["hits"]["hits"]
    changed = {**hit["_source"], "text": hit["_source"]["text"].replace("100", "99"), "place": 0}
    server.call("PUT", f"/{index}/_doc/{hit['_id']}?refresh=true", changed)
    with pytest.raises(IndexUnusable, match="does not hold the products it was given"):
        verify_index(shared.place, shared.ledger)


def test_files_that_somebody_changed_are_not_trusted(
    shared: SmallIndex, server: Server, tmp_path: Path
) -> None:
    shared.build()
    (files,) = (one for one in server.indexes(shared) if ".generation." in one)
    server.call("PUT", f"/{files}/_settings", {"index.blocks.write": False})
    part = server.call("GET", f"/{files}/_doc/0")["_source"]
    server.call("PUT", f"/{files}/_doc/0", {**part, "data": "e30="})
    with pytest.raises(IndexUnusable, match="damaged"):
        open_index(on_another_machine(shared, tmp_path / "other"))


def test_files_never_leave_their_folder(shared: SmallIndex, server: Server, tmp_path: Path) -> None:
    shared.build()
    (files,) = (one for one in server.indexes(shared) if ".generation." in one)
    server.call("PUT", f"/{files}/_settings", {"index.blocks.write": False})
    server.call("PUT", f"/{files}/_doc/0", {"path": "../../../escaped", "data": "e30="})
    with pytest.raises(EngineError, match="damaged"):
        open_index(on_another_machine(shared, tmp_path / "other"))
    assert not [*tmp_path.rglob("escaped")]


def test_the_topics_that_have_one(shared: SmallIndex, server: Server) -> None:
    assert shared_topics(shared.settings, seal_of(shared.ledger)) == []
    shared.build()
    server.call("PUT", f"/specseek.{seal_of(shared.ledger).ledger}.tablets.0123456789abcdef")
    assert shared_topics(shared.settings, seal_of(shared.ledger)) == ["phones"]


def test_forgetting_a_topic_removes_its_index(shared: SmallIndex, server: Server) -> None:
    shared.build()
    remove_shared_index(shared.settings, "phones", seal_of(shared.ledger))
    assert server.indexes(shared) == set()
    with pytest.raises(MissingIndex):
        shared.open()


def test_an_unreachable_server_does_not_cause_a_rebuild(tmp_path: Path) -> None:
    away = SmallIndex(
        tmp_path, "opensearch", SPECSEEK_SEARCH_OPENSEARCH_HOSTS="http://127.0.0.1:9"
    ).say(1, 价格="1元")
    with closing(away), pytest.raises(BuildFailed, match=r"does not answer.*stays in use"):
        away.build()
    with pytest.raises(EngineUnavailable, match="does not answer"):
        away.open()
