"""All that is measured about discovery: what is found, how it is judged, what it is taken for.

Some attributes of a site are known; are the others found on real pages, and with the right values?
Weights are compared in `evaluation.discovery_weights`, guesses about names in
`evaluation.hidden_names`.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from multiprocessing import get_context
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from rich.console import Group, RenderableType
from rich.table import Table

from core.topic import Topic, shipped_topic
from discovery.proposals import Findings
from discovery.weights import NoLearnerError
from evaluation import datasets
from evaluation.datasets import DataSetsAbsentError, stripped
from evaluation.discovery_weights import (
    WeightsRows,
    camera_sets,
    compare_weights,
    gsmarena_set,
    zol_set,
)
from evaluation.hidden_names import HiddenNames, measure_hidden_names
from evaluation.real_sites import ZOL_OFFER, rules_from
from evaluation.scoring import Spread, Tally, below_floors
from rules.extract import extract
from rules.learn import Example, Sample
from samples.labels import letters_and_digits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from concurrent.futures import Executor

    from discovery.proposals import Finding
    from evaluation.datasets import PairsPage


_T = TypeVar("_T")
# What floors may speak of here, beside precision and recall.
FIGURES = ("values", "told new", "learned", "gain")
GIVEN = 10  # attributes that are known
Values = dict[str, set[str]]


class MeasuredRow(NamedTuple):
    """One line of figures that have floors."""

    name: str
    samples: int
    spreads: Mapping[str, Spread]

    def figure(self, name: str) -> Spread | None:
        return self.spreads.get(name)


@dataclass(frozen=True)
class DiscoveryEvaluation:
    """Parts whose pages, or whose packages, are not on this machine are left out and noted."""

    found: DiscoveryReport
    weights: tuple[WeightsRows, ...] = ()
    names: HiddenNames | None = None
    notes: tuple[str, ...] = ()

    @property
    def below_floors(self) -> list[str]:
        return list(below_floors(self._measured()))

    def table(self) -> RenderableType:
        tables = [rows.table() for rows in self.weights]
        if self.names:
            tables.append(self.names.table())
        return Group(self.found.table(), *tables, *self.notes)

    def as_json(self) -> dict[str, Any]:
        return {
            "found": self.found.as_json(),
            "weights": [rows.as_json() for rows in self.weights],
            "names": self.names.as_json() if self.names else None,
            "notes": list(self.notes),
        }

    def _measured(self) -> Iterator[MeasuredRow]:
        for row in self.found.rows:
            yield MeasuredRow(f"discovery, {row.name}", 1, row.spreads())
        for rows in self.weights:
            mean = rows.all
            figures = {"learned": mean.learned, "gain": mean.learned - mean.equal}
            yield _measured(f"discovery, weights, {rows.held_back} held back", figures)
        if self.names:
            yield _measured("discovery, hidden names", self.names.figures())


def measure_discovery() -> DiscoveryEvaluation:
    found = measure_discovery_quality()
    weights, no_weights = _unless_absent(_weights)
    names, no_names = _unless_absent(measure_hidden_names)
    notes = dict.fromkeys(note for note in (no_weights, no_names) if note not in {"", *found.notes})
    return DiscoveryEvaluation(found, weights or (), names, tuple(notes))


def _weights() -> tuple[WeightsRows, ...]:
    sets = (gsmarena_set(bare=False), gsmarena_set(bare=True), zol_set(), *camera_sets())
    return tuple(compare_weights(sets))


def _unless_absent(measure: Callable[[], _T]) -> tuple[_T | None, str]:
    """The figures, or why there are none."""
    try:
        return measure(), ""
    except (DataSetsAbsentError, NoLearnerError) as absent:
        return None, str(absent)


def _measured(name: str, figures: Mapping[str, float]) -> MeasuredRow:
    return MeasuredRow(name, 1, {which: Spread((figure,)) for which, figure in figures.items()})


@dataclass(frozen=True)
class DiscoveryRow:
    """One set of pages, and how the trials on it went."""

    name: str
    trials: tuple[DiscoveryTrial, ...]

    def spreads(self) -> Mapping[str, Spread]:
        figures = [trial.figures() for trial in self.trials]
        return {name: Spread(tuple(each[name] for each in figures)) for name in figures[0]}

    def as_json(self) -> dict[str, Any]:
        spreads = {name: spread.as_json() for name, spread in self.spreads().items()}
        return {"set": self.name, "known": GIVEN, "trials": len(self.trials), **spreads}


@dataclass(frozen=True)
class DiscoveryReport:
    rows: tuple[DiscoveryRow, ...]
    notes: tuple[str, ...] = ()

    def table(self) -> RenderableType:
        return Group(*([_table(self.rows)] if self.rows else []), *self.notes)

    def as_json(self) -> dict[str, Any]:
        return {"rows": [row.as_json() for row in self.rows], "notes": list(self.notes)}


def measure_discovery_quality(trials: int = 5) -> DiscoveryReport:
    """All figures; sets that are not on this machine are named in the notes."""
    rows: list[DiscoveryRow] = []
    notes: dict[str, None] = {}
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for source in (_gsmarena, _zol):
            try:
                rows += source(pool, trials)
            except DataSetsAbsentError as absent:
                notes[str(absent)] = None
    return DiscoveryReport(tuple(rows), tuple(notes))


def _gsmarena(pool: Executor, trials: int) -> Iterator[DiscoveryRow]:
    """Phone pages as they are, and with the telling attributes stripped."""
    pages = datasets.gsmarena()
    bare = tuple(replace(page, body=stripped(page.body)) for page in pages)
    yield _row("gsmarena", pages, pool, trials)
    yield _row("gsmarena, stripped", bare, pool, trials)


def _zol(pool: Executor, trials: int) -> Iterator[DiscoveryRow]:
    yield _row("zol", (datasets.zol(),), pool, trials)


def _row(name: str, pages: tuple[PairsPage, ...], pool: Executor, trials: int) -> DiscoveryRow:
    trial: Callable[[int], DiscoveryTrial] = partial(site_trial, pages)
    return DiscoveryRow(name, tuple(pool.map(trial, range(trials))))


def _table(rows: tuple[DiscoveryRow, ...]) -> Table:
    title = f"Attributes found of which {GIVEN} are known: median over draws (worst in brackets)"
    table = Table(title=title)
    table.add_column("set")
    for heading in rows[0].spreads():
        table.add_column(heading, justify="right")
    for row in rows:
        spreads = row.spreads().values()
        table.add_row(row.name, *(f"{each.median:.4f} ({each.worst:.4f})" for each in spreads))
    return table


@dataclass(frozen=True)
class DiscoveryTrial:
    """`names` counts each name of the site once, `shown` each name of each page.

    `values` tells of the names that were rightly proposed how many had a right value.
    """

    names: Tally
    shown: Tally
    values: Tally

    def figures(self) -> Mapping[str, float]:
        return {
            "precision": self.names.precision,
            "recall": self.names.recall,
            "precision on pages": self.shown.precision,
            "recall on pages": self.shown.recall,
            "values": self.values.precision,
        }


def site_trial(pages: Sequence[PairsPage], draw: int) -> DiscoveryTrial:
    """Learn ten attributes of one page, both drawn; look for the others on the other pages."""
    chance = Random(draw)  # noqa: S311 - a draw that is the same every time
    sample = chance.choice(pages)
    others = [page for page in pages if page is not sample] or [sample]
    first = {name: value for name, value in reversed(sample.pairs) if letters_and_digits(name)}
    known = {name: first[name] for name in chance.sample(sorted(first), GIVEN)}
    return _compared(others, known, _found(sample, known, others))


def _found(
    sample: PairsPage, known: Mapping[str, str], others: Sequence[PairsPage]
) -> list[list[Finding]]:
    examples = (Example(attribute=name, name=name, value=known[name]) for name in known)
    rules = rules_from([Sample(sample.read(), tuple(examples))])
    findings = Findings((_phones(),))
    pages = [other.read() for other in others]
    memory = datasets.site_memory(pages)
    for page in pages:
        findings.add(page, extract(page, rules, memory), memory)
    return list(findings)


def _compared(
    pages: Sequence[PairsPage], known: Mapping[str, str], found: Sequence[Sequence[Finding]]
) -> DiscoveryTrial:
    skipped = {"", *map(letters_and_digits, (*known, ZOL_OFFER))}
    shown, values = Tally(), Tally()
    wanted_names: set[str] = set()
    given_names: set[str] = set()
    for page, findings in zip(pages, found, strict=True):
        wanted = _by_name(page.pairs, skipped)
        pairs = [(one.candidate.name, one.candidate.value) for one in findings]
        given = _by_name(pairs, skipped)
        both = wanted.keys() & given.keys()
        shown += Tally(len(both), len(given), len(wanted))
        right = sum(given[name] <= wanted[name] for name in both)
        values += Tally(right, len(both), len(both))
        wanted_names |= wanted.keys()
        given_names |= given.keys()
    names = Tally(len(wanted_names & given_names), len(given_names), len(wanted_names))
    return DiscoveryTrial(names, shown, values)


def _by_name(pairs: Sequence[tuple[str, str]], skipped: set[str]) -> Values:
    found: Values = {}
    for name, value in pairs:
        key = letters_and_digits(name)
        if key not in skipped:
            found.setdefault(key, set()).add(letters_and_digits(value))
    return found


@cache
def _phones() -> Topic:
    """As `specseek discover` has it where nothing else is said."""
    return shipped_topic("phones")
