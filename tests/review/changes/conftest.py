from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.review.small_review import small_review
from tests.review.tiny_sites import FIRST, store_site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from review.context import ReviewContext


@pytest.fixture
def stored(tmp_path: Path) -> Iterator[ReviewContext]:
    """Six pages of one site, which show a name that nobody knows."""
    with small_review(tmp_path) as context:
        store_site(context, FIRST, pages=6)
        yield context
