from __future__ import annotations

from pages.page import Page
from spider.links.novelty import Novelty


def test_numbers_are_nothing_new() -> None:
    novelty = Novelty()
    assert novelty.of(Page.read(b"<h1>Shop</h1><p>Page 1 of 9</p>")) == 2
    assert novelty.of(Page.read(b"<h1>Shop</h1><p>Page 2 of 9</p>")) == 0
    assert novelty.of(Page.read(b"<h1>Shop</h1><p>Contact</p>")) == 1
