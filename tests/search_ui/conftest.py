"""One browser for all tests of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from tests.search_ui.search.browser import chromium  # noqa: PLC0415 - needs the extra `render`

    with chromium() as running:
        yield running
