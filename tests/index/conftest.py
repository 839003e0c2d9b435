"""`small`: a ledger of a few phones with its index."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.index.small_index import SmallIndex

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def small(tmp_path: Path) -> Iterator[SmallIndex]:
    """Ten phones, and no index yet."""
    index = SmallIndex(tmp_path)
    for number in range(1, 11):
        index.say(number, 价格=f"{number}00元", 内存="8GB")
    yield index
    index.close()
