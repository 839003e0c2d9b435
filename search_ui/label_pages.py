"""The pages to label: stored by a crawl, fetched from the web, uploaded, or drafts.

Stored pages that no rule reads are offered layout by layout, the most valuable first.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import groupby
from shutil import rmtree
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from channels.clusters import cluster_pages, fingerprint
from core.errors import FileProblems, SpecSeekError
from core.names import site_of
from core.settings import as_variables
from core.urls import canonical_url
from pages.nesting import outline
from pages.page import Page
from review.reread import DamagedPageError, page_at
from rules.extract import extract
from rules.learn import Sample
from rules.library import RuleLibrary, key_of, read_samples, write_sample
from rules.record import Status
from search_ui.marking import pairs_of
from search_ui.site import this_site
from store.stored_pages import stored_page
from store.unread import unread_kinds

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from sqlalchemy import Connection
    from werkzeug.datastructures import FileStorage

    from channels.clusters import Fingerprint
    from core.settings import Settings
    from pages.outline import Outline
    from search_ui.marking import MarkedPair
    from store.stored_pages import StoredBody
    from store.unread import UnreadKind, UnreadPage


# Ten times as many as the largest pages that people label; learning takes seconds then.
MOST_TAGS = 20_000


class TooLargePageError(SpecSeekError):
    """A page that is too large to be labelled."""


def outline_to_label(page: Page) -> Outline:
    """The page's outline; TooLargePageError if it has too many tags."""
    shown = outline(page)
    if len(shown.tags) > MOST_TAGS:
        raise TooLargePageError(
            f"{page.url} has {len(shown.tags):,} tags; pages to label have at most {MOST_TAGS:,}. "
            "Choose another page of its kind"
        )
    return shown


@dataclass(frozen=True)
class OpenedPage:
    """`key` is the page's key in addresses; `pairs` are those of a draft, else ().

    `link_id` is the page's id in the ledger, if a crawl has stored it.
    """

    key: str
    page: Page
    pairs: tuple[MarkedPair, ...] = ()
    link_id: int | None = None

    @cached_property
    def outline(self) -> Outline:
        return outline_to_label(self.page)

    @property
    def site(self) -> str:
        return site_of(self.page.url)


# Partly labelled pages, kept until they become samples or are discarded.

_KEY = re.compile("[0-9a-f]{16}")


class Drafts:
    """A folder per draft, with page and labels stored as for samples."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, sample: Sample) -> str:
        """Store a draft, replacing an earlier one of the same page; returns its key."""
        key = key_of(sample.page)
        write_sample(self._folder / key, sample)
        return key

    def read(self, key: str) -> Sample | None:
        """The draft with this key, None if there is none."""
        if not _KEY.fullmatch(key):
            return None
        return next(iter(read_samples(self._folder / key)), None)

    def all(self) -> Iterator[tuple[str, Sample]]:
        """Every readable draft with its key, the most recently changed first."""
        folders = [path for path in self._folder.glob("*") if _KEY.fullmatch(path.name)]
        for folder in sorted(folders, key=lambda path: path.stat().st_mtime, reverse=True):
            with suppress(FileProblems):
                if sample := self.read(folder.name):
                    yield folder.name, sample

    def remove(self, key: str) -> None:
        if _KEY.fullmatch(key):
            rmtree(self._folder / key, ignore_errors=True)


def drafts() -> Drafts:
    site = this_site()
    return Drafts(site.settings.data / "drafts" / site.topic_name)


def rules_folder() -> Path:
    site = this_site()
    return site.settings.rules / site.topic_name


def opened_page(key: str) -> OpenedPage | None:
    """The page of a key: `d` and a draft's key, or `s` and the id of a stored page."""
    kind, rest = key[:1], key[1:]
    if kind == "d":
        sample = drafts().read(rest)
        return OpenedPage(key, sample.page, pairs_of(sample)) if sample else None
    if kind == "s" and rest.isascii() and rest.isdecimal() and len(rest) < 18:
        return _stored(key, int(rest))
    return None


def _stored(key: str, link_id: int) -> OpenedPage | None:
    site = this_site()
    if site.ledger is None:
        return None
    with site.ledger.reading() as conn:
        body = stored_page(conn, site.topic_name, link_id)
    return OpenedPage(key, stored_page_at(body), link_id=link_id) if body else None


def stored_page_at(body: StoredBody) -> Page:
    """The page from the archive."""
    try:
        return page_at(this_site().settings.data / "archive", body)
    except DamagedPageError as error:
        raise DamagedPageError(
            f"{body.url} cannot be read from the archive: {error}. Crawl it again, or upload it"
        ) from error


# The pages to label next: stored pages that no rule reads, layout by layout.
#
# The ledger knows URL patterns; a few pages of each pattern show what they look like. Patterns that
# look alike are one layout, and a pattern whose pages differ is several.


_MOST_KINDS = 40
_MOST_SAMPLES = 4


@dataclass
class UnreadLayout:
    """`pages` is exact if all pages of its patterns have this layout, else estimated."""

    site: str
    pages: float = 0.0
    worth: float = 0.0
    shapes: dict[str, None] = field(default_factory=dict)
    ranked: list[tuple[int, UnreadPage]] = field(default_factory=list)

    @property
    def samples(self) -> list[UnreadPage]:
        """Some of its pages: most frequent patterns first, then most relevant pages."""
        ordered = sorted(self.ranked, key=lambda one: (-one[0], -one[1].relevance, one[1].link_id))
        return [page for _, page in ordered[:_MOST_SAMPLES]]

    def add(self, kind: UnreadKind, sample: UnreadPage, share: float) -> None:
        self.pages += kind.pages * share
        self.worth += kind.worth * share
        self.shapes[kind.shape.partition(" @")[0]] = None
        self.ranked.append((kind.pages, sample))


def unread_layouts(site: str | None = None) -> list[UnreadLayout]:
    """The most valuable first; empty before the first crawl."""
    here = this_site()
    if here.ledger is None:
        return []
    with here.ledger.reading() as conn:
        kinds = unread_kinds(conn, here.topic_name, _MOST_KINDS, site)
        kinds.sort(key=lambda kind: kind.site)
        found = [
            layout
            for _, of_site in groupby(kinds, key=lambda kind: kind.site)
            for layout in _layouts(conn, of_site)
        ]
        library = RuleLibrary(rules_folder())
        found = [layout for layout in found if not _is_read(conn, layout, library)]
    return sorted(found, key=lambda layout: (-layout.worth, -layout.pages, layout.site))


def _is_read(conn: Connection, layout: UnreadLayout, library: RuleLibrary) -> bool:
    """Whether rules read it that are newer than the ledger's knowledge of these pages."""
    page = layout.samples[0]
    try:
        rules = library.rules_for(page.url)
        body = stored_page(conn, this_site().topic_name, page.link_id) if rules else None
        read = extract(stored_page_at(body), rules) if body else None
        return bool(read and read.status is Status.OK and read.records)
    except SpecSeekError:  # a damaged rule file or archive is reported when the page is opened
        return False


def _layouts(conn: Connection, kinds: Iterable[UnreadKind]) -> list[UnreadLayout]:
    """Those of one site; a page that cannot be read is like no other."""
    samples = [(kind, sample, _looks(conn, sample)) for kind in kinds for sample in kind.samples]
    readable = [(kind.site, looks) for kind, _, looks in samples if looks]
    clusters = iter(cluster_pages(readable))
    found: dict[object, UnreadLayout] = {}
    for kind, sample, looks in samples:
        key = next(clusters) if looks else sample
        layout = found.setdefault(key, UnreadLayout(kind.site))
        layout.add(kind, sample, 1 / len(kind.samples))
    return list(found.values())


def _looks(conn: Connection, page: UnreadPage) -> Fingerprint | None:
    body = stored_page(conn, this_site().topic_name, page.link_id)
    try:
        return _fingerprint(body) if body else None
    except DamagedPageError:
        return None


@lru_cache(maxsize=4096)
def _fingerprint(body: StoredBody) -> Fingerprint:
    """Cached: a capture never changes."""
    return fingerprint(stored_page_at(body))


# Pages that people fetch or upload; each becomes a draft.


_LONGEST_ADDRESS = 2_000


class UnusablePageError(SpecSeekError):
    """The input is not a page; the message says what to do."""


def draft_from_web(url: str) -> str:
    """Fetch a page; returns the key of its draft."""
    return _draft(fetch_page(checked_address(url), this_site().settings))


def draft_from_upload(file: FileStorage | None, url: str) -> str:
    """Store an uploaded page; returns the key of its draft."""
    most = this_site().settings.crawl.page_megabytes * 1_000_000
    body = b""
    if file:
        with closing(file):
            body = file.stream.read(most + 1)
    address = checked_address(url)
    if not body:
        raise UnusablePageError("no file was chosen, or it is empty; choose the page's HTML file")
    if len(body) > most:
        raise UnusablePageError(f"the file is larger than the {most:,} bytes a page may have")
    return _draft(Page.read(body, address))


def checked_address(url: str) -> str:
    url = url.strip()
    if len(url) > _LONGEST_ADDRESS or not url.isprintable():
        raise UnusablePageError(f"an address has at most {_LONGEST_ADDRESS} printable characters")
    if reason := _not_an_address(url):
        raise UnusablePageError(
            f"{url[:200]!r} is not a page's address: {reason}; enter it in full, such as "
            "https://shop.example/phone-1.html"
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
    return Page.read(body, answer["url"], answer["content_type"])


def _last_line(words: bytes) -> str:
    return (words.decode("utf-8", "replace").strip().splitlines() or ["no reason was given"])[-1]
