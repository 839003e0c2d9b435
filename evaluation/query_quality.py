"""Are queries understood as people mean them?

The queries of `judged_sets/*.yaml` are asked of the pocket web's products: both engines through the
same finder as the search page (on request OpenSearch, too), and plain Whoosh as its manual has it.
What is right is a matter of the facts that the pages state (`fact_conditions.py`).
"""

from __future__ import annotations

from collections import defaultdict
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.box import SIMPLE_HEAD
from rich.console import Group
from rich.table import Table
from rich.text import Text
from whoosh import fields
from whoosh.index import create_in
from whoosh.qparser import MultifieldParser

from core.records import BY_RULE
from core.topic import shipped_topic
from evaluation.fact_conditions import JudgedProduct
from evaluation.judged_queries import Answer, Judge, judged_sets, read_judged_queries
from evaluation.page_speed import build_index_of
from evaluation.pocket_records import pocket_records
from evaluation.scoring import Spread, below_floors
from index.documents_build import ProductDocuments
from index.opening import open_index
from index.search.finder import Finder
from index.search.model import SearchQuery

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from rich.console import RenderableType

    from evaluation.judged_queries import JudgedQueries, JudgedQuery, Judgement
    from evaluation.merging_quality import KnownRecord
    from index.generations import IndexPlace


_TANTIVY = "tantivy"
_ENGINES = ("whoosh", _TANTIVY)
_OPENSEARCH = "opensearch"  # only where there is a cluster
_PLAIN = "plain Whoosh"
_PARTS = {False: "open", True: "held back"}
_PAGE = 100  # products
_MOST_NAMED = 6


class JudgedAnswer(NamedTuple):
    system: str
    kind: str
    query: JudgedQuery
    judgement: Judgement
    answer: Answer = Answer(())


@dataclass(frozen=True)
class QueryScore:
    """Of one system, on the open or the held back queries of one kind or of all."""

    system: str
    part: str
    kind: str
    answers: tuple[JudgedAnswer, ...]
    of: str = ""
    """The set of queries; that of phones, which is the first there was, is not named."""

    samples = 0

    @property
    def name(self) -> str:
        return ", ".join(filter(None, ("queries", self.of, self.system, self.kind, self.part)))

    def value(self, figure: str) -> float | None:
        """The mean over the queries that say something about it."""
        values = [_FIGURES[figure](answer) for answer in self.answers]
        known = [float(value) for value in values if value is not None]
        return fmean(known) if known else None

    def figure(self, name: str) -> Spread | None:
        value = self.value(name)
        return None if value is None else Spread((value,))

    @property
    def dead_ends(self) -> int:
        return sum(answer.judgement.dead_end for answer in self.answers)

    def as_json(self) -> dict[str, Any]:
        return {
            "system": self.system,
            "part": self.part,
            "kind": self.kind or "all",
            "queries": len(self.answers),
            **{name: self.value(name) for name in _FIGURES},
            "dead_ends": self.dead_ends,
        }


_FIGURES: Mapping[str, Callable[[JudgedAnswer], float | None]] = {
    "precision": lambda answer: answer.judgement.precision,
    "recall": lambda answer: answer.judgement.recall,
    "first": lambda answer: answer.judgement.ranked if answer.query.first else None,
    "order": lambda answer: (
        answer.judgement.ranked if answer.query.order or answer.query.top else None
    ),
    "compare": lambda answer: answer.judgement.ranked if answer.query.compare else None,
    "way on": lambda answer: not answer.judgement.dead_end,
}
_ALIKE = "alike"
FIGURES = (*_FIGURES, _ALIKE)  # those that floors may speak of


@dataclass(frozen=True)
class EnginesAlike:
    """1 minus the largest difference between the engines' figures."""

    part: str
    scores: tuple[QueryScore, ...]
    of: str = ""

    samples = 0

    @property
    def name(self) -> str:
        return ", ".join(filter(None, ("queries", self.of, "engines", self.part)))

    @property
    def difference(self) -> float:
        by_figure = ([score.value(name) or 0.0 for score in self.scores] for name in _FIGURES)
        return max(max(values) - min(values) for values in by_figure)

    def figure(self, name: str) -> Spread | None:
        return Spread((1 - self.difference,)) if name == _ALIKE else None


@dataclass(frozen=True)
class QueryReport:
    """Of one set of queries."""

    products: int
    answers: tuple[JudgedAnswer, ...]
    shows_held_back: bool = False
    of: str = ""

    @property
    def _engines(self) -> tuple[str, ...]:
        asked = {answer.system for answer in self.answers}
        return (*_ENGINES, _OPENSEARCH) if _OPENSEARCH in asked else _ENGINES

    @property
    def below_floors(self) -> list[str]:
        return list(below_floors([*self._totals(), *self._alike()]))

    def table(self) -> RenderableType:
        shown: list[RenderableType] = []
        for part in _PARTS.values():
            scores = [score for score in self._scores() if score.part == part and score.answers]
            if scores:
                title = ", ".join(filter(None, (self.of, part)))
                shown.append(_scores_table(title, scores, (*self._engines, _PLAIN)))
        for alike in self._alike():
            difference = f"{alike.difference:.3f}"
            shown.append(f"Largest difference between engines, {alike.part}: {difference}")
        if _OPENSEARCH in self._engines:
            shown.append(f"OpenSearch answers unlike Tantivy: {self.unlike}")
        shown += [Text(line) for line in self.failures()]
        return Group(*shown)

    @property
    def unlike(self) -> int:
        """How often OpenSearch shows other products than Tantivy, or in another order."""
        shown = {(one.system, one.query): one.answer for one in self.answers}
        return sum(
            answer != shown[_TANTIVY, query]
            for (system, query), answer in shown.items()
            if system == _OPENSEARCH
        )

    def as_json(self) -> dict[str, Any]:
        return {
            "products": self.products,
            "scores": [score.as_json() for score in self._scores()],
            "differences": {one.part: one.difference for one in self._alike()},
            **({"unlike_tantivy": self.unlike} if _OPENSEARCH in self._engines else {}),
            "failures": list(self.failures()),
        }

    def failures(self) -> Iterator[str]:
        """What is wrong with our answers; of held back queries only where that was asked for."""
        by_text: dict[str, list[str]] = defaultdict(list)
        for answer in self.answers:
            told = self.shows_held_back or not answer.query.held_back
            if told and answer.system in self._engines and not answer.judgement.is_right:
                by_text[_failure(answer)].append(answer.system)
        for text, systems in by_text.items():
            all_of_them = len(systems) == len(self._engines)
            yield text if all_of_them else f"{text} ({' and '.join(systems)} only)"

    def _scores(self) -> Iterator[QueryScore]:
        kinds = dict.fromkeys(answer.kind for answer in self.answers)
        for kind in (*kinds, ""):
            for part in _PARTS.values():
                for system in (*self._engines, _PLAIN):
                    answers = (one for one in self.answers if kind in ("", one.kind))
                    its = (one for one in answers if one.system == system)
                    of_part = tuple(one for one in its if _PARTS[one.query.held_back] == part)
                    yield QueryScore(system, part, kind, of_part, self.of)

    def _totals(self) -> list[QueryScore]:
        return [score for score in self._scores() if not score.kind]

    def _alike(self) -> Iterator[EnginesAlike]:
        for part in _PARTS.values():
            of_part = [score for score in self._totals() if score.part == part]
            engines = tuple(score for score in of_part if score.system in self._engines)
            yield EnginesAlike(part, engines, self.of)


def _failure(answer: JudgedAnswer) -> str:
    judgement, query = answer.judgement, answer.query
    notes = [
        "dead end" if judgement.dead_end else "",
        f"should be {_ranking(query)}" if judgement.ranked is False else "",
        f"missed {_named(judgement.missed)}" if judgement.missed else "",
        f"wrong {_named(judgement.wrong)}" if judgement.wrong else "",
    ]
    return f"{answer.kind}: {query.ask}: {'; '.join(filter(None, notes))}"


def _ranking(query: JudgedQuery) -> str:
    if query.first:
        return f"first: {query.first}"
    if query.compare:
        return f"compared: {' and '.join(query.compare)}"
    return f"in order: {query.order or ', '.join(query.top)}"


def _named(names: Sequence[str]) -> str:
    more = ", …" if len(names) > _MOST_NAMED else ""
    return f"{len(names)} ({', '.join(names[:_MOST_NAMED])}{more})"


def _scores_table(part: str, scores: Sequence[QueryScore], systems: Iterable[str]) -> Table:
    table = Table(
        title=f"Judged queries, {part}",
        caption="P: precision, R: recall, rank: in the right order, ends: empty without a way on",
        box=SIMPLE_HEAD,
    )
    table.add_column("kind", no_wrap=True)
    table.add_column("queries", justify="right")
    for system in systems:
        table.add_column(f"{system}\nP", justify="right", no_wrap=True)
        for heading in ("R", "rank", "ends"):
            table.add_column(f"\n{heading}", justify="right", no_wrap=True)
    by_kind: dict[str, list[QueryScore]] = defaultdict(list)
    for score in scores:
        by_kind[score.kind or "all"].append(score)
    for kind, of_kind in by_kind.items():
        cells = (cell for score in of_kind for cell in _cells(score))
        table.add_row(kind, str(len(of_kind[0].answers)), *cells)
    return table


def _cells(score: QueryScore) -> Iterator[str]:
    for name in ("precision", "recall"):
        value = score.value(name)
        yield "–" if value is None else f"{value:.3f}"
    ranked = [one.judgement.ranked for one in score.answers if one.judgement.ranked is not None]
    yield f"{sum(ranked)}/{len(ranked)}" if ranked else "–"
    yield str(score.dead_ends)


# Asking: the same records for all, each system with an index of its own.


@dataclass(frozen=True)
class QueryReports:
    """Of several sets of queries, by name."""

    reports: Mapping[str, QueryReport]

    @property
    def below_floors(self) -> list[str]:
        return [told for report in self.reports.values() for told in report.below_floors]

    def table(self) -> RenderableType:
        return Group(*(report.table() for report in self.reports.values()))

    def as_json(self) -> dict[str, Any]:
        """The figures of phones stand at the top, as before there were other sets."""
        sets = {name: report.as_json() for name, report in self.reports.items()}
        return {**sets.pop(_FIRST_SET, {}), "sets": sets}


_FIRST_SET = "phones"


def measure_queries(
    sets: Iterable[str] = (), *, show_held_back: bool = False, hosts: Sequence[str] = ()
) -> QueryReports:
    """All sets, or those that are named; with `hosts`, these nodes of OpenSearch are asked, too."""
    chosen = tuple(sets) or judged_sets()
    return QueryReports({name: _measured(name, show_held_back, hosts) for name in chosen})


def _measured(name: str, show_held_back: bool, hosts: Sequence[str]) -> QueryReport:  # noqa: FBT001 - private
    judged = read_judged_queries(name)
    records = pocket_records(judged.topic)
    with TemporaryDirectory() as folder:
        answers = tuple(judged_answers(Path(folder), judged, records, hosts))
    of = "" if name == _FIRST_SET else name
    return QueryReport(len({one.phone for one in records}), answers, show_held_back, of)


def judged_answers(
    folder: Path, judged: JudgedQueries, records: Sequence[KnownRecord], hosts: Sequence[str] = ()
) -> Iterator[JudgedAnswer]:
    products = products_of(records)
    judge = Judge.of(products, judged)
    topic = shipped_topic(judged.topic)
    documents = ProductDocuments([one.record for one in records], topic)
    names = {one.record.url: one.phone for one in records}
    with ExitStack() as opened:
        asking: dict[str, Callable[[str], Answer]] = {}
        for engine in (*_ENGINES, _OPENSEARCH) if hosts else _ENGINES:
            place = build_index_of(folder / engine, engine, topic, lambda: documents, hosts)
            asking[engine] = opened.enter_context(closing(AskedEngine(place, names))).ask
        asking[_PLAIN] = WhooshByDefault(folder, products).ask
        for kind, queries in judged.kinds.items():
            for query in queries:
                for system, ask in asking.items():
                    answer = ask(query.ask)
                    judgement = judge.judge(query, answer)
                    yield JudgedAnswer(system, kind, query, judgement, answer)


def products_of(records: Iterable[KnownRecord]) -> list[JudgedProduct]:
    """All that the pages show; the name stands on every page, in whatever spelling."""
    stated: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for record, phone in records:
        for value in record.values if record.source == BY_RULE else ():
            stated[phone][value.attribute or value.name].add(value.raw)
    return [
        JudgedProduct(name, {attribute: frozenset(texts) for attribute, texts in values.items()})
        for name, values in stated.items()
    ]


class AskedEngine:
    """One of our engines, asked through the finder like the search page does."""

    def __init__(self, place: IndexPlace, names: Mapping[str, str]) -> None:
        self._index = open_index(place)
        self._finder = Finder.over(self._index)
        self._names = names

    def ask(self, text: str) -> Answer:
        """All pages of the result."""
        found: dict[str, None] = {}
        page = 1
        while True:
            result = self._finder.find(SearchQuery(text, page=page, size=_PAGE))
            found |= {self._names[product.pages[0].url]: None for product in result.products}
            if page * _PAGE >= result.total:
                names = tuple(found)
                way_out = bool(result.relaxed or result.corrections)
                return Answer(names, way_out, names if result.is_comparison else ())
            page += 1

    def close(self) -> None:
        self._index.close()


class WhooshByDefault:
    """What a developer gets in a few lines: names and texts, the default analyzer and parser."""

    def __init__(self, folder: Path, products: Iterable[JudgedProduct]) -> None:
        schema = fields.Schema(name=fields.TEXT(stored=True), text=fields.TEXT())
        index = create_in(folder, schema)
        writer = index.writer()
        for product in products:
            values = product.values.values()
            text = "\n".join(text for texts in values for text in sorted(texts))
            writer.add_document(name=product.name, text=text)
        writer.commit()
        self._searcher = index.searcher()
        self._parser = MultifieldParser(["name", "text"], schema)

    def ask(self, text: str) -> Answer:
        results = self._searcher.search(self._parser.parse(text), limit=None)
        return Answer(tuple(hit["name"] for hit in results))
