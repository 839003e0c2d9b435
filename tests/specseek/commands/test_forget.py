"""`specseek forget`: it asks, tells, and leaves nothing but what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from index.build import build_index
from index.engines.engine import engine_named
from index.generations import IndexPlace
from index.opening import open_index
from specseek.cli import main
from store.ledger import data_folder_lock, seal_of
from store.runs import crawled_topics
from tests.review.tiny_sites import FIRST, SECOND, store_site

if TYPE_CHECKING:
    from review.context import ReviewContext


def forget(*arguments: str, answer: str = "") -> Result:
    return CliRunner().invoke(main, ["forget", *arguments], input=answer)


def build(context: ReviewContext) -> IndexPlace:
    topic = context.topic()
    seal = seal_of(context.ledger)
    place = IndexPlace.of(context.settings.data, topic, engine_named("whoosh"), seal)
    build_index(place, context.ledger)
    return place


def test_a_topic_is_forgotten_after_a_yes(context: ReviewContext) -> None:
    place = build(context)
    archive = context.settings.data / "archive"
    files = sorted(file.name for file in archive.iterdir())
    done = forget("--topic", "phones", answer="y\n")
    assert done.exit_code == 0, done.stderr
    assert "the topic phones: 5 links, 5 pages, 5 stored copies, 5 records" in done.stderr
    assert f"Forgotten. Removed from {archive}: {', '.join(files)}." in done.stderr
    with context.ledger.reading() as conn:
        assert crawled_topics(conn) == []
    assert not list(archive.iterdir())
    assert not place.root.exists()
    assert (context.settings.topics / "phones.yaml").exists()
    assert list((context.settings.rules / "phones").iterdir())


def test_a_no_changes_nothing(context: ReviewContext) -> None:
    assert forget("--topic", "phones", answer="n\n").exit_code == 1
    assert forget("--topic", "phones").exit_code == 1  # nobody is there to ask
    with context.ledger.reading() as conn:
        assert crawled_topics(conn) == ["phones"]


def test_a_site_leaves_the_index_too(context: ReviewContext) -> None:
    store_site(context, SECOND)
    place = build(context)
    done = forget("--site", f"WWW.{FIRST}", "--yes")
    assert done.exit_code == 0, done.stderr
    assert "The index of phones has 5 products left." in done.stderr
    index = open_index(place)
    assert index.manifest.products == 5
    index.close()


def test_pages_of_others_in_a_file_keep_the_file(context: ReviewContext) -> None:
    store_site(context, SECOND)
    done = forget("--site", FIRST, "--topic", "phones", "--yes")
    assert f"the site {FIRST} in the topic phones: " in done.stderr
    left = {file.name for file in (context.settings.data / "archive").iterdir()}
    assert left
    assert forget("--site", SECOND, "--yes").exit_code == 0
    assert not list((context.settings.data / "archive").iterdir())


def test_during_a_crawl_it_is_refused(context: ReviewContext) -> None:
    with data_folder_lock(context.settings.data):
        done = forget("--topic", "phones", "--yes")
    assert (done.exit_code, "another crawl is running" in done.stderr) == (1, True)
    with context.ledger.reading() as conn:
        assert crawled_topics(conn) == ["phones"]


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        ((), 2, "Name what to forget"),
        (("--topic", "tvs"), 1, "There is nothing of the topic tvs in the ledger"),
        (("--site", "x.example"), 1, "There is nothing of the site x.example in the ledger"),
    ],
)
@pytest.mark.usefixtures("context")
def test_mistakes_are_told(arguments: tuple[str, ...], status: int, told: str) -> None:
    done = forget(*arguments)
    assert (done.exit_code, told in done.stderr) == (status, True)


def test_without_a_ledger_there_is_nothing(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPECSEEK_DATA", str(tmp_path))
    assert forget("--topic", "phones").exit_code == 1
