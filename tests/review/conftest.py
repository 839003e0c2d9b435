from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.review.small_workshop import small_workshop
from tests.review.tiny_sites import FIRST, PAGES, store_site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from review.workshop import Workshop


@pytest.fixture
def workshop(tmp_path: Path) -> Iterator[Workshop]:
    with small_workshop(tmp_path) as opened:
        yield opened


@pytest.fixture
def stored(workshop: Workshop) -> Workshop:
    """Pages of one site, which show a name that nobody knows."""
    store_site(workshop, FIRST, PAGES)
    return workshop
