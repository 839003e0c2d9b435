from __future__ import annotations

import pytest

from core.errors import FileProblems, SpecSeekError
from core.yaml_files import parse_yaml
from evaluation.fact_conditions import JudgedProduct
from evaluation.judged_queries import (
    Answer,
    Judge,
    JudgedQueries,
    JudgedQuery,
    is_ranked,
    judged_sets,
    read_judged_queries,
)
from evaluation.pocket_records import pocket_records
from evaluation.query_quality import products_of

HEAD = r"""
topic: phones
facts:
  price: {from: {参考价格: '(\d+)'}}
  ram: {from: {运行内存: '(\d+)GB'}}
related_brands: {}
named: {}
"""
JUDGED = parse_yaml(f"{HEAD}kinds: {{}}", JudgedQueries, "queries")
PHONES = [
    JudgedProduct(name, {"参考价格": frozenset({price}), "运行内存": frozenset({ram})})
    for name, price, ram in (
        ("小米 1", "1000元", "4GB"),
        ("小米 2", "2000元", "6GB/8GB"),
        ("华为 3", "3000元", "8GB"),
        ("华为 4", "4000元", "12GB"),
    )
]
JUDGE = Judge.of(PHONES, JUDGED)


def query(**keys: object) -> JudgedQuery:
    return JudgedQuery.model_validate({"ask": "?", **keys})


def test_precision_and_recall_of_conditions() -> None:
    cheap = query(where=["price < 3500"])
    judged = JUDGE.judge(cheap, Answer(("小米 2", "华为 4")))
    assert (judged.precision, judged.recall) == (1 / 2, 1 / 3)
    assert judged.missed == ("小米 1", "华为 3")
    assert judged.wrong == ("华为 4",)
    assert not judged.is_right


def test_what_is_allowed_is_neither_wanted_nor_wrong() -> None:
    cheap = query(where=["price < 2000"], allowed=["price <= 2000"])
    for found in (("小米 1",), ("小米 1", "小米 2")):
        assert JUDGE.judge(cheap, Answer(found)).is_right


def test_nothing_found_is_not_precise_and_a_dead_end_unless_there_is_a_way_on() -> None:
    cheap = query(where=["price < 2000"])
    judged = JUDGE.judge(cheap, Answer(()))
    assert (judged.precision, judged.recall, judged.dead_end) == (0, 0, True)
    assert not JUDGE.judge(cheap, Answer((), way_out=True)).dead_end


def test_where_nothing_is_wanted_only_what_is_allowed_may_be_found() -> None:
    dollars = query(allowed=["brand = 小米"])
    assert JUDGE.judge(dollars, Answer((), way_out=True)).is_right
    judged = JUDGE.judge(dollars, Answer(("小米 1", "华为 3")))
    assert (judged.precision, judged.recall) == (1 / 2, None)


def test_the_first_product() -> None:
    exact = query(first="小米 2")
    assert JUDGE.judge(exact, Answer(("小米 2", "小米 1"))).ranked
    assert not JUDGE.judge(exact, Answer(("小米 1", "小米 2"))).is_right
    assert not JUDGE.judge(exact, Answer(())).ranked


def test_two_to_compare_are_opened_side_by_side() -> None:
    versus = query(compare=["小米 2", "华为 3"])
    two = ("华为 3", "小米 2")
    assert JUDGE.judge(versus, Answer(two, compared=two)).is_right
    assert not JUDGE.judge(versus, Answer(two)).is_right
    assert not JUDGE.judge(versus, Answer(two, compared=("华为 3", "小米 1"))).is_right


@pytest.mark.parametrize(
    ("found", "right"),
    [
        (("小米 1", "小米 2", "华为 3", "华为 4"), True),
        (("小米 1", "华为 3", "小米 2", "华为 4"), False),
        (("小米 2", "华为 3", "华为 4"), False),  # the cheapest is missing
        (("小米 1", "小米 2"), False),  # not all that have a price
        ((), False),
    ],
)
def test_an_order_begins_with_the_most_extreme(found: tuple[str, ...], right: bool) -> None:  # noqa: FBT001 - a parameter
    assert JUDGE.judge(query(order="price asc"), Answer(found)).ranked is right


def test_any_variant_may_decide_the_place_in_an_order() -> None:
    most = query(order="ram desc")
    assert JUDGE.judge(most, Answer(("华为 4", "小米 2", "华为 3", "小米 1"))).ranked
    assert JUDGE.judge(most, Answer(("华为 4", "华为 3", "小米 2", "小米 1"))).ranked


def test_the_first_ten_are_like_the_word_says() -> None:
    cheap = query(top=["price <= 2000"])
    assert JUDGE.judge(cheap, Answer(("小米 2", "小米 1", "华为 4"))).ranked
    assert not JUDGE.judge(cheap, Answer(("小米 2", "华为 4", "小米 1"))).ranked


def test_a_query_without_right_answers_is_refused() -> None:
    with pytest.raises(SpecSeekError, match="no product is a right answer to"):
        JUDGE.judge(query(where=["price > 5000"]), Answer(()))
    with pytest.raises(SpecSeekError, match="there is no product '小米 9'"):
        JUDGE.judge(query(first="小米 9"), Answer(()))


def test_all_mistakes_in_the_file_are_told_with_their_lines() -> None:
    text = f"""{HEAD}
kinds:
  limit:
    - {{ask: cheap, where: [price is low]}}
    - {{ask: light, where: [weight < 100]}}
    - {{ask: first, order: weight asc}}
    - {{ask: nothing}}
"""
    with pytest.raises(FileProblems) as told:
        parse_yaml(text, JudgedQueries, "queries")
    lines = text.splitlines()
    problems = [(lines[problem.line - 1], problem.text) for problem in told.value.problems]
    assert [line.strip()[8:13] for line, _ in problems] == ["cheap", "light", "first", "nothi"]
    texts = [text for _, text in problems]
    assert texts[0] == "'price is low' is no condition; write FACT OP VALUE, like 'price <= 3000'"
    assert texts[1] == "'weight' is none of the facts: price, ram"
    assert texts[2] == "'weight' is none of the facts"
    assert texts[3] == "nothing says which answers are right; add 'where'"


def test_the_file_has_queries_of_all_kinds_and_a_third_of_each_is_held_back() -> None:
    kinds = read_judged_queries("phones").kinds
    assert sum(map(len, kinds.values())) >= 260
    for queries in kinds.values():
        held_back = sum(query.held_back for query in queries)
        assert len(queries) / 4 <= held_back <= len(queries) / 2
    asked = [query.ask for queries in kinds.values() for query in queries]
    assert len(set(asked)) == len(asked)


@pytest.mark.parametrize("name", ["monitors-de", "monitors-en"])
def test_half_of_the_queries_for_monitors_is_held_back(name: str) -> None:
    queries = [query for kind in read_judged_queries(name).kinds.values() for query in kind]
    assert len({query.ask for query in queries}) == len(queries) == 60
    assert sum(query.held_back for query in queries) == 30


@pytest.mark.parametrize("name", judged_sets())
def test_every_query_of_the_file_can_be_answered_by_the_facts(name: str) -> None:
    judged = read_judged_queries(name)
    judge = Judge.of(products_of(pocket_records(judged.topic)), judged)
    for queries in judged.kinds.values():
        for each in queries:
            assert judge.judge(each, Answer(())).ranked is (False if is_ranked(each) else None)
