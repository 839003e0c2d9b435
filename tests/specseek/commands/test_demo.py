from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.specseek.conftest import Demo


def test_records_of_every_site_and_a_summary(demo: Demo) -> None:
    shown = demo.result.stdout
    assert demo.result.exit_code == 0
    assert shown.count("手机名") == 10
    assert "苹果 iPhone 14 Pro" in shown
    assert "pages right" in shown


def test_it_tells_where_ledger_and_archive_are(demo: Demo) -> None:
    assert f"Ledger and archive: {demo.data}" in demo.result.stderr
    assert (demo.data / "ledger.sqlite").exists()
    assert list((demo.data / "archive").glob("*.warc.gz"))
