"""The index is built, looked through and told of from the command line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from core.files import lock
from index.generations import MANIFEST
from specseek.cli import main
from store.documents import ARTICLE, NewDocument
from store.ledger import Ledger, ledger_url
from store.runs import start_run
from tests.index.small_index import TOPIC, SmallIndex

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def index(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["index", *arguments])


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "topics").mkdir()
    (tmp_path / "topics" / "phones.yaml").write_text(TOPIC, "utf-8")
    monkeypatch.setenv("SPECSEEK_TOPICS", "topics")


@pytest.fixture
def crawled(tmp_path: Path) -> Iterator[SmallIndex]:
    small = SmallIndex(tmp_path / "data")
    with small.ledger.transaction() as conn:
        start_run(conn, "phones", 1.0)
    small.say(1, 价格="1000元", 内存="8GB").say(2, 价格="2000元").say(3, 价格="很贵")
    yield small
    small.close()


def test_a_build_tells_what_was_done_and_why(crawled: SmallIndex) -> None:
    first = index("build")
    assert (first.exit_code, first.stdout) == (0, "")
    assert (
        first.stderr
        == "phones: 3 products indexed; all of it was built, because there is none yet\n"
    )
    assert index("build").stderr == "phones: nothing has changed; 3 products\n"
    crawled.say(1, 价格="999元").say(2)
    again = index("build", "--topic", "phones")
    assert again.stderr == "phones: 1 product new or changed, 1 gone; now 2 products\n"
    assert "because that was requested" in index("build", "--whole").stderr
    assert crawled.found()["小米 1"] == "999元"


def test_channels_are_part_of_their_topic(crawled: SmallIndex) -> None:
    with crawled.ledger.transaction() as conn:
        start_run(conn, "phones:news", 2.0)
    told = NewDocument("phones", "a source", ARTICLE, "小米1很轻", "http://news.example/1")
    crawled.tell("http://news.example/1", told)
    assert index("build").stderr == (
        "phones: 3 products and 1 article or post indexed; all of it was built, "
        "because there is none yet\n"
    )
    crawled.tell("http://news.example/2", told)
    verified = index("verify", "--json")
    assert (verified.exit_code, json.loads(verified.stdout)["documents_changed"]) == (1, 1)
    assert "1 article or post new or changed and 0 gone" in verified.stderr
    assert index("build").stderr == (
        "phones: 0 products new or changed, 0 gone; 1 article or post new or changed, 0 gone; "
        "now 3 products and 2 articles and posts\n"
    )
    assert json.loads(index("stats", "--json").stdout)["documents"] == 2


def test_the_engine_is_the_settings(crawled: SmallIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("tantivy")
    index("build")
    monkeypatch.setenv("SPECSEEK_SEARCH_ENGINE", "tantivy")
    assert "built with another engine" in index("verify").stderr
    assert "built with another engine" in index("build").stderr
    stats = json.loads(index("stats", "--json").stdout)
    assert stats["engine"].startswith("tantivy")
    assert crawled.place.current() == stats["generation"]


def test_an_index_that_is_well(crawled: SmallIndex) -> None:
    index("build")
    done = index("verify", "--json")
    assert done.exit_code == 0
    assert "3 products, all as the ledger has them" in done.stderr
    told = json.loads(done.stdout)
    assert told.pop("made_at").startswith("20")
    assert told == {
        "topic": "phones",
        "usable": True,
        "generation": crawled.place.current(),
        "products": 3,
        "changed": 0,
        "gone": 0,
        "documents": 0,
        "documents_changed": 0,
        "documents_gone": 0,
    }


def test_an_index_that_is_behind(crawled: SmallIndex) -> None:
    index("build")
    crawled.say(4, 价格="4000元").say(1)
    done = index("verify", "--json")
    assert done.exit_code == 1
    assert "1 product new or changed and 1 gone since" in done.stderr
    told = json.loads(done.stdout)
    assert (told["usable"], told["changed"], told["gone"]) == (True, 1, 1)


def test_an_index_that_must_not_be_used(crawled: SmallIndex) -> None:
    missing = index("verify", "--json")
    assert missing.exit_code == 1
    assert json.loads(missing.stdout) == {
        "topic": "phones",
        "usable": False,
        "why": "there is none yet",
    }
    index("build")
    (crawled.place.root / str(crawled.place.current()) / MANIFEST).write_bytes(b"{}")
    for command in ("verify", "stats"):
        done = index(command)
        assert (done.exit_code, done.stdout) == (1, "")
        assert "does not have the seal of this ledger" in done.stderr
        assert "specseek index build --topic phones" in done.stderr
    assert index("build").exit_code == 0
    assert index("verify").exit_code == 0


@pytest.mark.usefixtures("crawled")
def test_figures_of_an_index() -> None:
    index("build")
    table = index("stats").stdout
    assert "3 products" in table
    assert "not understood" in table
    told = json.loads(index("stats", "--json").stdout)
    assert told["products"] == 3
    assert told["attributes"]["价格"] == {
        "products": 3,
        "understood": 2,
        "absent": 0,
        "unread": 1,
    }


def test_two_builders_at_once(crawled: SmallIndex) -> None:
    with lock(crawled.place.root / "build.lock"):
        done = index("build")
    assert done.exit_code == 1
    assert "Another process" in done.stderr


@pytest.mark.usefixtures("crawled")
def test_an_unknown_topic_is_told() -> None:
    done = index("build", "--topic", "phone")
    assert done.exit_code == 1
    assert "Did you mean phones?" in done.stderr


@pytest.mark.parametrize("command", ["build", "verify", "stats"])
def test_before_the_first_crawl_nothing_is_made(tmp_path: Path, command: str) -> None:
    done = index(command)
    assert (done.exit_code, done.stdout) == (0, "")
    assert "No crawl yet" in done.stderr
    named = index(command, "--topic", "nope")
    assert (named.exit_code, named.stdout) == (1, "")
    assert "The topic 'nope' was not crawled yet" in named.stderr
    assert not (tmp_path / "data").exists()
    Ledger.open(ledger_url(tmp_path / "data")).close()
    assert "No crawl yet" in index(command).stderr
