from __future__ import annotations

import pytest

from discovery.candidate import Candidate, Factors
from discovery.candidates import MOST_CANDIDATES, candidates_of
from discovery.scoring import THRESHOLD, EqualWeights
from discovery.support import Support
from rules.record import Extraction, Pair, Record, Status
from rules.topic import TOPICS, Topic
from rules.yaml_files import read_yaml
from tests.discovery.golden_pages import SITES, GoldenSite, sheet
from tests.discovery.small_trees import page_of

NO_RULE = Extraction(Status.NO_RULE)
NAMELESS = Extraction(Status.OK, "s/1", (Record((Pair("手机名", "", "诺基亚 N95"),)),))
ONE_PAGE = Support(1, 1, 1)


@pytest.fixture(scope="module")
def phones() -> Topic:
    return read_yaml(TOPICS / "phones.yaml", Topic)


def proposed(candidates: tuple[Candidate, ...]) -> list[str]:
    scorer = EqualWeights()
    return [one.name for one in candidates if scorer.score(one, ONE_PAGE).probability > THRESHOLD]


@pytest.mark.parametrize("site", SITES, ids=lambda site: site.title)
def test_all_attributes_of_the_published_sites_and_nothing_else(
    site: GoldenSite, phones: Topic
) -> None:
    """The published method misses 主屏分辨率 and 产品尺寸 on W1, 上市日期 on W4."""
    found = proposed(candidates_of(site.page, site.extraction, phones, sheet))
    assert sorted(found) == sorted(site.names)


def test_a_text_beside_which_nothing_stands_has_no_value() -> None:
    [title, weight] = candidates_of(page_of("<h1>A phone</h1><p>Weight: 1 g"), NO_RULE, None)
    assert (title.name, title.value, title.signals["value"]) == ("A phone", "", -1)
    assert (weight.name, weight.value, weight.by) == ("Weight", "1 g", "line")


def test_names_that_were_extracted_are_no_candidates() -> None:
    body = "<p>Weight: 1 g</p><p>Colour: red</p>"
    read = Extraction(Status.OK, "s/1", (Record((Pair("weight", "Weight", "1 g"),)),))
    assert [one.name for one in candidates_of(page_of(body), read, None)] == ["Colour"]


def test_without_known_names_only_the_topic_tells(phones: Topic) -> None:
    page = page_of("<p>诗句：一</p><p>重量：102 克</p>")
    poem, weight = candidates_of(page, NAMELESS, phones)
    assert poem.factors == Factors(0, 0, 0, 0, -1)
    assert weight.factors == Factors(0, 0, 0, 0, 1)


def test_a_topic_that_knows_hardly_a_name_of_the_page_tells_nothing(phones: Topic) -> None:
    poems = "".join(f"<p>诗句{number}：一行</p>" for number in "一二三四五六七八")
    found = candidates_of(page_of(f"{poems}<p>重量：102 克</p>"), NAMELESS, phones)
    assert {one.factors for one in found} == {Factors(0, 0, 0, 0, 0)}


SHEET = "".join(
    f"<tr><td><b>{name}</b><td>{value}</tr>"
    for name, value in [("重量", "102 克"), ("摄像头", "无"), ("诗句", "春眠不觉晓")]
)


def test_the_topics_words_do_where_no_rule_reads_the_page(phones: Topic) -> None:
    found = candidates_of(page_of(f"<h1>N95</h1><table>{SHEET}</table>"), NO_RULE, phones)
    assert proposed(found) == ["重量", "摄像头", "诗句"]
    [poem] = [one for one in found if one.name == "诗句"]
    assert poem.factors == Factors(font=1, background=0, parent=1, format=0, interest=-1)


def test_a_page_of_which_neither_rule_nor_topic_tells_anything(phones: Topic) -> None:
    assert candidates_of(page_of("<p>作者：某人</p><p>诗句：一</p>"), NO_RULE, phones) == ()


def test_a_page_of_very_many_texts() -> None:
    page = page_of("".join(f"<p>a{number}</p>" for number in range(3000)) + "<p>Weight: 1 g")
    found = candidates_of(page, NO_RULE, None)
    assert len(found) == MOST_CANDIDATES
    assert found[-1].name == "Weight"
    rows = "".join(f"<tr><td>name {number}<td>1 g</tr>" for number in range(3000))
    assert len(candidates_of(page_of(f"<table>{rows}"), NO_RULE, None)) == MOST_CANDIDATES


@pytest.mark.parametrize("body", ["", "<p>", "<table><tr><td>", "<b>:</b>：", "<dl><dt>" * 300])
def test_odd_pages(body: str) -> None:
    page = page_of(body)
    assert proposed(candidates_of(page, NO_RULE, None)) == []
