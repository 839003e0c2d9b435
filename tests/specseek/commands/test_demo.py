from __future__ import annotations

from typing import TYPE_CHECKING

from click.testing import CliRunner

from specseek.cli import main

if TYPE_CHECKING:
    from tests.specseek.conftest import Demo


def test_records_of_every_site_and_a_summary(demo: Demo) -> None:
    shown = demo.result.stdout
    assert demo.result.exit_code == 0
    assert shown.count("手机名") == 10
    assert "苹果 iPhone 14 Pro" in shown
    assert "pages right" in shown


def test_it_tells_where_ledger_archive_and_index_are(demo: Demo) -> None:
    assert f"Ledger, archive and index: {demo.data}" in demo.result.stderr
    assert (demo.data / "ledger.sqlite").exists()
    assert list((demo.data / "archive").glob("*.warc.gz"))
    assert (demo.data / "index" / "phones" / "current").exists()


def test_its_index_is_searched(demo: Demo) -> None:
    runner = CliRunner(env={"SPECSEEK_DATA": str(demo.data)})
    result = runner.invoke(main, ["search", "苹果 iPhone 14 Pro", "--json"])
    assert result.exit_code == 0
    assert "iPhone 14 Pro" in result.stdout
