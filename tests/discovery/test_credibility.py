"""The published tables 4-10 to 4-14, and factors of any page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.names import clean_name
from core.topic import shipped_topic
from discovery.candidates import Candidate
from discovery.credibility import (
    EQUAL,
    SIGNALS,
    THRESHOLD,
    WEIGHTS,
    EqualWeights,
    Factors,
    SiteSupport,
    Support,
    credibility,
    evidence_of,
    factors,
)
from discovery.evidence import known_names
from pages.dom import Tree
from pages.looks import Looks
from pages.page import Page
from rules.record import Extraction, Pair, Record, Status
from tests.discovery.golden_pages import KNOWN, SITES, GoldenSite, Row

if TYPE_CHECKING:
    from pages.dom import Leaf


PHONES = shipped_topic("phones")
ROWS = [
    pytest.param(site, row, name, id=f"{site.title} {name}")
    for site in SITES
    for row in site.rows
    for name in row.names
]
every_site = pytest.mark.parametrize("site", SITES, ids=[site.title for site in SITES])


def factors_of(site: GoldenSite, leaf: Leaf) -> Factors:
    return factors(leaf, site.known, site.looks, PHONES)


@pytest.mark.parametrize(("site", "row", "name"), ROWS)
def test_factors_and_total_are_as_published(site: GoldenSite, row: Row, name: str) -> None:
    found = factors_of(site, site.leaf(name))
    assert found == row.factors
    assert credibility(found) == row.total


@every_site
def test_only_two_names_are_known(site: GoldenSite) -> None:
    known = [pair for pair in site.extraction.records[0].pairs if pair.attribute is not None]
    assert tuple(pair.attribute for pair in known) == KNOWN
    assert len(site.known.leaves) == 2


@every_site
def test_of_all_texts_those_found_are_the_published_ones(site: GoldenSite) -> None:
    """Precision is 1 over all texts of the page, menus, values and remarks included."""
    found = {
        clean_name(leaf.text)
        for leaf in site.tree.in_order
        if leaf not in site.known.leaves and credibility(factors_of(site, leaf)) > 0
    }
    assert found == {name for row in site.rows for name in row.names if row.total > 0}
    assert (len(found) + len(KNOWN)) / (len(site.names) + len(KNOWN)) == site.recall


def test_weights_count_by_their_ratio() -> None:
    split = Factors(font=1, background=1, parent=-1, format=-1, interest=-1)
    assert credibility(split) == -0.2
    assert credibility(split, Factors(*(weight / 5 for weight in EQUAL))) == pytest.approx(-0.2)
    assert credibility(split, Factors(3, 3, 1, 1, 1)) == pytest.approx(1 / 3)


def test_without_a_topic_interest_tells_nothing() -> None:
    site = SITES[0]
    assert factors(site.leaf("商家报价"), site.known, site.looks, None).interest == 0


PIECES = st.sampled_from(
    "<table> <tr> <td bgcolor=#eee> </td> </table> <b> </b> <p class=a> <font size=5> 重量 ： 颜色 "
    "重量：1克 <style>.a{font:bold 1px</style> <div style='color:red;background:url(' \0 \ud800 "
    "<template> <svg> <!-- --> <![CDATA[ &#0; &#x110000;".split(" ")
)


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, max_size=40))
def test_factors_of_any_page_are_between_minus_one_and_one(pieces: list[str]) -> None:
    body = "".join(pieces).encode("utf-8", "surrogatepass")
    tree = Tree(Page.read(body, "http://a.example/"))
    looks = Looks(tree)
    read = Extraction(Status.OK, "a/1", (Record((Pair("重量", "重量", "1克"),)),))
    known = known_names(tree, looks, read)
    for leaf in tree.in_order:
        found = factors(leaf, known, looks, PHONES)
        assert all(-1 <= factor <= 1 for factor in (*found, credibility(found)))


LITTLE = Support(1, 1, 1)
MUCH = Support(9, 9, 9)


def candidate(
    name: str = "重量", value: str = "102 克", looks: float = 0, row: float = 0
) -> Candidate:
    signals = {"row": row, "company": row}
    return Candidate(name, value, "row", Factors(*[looks] * 5), 0, signals)


def test_the_published_five_weigh_as_much_as_row_company_and_site() -> None:
    assert set(WEIGHTS) == {*Factors._fields, *SIGNALS, "support"}
    assert sum(WEIGHTS.values()) == pytest.approx(1)
    score = EqualWeights().score(candidate(looks=-1, row=1), MUCH)
    assert set(score.contributions) == set(WEIGHTS)
    assert score.probability == pytest.approx(THRESHOLD)


def test_nothing_for_it_is_not_enough() -> None:
    assert EqualWeights().score(candidate(), LITTLE).probability == THRESHOLD
    assert EqualWeights().score(candidate(row=0.1), LITTLE).probability > THRESHOLD


def test_signals_of_former_versions_tell_nothing() -> None:
    old = Candidate("重量", "102 克", "line", Factors(0, 0, 0, 0, 0), 0, {"links": -1.0})
    assert EqualWeights().score(old, LITTLE).probability == THRESHOLD


def test_evidence_has_factors_signals_and_support() -> None:
    evidence = evidence_of(candidate(looks=1, row=0.5), MUCH)
    assert (evidence["font"], evidence["row"], evidence["support"]) == (1, 0.5, 1)


def test_pages_and_values_are_counted_by_what_names_mean() -> None:
    support = SiteSupport()
    support.add([candidate("重 量：", "102 克"), candidate("重量", "102克")])
    support.add([candidate("重量", "98 克")])
    support.add([candidate("颜色", "红")])
    assert support.of("重量") == Support(pages=2, of=3, values=2)
    assert support.of("价格") == Support(pages=0, of=3, values=0)


def test_a_few_pages_tell_nothing() -> None:
    assert Support(3, 3, 1).signal == 0


def test_the_same_on_every_page_is_furniture() -> None:
    assert Support(10, 10, 1).signal == -1
    assert Support(10, 40, 1).signal == 0


def test_the_more_values_differ_the_better() -> None:
    assert 0 < Support(10, 10, 2).signal < Support(10, 10, 5).signal == 1
