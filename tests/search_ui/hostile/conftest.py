"""A site with everything on it: products of hostile text, pages to label, a draft, an admin."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from pages.page import Page
from rules.learn import Sample
from samples.pocket_web import PocketWeb
from search_ui.attempts import Attempts
from search_ui.label_pages import Drafts
from store.ledger import Ledger, ledger_url
from store.pictures import picture_file
from store.records import current_records
from tests.search_ui.channel_shop import HOSTILE as HOSTILE_DOCUMENT
from tests.search_ui.channel_shop import tell
from tests.search_ui.hostile.proposals import propose_hostile_things
from tests.search_ui.hostile.routes import DOCUMENT, DRAFT, LINK, PAGE, RECORD, THUMBNAIL
from tests.search_ui.hostile_phone import HOSTILE
from tests.search_ui.label.stored_site import labelling_site, store
from tests.search_ui.log_in import logged_in, token_in
from tests.search_ui.product_shop import SOME_PHONES, shop

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask
    from flask.testing import FlaskClient

    from tests.search_ui.hostile.routes import Route


class Target(NamedTuple):
    """`visitor` is nobody, `admin` is logged in and shows `token` with every form."""

    data: Path
    rules: Path
    app: Flask
    visitor: FlaskClient
    admin: FlaskClient
    token: str
    page: str
    draft: str
    record: str

    def example(self, route: Route) -> str:
        """An address where there is something."""
        known = {PAGE: self.page, DRAFT: self.draft, LINK: self.page[1:]}
        keys = known | {DOCUMENT: str(HOSTILE_DOCUMENT), RECORD: self.record}
        return route.path.format(keys.get(route.known, route.known))


@pytest.fixture(autouse=True)
def nobody_has_failed_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("search_ui.access._attempts", Attempts())


@pytest.fixture(scope="session")
def target(tmp_path_factory: pytest.TempPathFactory) -> Target:
    folder = tmp_path_factory.mktemp("target")
    data, rules = folder / "data", folder / "rules"
    shop(data, (*SOME_PHONES, *HOSTILE))
    thumbnail = picture_file(data, THUMBNAIL, 160)
    thumbnail.parent.mkdir(parents=True)
    thumbnail.write_bytes(b"RIFF")
    tell(data)
    pages = list(PocketWeb().product_pages("www.pcpop.example"))[:2]
    number = store(data, pages, rules)[pages[0].url]
    page = Page.read(b"<p>begun</p>", "http://begun.example/")
    draft = Drafts(data / "drafts" / "phones").keep(Sample(page, ()))
    propose_hostile_things(data, number)
    app = labelling_site(data, rules)
    admin = logged_in(app.test_client(), data)
    token = token_in(admin.get("/label").text)
    with Ledger.open(ledger_url(data)) as ledger, ledger.reading() as conn:
        records = {one.url: one.id for one in current_records(conn, "phones")}
    record = str(records[pages[0].url])
    return Target(data, rules, app, app.test_client(), admin, token, f"s{number}", draft, record)
