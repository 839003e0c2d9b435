"""The first pages of a site are searched, later ones where a name is new."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from core.topic import Topic, shipped_topic
from discovery import sampling
from discovery.sampling import DiscoverySampling
from pages.page import Page
from rules.library import LIBRARIES, RuleLibrary
from rules.reader import Relevance, read_records
from store.proposals import proposals_of
from tests.spider.simulated_crawl import PRODUCT, SHOUJI_PRODUCTS, SmallCrawl, lonely

if TYPE_CHECKING:
    from pathlib import Path

    from tests.spider.simulated_crawl import Reply

ROW = "<dl class=_3f9k><dt><div><span>{}</span></div></dt><dd><div><span>{}</span></div></dd>"


@pytest.fixture(scope="module")
def phones() -> Topic:
    return shipped_topic("phones")


def with_name(name: str) -> Reply:
    """A product page with one more row."""
    start = ROW.format("品牌", "").partition("品牌")[0] + "品牌"
    return lonely(PRODUCT, start, ROW.format(name, "支持") + "</dl>" + start)


def searched(looks: DiscoverySampling, page: Page, topic: Topic) -> bool:
    """Was the page searched? Then there is evidence for what it shows."""
    read = read_records(page, topic, RuleLibrary(LIBRARIES / "phones"))
    proposals = looks.proposals(page, read.extraction, Relevance(topic).of(page))
    return any(one.evidence for one in proposals)


def test_what_speaks_for_a_new_name_is_noted(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, PRODUCT, site={PRODUCT: with_name("电子字典")}) as crawl:
        crawl.run()
        with crawl.context.ledger.reading() as conn:
            [proposal] = proposals_of(conn, "phones")
    told = json.loads(proposal.evidence)
    assert (proposal.name, proposal.value, told["by"]) == ("电子字典", "支持", "row")
    assert told["factors"]["parent"] == 1
    assert told["signals"]["row"] > 0.9


def test_later_pages_are_looked_at_where_a_name_is_new(
    phones: Topic, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sampling, "_FIRST_PAGES", 1)
    monkeypatch.setattr(sampling, "_MOST_PAGES", 2)
    looks = DiscoverySampling(phones)
    dictionary, poems, songs = (
        Page.read(with_name(name).body, PRODUCT) for name in ("字典", "诗", "歌")
    )
    assert searched(looks, dictionary, phones)
    assert not searched(looks, dictionary, phones)
    assert searched(looks, poems, phones)
    assert not searched(looks, songs, phones)  # enough pages of this site were searched


def test_a_page_of_the_topic_that_the_rules_do_not_read_is_read_by_its_rows(phones: Topic) -> None:
    strange = b"".join(
        b"<p><b>%s</b> <i>%s</i></p>" % (name.encode(), value.encode())
        for name, value in (
            ("手机制式", "GSM"), ("主屏尺寸", "2.4英寸"), ("摄像头像素", "500万像素"),
            ("电池容量", "950mAh"), ("参考价格", "2350元"), ("上市时间", "2007年"),
            ("收音机波段", "FM 87.5-108MHz"),
        )
    )  # fmt: skip
    page = Page.read(b"<meta charset=utf-8><h1>Nokia N95</h1>" + strange, PRODUCT)
    library = RuleLibrary(LIBRARIES / "phones")
    read = read_records(page, phones, library)
    assert read.outcome == "read"
    [record] = read.records
    assert ("收音机波段", "FM 87.5-108MHz") in {(value.name, value.raw) for value in record.values}
    assert not searched(DiscoverySampling(phones), page, phones)  # its rows are offered as a whole


def test_pages_of_sites_without_rules_are_not_looked_at(phones: Topic) -> None:
    body = SHOUJI_PRODUCTS[0].body
    unknown = Page.read(body, "http://www.nobody.example/p/1")
    assert not searched(DiscoverySampling(phones), unknown, phones)
