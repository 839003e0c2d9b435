from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.index.finding.small_shop import open_shop

if TYPE_CHECKING:
    from index.finding.finder import Finder


@pytest.fixture(scope="session")
def finder(tmp_path_factory: pytest.TempPathFactory) -> Finder:
    return open_shop(tmp_path_factory.mktemp("index"))
