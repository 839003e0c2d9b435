from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.review.small_workshop import small_workshop

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from review.workshop import Workshop


@pytest.fixture
def workshop(tmp_path: Path) -> Iterator[Workshop]:
    with small_workshop(tmp_path) as opened:
        yield opened
