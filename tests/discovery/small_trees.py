"""Small pages."""

from __future__ import annotations

from pages.page import Page


def page_of(body: str) -> Page:
    source = f"<html><meta charset=utf-8><body>{body}</body></html>"
    return Page.read(source.encode(), "https://shop.example/p/1")
