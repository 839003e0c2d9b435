"""The search benchmark: build, open, ask, report."""

from __future__ import annotations

from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from core.topic import shipped_topic
from evaluation.searching.asking import asked
from evaluation.searching.building import built, memory
from evaluation.searching.contestants import TANTIVY, contestants
from evaluation.searching.report import Row, SearchReport
from evaluation.searching.requests import WHOLE, requests_by_kind
from index.analysis import analyzer_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from evaluation.searching.building import Built
    from evaluation.searching.contestants import Contestant

_OF_EACH_KIND = 103  # three of them to warm up
_FOR_ALL = 20_000  # products; more are for Tantivy alone, others would take hours


def measure_search(sizes: Iterable[int], tell: Callable[[str], None]) -> SearchReport:
    rows: list[Row] = []
    notes: list[str] = []
    for products in sizes:
        names = () if products <= _FOR_ALL else (TANTIVY,)
        taking_part, absent = contestants(names)
        with TemporaryDirectory(prefix="specseek-bench-") as folder:
            rows += _measured(taking_part, products, Path(folder), notes, tell)
        notes += (note for note in absent if note not in notes)
    return SearchReport(tuple(rows), tuple(notes))


def _measured(
    taking_part: list[Contestant],
    products: int,
    folder: Path,
    notes: list[str],
    tell: Callable[[str], None],
) -> list[Row]:
    topic = shipped_topic("phones")
    requests = requests_by_kind(analyzer_for(topic), _OF_EACH_KIND)
    indexes = {one: folder / str(number) for number, one in enumerate(taking_part)}
    builds: dict[Contestant, Built] = {}
    for contestant, place in indexes.items():
        tell(f"{contestant.name}: building an index of {products:,} products ...")
        place.mkdir()
        builds[contestant] = built(contestant, place, topic, products)
    with ExitStack() as stack:
        opened = {
            one: stack.enter_context(closing(one.open(place))) for one, place in indexes.items()
        }
        tell("asking ...")
        answers = asked(opened, requests)
    notes += (
        f"{name} answered {count} requests unlike {taking_part[0].name} ({products:,} products)."
        for name, count in answers.unlike.items()
    )
    return [
        Row(
            one.name,
            one.ours,
            products,
            builds[one].rate,
            builds[one].size,
            memory(one, place, requests[WHOLE]),
            {kind: tuple(answers.seconds[one.name, kind]) for kind in requests},
        )
        for one, place in indexes.items()
    ]
