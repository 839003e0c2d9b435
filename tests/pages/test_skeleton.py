"""Pages of one template are alike, whatever they say; others are not."""

from __future__ import annotations

from itertools import combinations

from pages.nesting import outline
from pages.page import Page
from pages.skeleton import likeness, skeleton
from samples.pocket_web import PocketWeb

WEB = PocketWeb()


def looks(url: str) -> frozenset[bytes]:
    answer = WEB.fetch(url)
    return skeleton(outline(Page.read(answer.body, url)))


def test_products_of_a_site_are_alike_and_unlike_its_other_pages() -> None:
    for host in ("www.pcpop.example", "tech.163.example", "www.shouji.example"):
        products = [page.url for page in WEB.product_pages(host)][:4]
        for one, other in combinations(map(looks, products), 2):
            assert likeness(one, other) > 0.6, host
        assert likeness(looks(products[0]), looks(f"http://{host}/")) < 0.6, host


def test_texts_and_numbers_in_classes_make_no_difference() -> None:
    one, other = (
        skeleton(outline(Page.read(body, "http://a.example/")))
        for body in (b'<ul class="row1 odd"><li>A', b"<ul class=row27><li>B<li>C")
    )
    assert likeness(one, other) == 1.0


def test_an_empty_page_is_like_nothing() -> None:
    assert likeness(frozenset(), looks("http://www.pcpop.example/")) == 0.0
