"""What a page gives to feeds, and to the learner."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from tests.spider.crawl.small_crawl import TONGXUN, SmallCrawl
from tests.spider.crawl.small_pages import PRODUCT, SHOUJI_PRODUCTS, TONGXUN_PRODUCTS, lonely

if TYPE_CHECKING:
    from pathlib import Path


def test_one_item_for_each_record(whole: SmallCrawl) -> None:
    gold = {product.url: product.gold for product in TONGXUN_PRODUCTS}
    assert {record.url for record in whole.records} == gold.keys()
    assert len(whole.records) == len(gold)
    for record in whole.records:
        assert record.values == {pair.attribute: pair.value for pair in gold[record.url]}
        assert (record.site, record.source, record.rule) == (
            "tongxun.example",
            "rule",
            "tongxun.example/1",
        )
        assert record.captured_at.endswith("+00:00")


def test_an_item_of_embedded_data_tells_its_source(tmp_path: Path) -> None:
    phone = SHOUJI_PRODUCTS[0].url
    with SmallCrawl(tmp_path, phone) as crawl:
        crawl.visit(phone)
        assert [(record.source, record.rule) for record in crawl.records] == [
            ("rule", "shouji.example/1"),
            ("json-ld", ""),
        ]


def test_values_of_one_attribute_stand_in_one_field(tmp_path: Path) -> None:
    start = "<dl class=_3f9k><dt><div><span>品牌"
    row = f"{start}</span></div></dt><dd><div><span>小米</span></div></dd></dl>"
    site = {PRODUCT: lonely(PRODUCT, start, row + row + start)}
    with SmallCrawl(tmp_path, PRODUCT, site=site) as crawl:
        crawl.run()
        [record] = crawl.records
        assert asdict(record)["values"]["品牌"].startswith("小米；")
        assert asdict(record)["values"]["品牌"].count("小米") == 1


def test_a_first_visit_teaches_and_a_second_does_not(tmp_path: Path) -> None:
    site = {PRODUCT: lonely(PRODUCT)}
    with SmallCrawl(tmp_path, PRODUCT, site=site) as first:
        first.run()
        learned = first.context.memories["tongxun.example"].to_json()
    with SmallCrawl(tmp_path, PRODUCT, site=site) as second:
        second.run()
        assert second.context.memories["tongxun.example"].to_json() == learned


def test_products_come_before_news(whole: SmallCrawl) -> None:
    places = [whole.asked.index(product.url) for product in TONGXUN_PRODUCTS]
    news = [at for at, url in enumerate(whole.asked) if url.startswith(f"{TONGXUN}news/")]
    assert sum(places) / len(places) < sum(news) / len(news)
