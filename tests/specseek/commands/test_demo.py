from click.testing import CliRunner

from specseek.cli import main


def test_records_of_every_site_and_a_summary() -> None:
    done = CliRunner().invoke(main, ["demo"])
    assert done.exit_code == 0
    assert done.stdout.count("手机名") == 10
    assert "苹果 iPhone 14 Pro" in done.stdout
    assert "pages right" in done.stdout
