"""Threads in the markup of the forum software of today, each with the same posts.

A page of `forum_layouts` is made up after what that software writes: what stands before the posts,
the markup of the first one where it differs, that of each, and what stands behind them.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

import pytest

from channels.posts import Post, read_posts
from pages.page import Page
from tests.channels.test_posts import POSTS

FOLDER = Path(__file__).with_name("forum_layouts")
FETCHED = datetime(2020, 6, 20, 15, 0, tzinfo=UTC)
ADDRESS = "https://forum.example/thread/7"
FIRST, EACH, END = "<!-- first -->", "<!-- each -->", "<!-- end -->"
LAYOUTS = sorted(path.stem for path in FOLDER.glob("*.html"))
# Software that shows minutes, or days, and nothing else.
PRECISION = {"tieba": 16, "nga": 16, "hackernews": 19, "v2ex": 19}
# Or that counts answers only, from 0 or 1.
WITHOUT_NUMBERS = {
    "phpbb33", "invision", "flarum", "old-reddit", "new-reddit", "stackexchange", "hackernews",
    "blog-comments", "v2ex", "nga",
}  # fmt: skip
_ONLY = re.compile(r"\{if([12])\}(.*?)\{/if\1\}")


def values(number: int, author: str, time: str, text: str) -> dict[str, str]:
    at = datetime.fromisoformat(time).replace(tzinfo=UTC)
    seconds = str(int(at.timestamp()))
    english = f"{at:%B} {at.day}, {at.year}"
    short = f"{at:%b} {at.day}, {at.year}"
    return {
        "number": str(number),
        "index": str(number - 1),
        "id": str(90_000 + 7 * number),
        "uid": str(10 + [name for name, _, _ in POSTS].index(author)),
        "author": author,
        "author_url": quote(author),
        "initial": author[0],
        "text": text,
        "odd": str(number % 2),
        "re": "Re: " if number > 1 else "",
        "clock": f"{at:%I:%M %p}",
        "discuz": time,
        "english": english,
        "epoch": seconds,
        "hn": f"{at:%Y-%m-%dT%H:%M:%S} {seconds}",
        "iso": at.isoformat(),
        "longday": english,
        "minute": time[:16],
        "phpbb": f"{at:%a %b %d, %Y %I:%M %p}".lower(),
        "short": short,
        "so": f"{short} at {at:%H:%M}",
        "us": f"{at:%m/%d/%Y %I:%M %p}",
        "utc": f"{at:%a %b %d %H:%M:%S %Y UTC}",
        "v2ex": f"{time} +00:00",
        "vb": f"{at:%m-%d-%Y, %I:%M %p}",
        "z": f"{at:%Y-%m-%d %H:%M:%SZ}",
    }


def filled(template: str, number: int, post: tuple[str, str, str]) -> str:
    """Values in braces; what stands between {if1} and {/if1} is for the first post alone."""
    wanted = "1" if number == 1 else "2"
    template = _ONLY.sub(lambda found: found[2] if found[1] == wanted else "", template)
    for name, value in values(number, *post).items():
        template = template.replace(f"{{{name}}}", value)
    return template.replace("{{", "{").replace("}}", "}")


def thread(name: str, posts: list[tuple[str, str, str]]) -> Page:
    before, rest = (FOLDER / f"{name}.html").read_text("utf-8").split(EACH)
    each, behind = rest.split(END)
    before, _, first = before.partition(FIRST)
    parts = [before]
    for number, post in enumerate(posts, 1):
        parts.append(filled(first if first and number == 1 else each, number, post))
    return Page.read("".join([*parts, behind]).encode(), ADDRESS, "text/html; charset=utf-8")


@pytest.fixture(params=LAYOUTS)
def name(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


def read(name: str, posts: list[tuple[str, str, str]]) -> list[Post]:
    return read_posts(thread(name, posts), FETCHED)


def test_author_time_and_text_of_each_post(name: str) -> None:
    posts = read(name, POSTS)
    assert [post.text for post in posts] == [text for _, _, text in POSTS]
    assert [post.author for post in posts] == [author for author, _, _ in POSTS]
    length = PRECISION.get(name, 10)
    times = [post.time.replace("T", " ")[:length] for post in posts]
    assert times == [time[:length] for _, time, _ in POSTS]


def test_each_answer_has_a_link_of_its_own(name: str) -> None:
    links = [post.link for post in read(name, POSTS)]
    assert all(links[1:])
    assert len(set(links)) == len(POSTS)
    assert not any(link.startswith("javascript:") for link in links)


@pytest.mark.parametrize("name", sorted(set(LAYOUTS) - WITHOUT_NUMBERS))
def test_numbers_where_the_page_shows_them(name: str) -> None:
    assert [post.number for post in read(name, POSTS)] == [1, 2, 3, 4]


@pytest.mark.parametrize("number", [1, 2])
def test_threads_with_few_posts(name: str, number: int) -> None:
    posts = read(name, POSTS[:number])
    expected = [(author, text) for author, _, text in POSTS[:number]]
    assert [(post.author, post.text) for post in posts] == expected
