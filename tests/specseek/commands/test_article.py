from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.channels.made_article import FOOTER, MENU, PARAGRAPHS
from tests.specseek.commands.broken_reader import break_on

if TYPE_CHECKING:
    from click.testing import Result

    from tests.specseek.commands.conftest import SmallSite

NOTICE = "We buy all that we write about, and nobody pays us for what we think of it."


@pytest.fixture
def news(site: SmallSite) -> SmallSite:
    for number, text in enumerate(PARAGRAPHS[:3]):
        page = (
            f"<html><meta charset=utf-8><title>Day {number} of a week</title>{MENU}"
            f"<h1>Day {number} of a week</h1>"
            f"<div class=date>昨天 14:02</div><div><p>{text}</p><p>{NOTICE}</p>"
            f"<p>{text.replace('the', 'a')}</p></div>{FOOTER}"
        )
        (site.folder / f"{number}.html").write_bytes(page.encode())
    lines = [
        {
            "file": f"{number}.html",
            "url": f"https://news.example/{number}",
            "fetched": "2020-06-20T15:00:00",
        }
        for number in range(3)
    ]
    site.write_lines("news.jsonl", lines)
    return site


def lines(result: Result) -> list[Any]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_every_page_of_a_manifest_in_order(news: SmallSite) -> None:
    done = news.run("article", "--manifest", "news.jsonl")
    assert done.exit_code == 0
    assert lines(done) == [
        {
            "file": f"{number}.html",
            "title": f"Day {number} of a week",
            "date": "2020-06-19T14:02:00",
            "author": "",
            "text": f"{text}\n{text.replace('the', 'a')}",
        }
        for number, text in enumerate(PARAGRAPHS[:3])
    ]
    assert "3 articles" in done.stderr


def test_one_page_is_read_alone(news: SmallSite) -> None:
    done = news.run("article", "--url", "https://news.example/0", "0.html")
    (line,) = lines(done)
    assert NOTICE in line["text"]


def test_a_broken_page_costs_that_page(news: SmallSite, monkeypatch: pytest.MonkeyPatch) -> None:
    break_on(monkeypatch, "batch.tasks.read_article", "https://news.example/1")
    done = news.run("article", "--manifest", "news.jsonl")
    assert done.exit_code == 1
    nothing = {"title": "", "date": "", "author": "", "text": ""}
    assert lines(done)[1] == {"file": "1.html", **nothing, "why": "ValueError: broken"}
    assert [line["file"] for line in lines(done)] == ["0.html", "1.html", "2.html"]


def test_a_missing_file_costs_that_page(news: SmallSite) -> None:
    (news.folder / "1.html").unlink()
    done = news.run("article", "--manifest", "news.jsonl")
    assert done.exit_code == 1
    assert [line["file"] for line in lines(done)] == ["0.html", "2.html"]
    assert "1.html: cannot be read" in done.stderr
