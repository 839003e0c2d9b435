from __future__ import annotations

import json
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from store.archive import Capture
from store.archive_writer import ArchiveWriter
from tests.specseek.commands.broken_reader import break_on

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

    from tests.specseek.commands.conftest import SmallSite

THREAD = """<html><h1>电池</h1>
<div class=post><a href=/user/1>小明</a> 昨天 14:02 <a href=#1>#1</a>
<div class=text>电池用多久？</div></div>
<div class=post><a href=/user/2>anna</a> 3小时前 <a href=#2>#2</a><div class=text>
<blockquote>电池用多久？</blockquote>Two days if you leave the camera alone.</div></div>"""
FETCHED = "2020-06-20T15:00:00"


@pytest.fixture
def threads(site: SmallSite) -> SmallSite:
    (site.folder / "thread.html").write_bytes(THREAD.encode("gbk"))
    lines = [
        {"file": "thread.html", "url": "https://bbs.example/1", "fetched": FETCHED},
        {"file": "n95.html", "url": "https://bbs.example/2"},
    ]
    site.write_lines("threads.jsonl", lines)
    return site


def lines(result: Result) -> list[Any]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_every_page_of_a_manifest_in_order(threads: SmallSite) -> None:
    done = threads.run("posts", "--manifest", "threads.jsonl")
    assert done.exit_code == 0
    assert lines(done) == [
        {
            "file": "thread.html",
            "posts": [
                {
                    "author": "小明",
                    "time": "2020-06-19T14:02:00",
                    "text": "电池用多久？",
                    "number": 1,
                    "link": "#1",
                },
                {
                    "author": "anna",
                    "time": "2020-06-20T12:00:00",
                    "text": "电池用多久？\nTwo days if you leave the camera alone.",
                    "number": 2,
                    "link": "#2",
                    "quotes": ["电池用多久？"],
                    "own": "Two days if you leave the camera alone.",
                },
            ],
        },
        {"file": "n95.html", "posts": []},
    ]
    assert "2 posts on 2 pages" in done.stderr


def test_one_page(threads: SmallSite) -> None:
    done = threads.run("posts", "--url", "https://bbs.example/1", "thread.html")
    (line,) = lines(done)
    assert [post["author"] for post in line["posts"]] == ["小明", "anna"]


def test_an_archive_tells_when_its_pages_were_fetched(threads: SmallSite, tmp_path: Path) -> None:
    page = Capture(
        "https://bbs.example/1",
        1_592_665_200.0,  # 2020-06-20 15:00 UTC
        200,
        (("content-type", "text/html; charset=gbk"),),
        THREAD.encode("gbk"),
    )
    with closing(ArchiveWriter(tmp_path / "archive", "threads")) as archive:
        archive.add(page)
    (line,) = lines(threads.run("posts", "--archive", "archive"))
    assert [post["time"][:10] for post in line["posts"]] == ["2020-06-19", "2020-06-20"]


def test_a_broken_page_costs_that_page(threads: SmallSite, monkeypatch: pytest.MonkeyPatch) -> None:
    break_on(monkeypatch, "batch.tasks.read_posts", "https://bbs.example/1")
    done = threads.run("posts", "--manifest", "threads.jsonl")
    assert done.exit_code == 1
    assert lines(done) == [
        {"file": "thread.html", "posts": [], "why": "ValueError: broken"},
        {"file": "n95.html", "posts": []},
    ]


def test_a_missing_file_costs_that_page(threads: SmallSite) -> None:
    (threads.folder / "thread.html").unlink()
    done = threads.run("posts", "--manifest", "threads.jsonl")
    assert done.exit_code == 1
    assert [line["file"] for line in lines(done)] == ["n95.html"]
    assert "thread.html: cannot be read" in done.stderr
