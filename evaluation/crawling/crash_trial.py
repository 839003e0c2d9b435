"""Killed again and again, then run to the end: is the ledger as if nothing had happened?"""

from __future__ import annotations

import signal
import subprocess
import time
from dataclasses import asdict, dataclass
from random import Random
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.table import Table

from evaluation.crawling.ledger_contents import LedgerContents, contents
from samples.crawl_process import CrawlProcess
from samples.pocket_web import PocketWeb
from samples.proxy import PocketProxy

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from samples.proxy import Asked

_PATIENCE = 60.0  # seconds without a request before the trial gives up waiting


@dataclass(frozen=True)
class CrashReport:
    """`repeated` counts requests beyond those of the undisturbed crawl."""

    kills: int
    records: int
    pages: int
    archived: int
    repeated: int
    differences: tuple[str, ...]

    def table(self) -> Table:
        table = Table("killed", "pages", "records", "archived", "asked twice", box=SIMPLE_HEAD)
        numbers = (self.kills, self.pages, self.records, self.archived, self.repeated)
        table.add_row(*(f"{number:,}" for number in numbers))
        table.caption = "; ".join(self.differences) or "The ledger equals the undisturbed one."
        return table

    def as_json(self) -> Mapping[str, object]:
        return asdict(self)


def crash_trial(
    folder: Path, kills: int, seed: int, settings: Mapping[str, str] | None = None
) -> CrashReport:
    """Crawl the pocket web twice: in peace, and with `kills` times SIGKILL at random moments."""
    settings = settings or {}
    asked: list[Asked] = []
    with PocketProxy(PocketWeb(), log=asked.append) as proxy:
        CrawlProcess(proxy.url, folder / "peace", settings=settings).run().check_returncode()
        in_peace = len(asked)
        disturbed = CrawlProcess(proxy.url, folder / "killed", settings=settings)
        random = Random(seed)  # noqa: S311 - no secret
        killed = _kill_often(disturbed, asked, random, kills, pages=in_peace)
        disturbed.run().check_returncode()
    peace, after = contents(folder / "peace"), contents(folder / "killed")
    return CrashReport(
        kills=killed,
        records=len(after.records),
        pages=len(after.pages),
        archived=after.archived,
        repeated=len(asked) - 2 * in_peace,
        differences=tuple(_differences(peace, after)),
    )


def _kill_often(
    crawl: CrawlProcess, asked: list[Asked], random: Random, kills: int, pages: int
) -> int:
    """Each process lives for a random number of requests, and a random moment more.

    Tells how many were killed: one may end by itself before.
    """
    killed = 0
    for _ in range(kills):
        enough = len(asked) + random.randint(1, max(1, pages // (kills + 1)))
        process = crawl.start(stderr=subprocess.DEVNULL)
        waited_until = time.monotonic() + _PATIENCE
        while len(asked) < enough and process.poll() is None and time.monotonic() < waited_until:
            time.sleep(0.002)
        time.sleep(random.random() / 20)
        process.kill()
        killed += process.wait() == -signal.SIGKILL
    return killed


def _differences(peace: LedgerContents, after: LedgerContents) -> list[str]:
    found = []
    if peace.records != after.records:
        lost, more = peace.records - after.records, after.records - peace.records
        found.append(f"records: {len(lost)} missing, {len(more)} others")
    if peace.pages != after.pages:
        found.append(f"pages: {len(peace.pages ^ after.pages)} differ")
    if after.duplicates:
        found.append(f"{after.duplicates} pages archived twice")
    if after.archive_problems:
        found.append(f"archive: {after.archive_problems}")
    return found
