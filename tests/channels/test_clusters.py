from __future__ import annotations

import random
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from channels.clusters import cluster_pages, fingerprint
from core.names import site_of
from pages.page import Page
from samples.pocket_web import PocketWeb

if TYPE_CHECKING:
    from channels.clusters import Fingerprint


def made(body: str) -> Fingerprint:
    frame = (
        "<div class=top><a>首页</a><form><input></form></div>{}<div class=foot><p>版权</p></div>"
    )
    source = f"<html><meta charset=utf-8><body>{frame.format(body)}</body></html>"
    return fingerprint(Page.read(source.encode(), "https://shop.example/1"))


def product(rows: int, *, advertisement: str = "") -> Fingerprint:
    cells = "".join(f"<tr><th>名{row}</th><td>值{row}</td></tr>" for row in range(rows))
    return made(f"<h1>手机</h1>{advertisement}<table class=spec>{cells}</table>")


def listing(items: int) -> Fingerprint:
    links = "".join(
        f"<li><a href=/{item}><img><b>手机 {item}</b></a></li>" for item in range(items)
    )
    return made(f"<div class=filter><a>品牌</a></div><ul class=phones>{links}</ul>")


def article(paragraphs: int) -> Fingerprint:
    text = "".join(f"<p>第{number}段。</p>" for number in range(paragraphs))
    return made(f"<div class=story><h2>新闻</h2><i>记者</i><div class=text>{text}</div></div>")


def clusters(*pages: Fingerprint) -> list[int]:
    return cluster_pages([("shop.example", page) for page in pages])


def test_pages_of_one_layout_are_one_cluster() -> None:
    pages = [product(5), listing(3), article(2), listing(3), product(5), article(2)]
    assert clusters(*pages) == [0, 1, 2, 1, 0, 2]


def test_the_length_of_a_list_does_not_matter() -> None:
    assert clusters(product(1), product(200)) == [0, 0]
    assert clusters(listing(1), listing(50), listing(400)) == [0, 0, 0]
    assert clusters(article(1), article(80)) == [0, 0]


def test_what_some_pages_have_and_others_have_not_does_not_matter() -> None:
    assert clusters(product(9), product(9, advertisement="<div class=ad><img></div>")) == [0, 0]


def test_a_large_menu_on_every_page_hides_no_layout() -> None:
    menu = "".join(f"<div class=m{'x' * n}><a>Entry {n}</a></div>" for n in range(200))
    specs = (
        "<table class=spec><caption>规格 {0}</caption><tr><th>重量 {0}<td><b>{0}</b></table>"
        "<div class=price><i>￥{0}</i><s>￥2{0}</s></div>"
    )
    story = (
        "<div class=story><h3>新闻 {0}</h3><i class=by>记者 {0}</i><div class=text><p>第 {0} 段</p>"
        "<blockquote><q>引用 {0}</q></blockquote></div></div>"
    )
    pages = [made(menu + layout.format(n)) for layout in (specs, story) for n in range(2)]
    assert pages[0].likeness(pages[1]) == pytest.approx(1)
    assert clusters(*pages) == [0, 0, 1, 1]


def test_numbers_in_class_names_do_not_matter() -> None:
    pages = [made(f'<div class="post-{n} text"><p class=p{n}>一</p></div>') for n in (4711, 12)]
    assert pages[0].likeness(pages[1]) == 1


def test_pages_of_two_sites_are_two_clusters() -> None:
    pages = [(site, product(4)) for site in ("one.example", "two.example", "one.example")]
    assert cluster_pages(pages) == [0, 1, 0]
    assert cluster_pages([("", page) for _, page in pages]) == [0, 0, 0]


def test_no_pages_are_no_clusters() -> None:
    assert cluster_pages([]) == []


def test_a_signature_tells_what_share_of_steps_two_pages_have_in_common() -> None:
    one, other = product(3), listing(3)
    steps = len(np.intersect1d(one.steps, other.steps)) / len(np.union1d(one.steps, other.steps))
    equal = float(np.mean(one.signature == other.signature))
    assert equal == pytest.approx(steps, abs=0.15)
    assert 0 < one.likeness(other) < 1


def test_a_fingerprint_is_the_same_on_every_machine() -> None:
    page = fingerprint(Page.read(b'<body><div class="a b"><p>text</div>'))
    assert [f"{step:016x}" for step in page.steps.tolist()] == [
        "09d7131d80def0e7",
        "50ee934a511f1e19",
        "758f4a931ad6b447",
        "d28bf46dacc447a6",
    ]
    assert page.weights.tolist() == pytest.approx([1, 1, 1, 2.161], abs=1e-3)


def test_the_order_of_pages_does_not_matter() -> None:
    """Product, list and article pages of every site of the pocket web."""
    web = PocketWeb()
    pages = [
        (url, fingerprint(Page.read(web.fetch(url).body, url)))
        for host in web.sites
        for url in web.pages(host)[::9]
    ]
    found = []
    for seed in range(3):
        random.Random(seed).shuffle(pages)  # noqa: S311 - no secret
        numbers = cluster_pages([(site_of(url), page) for url, page in pages])
        together: dict[int, set[str]] = {}
        for (url, _), number in zip(pages, numbers, strict=True):
            together.setdefault(number, set()).add(url)
        found.append(sorted(map(sorted, together.values())))
    assert found[0] == found[1] == found[2]
    assert all(len({urlsplit(url).hostname for url in urls}) == 1 for urls in found[0])


@given(st.lists(st.binary(max_size=200), max_size=6))
def test_whatever_a_page_holds_it_has_a_cluster(bodies: list[bytes]) -> None:
    numbers = cluster_pages([("", fingerprint(Page.read(body))) for body in bodies])
    assert len(numbers) == len(bodies)
    firsts = list(dict.fromkeys(numbers))
    assert firsts == list(range(len(firsts)))


def test_huge_and_deep_pages() -> None:
    deep = b"<div>" * 50_000
    wide = b"".join(b"<p class=word%s>" % bytes([97 + n % 26, 97 + n // 26]) for n in range(600))
    assert len(set(clusters(*(fingerprint(Page.read(body)) for body in (deep, wide * 40))))) == 2
