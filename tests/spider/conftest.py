from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.topic import Topic, shipped_topic
from tests.spider.simulated_crawl import TONGXUN, SmallCrawl

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallCrawl]:
    """A site crawled to the end, not yet closed."""
    with SmallCrawl(tmp_path_factory.mktemp("whole"), TONGXUN) as crawl:
        crawl.run()
        yield crawl


@pytest.fixture(scope="session")
def phones() -> Topic:
    return shipped_topic("phones")
