"""Pages that people bring to be labelled: uploaded, or fetched by address. Each becomes a draft.

Only HTML is a page: what a server or browser says of its type counts, and so does what the bytes
look like.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from core.errors import SpecSeekError
from core.settings import as_variables
from core.urls import canonical_url
from pages.page import Page
from rules.learn import Sample
from rules.library import key_of
from search_ui.label_pages import drafts, outline_to_label
from search_ui.site import this_site

if TYPE_CHECKING:
    from werkzeug.datastructures import FileStorage

    from core.settings import Settings


_LONGEST_ADDRESS = 2_000


class UnusablePageError(SpecSeekError):
    """The input is not a page; the message says what to do."""


def draft_from_web(url: str) -> str:
    """Fetch a page; returns the key of its draft."""
    return _draft(fetch_page(checked_address(url), this_site().settings))


def draft_from_upload(file: FileStorage | None, url: str) -> str:
    """Store an uploaded page; returns the key of its draft."""
    most = this_site().settings.crawl.page_megabytes * 1_000_000
    body, told = b"", ""
    if file:
        with closing(file):
            body = file.stream.read(most + 1)
            told = file.content_type or ""
    address = checked_address(url)
    if not body:
        raise UnusablePageError("no file was chosen, or it is empty; choose the page's HTML file")
    if len(body) > most:
        raise UnusablePageError(f"the file is larger than the {most:,} bytes a page may have")
    return _draft(_html_page(body, address, told))


def checked_address(url: str) -> str:
    url = url.strip()
    if len(url) > _LONGEST_ADDRESS or not url.isprintable():
        raise UnusablePageError(f"an address has at most {_LONGEST_ADDRESS} printable characters")
    if reason := _not_an_address(url):
        raise UnusablePageError(
            f"{url[:200]!r} is not a page's address: {reason}; enter it in full, such as "
            "https://shop.example/product-1.html"
        )
    return url


def _not_an_address(url: str) -> str:
    """Why a text is not a web address; "" if it is one."""
    try:
        parts = urlsplit(url)
        _ = parts.port  # raises ValueError if it is not a number
    except ValueError as error:
        return str(error)
    if parts.scheme not in {"http", "https"}:
        return f"{parts.scheme or 'a URL without a scheme'} is not of the web"
    if not parts.hostname:
        return "the host is missing"
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return "" if canonical_url(f"http://{host}/") else "the host is no valid name"


# Is it HTML?


_HTML_TYPES = {"", "text/html", "application/xhtml+xml", "application/octet-stream"}
_BEGINNINGS = {
    b"%PDF": "a PDF file",
    b"\x89PNG": "a picture (PNG)",
    b"\xff\xd8\xff": "a picture (JPEG)",
    b"GIF8": "a picture (GIF)",
    b"RIFF": "a picture or a sound (RIFF)",
    b"PK\x03\x04": "a ZIP file (perhaps a document of an office program)",
    b"\x1f\x8b": "a compressed file (gzip)",
    b"{": "JSON",
    b"[": "JSON",
}
_OTHER_MARKUP = re.compile(rb"<(?:\?xml|svg|rss|feed|rdf|urlset|sitemapindex)\b", re.IGNORECASE)
_HTML = re.compile(rb"<(?:!doctype\s++html|html)\b", re.IGNORECASE)
_TAG = re.compile(
    rb"<(?:head|title|meta|script|style|body|table|tr|div|p|ul|ol|dl|h[1-6]|span|section|article)[\s/>]",
    re.IGNORECASE,
)


def _html_page(body: bytes, url: str, content_type: str) -> Page:
    """UnusablePageError if it is something else."""
    page = Page.read(body, url, content_type)
    if what := what_else(page.body, content_type):
        raise UnusablePageError(
            f"{url[:200]} is not an HTML page but {what}; only HTML can be labelled. In a browser, "
            "save the page as HTML"
        )
    return page


def what_else(body: bytes, content_type: str = "") -> str:
    """What kind of file it is, if not an HTML page; "" if it is one."""
    declared = content_type.partition(";")[0].strip().lower()
    begin = body[:200].lstrip(b"\xef\xbb\xbf \t\r\n\f")
    for mark, what in _BEGINNINGS.items():
        if begin.startswith(mark):
            return what
    if declared not in _HTML_TYPES:
        return f"of the type {declared[:80]}"
    if b"\0" in begin and not begin.startswith(b"<"):
        return "a binary file"
    if _OTHER_MARKUP.match(begin) and not _HTML.search(body):
        return "XML of another kind"
    return "" if _HTML.search(body) or _TAG.search(body) else "plain text"


def _draft(page: Page) -> str:
    if not outline_to_label(page).owners:
        raise UnusablePageError(
            f"{page.url} has no text without scripts; save it as a browser shows it"
        )
    key = key_of(page)
    if drafts().read(key) is None:  # continue the draft of the same page
        drafts().keep(Sample(page, ()))
    return key


# A page from the web, through the spider's own checks.


# Seconds; less than the worker time-out of web servers, whatever the settings allow.
_LONGEST_WAIT = 25.0


class NotFetchedError(SpecSeekError):
    """The page could not be fetched; the message says why."""


def fetch_page(url: str, settings: Settings) -> Page:
    """The page after redirects; NotFetchedError if it cannot be fetched."""
    try:
        process = subprocess.run(
            [sys.executable, "-m", "spider.one_page"],
            input=url.encode("utf-8", "replace"),
            env=os.environ | as_variables(settings),
            capture_output=True,
            timeout=_LONGEST_WAIT,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise NotFetchedError(
            f"{url} did not arrive within {_LONGEST_WAIT:.0f} seconds; upload the page instead"
        ) from error
    head, _, body = process.stdout.partition(b"\n")
    try:
        answer = json.loads(head)
    except ValueError as error:
        raise NotFetchedError(
            f"fetching {url} failed: {_last_line(process.stderr)}; upload the page instead"
        ) from error
    if "fault" in answer:
        raise NotFetchedError(f"{url}: {answer['fault']}")
    return _html_page(body, answer["url"], answer["content_type"])


def _last_line(words: bytes) -> str:
    return (words.decode("utf-8", "replace").strip().splitlines() or ["no reason was given"])[-1]
