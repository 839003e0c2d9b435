"""The pocket web after the redesign: same addresses, same phones, other pages."""

import re
from urllib.parse import urlsplit

import pytest

from evaluation.redesigned_sites import (
    EMPTIED_HOST,
    dashed,
    in_yuan,
    metric,
    redesigned_web,
    spaced,
    with_sign,
)
from pages.page import Page
from pages.sequence import tag_sequence
from samples.page_parts import OFF_SITE
from samples.pocket_web import SIX_HOSTS, PocketWeb

BEFORE, AFTER = PocketWeb(), redesigned_web()
HOSTS = list(BEFORE.sites)


def letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


@pytest.mark.parametrize("host", SIX_HOSTS)
def test_every_phone_has_its_old_address_and_a_few_are_new(host: str) -> None:
    before = {page.url for page in BEFORE.product_pages(host)}
    after = {page.url for page in AFTER.product_pages(host)}
    assert before < after


@pytest.mark.parametrize("host", SIX_HOSTS)
def test_names_and_values_are_others_and_some_are_gone(host: str) -> None:
    before = {page.url: page for page in BEFORE.product_pages(host)}
    for page in AFTER.product_pages(host):
        if known := before.get(page.url):
            names = {pair.attribute: pair.name for pair in page.gold}
            assert {pair.attribute for pair in known.gold} - set(names)
            assert any(names.get(pair.attribute, pair.name) != pair.name for pair in known.gold)


@pytest.mark.parametrize("host", SIX_HOSTS)
def test_the_gold_stands_on_the_page(host: str) -> None:
    for page in AFTER.product_pages(host):
        read = Page.read(page.body, page.url, page.content_type)
        text = letters("".join(tag_sequence(read).contents))
        assert page.gold
        assert all(letters(p.name) in text and letters(p.value) in text for p in page.gold)


@pytest.mark.parametrize("host", SIX_HOSTS)
def test_every_link_leads_somewhere(host: str) -> None:
    bodies = [AFTER.fetch(url).body.decode("utf-8", "replace") for url in AFTER.pages(host)]
    links = {link for body in bodies for link in re.findall(r'href="(http[^"]*)"', body)}
    inside = {link for link in links if urlsplit(link).hostname not in OFF_SITE}
    assert {AFTER.fetch(link.replace("&amp;", "&")).status for link in inside} <= {200}


def test_one_site_went_empty_and_the_others_stay_as_they_were() -> None:
    emptied = list(AFTER.product_pages(EMPTIED_HOST))
    assert all("页面升级中".encode() in page.body and not page.gold for page in emptied)
    for host in set(HOSTS) - {*SIX_HOSTS, EMPTIED_HOST}:
        assert list(AFTER.product_pages(host)) == list(BEFORE.product_pages(host))


def test_values_are_written_as_redesigns_write_them() -> None:
    assert spaced("1.5英寸，96×68像素") == "1.5 英寸，96×68 像素"
    assert metric("102×44×17.5毫米") == "102 x 44 x 17.5 mm"
    assert [dashed("2007年5月"), dashed("2007年")] == ["2007-05", "2007"]
    assert [in_yuan("￥280"), with_sign("280元")] == ["280 元", "¥280"]
