"""A disk that is full, and has space again: a small one of its own, in memory."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from evaluation.crawling.ledger_contents import contents

if TYPE_CHECKING:
    from pathlib import Path

    from tests.spider.commands.conftest import TwoSites, Undisturbed

# One shell, for what is mounted in it is gone with it.
BOTH_RUNS = """
mount -t tmpfs -o size=700k tmpfs "$SPECSEEK_DATA" || exit 99
"$0" -m scrapy crawl phones 2>first.log; echo $? >first.status
mount -o remount,size=50m "$SPECSEEK_DATA" || exit 99
"$0" -m scrapy crawl phones 2>second.log; echo $? >second.status
cp -r "$SPECSEEK_DATA" kept
"""


def own_mounts() -> list[str]:
    """A command under which a disk can be mounted that nobody else sees."""
    unshare = shutil.which("unshare")
    command = [unshare or "unshare", "--map-root-user", "--mount"]
    if not unshare or subprocess.run([*command, "true"], check=False).returncode:
        pytest.skip("this system lets nobody mount a small disk of his own")
    return command


@pytest.fixture(scope="module")
def after(two_sites: TwoSites, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the logs, statuses and data of both runs."""
    folder = tmp_path_factory.mktemp("full")
    data = folder / "data"
    data.mkdir()
    crawl = two_sites.crawl(data)
    done = subprocess.run(
        [*own_mounts(), "sh", "-c", BOTH_RUNS, sys.executable],
        env=crawl.environment,
        cwd=folder,
        check=False,
    )
    if done.returncode == 99:
        pytest.skip("this system mounts no disk in memory")
    return folder


def test_it_stops_with_a_clear_message(after: Path) -> None:
    log = (after / "first.log").read_text()
    assert (after / "first.status").read_text() == "1\n"
    assert "Run the same command to go on once there is space again." in log
    assert "the disk is full" in log
    assert "Traceback" not in log


def test_with_space_again_the_same_command_completes_it(
    after: Path, undisturbed: Undisturbed
) -> None:
    assert (after / "second.status").read_text() == "0\n"
    resumed = contents(after / "kept")
    assert resumed.records == undisturbed.left.records
    assert resumed.pages == undisturbed.left.pages
    assert (resumed.duplicates, resumed.archive_problems) == (0, "")
