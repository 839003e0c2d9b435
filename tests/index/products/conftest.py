from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest

from index.ledger.current_records import CurrentRecord, CurrentRecordValue

MakeRecord = Callable[..., CurrentRecord]


@pytest.fixture
def record() -> MakeRecord:
    """Makes records as the ledger gives them; pages and sites differ unless named."""
    numbers = count(1)

    def make(  # noqa: PLR0913 - each a column of the ledger
        name: str = "",
        *,
        url: str = "",
        site: str = "",
        source: str = "rule",
        since: float = 0.0,
        values: dict[str, str] | None = None,
    ) -> CurrentRecord:
        number = next(numbers)
        site = site or f"site{number}.example"
        said = ({"手机名": name} if name else {}) | (values or {})
        return CurrentRecord(
            number,
            url or f"http://{site}/{number}",
            site,
            source,
            0,
            since,
            since,
            tuple(
                CurrentRecordValue(attribute, attribute, raw, None, None, None, since)
                for attribute, raw in said.items()
            ),
        )

    return make
