"""`finder`: over a dozen phones in a real index."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.index.search.small_shop import open_shop

if TYPE_CHECKING:
    from index.search.finder import Finder


@pytest.fixture(scope="session")
def finder(tmp_path_factory: pytest.TempPathFactory) -> Finder:
    return open_shop(tmp_path_factory.mktemp("index"))
