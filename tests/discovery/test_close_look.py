from __future__ import annotations

from typing import cast

import pytest

from discovery.candidate import Factors
from discovery.close_look import look_closely
from discovery.proposals import Proposal, propose
from discovery.signals import SIGNALS
from rules.record import Extraction, Pair, Record, Status
from rules.topic import TOPICS, Topic
from rules.yaml_files import read_yaml
from tests.discovery.small_trees import page_of

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


@pytest.fixture(scope="module")
def phones() -> Topic:
    return read_yaml(TOPICS / "phones.yaml", Topic)


def test_what_a_rule_read_comes_with_its_evidence(phones: Topic) -> None:
    [one] = look_closely(page_of(ROWS), READ, phones)
    assert [Proposal(one.name, one.value)] == list(propose(READ, phones))
    assert one.evidence["by"] == "rule"
    assert one.evidence["factors"] == Factors(0, 0, 1, 0, -1)._asdict()
    assert set(cast("dict[str, float]", one.evidence["signals"])) == set(SIGNALS)


def test_names_outside_of_what_the_rule_reads_are_seen(phones: Topic) -> None:
    body = f"<h1>N95</h1>{ROWS}<div><table>{ANOTHER}</table></div>"
    first, *others = look_closely(page_of(body), READ, phones)
    assert (first.name, first.evidence["by"]) == ("电子字典", "rule")
    assert [one.name for one in others] == [f"诗句{number}" for number in "一二三四五"]
    assert {one.evidence["by"] for one in others} == {"table row"}


def test_a_name_the_tree_does_not_show_has_no_evidence(phones: Topic) -> None:
    assert look_closely(page_of("<p>nothing</p>"), READ, phones) == (Proposal("电子字典", "支持"),)


def test_names_of_the_topic_are_known(phones: Topic) -> None:
    body = ROWS.replace("电子字典", "摄像头")
    read = Extraction(Status.OK, "site/1", (Record(READ.records[0].pairs[:2]),))
    assert look_closely(page_of(body), read, phones) == ()
