"""Are the posts of threads found, with author and day? On real threads, beside other readers.

A post is found where its text and one of gold's, one to one, have a longest common subsequence of
F1 0.8 or more, white space left out. Posts without text (pictures) are not counted. Gold tells
authors by name or by link, and times as the page shows them: a link counts as the names that the
page gives it, and what names nobody or counts from an unknown day is left out.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from hashlib import sha1
from importlib.metadata import version
from importlib.util import find_spec
from statistics import mean
from typing import TYPE_CHECKING, Any

from rapidfuzz.distance import LCSseq
from rich.console import Group
from rich.table import Table

from channels.dates import TimeReader
from channels.posts import read_posts
from evaluation import post_rivals
from evaluation.datasets import en_forums, forum_posts, stripped
from evaluation.interleaved import seconds_of
from evaluation.post_rivals import ReadPost
from evaluation.scoring import Spread, Tally
from pages.dom import Tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from rich.console import RenderableType

    from evaluation.datasets import GoldPost, ThreadPage
    from pages.page import Page

    _Reader = Callable[[Page], Sequence[ReadPost]]

OURS = "SpecSeek"
FOUND = 0.8
FIGURES = ("precision", "recall", "f1", "author", "day")
_HALVES = ("first half of sites", "second half of sites")
_GOLD_TIMES = TimeReader(post_rivals.NOW)


@dataclass
class PostScore:
    """Of one reader on some pages."""

    posts: Tally = field(default_factory=Tally)
    authors: Tally = field(default_factory=Tally)
    days: Tally = field(default_factory=Tally)
    pages: int = 0
    seconds: float = 0.0

    def as_json(self) -> dict[str, Any]:
        return {
            **self.posts.as_json(),
            "f1": self.posts.f1,
            "author": self.authors.recall if self.authors.extracted else None,
            "day": self.days.recall if self.days.extracted else None,
            "pages_per_second": self.pages / self.seconds if self.seconds else None,
        }


@dataclass(frozen=True)
class PostRow:
    """One reader on one half of the domains, or on all."""

    reader: str
    pages: str
    score: PostScore

    @property
    def name(self) -> str:
        return f"forum-posts, {self.pages}" if self.reader == OURS else self.reader

    samples = 0

    def figure(self, name: str) -> Spread | None:
        value = self.score.as_json().get(name)
        return Spread((value,)) if value is not None else None


@dataclass(frozen=True)
class PostReport:
    """`whole_texts`: per reader the mean F1 of all posts' texts together, on other threads."""

    rows: tuple[PostRow, ...]
    whole_texts: Mapping[str, float]

    def table(self) -> RenderableType:
        told = ", ".join(f"{name} {value:.3f}" for name, value in self.whole_texts.items())
        return Group(self._posts_table(), f"Texts of whole threads (en-pages), mean F1: {told}")

    def _posts_table(self) -> Table:
        table = Table(title="Posts of forum threads")
        for heading in ("reader", "pages", "precision", "recall", "F1", "author", "day", "pages/s"):
            table.add_column(heading)
        for row in self.rows:
            figures = row.score.as_json()
            table.add_row(
                row.reader,
                row.pages,
                *("–" if figures[name] is None else f"{figures[name]:.3f}" for name in FIGURES),
                f"{figures['pages_per_second']:.1f}",
            )
        return table

    def as_json(self) -> dict[str, Any]:
        return {
            "rows": [
                {"reader": row.reader, "pages": row.pages, **row.score.as_json()}
                for row in self.rows
            ],
            "whole_texts": dict(self.whole_texts),
        }


def measure_posts() -> PostReport:
    threads = forum_posts()
    rows: list[PostRow] = []
    for name, reader in _readers(threads).items():
        halves = {half: PostScore() for half in _HALVES}
        for thread in threads:
            score_thread(halves[_HALVES[is_second_half(thread.site)]], thread, reader)
        rows.append(PostRow(name, "all", _together(halves.values())))
        if name == OURS:
            rows += [PostRow(name, half, score) for half, score in halves.items()]
            rows.append(PostRow(name, "all, stripped", _without_names(threads)))
    return PostReport(tuple(rows), _whole_texts())


def _whole_texts() -> dict[str, float]:
    """Gold of these threads is the text of the whole page, not told apart by posts."""
    readers: dict[str, Callable[[Page], str]] = {
        OURS: lambda page: "".join(post.text for post in read_posts(page))
    }
    if find_spec("trafilatura"):
        readers["trafilatura"] = lambda page: "".join(
            post.text for post in post_rivals.trafilatura(page)
        )
    threads = en_forums()
    return {
        name: mean(_whole_f1(thread.text, read(thread.read())) for thread in threads)
        for name, read in readers.items()
    }


def _whole_f1(gold: str, text: str) -> float:
    gold, text = _letters(gold), _letters(text)
    return 2 * float(LCSseq.similarity(gold, text)) / (len(gold) + len(text) or 1)


def _without_names(threads: Sequence[ThreadPage]) -> PostScore:
    """On the same pages without class, id, style and data-* attributes, which tell much."""
    score = PostScore()
    for thread in threads:
        score_thread(score, replace(thread, body=stripped(thread.body)), _specseek)
    return score


def is_second_half(site: str) -> bool:
    """Half of the sites, by a digest of their names: nobody chose which."""
    return bool(int(sha1(site.encode(), usedforsecurity=False).hexdigest(), 16) % 2)


def _readers(threads: Sequence[ThreadPage]) -> Mapping[str, _Reader]:
    readers: dict[str, _Reader] = {
        OURS: _specseek,
        "PEAN": post_rivals.pean,
        "PEAN, our times": post_rivals.pean_with_our_times,
        "FDRE": _fdre(threads),
        "MiBAT": post_rivals.mibat,
        "MiBAT, our times": post_rivals.mibat_with_our_times,
        "MDR": post_rivals.mdr,
    }
    if find_spec("trafilatura"):
        readers[f"trafilatura {version('trafilatura')}"] = post_rivals.trafilatura
    return readers


def _specseek(page: Page) -> list[ReadPost]:
    return [ReadPost(post.text, post.author, post.time[:10]) for post in read_posts(page)]


def _fdre(threads: Sequence[ThreadPage]) -> _Reader:
    """With the other threads of the site, as its site map has them."""
    site_of = {thread.url: thread.site for thread in threads}

    def read(page: Page) -> list[ReadPost]:
        others = [
            thread.read()
            for thread in threads
            if thread.site == site_of[page.url] and thread.url != page.url
        ]
        return post_rivals.fdre(page, others)

    return read


def _together(scores: Iterable[PostScore]) -> PostScore:
    whole = PostScore()
    for score in scores:
        whole.posts += score.posts
        whole.authors += score.authors
        whole.days += score.days
        whole.pages += score.pages
        whole.seconds += score.seconds
    return whole


def score_thread(score: PostScore, thread: ThreadPage, reader: _Reader) -> None:
    page = thread.read()
    found: list[ReadPost] = []
    score.seconds += seconds_of(lambda: found.extend(reader(page)))
    score.pages += 1
    found = [post for post in found if post.text.strip()]
    gold = [post for post in thread.posts if post.text.strip()]
    pairs = matched([post.text for post in gold], [post.text for post in found])
    score.posts += Tally(len(pairs), len(found), len(gold))
    names = _names_of_links(thread)
    for wanted, given in pairs:
        score.authors += _author(gold[wanted], found[given], names)
        score.days += _day(gold[wanted], found[given])


def matched(gold: Sequence[str], found: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of texts that are the same post, the most alike first, each used once."""
    wanted, given = [_letters(text) for text in gold], [_letters(text) for text in found]
    alike = sorted(
        (-similarity, abs(one - other), one, other)
        for one, text in enumerate(wanted)
        for other, candidate in enumerate(given)
        if (similarity := _similarity(text, candidate)) >= FOUND
    )
    left, right = set(range(len(gold))), set(range(len(found)))
    pairs: list[tuple[int, int]] = []
    for _, _, one, other in alike:
        if one in left and other in right:
            left.remove(one)
            right.remove(other)
            pairs.append((one, other))
    return pairs


def _letters(text: str) -> str:
    return "".join(text.split())


def _similarity(one: str, other: str) -> float:
    """Twice the longest common subsequence over both lengths."""
    lengths = len(one) + len(other)
    if one == other or not lengths or 2 * min(len(one), len(other)) < FOUND * lengths:
        return float(one == other)
    return 2 * float(LCSseq.similarity(one, other)) / lengths


def _names_of_links(thread: ThreadPage) -> Mapping[str, set[str]]:
    """What the page calls those whom gold tells by links: texts of links, of their pictures.

    A name that several of them have ("Quote") is nobody's.
    """
    links = {post.author for post in thread.posts}
    names: dict[str, set[str]] = {link: set() for link in links}
    for link in Tree(thread.read()).body.iter("a"):
        texts = ["".join(link.itertext()), *(one.get("alt", "") for one in link.iter("img"))]
        names.get(link.get("href", ""), set()).update(map(_folded, texts))
    owners = Counter(name for texts in names.values() for name in texts)
    return {
        link: {name for name in texts if name and owners[name] == 1}
        for link, texts in names.items()
    }


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def _author(gold: GoldPost, post: ReadPost, names: Mapping[str, set[str]]) -> Tally:
    wanted = set(names[gold.author])
    if not re.search(r"[/?]", gold.author):
        wanted.add(_folded(gold.author))
    is_right = _folded(post.author) in wanted
    return Tally(int(is_right), int(bool(post.author)), 1) if wanted else Tally()


def _day(gold: GoldPost, post: ReadPost) -> Tally:
    times = _GOLD_TIMES.find(gold.time)
    if not times or (not times[0].is_exact and times[0].has_year):  # counted from an unknown day
        return Tally()
    is_right = post.day == times[0].time.date().isoformat()
    return Tally(int(is_right), int(bool(post.day)), 1)
