from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.topic import Topic, shipped_topic
from index.suggesting.suggestions import Suggestions
from index.suggesting.writing import write_suggestions

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TITLES = [
    ("小米 12 Pro", 5.0),
    ("小米 Mix 4", 3.0),
    ("小米 12", 9.0),
    ("红米 Note 12 Turbo", 4.0),
    ("红米 K60", 1.0),
    ("华为 Mate 60 Pro+", 8.0),
    ("三星 Galaxy S23 Ultra", 7.0),
    ("三星 Galaxy S8+", 2.0),
    ("苹果 iPhone 13 Pro Max", 6.0),
]


@pytest.fixture(scope="session")
def phones() -> Topic:
    return shipped_topic("phones")


@pytest.fixture(scope="session")
def suggestions(phones: Topic, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Suggestions]:
    folder: Path = tmp_path_factory.mktemp("suggestions")
    write_suggestions(folder, TITLES, phones)
    opened = Suggestions.open(folder)
    yield opened
    opened.close()
