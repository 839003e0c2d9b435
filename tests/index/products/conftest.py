from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest

from store.records import CurrentRecord, CurrentRecordValue

MakeRecord = Callable[..., CurrentRecord]


def new_record(  # noqa: PLR0913 - each a column of the ledger
    number: int,
    name: str = "",
    *,
    url: str = "",
    site: str = "",
    source: str = "rule",
    since: float = 0.0,
    by: str = "",
    values: dict[str, str] | None = None,
) -> CurrentRecord:
    """As the ledger gives it; pages and sites differ unless named."""
    site = site or f"site{number}.example"
    said = ({"手机名": name} if name else {}) | (values or {})
    return CurrentRecord(
        *(number, url or f"http://{site}/{number}", site, source, 0, since, since),
        tuple(
            CurrentRecordValue(attribute, attribute, raw, None, None, None, since, by)
            for attribute, raw in said.items()
        ),
    )


@pytest.fixture
def record() -> MakeRecord:
    numbers = count(1)
    return lambda name="", **columns: new_record(next(numbers), name, **columns)
