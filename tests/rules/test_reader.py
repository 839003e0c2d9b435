"""What one page says, whether it was just fetched or lay in the archive."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

import pytest

from core.records import HEADLINE, MEDIA
from core.topic import Topic, shipped_topic
from pages.page import Page
from rules.library import RuleLibrary
from rules.model import SiteRules
from rules.page_rows import SiteMemory
from rules.reader import (
    Relevance,
    canonical_address,
    on_topic,
    read_records,
    records_of,
    row_memories,
    well_founded,
)
from rules.record import Extraction, Pair, Record, Status, with_standard_names
from tests.effort import effort

if TYPE_CHECKING:
    from pathlib import Path

URL = "http://www.shop.example/phones/nokia/1.html"
PHONES = shipped_topic("phones")
RULES = SiteRules(source="shouji.example", version=3)


def read_without_a_rule(*names: str) -> Extraction:
    pairs = tuple(
        Pair(None, name, "1", section="参数", by="row", confidence=0.873) for name in names
    )
    return with_standard_names(Extraction(Status.READ, None, (Record(pairs),)), PHONES)


def test_what_was_read_without_a_rule_is_kept_and_marked() -> None:
    read = on_topic(read_without_a_rule("品牌", "电池容量", "主屏尺寸", "新名"), None, PHONES)
    (record,) = records_of(read.extraction, None)
    assert read.misfit is None
    assert (record.source, record.rule, record.rule_version) == ("rows", None, None)
    assert {value[3:] for value in record.values} == {("row", 0.87, "参数")}
    assert [value.attribute for value in record.values] == ["品牌", "电池容量", "主屏尺寸", None]


def test_what_does_not_fit_the_topic_is_a_page_that_no_rule_reads() -> None:
    fridge = read_without_a_rule("品牌", "参考价格", "总容积", "能效等级", "制冷方式")
    dropped = on_topic(fridge, None, PHONES)
    assert dropped.extraction == Extraction(Status.NO_RULE)
    assert dropped.misfit
    assert dropped.misfit.known == ("品牌", "参考价格")
    rice = read_without_a_rule("产区", "净含量")
    assert on_topic(rice, None, PHONES).misfit is None, "nobody would look for it"


def test_a_rule_s_record_tells_which_of_its_values_only_rows_said() -> None:
    pairs = (
        Pair("品牌", "品牌", "小米", by="unit"),
        Pair(None, "包装", "纸盒", by="row", confidence=0.6),
    )
    (record,) = records_of(Extraction(Status.OK, "shouji.example/1", (Record(pairs),)), RULES)
    assert (record.source, record.rule, record.rule_version) == ("rule", "shouji.example/1", 3)
    assert [(one.confirmed, one.confidence) for one in record.values] == [(True, 1.0), (False, 0.6)]


LONG = f'<link href="/3.html" title="{"x" * 2000}" rel=canonical>' + "<i>x</i>" * 2000


@pytest.mark.parametrize(
    ("markup", "path"),
    [
        ("<p>nothing", ""),
        ('<link rel="canonical" href="/3.html"><p>CANONICAL<a href="/4">4</a>', "/3.html"),
        ("<LINK REL=canonical HREF=/phones/>", "/phones/"),
        (LONG, "/3.html"),
        ('<base href="http://www.shop.example/a/"><link rel=canonical href="b.html">', "/a/b.html"),
        ('<link rel=canonical href="b.html"><base href="/a/">', "/phones/nokia/b.html"),
        ('<link rel=canonical href="http://other.example/">', ""),
        ('<link rel=canonical href="/a.css"><link rel=canonical href="/a">', "/a"),
        ('<!-- <link rel="canonical" href="/no"> --><script>"canonical"</script>', ""),
    ],
)
def test_the_address_a_page_wants_to_be_known_by(markup: str, path: str) -> None:
    page = Page.read(markup.encode(), URL, "text/html; charset=utf-8")
    assert canonical_address(page) == (path and f"http://www.shop.example{path}")


def test_what_rows_say_is_found_in_what_crawls_learned() -> None:
    memory = SiteMemory()
    memory.add_page(Page.read(b"<table><tr><th>Weight<td>3 g</table>", URL))
    learned = {"a.example": json.dumps({"form": 1, "rows": memory.to_json()})}
    damaged = dict.fromkeys(("b.example", "c.example", "d.example"), "[]") | {"e.example": "{"}
    assert row_memories(learned | damaged) == {"a.example": memory}


@pytest.fixture(scope="module")
def relevance() -> Relevance:
    return Relevance(PHONES)


def page(markup: str, encoding: str = "utf-8") -> Page:
    return Page.read(markup.encode(encoding), "", f"text/html; charset={encoding}")


NAMES = "品牌 型号 上市时间 主屏尺寸 操作系统 电池容量 重量 机身颜色 运行内存 蓝牙".split()


@pytest.mark.parametrize("encoding", ["utf-8", "gbk"])
def test_a_sheet_of_known_names_is_relevant(relevance: Relevance, encoding: str) -> None:
    rows = "".join(f"<tr><th> {name}： <td>x" for name in NAMES)
    assert relevance.of(page(f"<table>{rows}</table>", encoding)) == 1.0


def test_names_and_values_in_one_text_count_too(relevance: Relevance) -> None:
    text = "".join(f"<li>{name}: 3" for name in ("Battery", "Weight", "Bluetooth"))
    assert 0.2 <= relevance.of(page(text)) <= 0.4


def test_the_same_name_counts_once(relevance: Relevance) -> None:
    assert relevance.of(page("<p>重量：</p><p>Weight</p>" * 50)) == pytest.approx(0.1)


def test_other_pages_are_not_relevant(relevance: Relevance) -> None:
    assert relevance.of(page("<p>今天的新闻</p><p>天气</p>")) == 0.0
    assert relevance.of(page("")) == 0.0


def test_hostile_pages_take_little_time(relevance: Relevance) -> None:
    for part in (">" * 1_000_000, "> " * 500_000, ">a" * 500_000, ">" + " " * 1_000_000):
        assert effort(partial(relevance.of, page(part))) < 500


def test_a_few_pages_are_not_enough_for_a_site_memory() -> None:
    """They have much in common by chance."""
    assert well_founded(None) is None
    assert well_founded(SiteMemory(pages=4)) is None
    known = SiteMemory(pages=5)
    assert well_founded(known) is known


MONITORS = Topic.model_validate(
    {
        "name": "monitors",
        "title": {"de": "Monitore"},
        "attributes": [
            {"name": "Preis", "group": "x", "type": "price", "unit": "EUR", "role": "price"},
            {"name": "Bezeichnung", "group": "x", "role": "name"},
            {"name": "Marke", "group": "x", "role": "brand"},
            {"name": "EAN", "group": "x", "role": "gtin"},
        ],
    }
)
DATA: dict[str, object] = {"@type": "Product", "name": "Dell U2723QE", "gtin13": "5397184657027"}
DATA |= {"brand": "Dell", "offers": {"price": "489.00", "priceCurrency": "EUR"}}


def test_properties_of_schema_org_have_the_attributes_of_their_roles(tmp_path: Path) -> None:
    body = f"<script type=application/ld+json>{json.dumps(DATA)}</script><h1>Monitor</h1>"
    read = read_records(page(body), MONITORS, RuleLibrary(tmp_path))
    (record,) = read.records
    assert [(value.attribute, value.name) for value in record.values] == [
        ("Bezeichnung", "name"),
        ("Marke", "brand"),
        ("EAN", "gtin13"),
        ("Preis", "price"),
        (None, "priceCurrency"),
    ]


def test_the_headline_is_kept_for_a_product_without_a_name(tmp_path: Path) -> None:
    nameless = {key: value for key, value in DATA.items() if key != "name"}
    body = f"<script type=application/ld+json>{json.dumps(nameless)}</script>"
    body += "<title>Dell U2723QE | Shop</title><h1>Dell U2723QE</h1>"
    read = read_records(page(body), MONITORS, RuleLibrary(tmp_path))
    (media,) = (record for record in read.records if record.source == MEDIA)
    assert [(one.attribute, one.raw) for one in media.values] == [(HEADLINE, "Dell U2723QE")]
