from __future__ import annotations

import pytest

from evaluation.paper_table import PUBLISHED_SITES, PaperRow, paper_rows
from samples.pocket_web import SIX_HOSTS


@pytest.fixture(scope="module")
def rows() -> dict[str, PaperRow]:
    return {row.host: row for row in paper_rows()}


@pytest.mark.parametrize("host", PUBLISHED_SITES)
def test_exact_matching_reproduces_the_paper(rows: dict[str, PaperRow], host: str) -> None:
    assert rows[host].exact == PUBLISHED_SITES[host].result


@pytest.mark.parametrize("host", SIX_HOSTS)
def test_ours_reads_every_page(rows: dict[str, PaperRow], host: str) -> None:
    ours = rows[host].ours
    assert ours.correct == ours.extracted == ours.should


def test_newer_layouts_are_read_too(rows: dict[str, PaperRow]) -> None:
    newer = [row for host, row in rows.items() if host not in SIX_HOSTS]
    assert newer
    assert all(row.published is None and row.ours.recall == 1 for row in newer)


def test_a_row_as_json(rows: dict[str, PaperRow]) -> None:
    shown = rows["mobile.21cn.example"].as_json()
    assert shown["site"] == "W3 21cn"
    assert shown["attributes"] == (7, 11)
    assert shown["published"] == shown["exact"]
