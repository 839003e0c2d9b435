"""Pages of the pocket web in ledger and archive, as a crawl leaves them, without the crawl."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.names import site_of
from core.settings import load_settings
from core.topic import load_topic
from core.urls import shape_of
from pages.page import Page
from rules.library import RuleLibrary
from rules.reader import Relevance
from search_ui.app import create_app
from spider.links.features import LinkPosition
from spider.reading import read_page
from store.archive import Capture
from store.archive_writer import ArchiveWriter
from store.frontier import NewLink, add_links
from store.ledger import Ledger, ledger_url
from store.records import save_records
from store.visits import FetchedPage, NewCapture, add_capture, save_page

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from flask import Flask

    from samples.site import ProductPage


NOW = 1_700_000_000.0
SETTINGS = load_settings()
PHONES = load_topic(SETTINGS.topics, "phones")


def labelling_site(data: Path, rules: Path) -> Flask:
    """The site that `specseek serve` would run with a folder of rules of one's own."""
    chosen = {"data": data, "rules": rules, "sources": data / "sources"}
    app = create_app(SETTINGS.model_copy(update=chosen), ["phones"])
    app.testing = False  # errors become pages, as visitors see them
    return app


def store(data: Path, pages: Iterable[ProductPage], rules: Path) -> dict[str, int]:
    """Keep pages and what the rules of the folder read off them; URL → number of the page."""
    rules.mkdir(parents=True, exist_ok=True)
    library = RuleLibrary(rules / PHONES.name)
    archive = ArchiveWriter(data / "archive", "test")
    numbers = {}
    with Ledger.open(ledger_url(data)) as ledger, ledger.transaction() as conn:
        for page in pages:
            site = site_of(page.url)
            shape = LinkPosition("sitemap").joined(shape_of(page.url))
            link = NewLink(page.url, site, shape, "product", level=3, depth=1)
            number = add_links(conn, PHONES.name, [link], NOW)[page.url]
            headers = (("Content-Type", page.content_type),)
            stored = archive.add(Capture(page.url, NOW, 200, headers, page.body))
            capture = add_capture(
                conn,
                NewCapture(number, None, "response", NOW, 200, *stored.place, digest=stored.digest),
            )
            read = Page.read(page.body, page.url, page.content_type)
            reading = read_page(read, PHONES, library, Relevance(PHONES))
            save_page(
                conn,
                FetchedPage(
                    *(number, PHONES.name, page.url, site, 200, NOW, NOW + 100),
                    content_type=page.content_type,
                    title=reading.links.title,
                    digest=stored.digest,
                    relevance=reading.relevance,
                    outcome=reading.outcome,
                    capture_id=capture,
                ),
            )
            save_records(conn, number, reading.records, capture, NOW)
            numbers[page.url] = number
    archive.close()
    return numbers
