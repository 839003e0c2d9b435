"""A site with some stored pages that no rule reads, and the admin's browser on it."""

from __future__ import annotations

from shutil import copytree
from typing import TYPE_CHECKING, NamedTuple

import pytest

from samples.pocket_web import PocketWeb
from search_ui.credentials import Credentials
from tests.search_ui.label.stored_site import labelling_site, store
from tests.search_ui.log_in import PASSWORD, logged_in, token_in

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

    from samples.site import ProductPage


HOST = "www.pcpop.example"


class LabellingSite(NamedTuple):
    """`pages` are stored, and `numbers` their numbers in the ledger, by URL."""

    data: Path
    rules: Path
    app: Flask
    admin: FlaskClient
    pages: tuple[ProductPage, ...]
    numbers: dict[str, int]

    def key(self, place: int = 0) -> str:
        return f"s{self.numbers[self.pages[place].url]}"

    def post(self, path: str, **sent: object) -> TestResponse:
        """As a form of the site sends it, with its token."""
        token = token_in(self.admin.get("/label").text)
        return self.admin.post(path, data={"csrf_token": token, **sent})


@pytest.fixture(scope="session")
def some_pages() -> tuple[ProductPage, ...]:
    """Regular pages and one with an attribute less."""
    pages = list(PocketWeb().product_pages(HOST))
    odd = next(page for page in pages if page.variant != "regular")
    return (*[page for page in pages if page.variant == "regular"][:6], odd)


class _Stored(NamedTuple):
    data: Path
    numbers: dict[str, int]


@pytest.fixture(scope="session")
def stored(
    tmp_path_factory: pytest.TempPathFactory, some_pages: tuple[ProductPage, ...]
) -> _Stored:
    """To be copied: nobody writes to it."""
    data = tmp_path_factory.mktemp("stored")
    Credentials(data).set_password(PASSWORD)
    return _Stored(data, store(data, some_pages, data / "no rules"))


@pytest.fixture
def labelling(
    tmp_path: Path, some_pages: tuple[ProductPage, ...], stored: _Stored
) -> LabellingSite:
    data, rules = tmp_path / "data", tmp_path / "rules"
    copytree(stored.data, data)
    app = labelling_site(data, rules)
    admin = logged_in(app.test_client(), data)
    return LabellingSite(data, rules, app, admin, some_pages, stored.numbers)
