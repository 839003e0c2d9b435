"""`small`: a ledger of a few phones with its index; `one_node`: OpenSearch, if it can be had."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from evaluation.servers.opensearch import QUICK_START, opensearch_cluster
from evaluation.servers.process import ServerMissingError
from tests.index.small_index import SmallIndex

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from evaluation.servers.opensearch import OpenSearchCluster


@pytest.fixture
def small(tmp_path: Path) -> Iterator[SmallIndex]:
    """Ten phones, and no index yet."""
    index = SmallIndex(tmp_path)
    for number in range(1, 11):
        index.say(number, 价格=f"{number}00元", 内存="8GB")
    yield index
    index.close()


@pytest.fixture(scope="session")
def one_node() -> Iterator[OpenSearchCluster]:
    """Or as many as the variable OPENSEARCH_NODES says."""
    pytest.importorskip("opensearchpy", reason="the extra 'opensearch' is not installed")
    nodes = int(os.environ.get("OPENSEARCH_NODES", "1"))
    try:
        with opensearch_cluster(nodes, java_options=QUICK_START) as cluster:
            yield cluster
    except ServerMissingError as missing:
        pytest.skip(str(missing))
