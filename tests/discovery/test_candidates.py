from __future__ import annotations

import pytest

from core.topic import Topic, shipped_topic
from discovery.candidates import (
    MOST_CANDIDATES,
    Candidate,
    aligned,
    candidates_of,
)
from discovery.credibility import THRESHOLD, EqualWeights, Factors, Support
from pages.dom import Tree
from pages.nesting import outline
from rules.record import Extraction, Pair, Record, Status, fitting_topic
from tests.discovery.golden_pages import SITES, GoldenSite, sheet
from tests.discovery.small_trees import page_of

NO_RULE = Extraction(Status.NO_RULE)
NAMELESS = Extraction(Status.OK, "s/1", (Record((Pair("手机名", "", "诺基亚 N95"),)),))
ONE_PAGE = Support(1, 1, 1)


@pytest.fixture(scope="module")
def phones() -> Topic:
    return shipped_topic("phones")


def proposed(candidates: tuple[Candidate, ...]) -> list[str]:
    scorer = EqualWeights()
    return [one.name for one in candidates if scorer.score(one, ONE_PAGE).probability > THRESHOLD]


@pytest.mark.parametrize("site", SITES, ids=lambda site: site.title)
def test_all_attributes_of_the_published_sites_and_nothing_else(
    site: GoldenSite, phones: Topic
) -> None:
    """The published method misses 主屏分辨率 and 产品尺寸 on W1, 上市日期 on W4."""
    found = proposed(candidates_of(site.page, site.extraction, (phones,), sheet))
    assert sorted(found) == sorted(site.names)


def test_names_that_were_extracted_are_no_candidates() -> None:
    body = "<p>Weight: 1 g</p><p>Colour: red</p>"
    read = Extraction(Status.OK, "s/1", (Record((Pair("weight", "Weight", "1 g"),)),))
    assert [one.name for one in candidates_of(page_of(body), read)] == ["Colour"]


def test_attributes_stand_together() -> None:
    """A row beside the table, however much like one of it, has no company."""
    table = "".join(
        f"<tr><td>{name}</td><td>{value}</td></tr>"
        for name, value in (
            ("Weight", "77 g"),
            ("Width", "44 mm"),
            ("Height", "99 mm"),
            ("Display", "2.6 in"),
            ("Battery", "950 mAh"),
            ("Colour", "black"),
        )
    )
    page = page_of(f"<table>{table}</table><div><p>Mood: cheerful</p></div>")
    found = {one.name: one.signals["company"] for one in candidates_of(page, NO_RULE)}
    assert found["Weight"] == found["Colour"] == 1
    assert found["Mood"] < 0


def test_a_few_unlikely_rows_are_no_company() -> None:
    found = candidates_of(page_of("<p>Dear reader: welcome</p>"), NO_RULE)
    assert all(one.signals["company"] == 0 for one in found)


def test_without_known_names_only_the_topic_tells(phones: Topic) -> None:
    page = page_of("<p>诗句：一</p><p>重量：102 克</p>")
    poem, weight = candidates_of(page, NAMELESS, (phones,))
    assert poem.factors == Factors(0, 0, 0, 0, -1)
    assert weight.factors == Factors(0, 0, 0, 0, 1)


def test_a_topic_that_knows_hardly_a_name_of_the_page_tells_nothing(phones: Topic) -> None:
    poems = "".join(f"<p>诗句{number}：一行</p>" for number in "一二三四五六七八")
    found = candidates_of(page_of(f"{poems}<p>重量：102 克</p>"), NAMELESS, (phones,))
    assert {one.factors for one in found} == {Factors(0, 0, 0, 0, 0)}


SHEET = "".join(
    f"<tr><td><b>{name}</b><td>{value}</tr>"
    for name, value in [("重量", "102 克"), ("摄像头", "无"), ("诗句", "春眠不觉晓")]
)


def test_the_topics_words_do_where_no_rule_reads_the_page(phones: Topic) -> None:
    found = candidates_of(page_of(f"<h1>N95</h1><table>{SHEET}</table>"), NO_RULE, (phones,))
    assert proposed(found) == ["重量", "摄像头", "诗句"]
    [poem] = [one for one in found if one.name == "诗句"]
    assert poem.factors == Factors(font=1, background=0, parent=1, format=0, interest=-1)


def test_a_topic_that_does_not_fit_silences_nothing(phones: Topic) -> None:
    rows = [("Tannins", "soft"), ("Grape", "Merlot"), ("Vintage", "2004"), ("Region", "Bordeaux")]
    body = "".join(f"<tr><td>{name}</td><td>{value}</td></tr>" for name, value in rows)
    page = page_of(f"<h1>Pomerol</h1><table>{body}</table>")
    found = candidates_of(page, NO_RULE, (phones,))
    assert [one.name for one in found] == [name for name, _ in rows]
    assert found == candidates_of(page, NO_RULE)


def test_of_several_topics_the_one_that_fits_counts(phones: Topic) -> None:
    one = {"name": "tea", "title": phones.title, "attributes": phones.attributes[:1]}
    tea = Topic.model_validate(one)
    assert fitting_topic(["重量", "诗句"], [tea, phones]) is phones
    assert fitting_topic(["诗句"], [phones]) is None
    assert fitting_topic(["重量"], []) is None


def test_a_small_topic_fits_pages_that_say_much_more(phones: Topic) -> None:
    names = ["Name", "Brand", "Price", "Zoom", "Weight"]
    small = {"name": "cameras", "title": {"en": "Cameras"}}
    attributes = [{"name": name, "group": "General"} for name in names]
    cameras = Topic.model_validate({**small, "attributes": attributes})
    others = [f"Detail {number}" for number in range(60)]
    assert fitting_topic(["Brand", "Price", "Zoom", *others], [phones, cameras]) is cameras
    assert fitting_topic(["Brand", "Price", *others], [phones, cameras]) is None


def test_a_page_of_very_many_rows() -> None:
    rows = "".join(f"<tr><td>name {number}<td>1 g</tr>" for number in range(3000))
    page = page_of(f"<table>{rows}")
    assert len(candidates_of(page, NO_RULE)) <= MOST_CANDIDATES


def test_texts_of_outline_and_tree_are_brought_together() -> None:
    body = "<p>yes</p><script>no</script><p>a <b>b</b></p><p>yes</p><title>yes</title><p>c</p>yes"
    page = page_of(body)
    texts, leaves = list(outline(page).texts), Tree(page).in_order
    found = aligned(texts, leaves)
    assert [leaf.text for leaf in found if leaf] == [leaf.text for leaf in leaves]
    assert aligned(["x", "c", "yes"], leaves)[0] is None
    assert aligned(["x", "c", "yes"], leaves)[2] is leaves[-1]
    assert aligned([], leaves) == []


def test_texts_that_change_places_cost_no_others() -> None:
    leaves = Tree(page_of("".join(f"<p>{letter}</p>" for letter in "abcdef"))).in_order
    found = aligned(list("fabxcde"), leaves)
    assert [leaf and leaf.text for leaf in found] == [None, "a", "b", None, "c", "d", "e"]


@pytest.mark.parametrize("body", ["", "<p>", "<table><tr><td>", "<b>:</b>：", "<dl><dt>" * 300])
def test_odd_pages(body: str) -> None:
    page = page_of(body)
    assert proposed(candidates_of(page, NO_RULE)) == []
