"""The register, asked for by topic, kind and site."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from index.ledger.error_reports import ErrorFilter, KindReport, error_kinds, latest_errors
from index.ledger.errors import ErrorSeen, register

if TYPE_CHECKING:
    from sqlalchemy import Connection


@pytest.fixture
def five_errors(conn: Connection) -> None:
    for at, (topic, kind, address) in enumerate(
        [
            ("phones", "timeout", "http://a.example/1"),
            ("phones", "timeout", "http://a.example/1"),
            ("phones", "timeout", "http://b.example/2"),
            ("phones", "gone", "http://a.example/3"),
            ("cameras", "gone", "http://c.example/4"),
        ]
    ):
        error = ErrorSeen(topic, None, kind, address, address.split("/")[2], "given up")
        register(conn, error, float(at))


def urls(conn: Connection, limit: int = 10, **wanted: str) -> list[str]:
    return [error.url[-1] for error in latest_errors(conn, ErrorFilter(**wanted), limit)]


@pytest.mark.usefixtures("five_errors")
def test_the_latest_first_and_no_more_than_asked_for(conn: Connection) -> None:
    assert urls(conn) == ["4", "3", "2", "1"]
    assert urls(conn, limit=2) == ["4", "3"]


@pytest.mark.usefixtures("five_errors")
def test_filters_go_together(conn: Connection) -> None:
    assert urls(conn, topic="phones") == ["3", "2", "1"]
    assert urls(conn, kind="gone") == ["4", "3"]
    assert urls(conn, site="a.example", kind="timeout") == ["1"]
    assert urls(conn, site="a.example", topic="cameras") == []


@pytest.mark.usefixtures("five_errors")
def test_kinds_the_most_frequent_first(conn: Connection) -> None:
    assert error_kinds(conn, ErrorFilter()) == [
        KindReport("timeout", addresses=2, times=3, last_at=2.0),
        KindReport("gone", addresses=2, times=2, last_at=4.0),
    ]
    assert error_kinds(conn, ErrorFilter(topic="cameras")) == [KindReport("gone", 1, 1, 4.0)]
