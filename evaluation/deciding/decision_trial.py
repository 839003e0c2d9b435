"""Killed while it changes rules and records: is everything before or after, never between?"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from hashlib import sha256
from random import Random
from shutil import copytree
from typing import TYPE_CHECKING, NamedTuple

from rich.box import SIMPLE_HEAD
from rich.table import Table

from evaluation.crawling.ledger_contents import contents
from evaluation.deciding.scene import WEIGHT, make_scene, opened, variables
from index.changing.kept import finish_kept
from index.ledger.changes import ChangeState, changes_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from evaluation.crawling.ledger_contents import Record
    from index.ledger.changes import KnownChange


class Seen(NamedTuple):
    """All that a decision changes: files of topic and rules, and records."""

    files: frozenset[tuple[str, str]]
    records: frozenset[Record]


@dataclass(frozen=True)
class DecisionReport:
    """`before` and `after` count what was found after a kill; `differences` must be none."""

    kills: int
    pages: int
    before: int
    after: int
    differences: tuple[str, ...]

    def table(self) -> Table:
        table = Table("killed", "pages", "all before", "all after", "between", box=SIMPLE_HEAD)
        between = self.kills - self.before - self.after
        numbers = (self.kills, self.pages, self.before, self.after, between)
        table.add_row(*(f"{number:,}" for number in numbers))
        table.caption = "; ".join(self.differences) or "In the end all is as without the kills."
        return table

    def as_json(self) -> Mapping[str, object]:
        return asdict(self)


def decision_trial(folder: Path, kills: int, seed: int, pages: int) -> DecisionReport:
    """Accept a name and revert it again and again, each time killed at a random moment."""
    proposal = make_scene(folder / "killed", pages)
    copytree(folder / "killed", folder / "peace")
    before = seen(folder / "killed")
    peace, killed = _Scene(folder / "peace", proposal), _Scene(folder / "killed", proposal)
    began = time.monotonic()
    peace.start().wait()
    takes = time.monotonic() - began
    after = seen(folder / "peace")
    random = Random(seed)  # noqa: S311 - no secret
    found = [killed.kill_once(random.random() * takes) for _ in range(kills)]
    killed.run_to_the_end()
    differences = [
        f"kill {number} left it between"
        for number, one in enumerate(found, 1)
        if one not in {before, after}
    ]
    if before == after:
        differences.append("the decision changed nothing")
    if seen(folder / "killed") != after:
        differences.append("in the end it is not as without the kills")
    return DecisionReport(
        len(found), pages, found.count(before), found.count(after), tuple(differences)
    )


def seen(folder: Path) -> Seen:
    """As whoever opens the data next will see it."""
    with opened(folder) as workshop:
        finish_kept(workshop.ledger, workshop.settings)
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

    def kill_once(self, after: float) -> Seen:
        process = self.start()
        try:
            process.wait(after)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
        return seen(self._folder)

    def run_to_the_end(self) -> None:
        """Until the name is accepted and nothing is left to do."""
        while self._command()[0] != "rules":
            if self.start().wait() != 0:
                raise RuntimeError("the command failed; run it by hand to see why")

    def start(self) -> subprocess.Popen[bytes]:
        """What is to be done next: accept, go on, or revert."""
        return subprocess.Popen(  # noqa: S603 - our own command
            [sys.executable, "-m", "specseek", *self._command()],
            env={**os.environ, **variables(self._folder)},
            stderr=subprocess.DEVNULL,
        )

    def _command(self) -> list[str]:
        with opened(self._folder) as workshop, workshop.ledger.reading() as conn:
            last = next(iter(changes_of(conn, workshop.topic_name, limit=1)), None)
        if last and last.state in {ChangeState.DECIDED, ChangeState.KEPT}:
            return ["review", "apply"]
        if last and "reverts" not in last.detail and _is_done(last):
            return ["rules", "revert", str(last.id)]
        told = {"name": WEIGHT.name, "label": WEIGHT.label, "group": WEIGHT.group}
        told |= {"type": str(WEIGHT.type), "unit": WEIGHT.unit}
        options = [part for key, value in told.items() for part in (f"--{key}", value)]
        return ["review", "accept", str(self._proposal), *options]


def _is_done(change: KnownChange) -> bool:
    return change.state is ChangeState.DONE
