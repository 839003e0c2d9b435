from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.yaml_files import parse_yaml
from evaluation.judged_queries import JudgedQueries, JudgedQuery, Judgement
from evaluation.merging_quality import KnownRecord
from evaluation.query_quality import (
    JudgedAnswer,
    QueryReport,
    QueryScore,
    judged_answers,
    products_of,
)
from tests.index.phones import record

if TYPE_CHECKING:
    from pathlib import Path

QUERIES = r"""
topic: phones
facts: {price: {from: {参考价格: '(\d+)'}}}
related_brands: {}
named: {}
kinds:
  limit:
    - {ask: 2500元以下, where: [price <= 2500]}
    - {ask: 小米 2500元以下, where: [brand = 小米, price <= 2500], held_back: true}
  model:
    - {ask: 华为 P9, first: 华为 P9}
"""
RECORDS = [
    KnownRecord(record(number, {"手机名": name, "参考价格": price}), name)
    for number, (name, price) in enumerate(
        {"小米 5": "1999元", "小米 9": "2999元", "华为 P9": "3188元", "荣耀 8": "1999元"}.items()
    )
]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> QueryReport:
    judged = parse_yaml(QUERIES, JudgedQueries, "queries")
    folder: Path = tmp_path_factory.mktemp("queries")
    return QueryReport(len(RECORDS), tuple(judged_answers(folder, judged, RECORDS)))


def score(report: QueryReport, system: str, kind: str, part: str = "open") -> dict[str, object]:
    chosen = {"system": system, "kind": kind, "part": part}
    (found,) = (row for row in report.as_json()["scores"] if row.items() >= chosen.items())
    return dict(found)


@pytest.mark.parametrize("engine", ["whoosh", "tantivy"])
def test_our_engines_meet_conditions_that_plain_whoosh_does_not(
    report: QueryReport, engine: str
) -> None:
    ours = score(report, engine, "limit")
    assert (ours["precision"], ours["recall"], ours["dead_ends"]) == (1, 1, 0)
    assert score(report, engine, "limit", "held back")["recall"] == 1
    assert score(report, engine, "model")["first"] == 1
    plain = score(report, "plain Whoosh", "limit")
    assert (plain["precision"], plain["recall"], plain["dead_ends"]) == (0, 0, 1)
    assert score(report, "plain Whoosh", "model")["first"] == 1


def test_figures_of_all_kinds_leave_out_queries_that_say_nothing_about_them(
    report: QueryReport,
) -> None:
    together = score(report, "whoosh", "all")
    assert (together["queries"], together["recall"], together["first"]) == (2, 1, 1)
    assert (together["order"], together["compare"]) == (None, None)


def test_phones_have_all_that_their_pages_state() -> None:
    twice = [*RECORDS, KnownRecord(record(9, {"手机名": "小米5", "参考价格": "￥1999"}), "小米 5")]
    five = products_of(twice)[0]
    assert five.name == "小米 5"
    assert five.values["参考价格"] == {"1999元", "￥1999"}


def answer(system: str, *, held_back: bool = False, **judged: object) -> JudgedAnswer:
    query = JudgedQuery(ask="便宜的小米", where=("brand = 小米",), held_back=held_back)
    return JudgedAnswer(system, "soft", query, Judgement(**judged))  # type: ignore[arg-type]


def test_failures_are_told_once_and_those_of_held_back_queries_only_if_asked_for() -> None:
    answers = (
        answer("whoosh", precision=0.5, recall=0.5, missed=("小米 5",), wrong=("华为 P9",)),
        answer("tantivy", precision=0.5, recall=0.5, missed=("小米 5",), wrong=("华为 P9",)),
        answer("tantivy", held_back=True, recall=0.0, dead_end=True),
        answer("plain Whoosh", recall=0.0, dead_end=True),
    )
    told = "soft: 便宜的小米: missed 1 (小米 5); wrong 1 (华为 P9)"
    assert list(QueryReport(2, answers).failures()) == [told]
    assert list(QueryReport(2, answers, shows_held_back=True).failures()) == [
        told,
        "soft: 便宜的小米: dead end (tantivy only)",
    ]


def test_a_figure_below_its_floor_is_told() -> None:
    poor = (answer("whoosh", precision=0.1, recall=0.1), answer("tantivy", precision=1.0))
    told = QueryReport(2, poor).below_floors
    assert any(
        line.startswith("queries, whoosh, open, 0 sample(s): recall is 0.1") for line in told
    )
    assert any(line.startswith("queries, engines, open") for line in told)


def test_a_mean_is_that_of_the_queries() -> None:
    answers = tuple(answer("whoosh", recall=recall) for recall in (1.0, 0.5))
    assert QueryScore("whoosh", "open", "", answers).value("recall") == 0.75
