"""The search benchmark: build, open, ask, report.

Our engines and others are asked the same, by turns: each kind of request many times, drawn at
random.
"""

from __future__ import annotations

import gc
from collections import defaultdict
from contextlib import ExitStack, closing
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

from core.topic import shipped_topic
from evaluation.interleaved import seconds_of
from evaluation.made_up_phones import FIELDS, entry_of, made_up_products
from evaluation.search_report import (
    TANTIVY,
    WHOLE,
    WHOLE_BY_RELEVANCE,
    WHOOSH,
    SearchReport,
    SearchRow,
)
from evaluation.search_rivals import PlainWhoosh, SqliteIndex
from index.analysis import Analyzer, analyzer_for
from index.engines.engine import AnyOf, EngineError, SearchRequest, Sort, Within, engine_named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from core.topic import Topic
    from evaluation.made_up_phones import MadeUpPhone
    from index.engines.engine import Engine, IndexEntry, SearchResponse


_OF_EACH_KIND = 103  # three of them to warm up
_FOR_ALL = 20_000  # products; more are for Tantivy alone, others would take hours
FACETS = ("品牌", "参考价格", "运行内存", "机身颜色", "操作系统", "电池容量")
_TEXTS = (
    "骁龙8 Gen3", "骁龙", "天玑9300", "麒麟9000", "拍照手机", "游戏手机", "5G手机", "八核", "小米",
    "华为", "AMOLED", "HarmonyOS", "星岩黑", "Pro", "青春版", "2400x1080", "120Hz", "512GB", "白色",
)  # fmt: skip
_PHRASES = (
    "骁龙8 Gen2", "骁龙8 Gen3", "天玑 9300 八核", "苹果 A16 仿生", "小米 Redmi Note", "AMOLED",
    "至尊纪念版", "荣耀 Magic", "钛金属色", "Android 14", "三星 Galaxy S", "商务手机",
)  # fmt: skip
_BRANDS = ("xiaomi", "huawei", "samsung", "oppo", "vivo", "honor", "nokia", "realme", "sony")
_WARM = 3  # requests of each kind that are not timed
_FOR_RIVALS = 4  # they answer every fourth: some are slow


def measure_search(sizes: Iterable[int], tell: Callable[[str], None]) -> SearchReport:
    rows: list[SearchRow] = []
    notes: list[str] = []
    for products in sizes:
        names = () if products <= _FOR_ALL else (TANTIVY,)
        taking_part, absent = contestants(names)
        with TemporaryDirectory(prefix="specseek-bench-") as folder:
            rows += _measured(taking_part, products, Path(folder), notes, tell)
        notes += (note for note in absent if note not in notes)
    return SearchReport(tuple(rows), tuple(notes))


def _measured(
    taking_part: list[SearchContestant],
    products: int,
    folder: Path,
    notes: list[str],
    tell: Callable[[str], None],
) -> list[SearchRow]:
    topic = shipped_topic("phones")
    requests = requests_by_kind(analyzer_for(topic), _OF_EACH_KIND)
    indexes = {one: folder / str(number) for number, one in enumerate(taking_part)}
    builds: dict[SearchContestant, Built] = {}
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
        SearchRow(
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


def requests_by_kind(
    analyzer: Analyzer, of_each: int, seed: int = 4
) -> Mapping[str, tuple[SearchRequest, ...]]:
    rng = Random(seed)  # noqa: S311 - to be drawn again, not to be secret
    drawing = _Drawing(rng, analyzer)
    kinds: dict[str, Callable[[], SearchRequest]] = {
        "one word": drawing.word,
        "two words": drawing.words,
        "phrase": drawing.phrase,
        "filter and range": drawing.filters,
        "six facets": drawing.facets,
        WHOLE: drawing.whole,
        WHOLE_BY_RELEVANCE: drawing.by_relevance,
    }
    return {kind: tuple(draw() for _ in range(of_each)) for kind, draw in kinds.items()}


class _Drawing:
    def __init__(self, rng: Random, analyzer: Analyzer) -> None:
        self._rng = rng
        self._analyzer = analyzer

    def word(self) -> SearchRequest:
        return SearchRequest(words=self._words(1))

    def words(self) -> SearchRequest:
        return SearchRequest(words=self._words(2))

    def phrase(self) -> SearchRequest:
        phrase = self._analyzer.exact_tokens(self._rng.choice(_PHRASES))
        return SearchRequest(phrases=(phrase,), limit=self._rng.randint(10, 30))

    def filters(self) -> SearchRequest:
        return SearchRequest(conditions=self._conditions())

    def facets(self) -> SearchRequest:
        return SearchRequest(words=self._words(1), facets=FACETS)

    def whole(self) -> SearchRequest:
        """Text, two filters, six facets (two of them filtered), and a sort."""
        return SearchRequest(
            words=self._words(1),
            conditions=self._conditions(),
            facets=FACETS,
            sort=Sort("参考价格", descending=self._rng.random() < 0.5),
        )

    def by_relevance(self) -> SearchRequest:
        return SearchRequest(words=self._words(1), conditions=self._conditions(), facets=FACETS)

    def _words(self, texts: int) -> tuple[str, ...]:
        drawn = self._rng.sample(_TEXTS, texts)
        return tuple(token for text in drawn for token in self._analyzer.query_tokens(text))

    def _conditions(self) -> tuple[AnyOf, Within]:
        brands = self._rng.sample(_BRANDS, self._rng.randint(1, 3))
        low = self._rng.randrange(500, 3000, 100)
        price = Within("参考价格", low, low + self._rng.randrange(500, 4000, 100))
        return AnyOf("品牌", tuple(brands)), price


class OpenedIndex(Protocol):
    def search(self, request: SearchRequest) -> SearchResponse: ...

    def close(self) -> None: ...


class SearchContestant(Protocol):
    """`ours` tells whether it is part of this project."""

    @property
    def name(self) -> str: ...

    @property
    def ours(self) -> bool: ...

    def build(self, folder: Path, entries: Iterable[IndexEntry]) -> None: ...

    def open(self, folder: Path) -> OpenedIndex: ...


@dataclass(frozen=True)
class OurEngine:
    """One of the engines of `index.engines`."""

    name: str
    engine: Engine
    ours: bool = True

    def build(self, folder: Path, entries: Iterable[IndexEntry]) -> None:
        self.engine.create(folder, FIELDS, entries)

    def open(self, folder: Path) -> OpenedIndex:
        return self.engine.open(folder, FIELDS)


def contestants(names: Iterable[str] = ()) -> tuple[list[SearchContestant], list[str]]:
    """Those of these names, or all; and a line about each that is not installed."""
    chosen = set(names)
    found: list[SearchContestant] = []
    absent: list[str] = []
    for name, engine in ((WHOOSH, "whoosh"), (TANTIVY, "tantivy")):
        try:
            found.append(OurEngine(name, engine_named(engine)))
        except EngineError as not_installed:
            absent.append(f"{name}: {not_installed}")
    found += [PlainWhoosh(), SqliteIndex()]
    return [one for one in found if not chosen or one.name in chosen], absent


@dataclass(frozen=True)
class Built:
    """Products per second, segmentation included; bytes on disk."""

    rate: float
    size: int


def built(contestant: SearchContestant, folder: Path, topic: Topic, products: int) -> Built:
    """With an analyzer of its own: nobody profits from what others have segmented before."""
    analyzer = Analyzer(topic)
    made_up = _MadeUp(products)
    start = perf_counter()
    contestant.build(folder, (entry_of(product, analyzer) for product in made_up))
    seconds = perf_counter() - start - made_up.seconds
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    return Built(products / seconds, size)


class _MadeUp:
    """Made up as they are wanted, by a clock of their own: that is no part of building."""

    def __init__(self, products: int) -> None:
        self._products = made_up_products(products)
        self.seconds = 0.0

    def __iter__(self) -> Iterator[MadeUpPhone]:
        return self

    def __next__(self) -> MadeUpPhone:
        start = perf_counter()
        try:
            return next(self._products)
        finally:
            self.seconds += perf_counter() - start


def memory(contestant: SearchContestant, folder: Path, requests: Sequence[SearchRequest]) -> int:
    """Bytes that a process of its own grows by when it opens the index and answers these."""
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(_growth, (contestant.name, folder, requests))


def _growth(name: str, folder: Path, requests: Sequence[SearchRequest]) -> int:
    ((contestant,), _) = contestants([name])
    before = _resident()
    opened = contestant.open(folder)
    for request in requests:
        opened.search(request)
    after = _resident()
    opened.close()
    return after - before


def _resident() -> int:
    status = Path("/proc/self/status").read_text("utf-8")
    (line,) = (line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) * 1024


class Answers:
    """Seconds by contestant and kind, and who disagreed with the first about how much there is."""

    def __init__(self) -> None:
        self.seconds: dict[tuple[str, str], list[float]] = defaultdict(list)
        self.unlike: dict[str, int] = defaultdict(int)


def asked(
    opened: Mapping[SearchContestant, OpenedIndex], requests: Mapping[str, Sequence[SearchRequest]]
) -> Answers:
    answers = Answers()
    gc.collect()
    gc.freeze()
    try:
        for kind, drawn in requests.items():
            _ask_all(opened, kind, drawn, answers)
    finally:
        gc.unfreeze()
    return answers


def _ask_all(
    opened: Mapping[SearchContestant, OpenedIndex],
    kind: str,
    requests: Sequence[SearchRequest],
    answers: Answers,
) -> None:
    names = list(opened)
    for at, request in enumerate(requests, start=-_WARM):
        first = at % len(names)  # nobody always runs behind the same neighbour
        found = {
            contestant: _ask(opened[contestant], request)
            for contestant in names[first:] + names[:first]
            if contestant.ours or at < 0 or at % _FOR_RIVALS == 0
        }
        expected = found[names[0]][1]
        for contestant, (seconds, answer) in found.items():
            if at >= 0:
                answers.seconds[contestant.name, kind].append(seconds)
            if (answer.total, answer.facets) != (expected.total, expected.facets):
                answers.unlike[contestant.name] += 1


def _ask(opened: OpenedIndex, request: SearchRequest) -> tuple[float, SearchResponse]:
    answers: list[SearchResponse] = []
    seconds = seconds_of(lambda: answers.append(opened.search(request)))
    return seconds, answers[0]
