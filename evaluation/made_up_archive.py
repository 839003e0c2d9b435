"""Stored pages without a crawl: an archive and a ledger as a crawl would leave them.

`make_scene` stores pages of the pocket web whose weights nobody knows yet: something to decide
about.
"""

from __future__ import annotations

import json
from contextlib import contextmanager
from itertools import cycle, islice
from typing import TYPE_CHECKING, NamedTuple

from core.names import site_of
from core.settings import load_settings
from core.topic import Attribute, ValueType, shipped_topic
from core.yaml_files import write_yaml
from discovery.proposals import propose
from pages.page import Page
from review.context import ReviewContext
from rules.learn import Example, train
from rules.library import RuleLibrary
from rules.reader import Relevance, read_records
from rules.record import Status
from samples.labelled_pages import FOLDER
from samples.pocket_web import PocketWeb
from store.archive import Capture
from store.archive_writer import ArchiveWriter
from store.frontier import LinkState, NewLink, add_links, finish_link
from store.ledger import Ledger, ledger_url
from store.proposals import note_proposals, proposals_of
from store.records import save_records
from store.runs import end_run, start_run
from store.visits import FetchedPage, NewCapture, add_capture, save_page

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from sqlalchemy import Connection

    from core.topic import Topic
    from rules.reader import RecordsRead
    from store.archive_writer import StoredCapture


_SITE = "detail.zol.example"
_NAME = "手机重量"
WEIGHT = Attribute(name="重量", label="Weight", group="外观", type=ValueType.QUANTITY, unit="g")
THEN = 1_700_000_000.0  # seconds since 1970: when all was fetched
_AT_ONCE = 100


def variables(folder: Path) -> dict[str, str]:
    """The settings of a scene, as a command line takes them."""
    return {
        "SPECSEEK_DATA": str(folder / "data"),
        "SPECSEEK_LEDGER": "",
        "SPECSEEK_TOPICS": str(folder / "topics"),
        "SPECSEEK_RULES": str(folder / "rules"),
    }


@contextmanager
def opened(folder: Path) -> Iterator[ReviewContext]:
    settings = load_settings(folder, variables(folder))
    with Ledger.open(ledger_url(settings.data)) as ledger:
        yield ReviewContext(settings, "phones", ledger)


def make_scene(folder: Path, pages: int) -> int:
    """A topic without weights, rules from one labelled page, an archive; the proposal's id."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "topics").mkdir()
    shipped = shipped_topic("phones")
    known = tuple(one for one in shipped.attributes if one.name != WEIGHT.name)
    topic = shipped.model_copy(
        update={
            "attributes": known,
            "key_specs": tuple(one for one in shipped.key_specs if WEIGHT.name not in one),
            "facets": tuple(name for name in shipped.facets if name != WEIGHT.name),
        }
    )
    write_yaml(folder / "topics" / "phones.yaml", topic)
    _train(RuleLibrary(folder / "rules" / "phones"))
    with opened(folder) as context:
        store_pages(context, made_pages(pages))
        with context.ledger.reading() as conn:
            return next(one.id for one in proposals_of(conn, "phones") if one.name == _NAME)


def made_pages(many: int) -> Iterator[FetchedBody]:
    """Product pages of one site, each again and again under other addresses."""
    pages = list(PocketWeb().product_pages(_SITE))
    for number, page in enumerate(islice(cycle(pages), many)):
        yield FetchedBody(f"{page.url}?copy={number}", page.body, page.content_type)


def _train(library: RuleLibrary) -> None:
    """With half of what the page shows: who labels nearly all leaves the rest out on purpose."""
    folder = FOLDER / "zol"
    told = json.loads((folder / "expected.json").read_bytes())
    page = Page.read((folder / "page.html").read_bytes(), told["url"], told["content_type"])
    pairs = [pair for pair in told["pairs"] if pair["attribute"] != WEIGHT.name]
    train(library, page, [Example.model_validate(pair) for pair in pairs[::2]])


class FetchedBody(NamedTuple):
    url: str
    body: bytes
    content_type: str


def store_pages(context: ReviewContext, fetched: Iterable[FetchedBody]) -> None:
    """Archive the pages, and keep what the rules of today read off them."""
    topic, library = context.topic(), context.library()
    relevance = Relevance(topic)
    archive = ArchiveWriter(context.archive, topic.name)
    with context.ledger.transaction() as conn:
        end_run(conn, start_run(conn, topic.name, THEN), "finished", THEN)
    waiting = iter(fetched)
    while some := list(islice(waiting, _AT_ONCE)):
        with context.ledger.transaction() as conn:
            links = [NewLink(one.url, site_of(one.url), "/#", "product", 3, 1) for one in some]
            ids = add_links(conn, topic.name, links, THEN)
            for one in some:
                page = Page.read(one.body, one.url, one.content_type)
                read = read_records(page, topic, library)
                stored = archive.add(_capture(one))
                _store(conn, topic, ids[one.url], one, stored, read, relevance.of(page))
    archive.close()


def _capture(one: FetchedBody) -> Capture:
    return Capture(one.url, THEN, 200, (("Content-Type", one.content_type),), one.body)


def _store(  # noqa: PLR0913, PLR0917 - all that there is of a page
    conn: Connection,
    topic: Topic,
    link_id: int,
    one: FetchedBody,
    stored: StoredCapture,
    read: RecordsRead,
    relevance: float,
) -> None:
    place = stored.place
    capture = NewCapture(
        *(link_id, None, "response", THEN, 200),
        *(place.file, place.offset, place.length, stored.digest),
    )
    capture_id = add_capture(conn, capture)
    page = FetchedPage(
        *(link_id, topic.name, one.url, site_of(one.url), 200, THEN, THEN),
        content_type=one.content_type,
        digest=stored.digest,
        relevance=relevance,
        outcome=read.outcome,
        capture_id=capture_id,
    )
    save_page(conn, page)
    save_records(conn, link_id, read.records, capture_id, THEN)
    if read.extraction.status is Status.OK:
        note_proposals(conn, link_id, propose(read.extraction, topic), THEN)
    finish_link(conn, link_id, LinkState.DONE)
