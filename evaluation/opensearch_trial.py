"""OpenSearch beside Tantivy: the same answers at what price, and what a lost node costs.

Made-up phones are indexed with both, and both are asked the same. Then the search page is served on
OpenSearch, and every answer is compared with that of the page on Tantivy: while a node is killed,
while an index is built and a node killed, and after a build that failed.
"""

from __future__ import annotations

import json
import pickle
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from threading import Event, local
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

import click
from rich.box import SIMPLE_HEAD
from rich.console import Group
from rich.table import Table

from core.errors import SpecSeekError
from core.topic import shipped_topic
from evaluation.made_up_phones import made_up_products
from evaluation.page_speed import empty_place, search_variables, searches, served_site
from evaluation.search_speed import requests_by_kind
from evaluation.servers.opensearch import VERSION, opensearch_cluster
from index.analysis import analyzer_for
from index.build import ProductScan, create_channels, put_to_use
from index.entries import EntryBuilder
from index.generations import new_generation
from index.opening import ENGINE, open_index
from specseek.output import print_report

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from rich.console import RenderableType

    from core.topic import Topic
    from evaluation.servers.opensearch import OpenSearchCluster
    from index.analysis import Analyzer
    from index.engines.engine import IndexEntry, Searcher, SearchRequest, SearchResponse
    from index.engines.opensearch import OpenSearchEngine
    from index.generations import IndexPlace
    from index.schema import IndexSchema


_TANTIVY, _OPENSEARCH = "tantivy", "opensearch"
_NODES = 3
_OF_EACH_KIND = 130  # requests
_WARM = 30  # the first of each kind, which are not timed
_VISITORS = 4
_VICTIM = 1  # the node that is killed
_SHARE = 0.25  # of the searches where nothing happens meanwhile
_MOST_TOLD = 5  # faults of each part


# What came of it.


@dataclass(frozen=True)
class EngineTimes:
    """Milliseconds that pass, and those of processors (ours and the nodes') for one request."""

    kind: str
    passed: Mapping[str, Sequence[float]]
    worked: Mapping[str, float]

    def cells(self) -> list[str]:
        """Two for each engine."""
        cells: list[str] = []
        for engine in (_TANTIVY, _OPENSEARCH):
            p50, p95 = (_percentile(self.passed[engine], percent) for percent in (50, 95))
            cells += (f"{p50:.1f} / {p95:.1f}", f"{self.worked[engine]:.1f}")
        return cells

    def told(self) -> str:
        return f"{self.kind}: {' | '.join(self.cells())}"


@dataclass
class Visits:
    """Answers of the page on OpenSearch, compared with those on Tantivy."""

    what: str
    asked: int = 0
    errors: list[str] = field(default_factory=list)
    unlike: list[str] = field(default_factory=list)
    slowest: float = 0.0  # seconds

    def told(self) -> str:
        wrong = f"{len(self.errors)} errors, {len(self.unlike)} unlike Tantivy's"
        return f"{self.what}: {self.asked} searches, {wrong}, slowest {self.slowest:.1f} s"


@dataclass
class OpenSearchReport:
    products: int
    shards: int
    builds: dict[str, float] = field(default_factory=dict)  # seconds
    times: list[EngineTimes] = field(default_factory=list)
    visits: list[Visits] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def add(self, visits: Visits) -> None:
        self.visits.append(visits)
        wrong = [f"{visits.what}: {one}" for one in (*visits.errors, *visits.unlike)]
        self.faults.extend(wrong[:_MOST_TOLD])

    def table(self) -> RenderableType:
        times = Table(
            title=f"{self.products:,} products; OpenSearch {VERSION}, {_NODES} nodes,"
            f" {self.shards} shards",
            caption="ms: p50 / p95 that passed, and of all processors",
            box=SIMPLE_HEAD,
        )
        times.add_column("request")
        for engine in (_TANTIVY, _OPENSEARCH):
            times.add_column(engine, justify="right")
            times.add_column("processors", justify="right")
        for row in self.times:
            times.add_row(row.kind, *row.cells())
        visits = Table("searches of the page", "asked", "errors", "unlike Tantivy's", "slowest")
        for one in self.visits:
            counts = (one.asked, len(one.errors), len(one.unlike))
            visits.add_row(one.what, *map(str, counts), f"{one.slowest:.1f} s")
        builds = (f"{name}: {seconds:.0f} s" for name, seconds in self.builds.items())
        return Group(times, visits, *builds)

    def as_json(self) -> dict[str, Any]:
        return {
            "products": self.products,
            "shards": self.shards,
            "version": VERSION,
            "build_seconds": self.builds,
            "requests": {
                row.kind: {
                    engine: {
                        "p50_ms": _percentile(row.passed[engine], 50),
                        "p95_ms": _percentile(row.passed[engine], 95),
                        "processor_ms": row.worked[engine],
                    }
                    for engine in row.passed
                }
                for row in self.times
            },
            "visits": {
                one.what: {
                    "asked": one.asked,
                    "errors": len(one.errors),
                    "unlike": len(one.unlike),
                    "slowest_s": one.slowest,
                }
                for one in self.visits
            },
            "faults": self.faults,
        }


def _percentile(values: Sequence[float], percent: int) -> float:
    return quantiles(values, n=100, method="inclusive")[percent - 1]


# The trial.


def opensearch_trial(
    products: int, pages: int, shards: int, tell: Callable[[str], None]
) -> OpenSearchReport:
    report = OpenSearchReport(products, shards)
    topic = shipped_topic("phones")
    with TemporaryDirectory(prefix="specseek-trial-") as name, ExitStack() as stack:
        folder = Path(name)
        tell(f"making up {products:,} products ...")
        made_up = MadeUpEntries.written(folder / "entries", topic, products)
        tell(f"starting OpenSearch with {_NODES} nodes ...")
        cluster = stack.enter_context(opensearch_cluster(_NODES))
        variables = {
            _TANTIVY: search_variables(folder / _TANTIVY, _TANTIVY),
            _OPENSEARCH: {
                **search_variables(folder / _OPENSEARCH, _OPENSEARCH, cluster.addresses),
                "SPECSEEK_SEARCH_OPENSEARCH_SHARDS": str(shards),
            },
        }
        places = {engine: empty_place(chosen, topic) for engine, chosen in variables.items()}
        for engine, place in places.items():
            tell(f"building with {engine} ...")
            report.builds[engine] = _seconds(partial(made_up.build, place))
            tell(f"  {report.builds[engine]:.0f} s")
        tell("asking both engines ...")
        for times in _asked(places, analyzer_for(topic), cluster, report.faults):
            report.times.append(times)
            tell(f"  {times.told()}")
        sites = {
            engine: stack.enter_context(served_site(folder / engine, "--topic", "phones", **chosen))
            for engine, chosen in variables.items()
        }
        paths = [path.replace("/search?", "/search.json?") for path in searches(pages)]
        tell("asking the page on Tantivy ...")
        visitors = PageVisitors(sites[_TANTIVY], sites[_OPENSEARCH], paths)
        trial = _LossTrial(cluster, places[_OPENSEARCH], made_up, visitors, report)
        for part in (trial.three_nodes, trial.searching, trial.building, trial.failing_build):
            tell(f"{(part.__doc__ or '').splitlines()[0]} ...")
            for visits in part():
                report.add(visits)
                tell(f"  {visits.told()}")
    return report


def _seconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


class MadeUpEntries:
    """Made once, and read from a file by every build: making them takes longer than indexing."""

    def __init__(self, file: Path, scan: ProductScan, schema: IndexSchema) -> None:
        self._file = file
        self._scan = scan
        self._schema = schema

    @classmethod
    def written(cls, file: Path, topic: Topic, products: int) -> MadeUpEntries:
        scan = ProductScan((made.document for made in made_up_products(products)), topic)
        schema = scan.stats.schema(None)
        builder = EntryBuilder(topic, schema.edges, analyzer_for(topic))
        with file.open("wb") as out:
            for made in made_up_products(products):
                pickle.dump(builder.entry(made.document), out)
        return cls(file, scan, schema)

    def __len__(self) -> int:
        return self._schema.products

    def __iter__(self) -> Iterator[IndexEntry]:
        with self._file.open("rb") as entries:
            for _ in range(len(self)):
                yield pickle.load(entries)  # noqa: S301 - written above

    def build(self, place: IndexPlace, entries: Iterable[IndexEntry] | None = None) -> None:
        """A new generation, put into use; `entries` are the same with something happening."""
        folder = place.root / new_generation()
        (folder / ENGINE).mkdir(parents=True)
        place.engine.create(
            folder / ENGINE, self._schema.fields, self if entries is None else entries
        )
        create_channels(place, folder)
        put_to_use(place, folder, self._scan, self._schema, len(self))


# Both engines, asked directly.


def _asked(
    places: Mapping[str, IndexPlace],
    analyzer: Analyzer,
    cluster: OpenSearchCluster,
    faults: list[str],
) -> Iterator[EngineTimes]:
    requests = requests_by_kind(analyzer, _OF_EACH_KIND)
    with ExitStack() as stack:
        opened = {
            engine: stack.enter_context(closing(open_index(place))).searcher
            for engine, place in places.items()
        }
        for kind, drawn in requests.items():
            yield _asked_alike(kind, drawn, opened, cluster, faults)


def _asked_alike(
    kind: str,
    requests: Sequence[SearchRequest],
    opened: Mapping[str, Searcher],
    cluster: OpenSearchCluster,
    faults: list[str],
) -> EngineTimes:
    passed: dict[str, list[float]] = defaultdict(list)
    worked: dict[str, list[float]] = defaultdict(list)
    answers: dict[str, SearchResponse] = {}
    unlike = 0
    for at, request in enumerate(requests):
        for engine in (_TANTIVY, _OPENSEARCH)[:: 1 if at % 2 else -1]:
            start, used = time.perf_counter(), time.process_time() + cluster.processor_seconds()
            answers[engine] = opened[engine].search(request)
            if at >= _WARM:
                passed[engine].append((time.perf_counter() - start) * 1000)
                now = time.process_time() + cluster.processor_seconds()
                worked[engine].append((now - used) * 1000)
        unlike += answers[_TANTIVY] != answers[_OPENSEARCH]
    if unlike:
        faults.append(f"{kind}: {unlike} of {len(requests)} answers of OpenSearch are unlike")
    return EngineTimes(kind, passed, {name: sum(one) / len(one) for name, one in worked.items()})


# Visitors of the search page.


class PageVisitors:
    """Several at once; what the page on Tantivy answers is right."""

    def __init__(self, right: str, tried: str, paths: Sequence[str]) -> None:
        self._tried = urlsplit(tried).netloc
        self._paths = paths
        self._connections = local()
        with ThreadPoolExecutor(_VISITORS) as pool:
            netloc = urlsplit(right).netloc
            answers = pool.map(lambda path: self._get(netloc, path), paths)
            self._right = dict(zip(paths, answers, strict=True))
        if errors := [answer for answer in self._right.values() if isinstance(answer, str)]:
            raise SpecSeekError(f"the page on Tantivy failed {len(errors)} times: {errors[0]}")

    def visit(
        self, what: str, *, share: float = 1.0, meanwhile: Callable[[], None] | None = None
    ) -> Visits:
        """A share of the pages; `meanwhile` happens when a quarter of them was asked for."""
        visits = Visits(what)
        paths = self._paths[: round(len(self._paths) * share)]
        quarter = len(paths) // 4
        with ThreadPoolExecutor(_VISITORS) as pool:
            early = [pool.submit(self._visit, path, visits) for path in paths[:quarter]]
            late = [pool.submit(self._visit, path, visits) for path in paths[quarter:]]
            wait(early)
            if meanwhile:
                meanwhile()
            wait(late)
        return visits

    def visit_until(self, what: str, over: Event) -> Visits:
        """Again and again."""
        visits = Visits(what)
        while not over.is_set():
            for path in self._paths:
                self._visit(path, visits)
                if over.is_set():
                    break
        return visits

    def _visit(self, path: str, visits: Visits) -> None:
        start = time.perf_counter()
        answer = self._get(self._tried, path)
        visits.slowest = max(visits.slowest, time.perf_counter() - start)
        visits.asked += 1
        if isinstance(answer, str):
            visits.errors.append(f"{path}: {answer}")
        elif answer != self._right[path]:
            visits.unlike.append(path)

    def _get(self, netloc: str, path: str) -> object:
        """The JSON, or a text that says what went wrong."""
        kept = vars(self._connections)
        connection: HTTPConnection = kept.setdefault(netloc, HTTPConnection(netloc, timeout=120))
        is_reused = connection.sock is not None
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            body = answer.read()
        except (OSError, HTTPException) as error:
            connection.close()
            if is_reused and isinstance(error, ConnectionResetError):
                return self._get(netloc, path)  # closed after idling; browsers ask again, too
            return repr(error)
        return json.loads(body) if answer.status == 200 else f"status {answer.status}"


# Losing a node, and failing builds.


class _LossTrial:
    def __init__(
        self,
        cluster: OpenSearchCluster,
        place: IndexPlace,
        made_up: MadeUpEntries,
        visitors: PageVisitors,
        report: OpenSearchReport,
    ) -> None:
        self._cluster = cluster
        self._place = place
        self._made_up = made_up
        self._visitors = visitors
        self._report = report

    def three_nodes(self) -> Iterator[Visits]:
        """Searching."""
        yield self._visitors.visit("three nodes", share=_SHARE)

    def searching(self) -> Iterator[Visits]:
        """Searching while a node is killed."""
        kill = partial(self._cluster.kill, _VICTIM)
        yield self._visitors.visit("a node killed meanwhile", meanwhile=kill)
        self._cluster.start_again(_VICTIM)
        self._call("GET", "/_cluster/health?wait_for_status=green&timeout=240s")

    def building(self) -> Iterator[Visits]:
        """Building while a node is killed, and searching all the while."""
        before, over = self._place.current(), Event()
        with ThreadPoolExecutor(1) as pool:
            visits = pool.submit(self._visitors.visit_until, "a build, a node killed", over)
            try:
                entries = self._with(lambda: self._cluster.kill(_VICTIM), len(self._made_up) // 2)
                self._report.builds["opensearch, a node killed"] = _seconds(
                    lambda: self._made_up.build(self._place, entries)
                )
            finally:
                over.set()
            yield visits.result()
        if self._place.current() == before:
            self._report.faults.append("the index built while a node was killed is not in use")
        yield self._visitors.visit("the new index, two nodes", share=_SHARE)
        self._cluster.start_again(_VICTIM)

    def failing_build(self) -> Iterator[Visits]:
        """A build that fails, as when the disks are full."""
        before, indexes = self._place.current(), self._indexes()
        entries = self._with(self._fill_disks, len(self._made_up) // 2)
        try:
            self._made_up.build(self._place, entries)
        except SpecSeekError as error:
            click.echo(f"as it should: {error}", err=True)
        else:
            self._report.faults.append("the build did not fail")
        if self._place.current() != before:
            self._report.faults.append("the failed build changed the index in use")
        if self._indexes() != indexes:
            self._report.faults.append("the failed build left something behind")
        yield self._visitors.visit("after a build that failed", share=_SHARE)

    def _with(self, happens: Callable[[], None], number: int) -> Iterator[IndexEntry]:
        for at, entry in enumerate(self._made_up):
            if at == number:
                happens()
            yield entry

    def _fill_disks(self) -> None:
        """What OpenSearch does to an index at the flood stage of a disk."""
        (index,) = self._call("GET", f"/_alias/{self._engine.prefix}.*.writing")
        self._call("PUT", f"/{index}/_settings", {"index.blocks.read_only_allow_delete": True})

    def _indexes(self) -> set[str]:
        return set(self._call("GET", f"/{self._engine.prefix}.*/_settings"))

    @property
    def _engine(self) -> OpenSearchEngine:
        return cast("OpenSearchEngine", self._place.engine)

    def _call(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        return self._engine.cluster.call(method, path, body)


# The command.


_EXAMPLES = """\b
Examples:
  python -m evaluation opensearch
  python -m evaluation opensearch --products 2000 --searches 200
"""


@click.command("opensearch", epilog=_EXAMPLES)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a table.")
@click.option(
    "--products",
    type=click.IntRange(min=100),
    default=100_000,
    show_default=True,
    help="How many made-up products.",
)
@click.option(
    "--searches",
    "pages",
    type=click.IntRange(min=20),
    default=2_000,
    show_default=True,
    help="How many searches of the page while a node is killed.",
)
@click.option(
    "--shards", type=click.IntRange(1, 100), default=3, show_default=True, help="Of the index."
)
def opensearch(*, as_json: bool, products: int, pages: int, shards: int) -> None:
    """Does OpenSearch answer like Tantivy, also while a node is killed?

    Three nodes are started on this machine. Both engines index the same products and are asked
    the same. Then the page is served on both, and every answer compared: while a node is
    killed, while an index is built and a node killed, and after a build that failed. The exit
    status is 1 if an answer is missing or unlike. Takes about half an hour.
    """
    report = opensearch_trial(products, pages, shards, lambda words: click.echo(words, err=True))
    print_report(report, as_json=as_json)
    for fault in report.faults:
        click.echo(fault, err=True)
    if report.faults:
        raise click.exceptions.Exit(1)
