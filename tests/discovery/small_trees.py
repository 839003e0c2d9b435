"""Small pages as trees."""

from __future__ import annotations

from discovery.rows.places import Places
from pages.dom.tree import Tree
from pages.page import Page


def page_of(body: str) -> Page:
    source = f"<html><meta charset=utf-8><body>{body}</body></html>"
    return Page.read(source.encode(), "https://shop.example/p/1")


def places_of(body: str) -> Places:
    return Places(Tree(page_of(body)))
