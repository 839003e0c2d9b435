"""Saved pages as a web: each is answered by the host it came from.

Everything is served over http, and so addresses in pages are changed from https to http. All other
hosts answer as well, but have no pages, so that a crawl need not wait for them.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from samples.response import Response
from specseek.saved_pages import address, saved_pages

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from specseek.saved_pages import SavedCapture, SavedFile, Warn

    Saved = SavedFile | SavedCapture

_LINKS_PER_PAGE = 500
_ROBOTS = b"User-agent: *\nDisallow:\n"
_ROBOTS_PATH = "/robots.txt"
_SECURE = re.compile(rb"https(:\\?/\\?/)", re.IGNORECASE)


class SavedWeb:
    """Answers the addresses of saved pages, from the files of one folder and nothing else."""

    def __init__(self, folder: Path, warn: Warn) -> None:
        self._folder = folder
        self._saved: dict[str, Saved] = {one.url: one for one in saved_pages(folder, warn)}
        self._lists: dict[str, bytes] = {}
        self.seeds: Mapping[str, str] = {
            host: self._list_pages(host, pages) for host, pages in self._pages_by_host.items()
        }

    @property
    def pages(self) -> Counter[str]:
        """How many pages each host has."""
        return Counter({host: len(pages) for host, pages in self._pages_by_host.items()})

    @cached_property
    def _pages_by_host(self) -> dict[str, list[Saved]]:
        found: dict[str, list[Saved]] = {}
        for saved in self._saved.values():
            if saved.is_page:
                found.setdefault(urlsplit(saved.url).netloc, []).append(saved)
        return found

    def fetch(self, url: str) -> Response:
        """Answer as the site would have done."""
        wanted = address(url) or ""
        parts = urlsplit(wanted)
        if parts.path == _ROBOTS_PATH:
            return Response(200, "text/plain", _ROBOTS)
        if listed := self._lists.get(wanted):
            return Response(200, "text/html; charset=utf-8", listed)
        saved = self._saved.get(wanted)
        if saved is None and not parts.query and wanted.endswith("/"):
            saved = self._saved.get(f"{wanted}index.html")
        answer = saved.read() if saved else None
        if answer is None:
            text = f"{url} is not saved in {self._folder}\n"
            return Response(404, "text/plain; charset=utf-8", text.encode(errors="replace"))
        body = (
            _SECURE.sub(rb"http\1", answer.body) if "html" in answer.content_type else answer.body
        )
        location = (address(answer.location) or "") if answer.location else ""
        return Response(answer.status, answer.content_type or "text/html", body, location)

    def _list_pages(self, host: str, pages: Sequence[Saved]) -> str:
        """Make pages that link to all pages of a host; the address of the first."""
        home = {f"http://{host}/", f"http://{host}/index.html"}
        first = f"http://{host}/saved-pages" if home & self._saved.keys() else f"http://{host}/"
        starts = range(0, len(pages), _LINKS_PER_PAGE)
        further = (f"http://{host}/saved-pages-{start}" for start in starts[1:])
        urls = [first, *further]
        for url, following, start in zip(urls, [*urls[1:], ""], starts, strict=True):
            part = pages[start : start + _LINKS_PER_PAGE]
            self._lists[url] = _list_page(host, part, following)
        return first


def _list_page(host: str, pages: Sequence[Saved], following: str) -> bytes:
    items = "".join(
        f'<li><a href="{escape(page.url)}">{escape(page.title or page.url)}</a></li>\n'
        for page in pages
    )
    onward = f'<p><a rel="next" href="{escape(following)}">Next page</a></p>\n' if following else ""
    return (
        f'<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title>{escape(host)}</title></head>\n'
        f"<body><h1>Saved pages of {escape(host)}</h1>\n<ul>\n{items}</ul>\n{onward}</body>\n"
    ).encode("utf-8", "replace")
