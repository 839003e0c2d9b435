"""People see their own clock, scripts see UTC."""

import time

import pytest

from specseek.times import local_time, utc_time


def test_the_same_moment_for_people_and_for_scripts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Shanghai")
    time.tzset()
    try:
        assert local_time(1_700_000_000.9) == "2023-11-15 06:13"
        assert utc_time(1_700_000_000.9) == "2023-11-14T22:13:20+00:00"
    finally:
        monkeypatch.undo()
        time.tzset()
