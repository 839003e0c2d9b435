"""`specseek new-topic`: pages in, a topic file out that can be loaded, and nothing overwritten."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from core.topic import load_topic
from pages.page import Page
from specseek.cli import main

SAVED = Path(__file__).parents[3] / "samples" / "headphones"


@pytest.fixture
def topics(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SPECSEEK_TOPICS", str(tmp_path / "topics"))
    return tmp_path / "topics"


def new_topic(*arguments: str, answers: str | None = None) -> Result:
    return CliRunner().invoke(main, ["new-topic", *arguments], input=answers)


def test_a_folder_of_pages_becomes_a_topic(topics: Path) -> None:
    done = new_topic("headphones", str(SAVED))
    assert done.exit_code == 0, done.stderr
    assert f"{topics / 'headphones.yaml'}: " in done.stderr
    assert "from 20 pages of 2 sites. Check it" in done.stderr
    topic = load_topic(topics, "headphones")
    assert topic.title == {"en": "Headphones"}
    assert topic.seeds == ("http://www.earshop.example/", "http://www.soundbarn.example/")
    assert topic.standard_name("Manufacturer") == "Brand"


def test_the_command_to_crawl_with_works_in_this_folder(
    topics: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = str(SAVED / "earshop")
    monkeypatch.chdir(SAVED)
    assert "\n  scrapy crawl inside " in new_topic("inside", pages).stderr
    monkeypatch.chdir(topics.parent)
    outside = "\n  SCRAPY_SETTINGS_MODULE=specseek.crawl_settings scrapy crawl outside "
    assert outside in new_topic("outside", pages).stderr


def test_files_addresses_and_options(topics: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = [str(file) for file in sorted((SAVED / "earshop").iterdir())]
    last = Page.read(Path(files[-1]).read_bytes(), "https://shop.example/9")
    monkeypatch.setattr("specseek.commands.new_topic.fetch_page", lambda *_: last)
    options = ("--title", "Kopfhörer", "--language", "de", "--currency", "€")
    done = new_topic("kopfhoerer", *files[:-1], "https://shop.example/9", *options)
    assert done.exit_code == 0, done.stderr
    topic = load_topic(topics, "kopfhoerer")
    assert topic.title == {"de": "Kopfhörer"}
    assert "https://shop.example/" in topic.seeds
    assert topic.attributes[topic.places["Preis"]].unit == "€"


def test_on_a_terminal_it_asks(topics: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("specseek.commands.new_topic._is_terminal", lambda: True)
    done = new_topic("headphones", str(SAVED / "earshop"), answers="\nHeads\n£\n")
    assert done.exit_code == 0, done.stderr
    topic = load_topic(topics, "headphones")
    assert topic.title == {"en": "Heads"}
    assert topic.attributes[topic.places["Price"]].unit == "£"


def test_an_existing_file_stays(topics: Path) -> None:
    topics.mkdir()
    (topics / "headphones.yaml").write_text("mine")
    done = new_topic("headphones", str(SAVED))
    assert (done.exit_code, "is there already" in done.stderr) == (1, True)
    assert (topics / "headphones.yaml").read_text() == "mine"


@pytest.mark.parametrize("name", ["Kopfhörer", "../x", "news", "topic", "9x", ""])
def test_names_that_cannot_be_used(topics: Path, name: str) -> None:
    assert new_topic(name, str(SAVED)).exit_code == 2
    assert not topics.exists()


def test_a_page_that_cannot_be_read_costs_that_page(topics: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved"
    shutil.copytree(SAVED / "earshop", saved)
    (saved / "gone.html").symlink_to("nowhere")
    done = new_topic("headphones", str(saved), str(tmp_path / "missing.html"))
    assert done.exit_code == 0
    assert "Warning: gone.html: is no file of the folder" in done.stderr
    assert "missing.html: is no file" in done.stderr
    assert load_topic(topics, "headphones").name == "headphones"


def test_a_file_that_is_not_a_page_is_reported(topics: Path, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("just a note")
    done = new_topic("headphones", str(tmp_path / "note.txt"))
    assert (done.exit_code, topics.exists()) == (1, False)
    assert "note.txt: is no HTML page" in done.stderr


def test_a_page_that_cannot_be_parsed_costs_that_page(
    topics: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(page: Page, *_: object) -> list[object]:
        if page.url.endswith("dart.html"):
            raise ValueError("odd")
        return []

    monkeypatch.setattr("specseek.commands.new_topic.page_facts", broken)
    done = new_topic("headphones", str(SAVED / "earshop"))
    assert done.exit_code == 0
    assert "kestrel-dart.html: cannot be parsed: " in done.stderr
    assert "from 9 pages of 1 site" in done.stderr
    assert load_topic(topics, "headphones").name == "headphones"


def test_without_any_page_there_is_no_topic(topics: Path, tmp_path: Path) -> None:
    done = new_topic("headphones", str(tmp_path / "missing.html"))
    assert (done.exit_code, "None of the pages can be read" in done.stderr) == (1, True)
    assert not topics.exists()
