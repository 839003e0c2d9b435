"""`engine`: each in turn; `phones`: the index of PHONES made by it, shared, to be read only."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from index.engines.engine import EngineError, engine_named
from tests.index.engines.conformance import ENGINES, PHONES, created

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evaluation.servers.opensearch import OpenSearchCluster
    from index.engines.engine import Engine, Searcher
    from index.engines.opensearch import OpenSearchEngine


@pytest.fixture(scope="session", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Engine:
    if request.param == "opensearch":
        found: Engine = request.getfixturevalue("opensearch_engine")
        return found
    try:
        return engine_named(request.param)
    except EngineError as not_installed:
        pytest.skip(str(not_installed))


@pytest.fixture(scope="session")
def opensearch_engine(one_node: OpenSearchCluster) -> OpenSearchEngine:
    from index.engines.opensearch import OpenSearchEngine  # noqa: PLC0415 - may be missing

    return OpenSearchEngine(one_node.settings(shards=len(one_node.addresses)))


@pytest.fixture(scope="session")
def phones(engine: Engine, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Searcher]:
    with created(engine, tmp_path_factory.mktemp("phones"), PHONES) as searcher:
        yield searcher
