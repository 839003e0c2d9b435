"""Product pages: what they say, and that one labelled page teaches to read the others."""

from html import escape
from pathlib import Path

import pytest

from core.topic import shipped_topic
from pages.page import Page
from rules.extract import extract
from rules.learn import Example
from rules.library import RuleLibrary
from rules.on_topic import with_standard_names
from rules.training import train
from samples.gold import ProductPage
from samples.wide_web.web import WideWeb

WEB = WideWeb(5_000)
TOPIC = shipped_topic("phones")


def products(host: str, count: int) -> list[ProductPage]:
    step = WEB.sites[host].products // count
    return [WEB.product_page(host, number * step) for number in range(count)]


def read(page: ProductPage) -> Page:
    return Page.read(page.body, page.url, page.content_type)


@pytest.mark.parametrize("host", WEB.hosts)
def test_gold_is_what_the_served_page_shows(host: str) -> None:
    for page in products(host, 10):
        assert WEB.is_product(page.url)
        assert WEB.fetch(page.url).body == page.body
        text = page.body.decode(WEB.sites[host].codec)
        for pair in page.gold:
            assert pair.name in text
            assert escape(pair.value) in text


@pytest.mark.parametrize("host", WEB.hosts)
def test_pages_show_8_to_16_attributes_and_not_all_the_same(host: str) -> None:
    shown = [tuple(pair.attribute for pair in page.gold[1:]) for page in products(host, 20)]
    assert all(8 <= len(attributes) <= 16 for attributes in shown)
    assert len(set(shown)) > 2


@pytest.mark.parametrize("host", WEB.hosts)
def test_names_are_those_of_the_topic(host: str) -> None:
    for page in products(host, 5):
        for pair in page.gold[1:]:
            assert TOPIC.standard_name(pair.name) == pair.attribute


@pytest.mark.parametrize("host", WEB.hosts)
def test_one_labelled_page_teaches_to_read_the_others(host: str, tmp_path: Path) -> None:
    sample, *others = products(host, 12)
    library = RuleLibrary(tmp_path)
    train(library, read(sample), [Example(**pair._asdict()) for pair in sample.gold])
    for page in others:
        extraction = with_standard_names(extract(read(page), library.rules_for(page.url)), TOPIC)
        pairs = [pair for record in extraction.records for pair in record.pairs]
        assert {(pair.attribute, pair.value) for pair in pairs} == {
            (pair.attribute, pair.value) for pair in page.gold
        }


def test_other_goods_stand_in_the_layout_of_phones_and_are_no_products() -> None:
    site = WEB.sites["www.dahuang.example"]
    board = site.plan.boards_by_form["goods"][-1]
    url = site.url(board.item(0))
    body = WEB.fetch(url).body.decode("gbk")
    assert '<div class="mc">总容积</div><div class="nr">' in body
    assert '<div class="mc">参考价格</div><div class="nr">￥' in body
    assert not WEB.is_product(url)
