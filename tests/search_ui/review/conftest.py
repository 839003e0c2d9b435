"""A site whose pages show what no rule knows, with files and index of its own to change."""

from __future__ import annotations

from shutil import copytree
from typing import TYPE_CHECKING, NamedTuple

import pytest

from core.settings import load_settings
from index.build import build_index
from review.context import ReviewContext
from samples.pocket_web import PocketWeb
from search_ui.app import create_app
from search_ui.credentials import Credentials
from store.ledger import Ledger, ledger_url
from store.proposals import proposals_of
from tests.search_ui.label.stored_site import SETTINGS, store
from tests.search_ui.log_in import PASSWORD, logged_in, token_in
from tests.search_ui.review.grown_web import SITE, grown_pages, train_on
from tests.search_ui.review.proposed import note_some
from tests.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask import Flask
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

    from core.settings import Settings


OTHER_HOST, OTHER_SITE = "www.pcpop.example", "pcpop.example"


class Bench(NamedTuple):
    """A site of its own, and the admin's client on it."""

    settings: Settings
    app: Flask
    admin: FlaskClient

    @property
    def data(self) -> Path:
        return self.settings.data

    def post(self, path: str, **sent: object) -> TestResponse:
        """As a form of the site sends it, with its token."""
        token = token_in(self.admin.get("/interface").text)
        return self.admin.post(path, data={"csrf_token": token, **sent})

    def number(self, name: str) -> int:
        """The id of a proposal."""
        with self.ledger() as ledger, ledger.reading() as conn:
            return next(one.id for one in proposals_of(conn, "phones") if one.name == name)

    def ledger(self) -> Ledger:
        return Ledger.open(ledger_url(self.data))

    def wait(self) -> str:
        """Until no change is under way; what the page tells of the work then."""

        def told() -> str:
            return self.admin.get("/review/work").text

        assert wait_until(lambda: 'data-going-on="1"' not in told())
        return told()


@pytest.fixture(scope="session")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """To be copied: nobody writes to it."""
    folder = tmp_path_factory.mktemp("grown")
    copytree(SETTINGS.topics, folder / "topics")
    train_on(folder / "rules" / "phones", SITE, OTHER_SITE)
    data = folder / "data"
    Credentials(data).set_password(PASSWORD)
    numbers = store(data, list(grown_pages())[:8], folder / "rules")
    store(data, list(PocketWeb().product_pages(OTHER_HOST))[:8], folder / "rules")
    note_some(data, numbers)
    chosen = {"data": data, "topics": folder / "topics", "rules": folder / "rules"}
    settings = load_settings().model_copy(update=chosen)
    with Ledger.open(ledger_url(data)) as ledger:
        build_index(ReviewContext(settings, "phones", ledger).index_place(), ledger)
    return folder


def opened(stored: Path, folder: Path) -> Bench:
    """A copy of what is stored, and the admin at work on it."""
    copytree(stored, folder)
    chosen = {name: folder / name for name in ("data", "topics", "rules")}
    settings = load_settings().model_copy(update=chosen)
    app = create_app(settings, ["phones"])
    app.testing = False  # errors become pages, as visitors see them
    admin = logged_in(app.test_client(), settings.data)
    admin.set_cookie("lang", "en")
    return Bench(settings, app, admin)


@pytest.fixture
def bench(stored: Path, tmp_path: Path) -> Iterator[Bench]:
    bench = opened(stored, tmp_path / "site")
    yield bench
    bench.wait()


@pytest.fixture(scope="session")
def shown(stored: Path, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """For those who look and change nothing."""
    return opened(stored, tmp_path_factory.mktemp("shown") / "site")
