"""A changed topic is searched with as soon as its index is there, and no visitor sees a gap."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from core.settings import load_settings
from core.topic import Attribute, Facet
from core.yaml_files import write_yaml
from index.build import build_index
from index.engines.engine import engine_named
from index.generations import IndexPlace
from search_ui.app import create_app
from store.ledger import Ledger, ledger_url
from tests.search_ui.shop_for_tests import PHONES, open_shop, phones

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient

    from core.topic import Topic

COLOUR = Attribute(name="机身颜色分类", label="Shell", group="外观", facet=Facet.VALUES)
LARGER = PHONES.model_copy(update={"attributes": (*PHONES.attributes, COLOUR)})


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("search_ui.topic_file._FILE_CHECK_PAUSE", 0.0)
    monkeypatch.setattr("search_ui.editions._INDEX_CHECK_PAUSE", 0.0)


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    (tmp_path / "topics").mkdir()
    write_yaml(tmp_path / "topics" / "phones.yaml", PHONES)
    open_shop(tmp_path, [{**phone, COLOUR.name: "青色"} for phone in phones()])
    chosen = {"data": tmp_path, "topics": tmp_path / "topics"}
    return create_app(load_settings().model_copy(update=chosen)).test_client()


def build(data: Path, topic: Topic) -> None:
    with Ledger.open(ledger_url(data)) as ledger:
        build_index(IndexPlace.of(data, topic, engine_named("whoosh"), ledger), ledger)


def facets(client: FlaskClient) -> str:
    answer = client.get("/search?q=小米")
    assert answer.status_code == 200
    return answer.text


def test_the_new_facet_comes_with_its_index_and_search_never_stops(
    client: FlaskClient, tmp_path: Path
) -> None:
    assert COLOUR.name not in facets(client)
    write_yaml(tmp_path / "topics" / "phones.yaml", LARGER)
    for _ in range(5):
        assert COLOUR.name not in facets(client)
    build(tmp_path, LARGER)
    for _ in range(100):
        if COLOUR.name in facets(client):
            break
        time.sleep(0.05)
    assert "青色" in facets(client)


def test_where_nothing_can_be_searched_the_new_topic_holds_at_once(
    client: FlaskClient, tmp_path: Path
) -> None:
    write_yaml(tmp_path / "topics" / "phones.yaml", LARGER)
    assert client.get("/search?q=小米").status_code == 503
    build(tmp_path, LARGER)
    # A refused index is tried again when another takes its place.
    assert "青色" in facets(client)


def test_the_admin_pages_has_the_new_topic_at_once(client: FlaskClient, tmp_path: Path) -> None:
    site = client.application.extensions["specseek"]
    facets(client)
    write_yaml(tmp_path / "topics" / "phones.yaml", LARGER)
    assert site.written_topic == LARGER
    assert site.topic == PHONES
