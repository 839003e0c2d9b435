"""Pages that a person brings: by address or as a file; each becomes a draft."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from core.errors import SpecSeekError
from pages.page import Page
from rules.drafts import key_of
from rules.learn import Sample
from rules.urls import canonical_url
from search_ui.labelling.fetching import fetch_page
from search_ui.labelling.opened_page import drafts, outline_to_label
from search_ui.site import this_site

if TYPE_CHECKING:
    from werkzeug.datastructures import FileStorage

_LONGEST_ADDRESS = 2_000


class UnusablePageError(SpecSeekError):
    """What was brought is no page; the words say what to bring."""


def draft_from_web(url: str) -> str:
    """Fetch a page; the key of its draft."""
    return _draft(fetch_page(_address(url), this_site().settings.crawl))


def draft_from_upload(file: FileStorage | None, url: str) -> str:
    """Take a page's file; the key of its draft."""
    most = this_site().settings.crawl.page_megabytes * 1_000_000
    body = b""
    if file:
        with closing(file):
            body = file.stream.read(most + 1)
    address = _address(url)
    if not body:
        raise UnusablePageError("no file was chosen, or it is empty; choose the page's HTML file")
    if len(body) > most:
        raise UnusablePageError(f"the file is larger than the {most:,} bytes a page may have")
    return _draft(Page.read(body, address))


def _address(url: str) -> str:
    url = url.strip()
    if len(url) > _LONGEST_ADDRESS or not url.isprintable():
        raise UnusablePageError(f"an address has at most {_LONGEST_ADDRESS} printable characters")
    if reason := _not_an_address(url):
        raise UnusablePageError(
            f"{url[:200]!r} is no address of a page: {reason}; give it whole, such as "
            "https://shop.example/phone-1.html"
        )
    return url


def _not_an_address(url: str) -> str:
    """Why a text is no web address; "" where it is one."""
    try:
        parts = urlsplit(url)
        _ = parts.port  # raises where it is no number
    except ValueError as error:
        return str(error)
    if parts.scheme not in {"http", "https"}:
        return f"{parts.scheme or 'a URL without a scheme'} is not of the web"
    if not parts.hostname:
        return "the host is missing"
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return "" if canonical_url(f"http://{host}/") else "the host is no valid name"


def _draft(page: Page) -> str:
    if not outline_to_label(page).owners:
        raise UnusablePageError(f"{page.url} shows no text: it is no page, or only scripts fill it")
    key = key_of(page)
    if drafts().read(key) is None:  # work that was begun on this very page goes on
        drafts().keep(Sample(page, ()))
    return key
