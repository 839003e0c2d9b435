from __future__ import annotations

import pytest

from discovery.proposals import LONGEST_NAME, MOST_PROPOSALS, Proposal, propose
from rules.record import Extraction, Pair, Record, Status
from rules.topic import TOPICS, Topic
from rules.yaml_files import read_yaml


@pytest.fixture(scope="module")
def phones() -> Topic:
    return read_yaml(TOPICS / "phones.yaml", Topic)


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
