"""The page that a record was read from, as it was fetched."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from lxml import html

from samples.pocket_web import PocketWeb
from store.ledger import Ledger, ledger_url
from store.records import current_records
from tests.search_ui.label.stored_site import labelling_site, store

if TYPE_CHECKING:
    from flask.testing import FlaskClient


class Stored:
    """A site with one stored page, and the number of the record that was read off it."""

    def __init__(self, client: FlaskClient, record: int, url: str) -> None:
        self.client, self.record, self.url = client, record, url


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Stored:
    folder = tmp_path_factory.mktemp("stored")
    page = next(iter(PocketWeb().product_pages("www.pcpop.example")))
    store(folder / "data", [page], folder / "rules")
    with Ledger.open(ledger_url(folder / "data")) as ledger, ledger.reading() as conn:
        (record, *_) = (one.id for one in current_records(conn, "phones"))
    client = labelling_site(folder / "data", folder / "rules").test_client()
    return Stored(client, record, page.url)


def test_the_page_says_where_it_is_from_and_frames_the_copy(stored: Stored) -> None:
    page = html.fromstring(stored.client.get(f"/stored/{stored.record}").text)
    (frame,) = page.cssselect("iframe")
    assert (frame.get("src"), frame.get("sandbox")) == (f"/stored/{stored.record}/look", "")
    assert page.cssselect(f"a[href='{stored.url}'][rel~=nofollow]")


def test_the_copy_does_nothing(stored: Stored) -> None:
    answer = stored.client.get(f"/stored/{stored.record}/look")
    assert answer.status_code == 200
    assert "<script" not in answer.text
    assert "sandbox;" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("record", [0, 999_999, 2**63, 10**40])
def test_a_record_that_is_not_there(stored: Stored, record: int) -> None:
    assert stored.client.get(f"/stored/{record}").status_code == 404
    assert stored.client.get(f"/stored/{record}/look").status_code == 404
