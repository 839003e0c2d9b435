"""Killed again and again: is everything in the end as if nothing had happened?

`crash_trial` kills crawls of the pocket web at random moments, `kill_trial` commands: at random
moments and at every commit, rename and fsync. A decision must leave everything as before or as
after, never between.
"""

from __future__ import annotations

import signal
import subprocess
import time
from collections import Counter
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from shutil import copytree, rmtree
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import select

from core.topic import shipped_topic
from core.yaml_files import write_yaml
from evaluation.fault_points import Ended, FaultyCommands, Moment
from evaluation.ledger_contents import LedgerContents, contents
from evaluation.made_up_archive import (
    WEIGHT,
    made_pages,
    make_scene,
    opened,
    store_pages,
    variables,
)
from index.build import verify_index
from index.engines.engine import SearchRequest
from index.generations import IndexUnusable, index_place
from index.opening import open_index
from samples.crawl_process import CrawlProcess
from samples.pocket_web import PocketWeb
from samples.proxy import PocketProxy
from store.archive_state import MARK_FILE, known_revision, stored_mark
from store.backup import MANIFEST_FILE, restore_backup
from store.bucket import BucketPath
from store.changes import finish_pending_changes
from store.ledger import Ledger, ledger_url, seal_of
from store.records import current_records
from store.schema import captures, links, pages
from store.seal import LEDGER_FILE

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping

    from evaluation.ledger_contents import Record
    from samples.proxy import LoggedRequest


_PATIENCE = 60.0  # seconds without a request before the trial gives up waiting
_TRIES = 10  # for each kill: what ends by itself before its moment does not count
_STEPS_OF_CHANCE = 10
_EVERYTHING = 100_000


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
    folder.mkdir(parents=True, exist_ok=True)
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
        differences=tuple(differences(peace, after)),
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


def differences(peace: LedgerContents, after: LedgerContents) -> list[str]:
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


@dataclass(frozen=True)
class Operation:
    """A command on stored pages, and what it leaves behind.

    `scene` prepares a folder, `state` tells what is in it in the end, as something that can be
    compared. Of an operation that is `whole`, that is what it was or what it will be at any time.
    """

    name: str
    command: tuple[str, ...]
    scene: Callable[[Path], None]
    state: Callable[[Path], Hashable]
    is_whole: bool = False
    again: tuple[str, ...] = ()
    """The command that goes on after a kill, where the first would not."""

    def words(self, folder: Path) -> list[str]:
        return [word.replace("FOLDER", str(folder)) for word in self.command]


@dataclass(frozen=True)
class Trial:
    """What was tried how often; `told` counts where a command has to say what is wrong."""

    name: str
    cases: int
    told: int | None
    differences: tuple[str, ...]


def kill_trial(folder: Path, operation: Operation, kills: int, points: int, seed: int) -> Trial:
    """Each kill from the same beginning; then the command is given once more, to its end."""
    scene = folder / "scene"
    scene.mkdir(parents=True)
    operation.scene(scene)
    random = Random(seed)  # noqa: S311 - no secret
    with FaultyCommands() as commands:
        trial = _KillTrial(folder, operation, scene, commands)
        steps, seconds = trial.peace()
        chosen = evenly(steps, points)
        moments = [Moment(seconds=random.uniform(0.0, seconds)) for _ in range(_TRIES * kills)]
        at_random = sum(islice((1 for one in moments if trial.kill(one)), kills))
        at_steps = sum(trial.kill_at(step) for step in chosen)
    if at_random < kills:
        trial.differences.append(f"only {at_random} of {kills} kills came in time")
    if at_steps < len(chosen):
        trial.differences.append(f"only {at_steps} of {len(chosen)} steps were met")
    name = f"kills in {operation.name}, {at_steps} at one of {steps} steps"
    return Trial(name, at_random + at_steps, None, tuple(trial.differences))


def evenly(steps: int, most: int) -> list[int]:
    """Steps to be killed at, from the first to the last: all of them if `most` is 0.

    >>> evenly(5, 0), evenly(100, 4)
    ([1, 2, 3, 4, 5], [1, 34, 67, 100])
    """
    if not most or steps <= most:
        return list(range(1, steps + 1))
    return sorted({1 + round(n * (steps - 1) / max(1, most - 1)) for n in range(most)})


class _KillTrial:
    def __init__(
        self, folder: Path, operation: Operation, scene: Path, commands: FaultyCommands
    ) -> None:
        self._folder = folder
        self._operation = operation
        self._scene = scene
        self._commands = commands
        self.differences: list[str] = []

    def peace(self) -> tuple[int, float]:
        """How many steps and seconds it takes if nobody disturbs it."""
        self._before = self._operation.state(self._scene)
        with self._copy() as place:
            ended = self._run(place)
            self._after = self._operation.state(place)
        if ended.status:
            raise RuntimeError(f"{self._operation.name} fails without a kill:\n{ended.words}")
        if self._before == self._after:
            self.differences.append("it changes nothing")
        return ended.steps, ended.seconds

    def kill(self, moment: Moment) -> bool:
        """Whether it was killed; it may end by itself before."""
        with self._copy() as place:
            if self._run(place, moment).status != -signal.SIGKILL:
                return False
            if self._operation.is_whole:
                between = self._operation.state(place)
                if between not in {self._before, self._after}:
                    self.differences.append(f"{moment} left it between")
            ended = finish(self._commands, self._operation, place)
            if ended.status:
                self.differences.append(f"after {moment} it fails: {ended.words[-300:]}")
            elif self._operation.state(place) != self._after:
                self.differences.append(f"after {moment} it is not as without the kill")
        return True

    def kill_at(self, step: int) -> bool:
        """Or at one shortly before: some commands tell their progress as time goes by."""
        nearby = range(step, max(step - _STEPS_OF_CHANCE, 0), -1)
        return any(self.kill(Moment(step=one)) for one in nearby)

    @contextmanager
    def _copy(self) -> Iterator[Path]:
        place = self._folder / "place"
        copytree(self._scene, place)
        try:
            yield place
        finally:
            rmtree(place)

    def _run(self, place: Path, moment: Moment | None = None) -> Ended:
        words = self._operation.words(place)
        (ended,) = self._commands.run(words, variables=variables(place), moment=moment)
        return ended


def finish(commands: FaultyCommands, operation: Operation, place: Path) -> Ended:
    """As a person would after a crash."""
    (ended,) = commands.run(operation.words(place), variables=variables(place))
    if ended.status and operation.again:
        (ended,) = commands.run(operation.again, variables=variables(place))
    return ended


# The operations. Pages of a made-up archive show a weight that the topic does not know yet.


def operations(many: int) -> list[Operation]:
    def scene(folder: Path) -> None:
        make_scene(folder, many)

    def with_weight(folder: Path) -> None:
        """Somebody has added the attribute to the topic file by hand."""
        make_scene(folder, many)
        write_yaml(folder / "topics" / "phones.yaml", shipped_topic("phones"))

    def broken(folder: Path) -> None:
        _make_broken_archive(folder, many)

    told = {"name": WEIGHT.name, "label": WEIGHT.label_in("en"), "group": WEIGHT.group}
    told |= {"type": str(WEIGHT.type), "unit": WEIGHT.unit}
    options = tuple(part for key, value in told.items() for part in (f"--{key}", value))
    batch = ("batch", "extract", "FOLDER/data/archive", "--output", "FOLDER/out", "--workers", "1")
    return [
        Operation("reread", ("reread",), with_weight, seen),
        Operation("index build", ("index", "build"), scene, _index),
        Operation(
            "decision",
            ("review", "accept", "1", *options),
            scene,
            seen,
            is_whole=True,
            again=("review", "apply"),
        ),
        Operation("batch", batch, scene, _files_in("out")),
        Operation("back-up", ("backup", "FOLDER/backup"), scene, _restored),
        Operation("archive repair", ("archive", "repair", "--yes"), broken, _mended),
    ]


class Seen(NamedTuple):
    """All that a decision changes: files of topic and rules, and records."""

    files: frozenset[tuple[str, str]]
    records: frozenset[Record]


def seen(folder: Path) -> Seen:
    """As whoever opens the data next will see it."""
    with opened(folder) as context:
        finish_pending_changes(context.ledger, context.settings)
    files = _files_in("topics")(folder) | _files_in("rules")(folder)
    return Seen(files, contents(folder / "data").records)


def _files_in(name: str) -> Callable[[Path], frozenset[tuple[str, str]]]:
    """Names and digests; those with a dot are nobody's business."""

    def files(folder: Path) -> frozenset[tuple[str, str]]:
        return frozenset(
            (str(path.relative_to(folder)), sha256(path.read_bytes()).hexdigest())
            for path in (folder / name).rglob("[!.]*.*")
            if path.is_file()
        )

    return files


def _index(folder: Path) -> Hashable:
    """Every product as it is found, in an index that is whole and up to date."""
    with opened(folder) as context:
        place = index_place(context.settings, context.topic(), seal_of(context.ledger))
        try:
            verified = verify_index(place, context.ledger)
        except IndexUnusable as unusable:
            return unusable.why
        with closing(open_index(place)) as index:
            hits = index.searcher.search(SearchRequest(limit=_EVERYTHING)).hits
            return len(verified.behind.changed), frozenset(hit.document for hit in hits)


def _restored(folder: Path) -> Hashable:
    """What a back-up gives back."""
    if not (folder / "backup" / MANIFEST_FILE).exists():
        return None
    with TemporaryDirectory() as place:
        own = {name: Path(place) / name for name in ("topics", "rules")}
        restore_backup(folder / "backup", Path(place) / "data", own, lambda _: None)
        back = contents(Path(place) / "data")
    return back if back == contents(folder / "data") else "another ledger"


_FILES = 6  # of a broken archive


def _make_broken_archive(folder: Path, many: int) -> None:
    """An older ledger, a damaged page, and garbage at the end of a file."""
    first = many // _FILES
    make_scene(folder, first)
    ledger = folder / "data" / LEDGER_FILE
    older = ledger.read_bytes()
    rest = islice(made_pages(many), first, None)
    while some := list(islice(rest, first)):
        with opened(folder) as context:
            store_pages(context, some)
    ledger.write_bytes(older)
    one, other, *_ = sorted((folder / "data" / "archive").glob("*.warc.gz"))
    body = bytearray(one.read_bytes())
    body[len(body) // 2] ^= 0xFF
    one.write_bytes(body)
    with other.open("ab") as file:
        file.write(b"garbage")


def _mended(folder: Path) -> Hashable:
    """Pages of the ledger and where they are, the files of the archive, and whether both agree.

    An archive without an id is given one at random.
    """
    data = folder / "data"
    stored = select(links.c.url, links.c.state, pages.c.digest, pages.c.etag)
    stored = stored.add_columns(captures.c.file, captures.c.offset, captures.c.length)
    of_link = captures.c.link_id == links.c.id
    joined = stored.outerjoin(pages, pages.c.link_id == links.c.id).outerjoin(captures, of_link)
    with Ledger.open(ledger_url(data)) as ledger, ledger.reading() as conn:
        rows = frozenset(Counter(map(repr, conn.execute(joined))).items())
        records = frozenset(map(repr, current_records(conn, "phones")))
        mark = stored_mark(data / "archive")
        agree = mark is not None and known_revision(conn, mark.id) == mark.revision
    files = _files_in("data/archive")(folder)
    return rows, records, agree, frozenset(one for one in files if MARK_FILE not in one[0])
