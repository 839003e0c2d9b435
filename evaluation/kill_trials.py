"""Killed again and again: is the ledger in the end as if nothing had happened?

`crash_trial` kills crawls of the pocket web at random moments. `decision_trial` kills what changes
rules and records: everything must be as before or as after, never between. `upkeep_trial` kills
back-ups and repairs of the archive.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import islice
from random import Random
from shutil import copytree, rmtree
from typing import TYPE_CHECKING, NamedTuple

from rich.box import SIMPLE_HEAD
from rich.table import Table
from sqlalchemy import select

from evaluation.ledger_contents import LedgerContents, contents
from evaluation.made_up_archive import (
    WEIGHT,
    made_pages,
    make_scene,
    opened,
    store_pages,
    variables,
)
from samples.crawl_process import CrawlProcess
from samples.pocket_web import PocketWeb
from samples.proxy import PocketProxy
from store.archive_state import MARK_FILE
from store.backup import checked_backup
from store.bucket import BucketPath
from store.changes import ChangeState, changes_of, finish_pending_changes
from store.ledger import Ledger, ledger_url
from store.records import current_records
from store.schema import captures, links, pages

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from evaluation.ledger_contents import Record
    from samples.proxy import LoggedRequest
    from store.changes import KnownChange


_PATIENCE = 60.0  # seconds without a request before the trial gives up waiting
_COLUMNS = ("killed", "amid", "pages", "all before", "all after", "between")
_TRIES = 10  # for each kill: what ends by itself before its moment does not count


@dataclass(frozen=True)
class CrashReport:
    """`repeated` counts requests beyond those of the undisturbed crawl."""

    kills: int
    records: int
    documents: int
    pages: int
    archived: int
    repeated: int
    differences: tuple[str, ...]

    def table(self) -> Table:
        numbers = {
            "killed": self.kills,
            "pages": self.pages,
            "records": self.records,
            "articles and posts": self.documents,
            "archived": self.archived,
            "asked twice": self.repeated,
        }
        table = Table(*numbers, box=SIMPLE_HEAD)
        table.add_row(*(f"{number:,}" for number in numbers.values()))
        table.caption = "; ".join(self.differences) or "The ledger equals the undisturbed one."
        return table

    def as_json(self) -> Mapping[str, object]:
        return asdict(self)


def crash_trial(
    folder: Path,
    kills: int,
    seed: int,
    settings: Mapping[str, str] | None = None,
    spider: str = "phones",
) -> CrashReport:
    """Crawl the pocket web twice: in peace, and with `kills` times SIGKILL at random moments.

    An archive in storage (`SPECSEEK_ARCHIVE`) is that of the killed crawl.
    """
    settings = dict(settings or {})
    archive = settings.pop("SPECSEEK_ARCHIVE", "")
    asked: list[LoggedRequest] = []
    with PocketProxy(PocketWeb(), log=asked.append) as proxy:
        peaceful = CrawlProcess(proxy.url, folder / "peace", spider, settings=settings)
        peaceful.run().check_returncode()
        in_peace = len(asked)
        settings["SPECSEEK_ARCHIVE"] = archive
        disturbed = CrawlProcess(proxy.url, folder / "killed", spider, settings=settings)
        random = Random(seed)  # noqa: S311 - no secret
        killed = _kill_often(disturbed, asked, random, kills, pages=in_peace)
        disturbed.run().check_returncode()
    stored = BucketPath.parse(archive) if archive else None
    peace, after = contents(folder / "peace"), contents(folder / "killed", archive=stored)
    return CrashReport(
        kills=killed,
        records=len(after.records),
        documents=len(after.documents),
        pages=len(after.pages),
        archived=after.archived,
        repeated=len(asked) - 2 * in_peace,
        differences=tuple(_differences(peace, after)),
    )


def _kill_often(
    crawl: CrawlProcess, asked: list[LoggedRequest], random: Random, kills: int, pages: int
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
    if peace.documents != after.documents:
        missing = len(peace.documents - after.documents)
        others = len(after.documents - peace.documents)
        found.append(f"articles and posts: {missing} missing, {others} others")
    if peace.pages != after.pages:
        found.append(f"pages: {len(peace.pages ^ after.pages)} differ")
    if after.duplicates:
        found.append(f"{after.duplicates} pages archived twice")
    if after.archive_problems:
        found.append(f"archive: {after.archive_problems}")
    return found


class Seen(NamedTuple):
    """All that a decision changes: files of topic and rules, and records."""

    files: frozenset[tuple[str, str]]
    records: frozenset[Record]


class Killed(NamedTuple):
    """What was found after a kill, and whether it left a change that somebody has to finish."""

    seen: Seen
    amid: bool


@dataclass(frozen=True)
class DecisionReport:
    """`before` and `after` count what was found after a kill; `differences` must be none.

    `amid` are the kills that came between a decision and the end of what follows from it.
    """

    kills: int
    amid: int
    pages: int
    before: int
    after: int
    differences: tuple[str, ...]

    def table(self) -> Table:
        table = Table(*_COLUMNS, box=SIMPLE_HEAD)
        between = self.kills - self.before - self.after
        numbers = (self.kills, self.amid, self.pages, self.before, self.after, between)
        table.add_row(*(f"{number:,}" for number in numbers))
        table.caption = "; ".join(self.differences) or "In the end all is as without the kills."
        return table

    def as_json(self) -> Mapping[str, object]:
        return asdict(self)


def decision_trial(folder: Path, kills: int, seed: int, pages: int) -> DecisionReport:
    """Accept a name and revert it again and again, each time killed at a random moment.

    The moment is one of the work: not of the second or two in which a process loads its code.
    """
    proposal = make_scene(folder / "killed", pages)
    copytree(folder / "killed", folder / "peace")
    before = seen(folder / "killed")
    peace, killed = _Scene(folder / "peace", proposal), _Scene(folder / "killed", proposal)
    loading = peace.seconds_to_load()
    began = time.monotonic()
    peace.start().wait()
    takes = time.monotonic() - began
    after = seen(folder / "peace")
    random = Random(seed)  # noqa: S311 - no secret
    moments = (random.uniform(loading, takes) for _ in range(_TRIES * kills))
    stopped = list(islice(killed.killed_at(moments), kills))
    killed.run_to_the_end()
    found = [one.seen for one in stopped]
    differences = [
        f"kill {number} left it between"
        for number, one in enumerate(found, 1)
        if one not in {before, after}
    ]
    if len(found) < kills:
        differences.append(f"only {len(found)} of {kills} kills came in time")
    if before == after:
        differences.append("the decision changed nothing")
    if seen(folder / "killed") != after:
        differences.append("in the end it is not as without the kills")
    return DecisionReport(
        kills=len(found),
        amid=sum(one.amid for one in stopped),
        pages=pages,
        before=found.count(before),
        after=found.count(after),
        differences=tuple(differences),
    )


def seen(folder: Path) -> Seen:
    """As whoever opens the data next will see it."""
    with opened(folder) as context:
        finish_pending_changes(context.ledger, context.settings)
    files = frozenset(
        (str(path.relative_to(folder)), sha256(path.read_bytes()).hexdigest())
        for top in ("topics", "rules")
        for path in (folder / top).rglob("[!.]*.*")
        if path.is_file()
    )
    return Seen(files, contents(folder / "data").records)


class _Scene:
    """One folder, and the commands a person would give there."""

    def __init__(self, folder: Path, proposal: int) -> None:
        self._folder = folder
        self._proposal = proposal

    def seconds_to_load(self) -> float:
        """How long a process takes before it can begin with its work."""
        began = time.monotonic()
        self._started("review", "accept", "--help").wait()
        return time.monotonic() - began

    def killed_at(self, moments: Iterable[float]) -> Iterator[Killed]:
        """What is to be done next is begun at each, and killed so many seconds later."""
        for moment in moments:
            process = self.start()
            try:
                process.wait(moment)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.wait()
                last = self._last_change()
                amid = last is not None and _is_unfinished(last)
                yield Killed(seen(self._folder), amid)

    def run_to_the_end(self) -> None:
        """Until the name is accepted and nothing is left to do."""
        while self._command()[0] != "rules":
            if self.start().wait() != 0:
                raise RuntimeError("the command failed; run it by hand to see why")

    def start(self) -> subprocess.Popen[bytes]:
        """What is to be done next: accept, go on, or revert."""
        return self._started(*self._command())

    def _started(self, *command: str) -> subprocess.Popen[bytes]:
        return _specseek(self._folder, *command)

    def _last_change(self) -> KnownChange | None:
        with opened(self._folder) as context, context.ledger.reading() as conn:
            return next(iter(changes_of(conn, context.topic_name, limit=1)), None)

    def _command(self) -> list[str]:
        last = self._last_change()
        if last and _is_unfinished(last):
            return ["review", "apply"]
        if last and "reverts" not in last.detail and last.state is ChangeState.DONE:
            return ["rules", "revert", str(last.id)]
        told = {"name": WEIGHT.name, "label": WEIGHT.label_in("en"), "group": WEIGHT.group}
        told |= {"type": str(WEIGHT.type), "unit": WEIGHT.unit}
        options = [part for key, value in told.items() for part in (f"--{key}", value)]
        return ["review", "accept", str(self._proposal), *options]


def _is_unfinished(change: KnownChange) -> bool:
    return change.state in {ChangeState.DECIDED, ChangeState.KEPT}


# Back-ups, and repairs of the archive.


UPKEEP = ("backup", "repair")
_FILES_OF_SCENE = 6


@dataclass(frozen=True)
class UpkeepReport:
    """`rounds` is how often the work was begun from the start, and came to its end after kills."""

    command: str
    kills: int
    rounds: int
    pages: int
    differences: tuple[str, ...]

    def table(self) -> Table:
        numbers = {"killed": self.kills, "came to its end": self.rounds, "pages": self.pages}
        table = Table("command", *numbers, box=SIMPLE_HEAD)
        table.add_row(self.command, *(f"{number:,}" for number in numbers.values()))
        table.caption = "; ".join(self.differences) or "In the end all is as without the kills."
        return table

    def as_json(self) -> Mapping[str, object]:
        return asdict(self)


def upkeep_trial(folder: Path, command: str, kills: int, seed: int, pages: int) -> UpkeepReport:
    """Run `specseek backup`, or `specseek archive repair`, killed at random moments.

    Each time it is run again; when it has come to its end, the result is compared with that of an
    undisturbed run, and the work begins from the start, until there were enough kills.
    """
    scene = folder / "scene"
    _make_upkeep_scene(scene, pages, broken=command == "repair")
    peace, killed = folder / "peace", folder / "killed"
    copytree(scene, peace)
    loading = _seconds(peace, "doctor", "--help")
    takes = _seconds(peace, *_words(command, peace))
    wanted = _kept(peace, command)
    random = Random(seed)  # noqa: S311 - no secret
    many = rounds = 0
    differences = []
    copytree(scene, killed)
    for _ in range(_TRIES * kills):
        process = _specseek(killed, *_words(command, killed))
        try:
            process.wait(random.uniform(loading, takes) if many < kills else None)
        except subprocess.TimeoutExpired:
            process.kill()
            many += process.wait() == -signal.SIGKILL
            continue
        rounds += 1
        if process.returncode or _kept(killed, command) != wanted:
            differences.append(f"round {rounds} ended otherwise than without kills")
        if many >= kills:
            break
        rmtree(killed)
        copytree(scene, killed)
    if many < kills:
        differences.append(f"only {many} of {kills} kills came in time")
    return UpkeepReport(command, many, rounds, pages, tuple(differences))


def _make_upkeep_scene(folder: Path, pages: int, *, broken: bool) -> None:
    """Pages in several files; broken: an older ledger, a damaged page, and garbage at an end."""
    first = pages // _FILES_OF_SCENE
    make_scene(folder, first)
    data, ledger = folder / "data", folder / "data" / "ledger.sqlite"
    older = ledger.read_bytes()
    rest = islice(made_pages(pages), first, None)
    while some := list(islice(rest, first)):
        with opened(folder) as context:
            store_pages(context, some)
    if broken:
        ledger.write_bytes(older)
        one, other, *_ = sorted((data / "archive").glob("*.warc.gz"))
        body = bytearray(one.read_bytes())
        body[len(body) // 2] ^= 0xFF
        one.write_bytes(body)
        with other.open("ab") as file:
            file.write(b"garbage")


def _words(command: str, folder: Path) -> list[str]:
    return ["backup", str(folder / "saved")] if command == "backup" else ["archive", "repair"]


def _specseek(folder: Path, *command: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603 - our own command
        [sys.executable, "-m", "specseek", *command],
        env={**os.environ, **variables(folder)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _seconds(folder: Path, *command: str) -> float:
    began = time.monotonic()
    if _specseek(folder, *command).wait():
        raise RuntimeError(f"specseek {' '.join(command)} failed; run it by hand to see why")
    return time.monotonic() - began


def _kept(folder: Path, command: str) -> object:
    """What the command leaves, but for times and ids that differ from run to run."""
    data = folder / "data"
    if command == "backup":
        checked_backup(folder / "saved")
        data = folder / "saved" / "data"
    with Ledger.open(ledger_url(data)) as ledger, ledger.reading() as conn:
        stored = select(links.c.url, links.c.state, pages.c.digest, pages.c.etag)
        stored = stored.add_columns(captures.c.file, captures.c.offset, captures.c.length)
        of_link = captures.c.link_id == links.c.id
        joined = stored.outerjoin(pages, pages.c.link_id == links.c.id).outerjoin(captures, of_link)
        rows = sorted(map(repr, conn.execute(joined)))
        records = sorted(map(repr, current_records(conn, "phones")))
    left = {
        str(path.relative_to(folder)): sha256(path.read_bytes()).hexdigest()
        for path in data.rglob("*")
        if path.is_file() and not path.name.startswith(("ledger.sqlite", MARK_FILE, "crawl.lock"))
    }
    return rows, records, left
