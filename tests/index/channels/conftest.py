"""`talked`: a ledger of phones with articles and posts about them, and its index, per engine."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from index.channels.finder import ChannelFinder
from index.engines.engine import EngineError
from store.documents import ARTICLE, POST, NewDocument
from tests.index.engines.conformance import ENGINES
from tests.index.small_index import SmallIndex

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from evaluation.servers.opensearch import OpenSearchCluster
    from index.opening import OpenIndex


def day(year: int, month: int, number: int) -> float:
    return datetime(year, month, number, 12, tzinfo=UTC).timestamp()


def article(title: str, text: str, at: float | None = None, author: str = "") -> NewDocument:
    return NewDocument("phones", "a source", ARTICLE, text, "", title, author, at)


def post(text: str, at: float, author: str, worth: float = 1.0) -> NewDocument:
    return NewDocument("phones", "a board", POST, text, "", "小米2续航", author, at, worth=worth)


@pytest.fixture(params=ENGINES)
def talked(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SmallIndex]:
    settings: dict[str, str] = {}
    if request.param == "opensearch":
        node: OpenSearchCluster = request.getfixturevalue("one_node")
        settings["SPECSEEK_SEARCH_OPENSEARCH_HOSTS"] = node.addresses[0]
    try:
        index = SmallIndex(tmp_path, request.param, **settings)
    except EngineError as not_installed:
        pytest.skip(str(not_installed))
    index.say(1, 2, 3, 价格="100元")
    index.tell(
        "http://news.example/1",
        article("小米1评测", "屏幕很亮，續航一天。\n相机一般。", day(2026, 1, 5), "Ann"),
    )
    index.tell(
        "http://news.example/2",
        article("Which one?", "The Xiaomi 2 lasts longer than 小米1.", day(2026, 2, 5), "Bob"),
    )
    index.tell("http://blog.example/3", article("无日期", "屏幕 <b>很暗</b>"), at=day(2025, 6, 1))
    index.tell(
        "http://forum.example/t/1",
        post("小米2的续航真好，两天一充", day(2026, 3, 1), "Ann"),
        post("顶", day(2026, 3, 2), "Carl", worth=0.1),
        post("屏幕偏黄", day(2026, 3, 3), "Dora"),
    )
    index.build()
    yield index
    index.close()


@pytest.fixture
def opened(talked: SmallIndex) -> Iterator[OpenIndex]:
    index = talked.open()
    yield index
    index.close()


@pytest.fixture
def finder(opened: OpenIndex) -> ChannelFinder:
    return ChannelFinder.over(opened)
