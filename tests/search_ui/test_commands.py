"""Commands on the admin's pages, as a new shell on the server's machine reads them."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from core.settings import load_settings
from search_ui.commands import crawl_words, terminal_command
from store.ledger import Ledger, ledger_url
from store.runs import start_run


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_settings_of_the_folder_need_no_word(empty_folder: Path) -> None:
    (empty_folder / "specseek.toml").write_text('data = "mine"\n', "utf-8")
    command = terminal_command(load_settings(environ={}), "specseek", "index", "build")
    assert command.startswith(f"cd {empty_folder} && ")
    assert "SPECSEEK_" not in command
    assert command.endswith("specseek index build")


def test_what_a_new_shell_would_not_know_is_told(empty_folder: Path) -> None:
    settings = load_settings().model_copy(update={"data": Path("der Ordner")})
    command = terminal_command(settings, "specseek", "reread", "--site", "a.example")
    assert f"SPECSEEK_DATA='{empty_folder}/der Ordner'" in command


def test_a_site_is_one_word_whatever_it_is_called() -> None:
    command = terminal_command(load_settings(), "specseek", "reread", "--site", "a;rm -rf b")
    assert shlex.split(command)[-1] == "a;rm -rf b"


def test_a_password_is_not_shown() -> None:
    settings = load_settings().model_copy(update={"ledger": "postgresql://me:secret@host/db"})
    command = terminal_command(settings, "specseek", "reread")
    assert "secret" not in command
    assert 'SPECSEEK_LEDGER="$SPECSEEK_LEDGER"' in command


def test_a_broken_file_of_settings_hides_no_command(empty_folder: Path) -> None:
    settings = load_settings()
    (empty_folder / "specseek.toml").write_text("data = ", "utf-8")
    assert "SPECSEEK_CRAWL_PAGES=100000" in terminal_command(settings, "specseek", "reread")


def test_a_crawl_knows_its_project_in_any_folder() -> None:
    command = terminal_command(load_settings(), "scrapy", *crawl_words("cameras"))
    assert "SCRAPY_SETTINGS_MODULE=specseek.crawl_settings" in command
    assert command.endswith(" crawl cameras")


def test_a_command_works_as_printed(empty_folder: Path) -> None:
    settings = load_settings().model_copy(update={"data": empty_folder / "site"})
    settings.data.mkdir()
    with Ledger.open(ledger_url(settings.data)) as ledger, ledger.transaction() as conn:
        start_run(conn, "phones", 0.0)
    command = terminal_command(settings, "specseek", "reread", "--topic", "phones")
    kept = {name: os.environ[name] for name in ("PYTHONPATH", "HOME") if name in os.environ}
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        cwd="/",
        env={"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", **kept},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "phones: 0 pages read again" in done.stderr
