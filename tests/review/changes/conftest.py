from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.review.small_workshop import small_workshop
from tests.review.tiny_sites import FIRST, store_site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from review.workshop import Workshop


@pytest.fixture
def stored(tmp_path: Path) -> Iterator[Workshop]:
    """Six pages of one site, which show a name that nobody knows."""
    with small_workshop(tmp_path) as workshop:
        store_site(workshop, FIRST, pages=6)
        yield workshop
