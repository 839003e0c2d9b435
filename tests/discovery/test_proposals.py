from __future__ import annotations

from typing import cast

import pytest

from core.topic import Topic, shipped_topic
from discovery.credibility import SIGNALS, Factors
from discovery.proposals import (
    LONGEST_NAME,
    MOST_PROPOSALS,
    Findings,
    Proposal,
    propose,
    propose_with_evidence,
)
from pages.page import Page
from rules.record import Extraction, Pair, Record, Status
from tests.discovery.small_trees import page_of


@pytest.fixture(scope="module")
def phones() -> Topic:
    return shipped_topic("phones")


def extraction(*pairs: Pair) -> Extraction:
    return Extraction(Status.OK, "site/1", (Record(pairs),))


def test_a_name_nobody_knows_is_proposed_with_its_value(phones: Topic) -> None:
    read = extraction(Pair("参考价格", "参考价格", "￥2350"), Pair(None, "电子字典", "支持"))
    assert propose(read, phones) == (Proposal("电子字典", "支持"),)


def test_names_the_topic_is_interested_in_are_known(phones: Topic) -> None:
    assert propose(extraction(Pair(None, "产地", "中国")), phones) == ()


def test_a_value_without_a_name_is_no_candidate(phones: Topic) -> None:
    assert propose(extraction(Pair(None, "", "诺基亚 N95")), phones) == ()


def test_a_name_is_proposed_once_however_it_is_spaced(phones: Topic) -> None:
    read = extraction(Pair(None, "电子 字典", "支持"), Pair(None, "电子字典：", "不支持"))
    assert propose(read, phones) == (Proposal("电子 字典", "支持"),)


def test_sentences_are_no_names(phones: Topic) -> None:
    assert propose(extraction(Pair(None, "字" * (LONGEST_NAME + 1), "x")), phones) == ()


def test_a_page_of_a_thousand_names_proposes_so_many_and_no_more(phones: Topic) -> None:
    pairs = [Pair(None, f"乙{number}", "1") for number in range(1000)]
    assert len(propose(extraction(*pairs), phones)) == MOST_PROPOSALS


ROWS = (
    "<table><tr><td>重量<td>102 克</tr><tr><td>颜色<td>红</tr><tr><td>电子字典<td>支持</tr></table>"
)
ANOTHER = "".join(f"<tr><td>诗句{number}<td>{number}行</tr>" for number in "一二三四五")
READ = Extraction(
    Status.OK,
    "site/1",
    (
        Record(
            (
                Pair("重量", "重量", "102 克"),
                Pair("颜色", "颜色", "红"),
                Pair(None, "电子字典", "支持"),
            )
        ),
    ),
)


def test_what_a_rule_read_comes_with_its_evidence(phones: Topic) -> None:
    [one] = propose_with_evidence(page_of(ROWS), READ, phones)
    assert [Proposal(one.name, one.value)] == list(propose(READ, phones))
    assert one.evidence["by"] == "rule"
    assert one.evidence["factors"] == Factors(0, 0, 1, 0, -1)._asdict()
    assert set(cast("dict[str, float]", one.evidence["signals"])) == set(SIGNALS)


def test_names_outside_of_what_the_rule_reads_are_seen(phones: Topic) -> None:
    body = f"<h1>N95</h1>{ROWS}<div><table>{ANOTHER}</table></div>"
    first, *others = propose_with_evidence(page_of(body), READ, phones)
    assert (first.name, first.evidence["by"]) == ("电子字典", "rule")
    assert [one.name for one in others] == [f"诗句{number}" for number in "一二三四五"]
    assert {one.evidence["by"] for one in others} == {"row"}


def test_a_name_the_tree_does_not_show_has_no_evidence(phones: Topic) -> None:
    assert propose_with_evidence(page_of("<p>nothing</p>"), READ, phones) == (
        Proposal("电子字典", "支持"),
    )


def test_names_of_the_topic_are_known(phones: Topic) -> None:
    body = ROWS.replace("电子字典", "摄像头")
    read = Extraction(Status.OK, "site/1", (Record(READ.records[0].pairs[:2]),))
    assert propose_with_evidence(page_of(body), read, phones) == ()


NO_RULE = Extraction(Status.NO_RULE)


def page(number: int, body: str) -> Page:
    return Page.read(f"<body><h1>{number}</h1>{body}".encode(), f"https://shop.example/{number}")


def found(bodies: list[str]) -> list[list[str]]:
    findings = Findings()
    for number, body in enumerate(bodies):
        findings.add(page(number, body), NO_RULE)
    return [[one.candidate.name for one in proposed] for proposed in findings]


def test_a_lone_name_is_proposed_where_its_values_differ_from_page_to_page() -> None:
    assert found(["<p>Batch: 4711</p>"]) == [[]]
    assert found([f"<p>Batch: 471{number}</p>" for number in range(6)]) == [["Batch"]] * 6


def test_the_same_on_every_page_is_furniture() -> None:
    assert found(["<p>Made in: Finland</p>"] * 6) == [[]] * 6


def test_pages_keep_their_order_and_names_that_of_the_page() -> None:
    names = ["Width", "Colour", "Height", "Depth"]
    sheet = "".join(f"<tr><td>{name}<td>1 m</tr>" for name in names)
    assert found(["<p>nothing</p>", f"<table>{sheet}</table>"]) == [[], names]


def test_a_name_in_two_places_is_proposed_once() -> None:
    names = ("Weight", "Colour", "Height", "Width", "Depth", "Weight")
    sheet = "".join(f"<tr><td>{name}<td>{at} m</tr>" for at, name in enumerate(names))
    assert found([f"<table>{sheet}</table>"]) == [list(names[:5])]
