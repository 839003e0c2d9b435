from __future__ import annotations

from collections import defaultdict

from evaluation.pocket_records import pocket_records


def test_of_monitors_there_is_what_a_crawl_stores() -> None:
    records = pocket_records("monitors")
    sources = {one.record.source for one in records}
    assert {"rule", "json-ld"} <= sources
    assert len({one.record.url for one in records}) == 128


def test_which_records_tell_of_one_monitor_is_known() -> None:
    sites: dict[str, set[str]] = defaultdict(set)
    for record, monitor in pocket_records("monitors"):
        sites[monitor].add(record.site)
    assert len(sites) == 74
    assert sum(len(shown) > 1 for shown in sites.values()) == 38


def test_of_phones_there_is_the_gold() -> None:
    assert {one.record.source for one in pocket_records("phones")} == {"rule"}
