"""What is OpenSearch's own: texts it could not keep, answers in part, a cluster that is away."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.request import Request, urlopen

import pytest

pytest.importorskip("opensearchpy", reason="the extra 'opensearch' is not installed")

from hypothesis import given
from hypothesis import strategies as st

from core.settings import OpenSearchSettings
from index.engines.engine import AnyOf, EngineError, EngineUnavailable, Fields, SearchRequest
from index.engines.opensearch import OpenSearchEngine
from index.engines.opensearch_cluster import Wait
from index.engines.opensearch_fields import (
    OpenSearchLayout,
    decoded_key,
    encoded_key,
    encoded_token,
    joined_tokens,
)
from tests.index.engines.conformance import FIELDS, PHONES, created, entry, found, with_words
from tests.index.engines.unreliable_proxy import Faults, unreliable_proxy

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from evaluation.servers.opensearch import OpenSearchCluster
    from index.engines.engine import IndexEntry

NOWHERE = "http://127.0.0.1:9"


def engine_at(*hosts: str, **settings: object) -> OpenSearchEngine:
    given_ = {"hosts": hosts, "user": "", "password": "", "ca": "", "shards": 1, **settings}
    return OpenSearchEngine(OpenSearchSettings.model_validate(given_))


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long for a cluster that is away."""
    cluster = "index.engines.opensearch_cluster"
    monkeypatch.setattr(f"{cluster}._FIRST_PAUSE", 0.01)
    for name in (
        f"{cluster}.SEARCHING",
        f"{cluster}.BUILDING",
        "index.engines.opensearch.BUILDING",
    ):
        monkeypatch.setattr(name, Wait(1.0, 10.0))


# Texts.


@given(st.lists(st.text(st.characters()), max_size=5))
def test_tokens_stay_apart(tokens: list[str]) -> None:
    assert joined_tokens(tokens).split() == [encoded_token(token) for token in tokens]


@given(st.text(st.characters()), st.text(st.characters()))
def test_tokens_are_as_unlike_as_their_texts(one: str, other: str) -> None:
    assert (encoded_token(one) == encoded_token(other)) == (one == other)
    assert len(encoded_token(one).encode("utf-16-le")) // 2 < 255


@given(st.text(st.characters()), st.text(st.characters()))
def test_keys_are_as_unlike_as_their_texts(one: str, other: str) -> None:
    assert decoded_key(encoded_key(one)) == one
    assert (encoded_key(one) == encoded_key(other)) == (one == other)


# Settings and addresses.


def test_no_address() -> None:
    with pytest.raises(EngineError, match=r"no address: set hosts in \[search.opensearch\]"):
        engine_at()


def test_too_many_fields_for_a_cluster() -> None:
    many = Fields(terms=tuple(f"a{number}" for number in range(11_000)))
    with pytest.raises(EngineError, match="needs 11,007 fields"):
        OpenSearchLayout(many).mappings()


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("host", [NOWHERE, "http://no-such-host.invalid:9200"])
def test_an_unreachable_cluster_is_reported(tmp_path: Path, host: str) -> None:
    engine = engine_at(host, user="shop", password="hush-hush")  # noqa: S106 - made up
    with pytest.raises(EngineUnavailable, match=f"{host}.* does not answer") as told:
        engine.create(tmp_path, FIELDS, PHONES)
    assert "hush" not in str(told.value)


# On a real node.


@pytest.mark.slow
def test_a_node_that_is_away_is_passed_over(one_node: OpenSearchCluster, tmp_path: Path) -> None:
    with created(engine_at(NOWHERE, *one_node.addresses), tmp_path, PHONES) as searcher:
        for _ in range(5):
            assert with_words(searcher, "小米") == ["mi14", "mi-band"]


@pytest.mark.slow
@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_what_fails_for_a_moment_is_asked_again(
    one_node: OpenSearchCluster, tmp_path: Path, status: int
) -> None:
    faults = Faults(status)
    with (
        unreliable_proxy(one_node.addresses[0], faults) as address,
        created(engine_at(address), tmp_path, PHONES) as searcher,
    ):
        faults.times = 3
        assert with_words(searcher, "小米") == ["mi14", "mi-band"]
        assert faults.times == 0


def _without_a_shard(answer: dict[str, Any]) -> None:
    answer["_shards"] |= {"successful": 0, "failed": 1}
    answer["hits"]["hits"] = []


def _out_of_time(answer: dict[str, Any]) -> None:
    answer["timed_out"] = True
    answer["hits"]["hits"] = []


@pytest.mark.slow
@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("part", [_without_a_shard, _out_of_time])
def test_a_part_of_an_answer_is_never_shown(
    one_node: OpenSearchCluster, tmp_path: Path, part: Any
) -> None:
    faults = Faults(change=part)
    with (
        unreliable_proxy(one_node.addresses[0], faults) as address,
        created(engine_at(address), tmp_path, PHONES) as searcher,
    ):
        faults.times = 2
        assert with_words(searcher, "小米") == ["mi14", "mi-band"]
        faults.times = 10**6
        with pytest.raises(EngineUnavailable, match="shards: try again later"):
            searcher.search(SearchRequest(words=("小米",)))


@pytest.mark.slow
def test_a_wrong_password(
    one_node: OpenSearchCluster, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    faults = Faults(401, times=100, path="/")
    caplog.set_level(logging.DEBUG)
    with unreliable_proxy(one_node.addresses[0], faults) as address:
        engine = engine_at(address, user="shop", password="hush-hush")  # noqa: S106 - made up
        with pytest.raises(EngineUnavailable, match="does not accept the user") as told:
            engine.create(tmp_path, FIELDS, PHONES)
    assert faults.authorizations[0].startswith("Basic ")
    assert "hush" not in f"{told.value}{caplog.text}"


# Loading in bulk.


def large(number: int) -> IndexEntry:
    return replace(entry(f"{number}", "词"), document=b"x" * 100_000)


@pytest.mark.slow
def test_requests_become_smaller_until_they_are_taken(
    one_node: OpenSearchCluster, tmp_path: Path
) -> None:
    faults = Faults(largest=400_000)
    with (
        unreliable_proxy(one_node.addresses[0], faults) as address,
        created(engine_at(address), tmp_path, map(large, range(30))) as searcher,
    ):
        assert len(searcher) == 30
    assert max(faults.bulks) > 400_000
    assert faults.bulks[-1] < 400_000


@pytest.mark.slow
def test_a_document_that_is_too_large_for_a_request(
    one_node: OpenSearchCluster, tmp_path: Path
) -> None:
    with (
        unreliable_proxy(one_node.addresses[0], Faults(largest=90_000)) as address,
        pytest.raises(EngineError, match=r"has 100,\d\d\d bytes, more than OpenSearch takes"),
    ):
        engine_at(address).create(tmp_path, FIELDS, [large(1)])


def _busy_with_every_other(answer: dict[str, Any]) -> None:
    busy = {"status": 429, "error": {"type": "rejected", "reason": "queue is full"}}
    answer["errors"] = True
    for item in answer["items"][::2]:
        item["index"] |= busy


@pytest.mark.slow
def test_what_was_not_taken_is_sent_again(one_node: OpenSearchCluster, tmp_path: Path) -> None:
    faults = Faults(path="/_bulk", times=3, change=_busy_with_every_other)
    with (
        unreliable_proxy(one_node.addresses[0], faults) as address,
        created(engine_at(address), tmp_path, map(large, range(12))) as searcher,
    ):
        assert len(searcher) == 12
    assert len(faults.bulks) > 3
    assert faults.bulks[1] < faults.bulks[0]


@pytest.mark.slow
@pytest.mark.usefixtures("impatient")
def test_a_cluster_that_takes_nothing_any_more(one_node: OpenSearchCluster, tmp_path: Path) -> None:
    faults = Faults(429, path="/_bulk", times=10**6)
    with unreliable_proxy(one_node.addresses[0], faults) as address:
        with pytest.raises(EngineUnavailable, match="busy"):
            engine_at(address).create(tmp_path, FIELDS, PHONES)
        assert _indexes(one_node, "specseek.*.writing") == set()


def _call(node: OpenSearchCluster, method: str, path: str, body: object = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    asked = Request(  # noqa: S310 - ours
        f"{node.addresses[0]}{path}", data, {"Content-Type": "application/json"}, method=method
    )
    with urlopen(asked) as answer:  # noqa: S310 - ours
        return json.load(answer)


def _indexes(node: OpenSearchCluster, alias: str) -> set[str]:
    return set(_call(node, "GET", f"/_alias/{alias}"))


@pytest.mark.slow
def test_disks_that_are_full(
    one_node: OpenSearchCluster, opensearch_engine: OpenSearchEngine, tmp_path: Path
) -> None:
    def entries() -> Iterator[IndexEntry]:
        """The block is what OpenSearch sets at the flood stage."""
        yield entry("a", "词")
        for index in _indexes(one_node, "specseek.*.writing"):
            blocked = {"index.blocks.read_only_allow_delete": True}
            _call(one_node, "PUT", f"/{index}/_settings", blocked)

    with pytest.raises(EngineError, match="disk usage exceeded flood-stage watermark"):
        opensearch_engine.create(tmp_path, FIELDS, entries())
    assert _indexes(one_node, "specseek.*.writing") == set()


@pytest.mark.slow
def test_an_index_that_is_removed_while_it_is_filled_does_not_come_back(
    one_node: OpenSearchCluster, opensearch_engine: OpenSearchEngine, tmp_path: Path
) -> None:
    removed = []

    def entries() -> Iterator[IndexEntry]:
        yield entry("a", "词")
        for index in _indexes(one_node, "specseek.*.writing"):
            removed.append(index)
            _call(one_node, "DELETE", f"/{index}")

    with pytest.raises(EngineError):
        opensearch_engine.create(tmp_path, FIELDS, entries())
    assert removed
    assert not {*removed} & {*_call(one_node, "GET", "/specseek.*/_settings")}


@pytest.mark.slow
def test_a_finished_index_is_read_only(
    one_node: OpenSearchCluster, opensearch_engine: OpenSearchEngine, tmp_path: Path
) -> None:
    with created(opensearch_engine, tmp_path, PHONES):
        name = json.loads((tmp_path / "opensearch.json").read_bytes())["name"]
        with pytest.raises(OSError, match="403"):
            _call(one_node, "PUT", f"/{name}/_doc/1", {})


@pytest.mark.slow
def test_several_shards_weigh_words_alike(one_node: OpenSearchCluster, tmp_path: Path) -> None:
    """By all products, not by those that happen to be in the same shard."""
    entries = [
        entry(f"{number}", "影像", *(["徕卡"] if number % 7 == 0 else []), *"abcdef"[: number % 5])
        for number in range(60)
    ]
    request = SearchRequest(words=("影像",), optional=("徕卡",), limit=60)
    orders = []
    for shards in (1, 5):
        engine = engine_at(*one_node.addresses, shards=shards)
        with created(engine, tmp_path / str(shards), entries) as searcher:
            orders.append(found(searcher, request))
    assert orders[0] == orders[1]


@pytest.mark.slow
def test_a_key_that_is_too_long_is_found_by_what_is_counted(
    opensearch_engine: OpenSearchEngine, tmp_path: Path
) -> None:
    long = replace(entry("a"), terms={"品牌": ("长" * 100_000,)})
    with created(opensearch_engine, tmp_path, [long]) as searcher:
        (counted,) = searcher.search(SearchRequest(facets=("品牌",))).facets["品牌"]
        for written in (counted, "长" * 100_000):
            assert searcher.count(SearchRequest(conditions=(AnyOf("品牌", (written,)),))) == 1


@pytest.mark.slow
def test_a_folder_or_index_that_does_not_fit(
    opensearch_engine: OpenSearchEngine, tmp_path: Path
) -> None:
    with pytest.raises(EngineError, match="names no OpenSearch index: build it first"):
        opensearch_engine.open(tmp_path, FIELDS)
    opensearch_engine.create(tmp_path, FIELDS, PHONES)
    with pytest.raises(EngineError, match="has other fields: rebuild it"):
        opensearch_engine.open(tmp_path, Fields(said=("卖点",)))
    (tmp_path / "opensearch.json").write_text("{", "utf-8")
    with pytest.raises(EngineError, match="is damaged: rebuild the index"):
        opensearch_engine.open(tmp_path, FIELDS)
