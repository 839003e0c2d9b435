"""Everything that may go wrong with a machine, one after the other: what is lost?"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import asdict, dataclass
from itertools import count
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.table import Table

from core.topic import shipped_topic
from core.yaml_files import write_yaml
from evaluation.damage_trials import (
    TARGETS,
    crawl_pair_trial,
    disk_trial,
    flip_trial,
    pair_trial,
)
from evaluation.fault_points import NEVER
from evaluation.kill_trials import (
    Trial,
    crash_trial,
    differences,
    evenly,
    kill_trial,
    operations,
)
from evaluation.ledger_contents import contents
from samples.crawl_process import CrawlProcess
from samples.pocket_web import PocketWeb
from samples.proxy import PocketProxy
from samples.sites.shouji import Shouji
from samples.sites.tongxun import Tongxun

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

KINDS = ("crawls", "commands", "disk", "bytes", "pairs")
_SPIDERS = ("phones", "news", "forums")
_SMALL = tuple(f"http://{site.host}/" for site in (Shouji, Tongxun))
_ROUNDS = 3  # of two at once


@dataclass(frozen=True)
class FaultsReport:
    trials: tuple[Trial, ...]

    @property
    def faults(self) -> list[str]:
        return [f"{one.name}: {it}" for one in self.trials for it in one.differences]

    def table(self) -> Table:
        table = Table("", box=SIMPLE_HEAD)
        for column in ("cases", "told", "lost, doubled or not told"):
            table.add_column(column, justify="right")
        for one in self.trials:
            told = "–" if one.told is None else f"{one.told:,}"
            table.add_row(one.name, f"{one.cases:,}", told, f"{len(one.differences):,}")
        return table

    def as_json(self) -> Mapping[str, object]:
        return asdict(self)


@dataclass(frozen=True)
class Plan:
    """`points` are the steps at which each command is killed, at most; 0 is all of them."""

    kills: int = 20
    points: int = 20
    pages: int = 60
    seed: int = 1
    kinds: tuple[str, ...] = KINDS


def faults_trial(folder: Path, plan: Plan, tell: Callable[[str], None]) -> FaultsReport:
    trials = []
    for one in _trials(folder, plan):
        tell(f"{one.name}: {one.cases}, {'; '.join(one.differences) or 'nothing lost'}")
        trials.append(one)
    return FaultsReport(tuple(trials))


def _trials(folder: Path, plan: Plan) -> Iterator[Trial]:
    seed = plan.seed
    commands = operations(plan.pages)
    for kind in plan.kinds:
        place = folder / kind
        place.mkdir()
        places = (place / str(number) for number in count())
        match kind:
            case "crawls":
                yield from _crawls(place, plan)
            case "commands":
                kills, points = plan.kills, plan.points
                yield from (kill_trial(next(places), it, kills, points, seed) for it in commands)
            case "disk":
                yield from (disk_trial(next(places), it) for it in commands)
            case "bytes":
                cases, pages = plan.kills // 2, plan.pages
                yield from (flip_trial(next(places), it, cases, pages, seed) for it in TARGETS)
            case "pairs":
                yield from (pair_trial(next(places), it, _ROUNDS) for it in commands)
                yield crawl_pair_trial(place, small_topic(place), _ROUNDS)


def _crawls(folder: Path, plan: Plan) -> Iterator[Trial]:
    for spider in _SPIDERS:
        killed = crash_trial(folder / spider, plan.kills, plan.seed, spider=spider)
        yield Trial(f"kills in crawl {spider}", killed.kills, None, killed.differences)
    yield crawl_steps_trial(folder / "steps", small_topic(folder), plan.points)


def small_topic(folder: Path) -> dict[str, str]:
    """Two sites of the pocket web; the setting that names the topic."""
    topics = folder / "topics"
    topics.mkdir(parents=True, exist_ok=True)
    topic = shipped_topic("phones").model_copy(update={"seeds": _SMALL})
    write_yaml(topics / "phones.yaml", topic)
    return {"SPECSEEK_TOPICS": str(topics)}


def crawl_steps_trial(folder: Path, settings: Mapping[str, str], points: int) -> Trial:
    """Crawls that are killed at a commit, rename or fsync, then go on to their end."""
    found: list[str] = []
    folder.mkdir(parents=True)
    with PocketProxy(PocketWeb()) as proxy:

        def crawl(name: str, step: int) -> int:
            """How it ended; its steps are in a file beside its data."""
            data = folder / name
            plain = CrawlProcess(proxy.url, data, settings=settings)
            told = {"STEPS_TOLD": str(data.with_suffix(".steps"))}
            options = ["scrapy", "crawl", "phones", "-a", "revisit=none", "-L", "ERROR"]
            return subprocess.run(  # noqa: S603 - our own command
                [sys.executable, "-m", "evaluation.fault_points", str(step), *options],
                env={**os.environ, **plain.environment, **told},
                check=False,
            ).returncode

        if crawl("peace", NEVER):
            raise RuntimeError("the crawl fails without a kill")
        peace = contents(folder / "peace")
        steps = (folder / "peace.steps").stat().st_size
        killed = 0
        for step in evenly(steps, points):
            name = f"step-{step}"
            was_killed = crawl(name, step) == -signal.SIGKILL
            killed += was_killed  # the last step of one crawl need not be met by another
            if was_killed and (status := crawl(name, NEVER)):
                found.append(f"after step {step} the crawl ends with {status}")
            after = contents(folder / name)
            found += [f"after step {step}: {one}" for one in differences(peace, after)]
    return Trial(f"kills in crawl, at one of {steps} steps", killed, None, tuple(found))
