from __future__ import annotations

from spider.crawl.ending import BYTE_BUDGET, DISK_FULL, EXIT_STATUS, STORE_FAILED
from spider.display.end_view import reason_in_words


def test_only_an_end_that_was_wished_for_is_a_success() -> None:
    assert EXIT_STATUS["finished"] == EXIT_STATUS[BYTE_BUDGET] == 0
    assert EXIT_STATUS["shutdown"] == 130
    assert DISK_FULL not in EXIT_STATUS
    assert STORE_FAILED not in EXIT_STATUS


def test_people_are_told_every_reason_in_words() -> None:
    for reason in (*EXIT_STATUS, DISK_FULL, STORE_FAILED):
        assert reason_in_words(reason) != reason
