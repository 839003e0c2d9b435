from pathlib import Path

import pytest

from core.errors import FileProblems
from core.settings import SHIPPED_TOPICS
from core.topic import Topic, shipped_topic
from rules.library import RuleLibrary
from rules.record import Extraction, Pair, Record, Status
from rules.standard_names import with_standard_names


@pytest.fixture(scope="module")
def phones() -> Topic:
    return shipped_topic("phones")


def read_as(topic: Topic, *pairs: Pair) -> dict[str, str]:
    extraction = with_standard_names(Extraction(Status.OK, "x/1", (Record(pairs),)), topic)
    assert (extraction.status, extraction.rule) == (Status.OK, "x/1")
    return extraction.records[0].joined()


def test_a_name_the_topic_knows_gets_its_standard_attribute(phones: Topic) -> None:
    assert read_as(phones, Pair(None, "参考报价", "￥99")) == {"参考价格": "￥99"}


def test_what_a_sample_said_stays(phones: Topic) -> None:
    assert read_as(phones, Pair("价钱", "参考报价", "￥99")) == {"价钱": "￥99"}


def test_what_a_sample_called_by_its_own_name_is_no_attribute_yet(phones: Topic) -> None:
    pairs = (Pair("霹雳灯", "霹雳灯", "有"), Pair("参考报价", "参考报价", "￥99"))
    read = with_standard_names(Extraction(Status.OK, "x/1", (Record(pairs),)), phones)
    assert [pair.attribute for pair in read.records[0].pairs] == [None, "参考价格"]


def test_a_name_nobody_knows_stays_unknown(phones: Topic) -> None:
    extraction = Extraction(Status.OK, "x/1", (Record((Pair(None, "霹雳灯", "有"),)),))
    assert with_standard_names(extraction, phones) == extraction


def test_two_names_of_one_attribute_are_joined(phones: Topic) -> None:
    pairs = (Pair(None, "网络制式", "GSM"), Pair(None, "手机制式", "CDMA"))
    assert read_as(phones, *pairs) == {"手机制式": "GSM；CDMA"}


def test_a_library_knows_its_topic_by_its_folder(tmp_path: Path) -> None:
    (tmp_path / "topics").mkdir()
    (tmp_path / "topics" / "phones.yaml").write_bytes((SHIPPED_TOPICS / "phones.yaml").read_bytes())
    topic = RuleLibrary(tmp_path / "library" / "phones").topic
    assert topic is not None
    assert topic.standard_name("参考报价") == "参考价格"
    assert RuleLibrary(tmp_path / "library" / "cameras").topic is None


def test_a_damaged_topic_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "topics").mkdir()
    (tmp_path / "topics" / "phones.yaml").write_text("name: [", encoding="utf-8")
    with pytest.raises(FileProblems, match=r"phones\.yaml"):
        _ = RuleLibrary(tmp_path / "library" / "phones").topic
