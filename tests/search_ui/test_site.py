"""A changed topic is searched with as soon as its index is there, and no visitor sees a gap."""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING

import pytest

from core.errors import FileProblems
from core.settings import load_settings
from core.topic import Attribute, Facet, Topic, shipped_topic
from core.yaml_files import write_yaml
from index.build import build_index
from index.engines.engine import engine_named
from index.generations import IndexPlace
from review.topic_edit import with_attribute
from search_ui.app import create_app
from search_ui.site import TopicFile
from store.ledger import Ledger, ledger_url, seal_of
from tests.search_ui.shop_for_tests import PHONES, open_shop, phones
from tests.waiting import wait_until

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient


COLOUR = Attribute(name="机身颜色分类", label="Shell", group="外观", facet=Facet.VALUES)
LARGER = with_attribute(PHONES, COLOUR)


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("search_ui.site._FILE_CHECK_PAUSE", 0.0)
    monkeypatch.setattr("search_ui.site._INDEX_CHECK_PAUSE", 0.0)


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    (tmp_path / "topics").mkdir()
    write_yaml(tmp_path / "topics" / "phones.yaml", PHONES)
    colours = cycle(("青色", "银色"))
    open_shop(tmp_path, [{**phone, COLOUR.name: next(colours)} for phone in phones()])
    chosen = {"data": tmp_path, "topics": tmp_path / "topics"}
    return create_app(load_settings().model_copy(update=chosen), ["phones"]).test_client()


def build(data: Path, topic: Topic) -> None:
    with Ledger.open(ledger_url(data)) as ledger:
        build_index(IndexPlace.of(data, topic, engine_named("whoosh"), seal_of(ledger)), ledger)


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
    assert wait_until(lambda: COLOUR.name in facets(client))
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
    site = client.application.extensions["specseek"]["phones"]
    facets(client)
    write_yaml(tmp_path / "topics" / "phones.yaml", LARGER)
    assert site.written_topic == LARGER
    assert site.topic == PHONES


# The topic follows its file, and survives a file that is being edited.


PHONES = shipped_topic("phones")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("search_ui.site._FILE_CHECK_PAUSE", 0.0)
    path = tmp_path / "phones.yaml"
    write_yaml(path, PHONES)
    return path


def shorter(topic: Topic) -> Topic:
    return topic.model_copy(update={"attributes": topic.attributes[:-1]})


def test_a_changed_file_is_read_again(file: Path) -> None:
    followed = TopicFile(file.parent, file.stem)
    first = followed.get()
    assert first == PHONES
    assert followed.get() is first
    write_yaml(file, shorter(PHONES))
    assert followed.get() == shorter(PHONES)


def test_a_file_that_says_the_same_leaves_the_same_topic(file: Path) -> None:
    followed = TopicFile(file.parent, file.stem)
    first = followed.get()
    file.write_text("# a remark\n" + file.read_text("utf-8"), "utf-8")
    assert followed.get() is first


@pytest.mark.parametrize("written", ["", "name: [", "name: phones\n"])
def test_a_broken_or_missing_file_leaves_the_topic_as_it_was(file: Path, written: str) -> None:
    followed = TopicFile(file.parent, file.stem)
    first = followed.get()
    if written:
        file.write_text(written, "utf-8")
    else:
        file.unlink()
    assert followed.get() is first
    write_yaml(file, shorter(PHONES))
    assert followed.get() == shorter(PHONES)


def test_it_is_not_looked_at_with_every_visitor(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("search_ui.site._FILE_CHECK_PAUSE", 3600.0)
    followed = TopicFile(file.parent, file.stem)
    first = followed.get()
    write_yaml(file, shorter(PHONES))
    assert followed.get() is first


def test_a_site_without_a_topic_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(FileProblems, match=r"none\.yaml"):
        TopicFile(tmp_path, "none").get()
