"""The spider on a host that does everything a host should not: what is left of it?"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import select

from core.topic import shipped_topic
from core.urls import canonical_url
from core.yaml_files import write_yaml
from evaluation.hostile import SEEDS, Trap, hostile_host
from samples.crawl_process import CrawlProcess
from store.ledger import Ledger, ledger_url
from store.schema import errors, records

if TYPE_CHECKING:
    import subprocess

    from samples.proxy import LoggedRequest


_TAKEN = re.compile(r"^VmHWM:\s+(\d+) kB", re.MULTILINE)
_KILOBYTES_IN_A_MEGABYTE = 1000


@dataclass(frozen=True)
class HostileReport:
    """`misses` are traps that the error register does not tell of as it should."""

    exit_status: int
    megabytes: int
    asked: tuple[LoggedRequest, ...]
    contacted: int
    products: int
    records: int
    misses: tuple[str, ...]
    kinds: frozenset[str]


def hostile_trial(folder: Path) -> HostileReport:
    """One crawl without retries, to its own end."""
    topics = folder / "topics"
    topics.mkdir()
    phones = shipped_topic("phones")
    write_yaml(topics / "phones.yaml", phones.model_copy(update={"seeds": SEEDS}))
    asked: list[LoggedRequest] = []
    with hostile_host(asked.append) as host:
        crawl = CrawlProcess(
            host.proxy.url,
            folder / "data",
            arguments=("-L", "ERROR"),
            settings={
                "SPECSEEK_TOPICS": str(topics),
                "SPECSEEK_CRAWL_TIMEOUT_SECONDS": "20",  # enough on a busy machine
                "SPECSEEK_CRAWL_RETRIES": "0",
                "SPECSEEK_CRAWL_TRAP_PAGES": "20",
            },
        ).start()
        megabytes = _largest(crawl)
        registered = _registered(folder / "data")
        return HostileReport(
            exit_status=crawl.returncode,
            megabytes=megabytes,
            asked=tuple(asked),
            contacted=host.canary.connections + host.certificate.trusted,
            products=len(list(host.web.product_pages())),
            records=_records(folder / "data"),
            misses=tuple(_misses(host.web.traps, registered)),
            kinds=frozenset(kind for kind, _ in registered),
        )


def _largest(process: subprocess.Popen[bytes]) -> int:
    """The most megabytes it ever took, looked at until it ends.

    What the system tells of a process that has ended counts the one that started it, too.
    """
    status, megabytes = Path(f"/proc/{process.pid}/status"), 0
    while process.poll() is None:
        if taken := _TAKEN.search(status.read_text("ascii")):
            megabytes = int(taken[1]) // _KILOBYTES_IN_A_MEGABYTE
        time.sleep(0.05)
    return megabytes


def _registered(data: Path) -> set[tuple[str, str]]:
    with Ledger.open(ledger_url(data)) as ledger, ledger.reading() as conn:
        return {(kind, url) for kind, url in conn.execute(select(errors.c.kind, errors.c.url))}


def _records(data: Path) -> int:
    with Ledger.open(ledger_url(data)) as ledger, ledger.reading() as conn:
        return len(conn.execute(select(records.c.id).where(records.c.gone_at.is_(None))).all())


def _misses(traps: tuple[Trap, ...], registered: set[tuple[str, str]]) -> list[str]:
    """A trap counts as told of if an address in its folder, or its target, is there by its kind."""
    return [
        f"{trap.name} ({trap.kind})"
        for trap in traps
        if trap.must_register and not any(_tells_of(trap, *entry) for entry in registered)
    ]


def _tells_of(trap: Trap, kind: str, url: str) -> bool:
    target = canonical_url(trap.target) if trap.target else None
    return kind == trap.kind and (url.startswith(trap.folder) or url in {trap.target, target})
