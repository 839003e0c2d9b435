"""Killed while it changes rules and records: is everything before or after, never between?"""

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
from shutil import copytree
from typing import TYPE_CHECKING, NamedTuple

from rich.box import SIMPLE_HEAD
from rich.table import Table

from evaluation.crawling.ledger_contents import contents
from evaluation.deciding.scene import WEIGHT, make_scene, opened, variables
from store.changes import ChangeState, changes_of, finish_pending_changes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from evaluation.crawling.ledger_contents import Record
    from store.changes import KnownChange


_COLUMNS = ("killed", "amid", "pages", "all before", "all after", "between")
_TRIES = 10  # for each kill: what ends by itself before its moment does not count


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
        return subprocess.Popen(  # noqa: S603 - our own command
            [sys.executable, "-m", "specseek", *command],
            env={**os.environ, **variables(self._folder)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def _last_change(self) -> KnownChange | None:
        with opened(self._folder) as context, context.ledger.reading() as conn:
            return next(iter(changes_of(conn, context.topic_name, limit=1)), None)

    def _command(self) -> list[str]:
        last = self._last_change()
        if last and _is_unfinished(last):
            return ["review", "apply"]
        if last and "reverts" not in last.detail and last.state is ChangeState.DONE:
            return ["rules", "revert", str(last.id)]
        told = {"name": WEIGHT.name, "label": WEIGHT.label, "group": WEIGHT.group}
        told |= {"type": str(WEIGHT.type), "unit": WEIGHT.unit}
        options = [part for key, value in told.items() for part in (f"--{key}", value)]
        return ["review", "accept", str(self._proposal), *options]


def _is_unfinished(change: KnownChange) -> bool:
    return change.state in {ChangeState.DECIDED, ChangeState.KEPT}
