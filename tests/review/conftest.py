from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.review.small_review import small_review
from tests.review.tiny_sites import FIRST, PAGES, store_site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from review.context import ReviewContext


@pytest.fixture
def context(tmp_path: Path) -> Iterator[ReviewContext]:
    with small_review(tmp_path) as opened:
        yield opened


@pytest.fixture
def stored(context: ReviewContext) -> ReviewContext:
    """Pages of one site, which show a name that nobody knows."""
    store_site(context, FIRST, PAGES)
    return context
