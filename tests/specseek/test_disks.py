"""Full and read-only disks: what reads works, what writes says so plainly and leaves nothing half.

On small disks of memory that are mounted for the test, which needs root; without it, a read-only
folder is one whose rights were taken away.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from click.testing import CliRunner, Result

from core.errors import file_error_text
from core.files import remove_leftovers, replace_file
from core.settings import folders_written, load_settings
from search_ui.credentials import CREDENTIALS_FILE
from specseek.cli import main
from store.database import LedgerError
from store.ledger import Ledger, ledger_url
from tests.review.small_review import small_review
from tests.review.tiny_sites import FIRST, store_site
from tests.search_ui.site_for_tests import site_on

if TYPE_CHECKING:
    from collections.abc import Iterator

_PAGE = "<html><h1>诺基亚 n95</h1><table class=spec><tr><th>参考价格：</th><td>￥2350</td></table>"
_VALUES = [{"attribute": "参考价格", "name": "参考价格：", "value": "￥2350"}]
_URL = "https://www.site.example/n95.html"
_FILLER = "filler"
_DISK = 24 * 1024 * 1024  # bytes


class Disk(NamedTuple):
    folder: Path
    kind: str  # "read-only" or "full"

    def run(self, *arguments: str) -> Result:
        words = [one.replace("DISK", str(self.folder)) for one in arguments]
        return CliRunner().invoke(main, words, input="new password\n")

    def files(self) -> dict[str, bytes]:
        """But for locks, which are empty."""
        found = (
            path for path in self.folder.rglob("*") if path.is_file() and path.name != "filler"
        )
        known = {str(path.relative_to(self.folder)): path.read_bytes() for path in found}
        return {name: body for name, body in known.items() if not name.endswith(".lock")}


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site was crawled and its index built."""
    folder = tmp_path_factory.mktemp("crawled")
    with small_review(folder) as context:
        store_site(context, FIRST)
    with pytest.MonkeyPatch.context() as patch:
        _use(folder, patch)
        assert CliRunner().invoke(main, ["index", "build"]).exit_code == 0
    return folder


def _use(folder: Path, patch: pytest.MonkeyPatch) -> None:
    for name in ("TOPICS", "RULES", "DATA"):
        patch.setenv(f"SPECSEEK_{name}", str(folder / name.lower()))


@pytest.fixture(params=["read-only", "full"])
def disk(
    request: pytest.FixtureRequest,
    crawled: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Disk]:
    folder, work = tmp_path / "disk", tmp_path / "work"
    folder.mkdir()
    work.mkdir()
    (work / "n95.html").write_text(_PAGE, "utf-8")
    (work / "n95.json").write_text(json.dumps(_VALUES), "utf-8")
    monkeypatch.chdir(work)
    is_mounted = _mount(folder)
    if not is_mounted and request.param == "full":
        pytest.skip("a small disk cannot be mounted here: that needs root")
    try:
        shutil.copytree(crawled, folder, dirs_exist_ok=True)
        (folder / "empty").mkdir()
        _use(folder, monkeypatch)
        if request.param == "full":
            _fill(folder / _FILLER)
        elif is_mounted:
            subprocess.run(["mount", "-o", "remount,ro", folder], check=True)  # noqa: S607
        else:
            _set_rights(folder, 0o555)
        yield Disk(folder, request.param)
    finally:
        if is_mounted:
            subprocess.run(["umount", "--lazy", folder], check=True)  # noqa: S607
        else:
            _set_rights(folder, 0o755)


def _mount(folder: Path) -> bool:
    command = ["mount", "-t", "tmpfs", "-o", f"size={_DISK}", "tmpfs", str(folder)]
    return (
        shutil.which("mount") is not None
        and not subprocess.run(command, check=False, stderr=subprocess.DEVNULL).returncode
    )


def _fill(path: Path) -> None:
    with path.open("wb", buffering=0) as file:
        for piece in (4096, 1):
            try:
                for _ in range(_DISK):
                    file.write(bytes(piece))
            except OSError as error:
                assert error.errno == errno.ENOSPC  # noqa: PT017 - the disk is to be full


def _set_rights(folder: Path, rights: int) -> None:
    for path in (folder, *folder.rglob("*")):
        if path.is_dir():
            path.chmod(rights)


# What reads works.


@pytest.mark.parametrize(
    "command",
    [
        "crawl-status",
        "errors",
        "index stats",
        "index verify",
        "review list",
        "rules log",
        "search 三星",
        f"extract --rules DISK/rules/phones --url {_URL} n95.html",
        f"discover --rules DISK/rules/phones --url {_URL} n95.html",
        f"suggest --url {_URL} n95.html",
        f"article --url {_URL} n95.html",
    ],
)
def test_what_only_reads_works(disk: Disk, command: str) -> None:
    before = disk.files()
    done = disk.run(*command.split())
    assert "Error" not in done.stderr
    assert done.exception is None or isinstance(done.exception, SystemExit)
    assert disk.files() == before


def test_the_doctor_writes_nothing_and_tells_of_the_disk(disk: Disk) -> None:
    before = disk.files()
    done = disk.run("doctor")
    assert "ledger" in done.stdout
    assert "Traceback" not in done.output
    assert disk.files() == before


def test_the_search_page_works_and_has_no_admin_when_nothing_may_be_written(disk: Disk) -> None:
    before = disk.files()
    site = site_on(disk.folder / "data", read_only=True)
    visitor = site.test_client()
    assert visitor.get("/search").status_code == 200
    found = visitor.get("/search.json")
    assert found.json is not None
    assert found.json["total"] > 0
    assert visitor.get("/readyz").status_code == 200
    page = visitor.get("/log-in", headers={"Accept-Language": "en"})
    assert "This server is read-only" in page.text
    assert 'type="password"' not in page.text
    assert visitor.get("/monitor").status_code == 302
    assert disk.files() == before


# What writes says so in one line, and changes nothing.


@pytest.mark.parametrize(
    "command",
    [
        f"train --url {_URL} --values n95.json --rules DISK/rules/new n95.html",
        "password",
        "index build --whole",
        "reread",
        "review accept 1 --name 近场通信 --label NFC --group 网络 --type yes-no",
        "review reject 1",
        "review apply",
        "forget --topic phones --yes",
        "move-ledger sqlite:///DISK/new.sqlite",
        "batch article --workers 1 --output DISK/out DISK/data/archive",
        "new-topic gadgets n95.html",
        "demo --no-page",
    ],
)
def test_what_writes_tells_plainly_that_it_cannot(disk: Disk, command: str) -> None:
    before = disk.files()
    done = disk.run(*command.split())
    assert done.exit_code == 1, done.output
    assert isinstance(done.exception, SystemExit), done.exception
    reasons = {
        "read-only": ("Read-only file system", "read-only", "Permission denied", "not writable"),
        "full": ("No space left on device", "full"),
    }
    assert any(one in done.stderr for one in reasons[disk.kind]), done.stderr
    assert "None" not in done.stderr
    assert disk.files() == before


def test_the_first_start_leaves_no_empty_file_of_a_password(
    disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPECSEEK_DATA", str(disk.folder / "empty"))
    done = disk.run("serve", "--topic", "phones", "--port", "0")
    assert done.exit_code == 1
    assert f"{disk.folder}/empty/{CREDENTIALS_FILE}: " in done.stderr
    assert done.stderr.endswith("or search without an admin: specseek serve --read-only\n")
    assert not list((disk.folder / "empty").iterdir())


# A ledger whose last writer was killed has to be put in order before it can be read.


def test_a_ledger_is_not_read_without_the_log_of_a_killed_writer(disk: Disk) -> None:
    data = disk.folder / "data"
    with Ledger.open(ledger_url(data)) as ledger:
        assert ledger.is_frozen
    copy = Path("ledger.sqlite").absolute()
    shutil.copy(data / "ledger.sqlite", copy)
    copy.with_name("ledger.sqlite-wal").write_bytes(b"what was committed last")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "access", lambda *_: False)
        with pytest.raises(LedgerError, match="did not end properly, and now its folder is read"):
            Ledger.open(ledger_url(copy.parent))


# Leftovers of killed processes.


def test_leftovers_are_removed_at_the_next_start_but_not_what_is_being_written(
    crawled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(crawled, tmp_path / "site")
    _use(tmp_path / "site", monkeypatch)
    settings = load_settings()
    young = settings.data / f".{'a' * 16}.tmp"
    young.touch()
    own = settings.topics / ".my-notes.tmp"
    own.touch()
    for folder in (settings.data, settings.topics, settings.rules / "phones"):
        for number, age in enumerate((3_600, -3_600)):
            old = folder / f".{number:016x}.tmp"
            old.touch()
            os.utime(old, (time.time() - age,) * 2)
    remove_leftovers(folders_written(settings))
    left = {path for folder in folders_written(settings) for path in folder.glob(".*.tmp")}
    assert left == {young, own}


# What is told of a file.


def test_an_error_without_a_name_gets_that_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space") as caught:
        replace_file(tmp_path / "rules.yaml", b"x")
    assert file_error_text(caught.value) == (
        f"{tmp_path}/rules.yaml: No space left on device; "
        "free some space, and run the same command again"
    )
    assert not list(tmp_path.iterdir())
