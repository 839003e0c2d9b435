"""Is the text of articles read, with title, author and day? On real pages, beside other readers.

Texts are compared as characters without white space, by their longest common subsequence: pooled
over pages as published, and as the mean of the pages' F1. What a reader gives for the title must
have the same letters and digits as gold's, an author the same words, a date must be the same day.

Ours is measured twice: as shipped, and with weights learned on other sites (five parts of the
sites, each read with what the other four teach). Pages on which no reader at all comes near the
gold text are left out of a second line of each reader: there the gold text is in doubt, and long
ones weigh much in the pooled figure.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha1, sha256
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from rapidfuzz.distance import LCSseq
from rich.console import Group, RenderableType
from rich.table import Table

from channels.article import read_article
from channels.prune_and_fuse import dense_text, simple_tree
from channels.valid_characters import valid_text
from core.names import site_of
from evaluation.article_rivals import ReadArticle, absent_packages, cepr, cetd, cetr, packages
from evaluation.datasets import DataSetsAbsentError, en_articles, forum_posts, zh_articles
from evaluation.interleaved import seconds_of
from evaluation.learn_article_weights import labelled_page, learned_weights
from evaluation.scoring import Spread, Tally
from pages.dom import Tree
from samples.labels import letters_and_digits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from evaluation.datasets import ArticlePage
    from pages.page import Page

    _Reader = Callable[[Page], ReadArticle]

OURS = "SpecSeek"
HELD_BACK = "SpecSeek, sites held back"
_PARTS = 5
_NEAR_GOLD = 0.9  # F1 of the best reader
_WARM_UP = 3  # pages, before the clock runs
_DAY = re.compile(r"(\d{4})\D(\d{1,2})\D(\d{1,2})")
_BETWEEN_NAMES = re.compile(r"[\s,，、;；&]+")
_HOST = re.compile(rb"(?i)https?://([\w.-]{4,100})")
_SHORTEST_LOST = 12  # characters: a shorter line of gold may stand anywhere


@dataclass
class ArticleScore:
    """Of one reader on some pages."""

    characters: Tally = field(default_factory=Tally)
    f1s: list[float] = field(default_factory=list)
    found: list[ReadArticle] = field(default_factory=list)
    titles: Tally = field(default_factory=Tally)
    authors: Tally = field(default_factory=Tally)
    days: Tally = field(default_factory=Tally)
    seconds: float = 0.0

    def add(self, page: ArticlePage, found: ReadArticle) -> None:
        given, gold = _squeezed(found.text), _squeezed(page.text)
        tally = Tally(LCSseq.similarity(given, gold), len(given), len(gold))
        self.characters += tally
        self.f1s.append(tally.f1)
        self.found.append(found)
        if page.title:
            wanted, title = letters_and_digits(page.title), letters_and_digits(found.title)
            self.titles += Tally(int(wanted == title), int(bool(title)), 1)
        if page.author:
            is_same = _names(found.author) == _names(page.author)
            self.authors += Tally(int(is_same), int(bool(found.author)), 1)
        if day := _DAY.match(page.date):
            told = _DAY.match(found.date)
            is_right = told is not None and _numbers(told) == _numbers(day)
            self.days += Tally(int(is_right), int(told is not None), 1)

    def as_json(self) -> dict[str, float | None]:
        pooled = self.characters
        precision, recall = pooled.precision, pooled.recall
        return {
            "precision": precision,
            "recall": recall,
            "f1": pooled.f1,
            "score": 1 / (1 / precision + 1 / recall - 1) if precision and recall else 0.0,
            "mean": sum(self.f1s) / len(self.f1s),
            "title": self.titles.recall if self.titles.extracted else None,
            "author": self.authors.recall if self.authors.extracted else None,
            "day": self.days.recall if self.days.extracted else None,
            "pages_per_second": len(self.f1s) / self.seconds if self.seconds else None,
        }


def _names(author: str) -> frozenset[str]:
    """The words of one or several names."""
    return frozenset(_BETWEEN_NAMES.split(author.lower())) - {"", "and"}


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _numbers(day: re.Match[str]) -> tuple[int, ...]:
    return tuple(map(int, day.groups()))


@dataclass(frozen=True)
class ArticleRow:
    reader: str
    pages: str
    score: ArticleScore
    samples = 0

    @property
    def name(self) -> str:
        return f"{self.pages}, {self.reader}"

    def figure(self, name: str) -> Spread | None:
        value = self.score.as_json().get(name)
        return Spread((value,)) if value is not None else None


@dataclass(frozen=True)
class PruneRow:
    """What pruning and fusing leaves of a set's trees, and lines of gold that it loses."""

    pages: str
    nodes_before: int
    nodes_after: int
    lost: int
    samples = 0

    @property
    def name(self) -> str:
        return f"{self.pages}, prune and fuse"

    @property
    def dropped(self) -> float:
        return 1 - self.nodes_after / self.nodes_before

    def figure(self, name: str) -> Spread | None:
        value = {"dropped": self.dropped, "nothing lost": float(not self.lost)}.get(name)
        return Spread((value,)) if value is not None else None

    def as_json(self) -> dict[str, Any]:
        return {
            "pages": self.pages,
            "nodes_before": self.nodes_before,
            "nodes_after": self.nodes_after,
            "dropped": self.dropped,
            "lost": self.lost,
        }


FIGURES = ("f1", "mean", "title", "author", "day", "dropped", "nothing lost")
_FIGURES = {
    "precision": "precision", "recall": "recall", "f1": "F1", "score": "Score",
    "mean": "mean F1", "title": "title", "author": "author", "day": "day",
}  # fmt: skip


@dataclass(frozen=True)
class ArticleReport:
    rows: tuple[ArticleRow, ...]
    pruned: tuple[PruneRow, ...]
    notes: tuple[str, ...]

    def table(self) -> RenderableType:
        table = Table(title="Articles")
        for heading in ("pages", "reader", *_FIGURES.values(), "pages/s"):
            table.add_column(heading)
        for row in self.rows:
            figures = row.score.as_json()
            shown = ["–" if figures[name] is None else f"{figures[name]:.4f}" for name in _FIGURES]
            speed = figures["pages_per_second"]
            table.add_row(row.pages, row.reader, *shown, "–" if speed is None else f"{speed:.0f}")
        pruned = Table(title="Prune and fuse")
        for heading in ("pages", "nodes", "left", "dropped", "lines of gold lost"):
            pruned.add_column(heading)
        for prune in self.pruned:
            pruned.add_row(
                prune.pages,
                str(prune.nodes_before),
                str(prune.nodes_after),
                f"{prune.dropped:.1%}",
                str(prune.lost),
            )
        return Group(table, pruned, *self.notes)

    def as_json(self) -> dict[str, Any]:
        return {
            "rows": [
                {"reader": row.reader, "pages": row.pages, **row.score.as_json()}
                for row in self.rows
            ],
            "pruned": [row.as_json() for row in self.pruned],
            "notes": list(self.notes),
        }


def measure_articles(*, beside_others: bool = True) -> ArticleReport:
    """Without others, ours alone is read: as shipped, and with sites held back."""
    sets = {"zh-articles": zh_articles(), "en-pages": en_articles()}
    rows: list[ArticleRow] = []
    held_back = _held_back([page for pages in sets.values() for page in pages])
    readers = {**_published(), **packages()} if beside_others else {}
    for name, pages in sets.items():
        ours = ArticleRow(OURS, name, _score(pages, _specseek))
        others = [ArticleRow(reader, name, _score(pages, read)) for reader, read in readers.items()]
        rows += [ours, *_held_back_rows(name, pages, held_back), *others]
        rows += _undisputed(name, pages, [ours, *others]) if others else []
    notes = [f"Not installed: {name}" for name in absent_packages()] if beside_others else []
    pruned = [
        _pruned(name, [(page.read(), page.text) for page in pages]) for name, pages in sets.items()
    ]
    try:
        threads = [
            (page.read(), "\n".join(post.text for post in page.posts)) for page in forum_posts()
        ]
        pruned.append(_pruned("forum-posts", threads))
    except DataSetsAbsentError as absent:
        notes.append(str(absent))
    return ArticleReport(tuple(rows), tuple(pruned), tuple(notes))


def _undisputed(
    name: str, pages: Sequence[ArticlePage], rows: Sequence[ArticleRow]
) -> Iterator[ArticleRow]:
    """The same without pages on which the best reader is far from gold."""
    best = [max(f1s) for f1s in zip(*(row.score.f1s for row in rows), strict=True)]
    kept = [place for place, f1 in enumerate(best) if f1 >= _NEAR_GOLD]
    if len(kept) < len(pages):
        for row in rows:
            score = ArticleScore()
            for place in kept:
                score.add(pages[place], row.score.found[place])
            yield ArticleRow(row.reader, f"{name}, {len(kept)} undisputed", score)


def _published() -> Mapping[str, _Reader]:
    return {
        "valid characters (CEVC)": lambda page: ReadArticle(valid_text(Tree(page))),
        "prune and fuse": lambda page: ReadArticle(dense_text(Tree(page))),
        "CETD": cetd,
        "CEPR": cepr,
        "CETR": cetr,
    }


def _specseek(page: Page) -> ReadArticle:
    article = read_article(page)
    return ReadArticle(article.text, article.title, article.date, article.author)


def _score(pages: Sequence[ArticlePage], read: _Reader) -> ArticleScore:
    score = ArticleScore()
    for page in pages[:_WARM_UP]:
        _try(page.read(), read, [ReadArticle("")])
    for page in pages:
        found = [ReadArticle("")]
        score.seconds += seconds_of(partial(_try, page.read(), read, found))
        score.add(page, found[0])
    return score


def _try(page: Page, read: _Reader, found: list[ReadArticle]) -> None:
    """A page on which a reader fails has no text."""
    try:
        found[0] = read(page)
    except Exception:  # noqa: BLE001 - whatever other packages raise
        found[0] = ReadArticle("")


def _held_back(pages: Sequence[ArticlePage]) -> dict[str, str]:
    """File → text, read with weights that were learned on other sites."""
    labelled = [labelled_page(page) for page in pages]
    parts = [_digest(site_of_article(page)) % _PARTS for page in pages]
    texts: dict[str, str] = {}
    for part in range(_PARTS):
        others = [page for page, its in zip(labelled, parts, strict=True) if its != part]
        weights = learned_weights(others)
        for page, its in zip(labelled, parts, strict=True):
            if its == part:
                texts[page.page.file] = page.text(weights)
    return texts


def _held_back_rows(
    name: str, pages: Sequence[ArticlePage], texts: Mapping[str, str]
) -> list[ArticleRow]:
    """All, and the two halves of the sites: the first was looked at while the reader was made."""
    scores = {"": ArticleScore(), ", first half": ArticleScore(), ", second half": ArticleScore()}
    for page in pages:
        half = (", first half", ", second half")[is_second_half(page)]
        for key in ("", half):
            scores[key].add(page, ReadArticle(texts[page.file]))
    return [ArticleRow(HELD_BACK, f"{name}{half}", score) for half, score in scores.items()]


def is_second_half(page: ArticlePage) -> bool:
    """By a digest of the host, or of the file where no host is known: nobody chose which."""
    host = (urlsplit(page.url).hostname or page.file).removeprefix("www.")
    return bool(int(sha256(host.encode()).hexdigest(), 16) % 2)


def _digest(name: str) -> int:
    return int(sha1(name.encode(), usedforsecurity=False).hexdigest(), 16)


def site_of_article(page: ArticlePage) -> str:
    """Where the address is not known: the site that the page's addresses name most."""
    if page.url:
        return site_of(page.url)
    hosts = (found.decode("latin-1").lower() for found in _HOST.findall(page.body))
    sites = Counter(".".join(host.split(".")[-2:]) for host in hosts if "w3.org" not in host)
    return sites.most_common(1)[0][0] if sites else page.file


def _pruned(name: str, pages: Iterable[tuple[Page, str]]) -> PruneRow:
    before = after = lost = 0
    for page, gold in pages:
        tree = Tree(page)
        simple = simple_tree(tree)
        before += simple.nodes_before
        after += simple.nodes_after
        shown = _squeezed("".join(leaf.text for leaf in tree.in_order))
        left = _squeezed("".join(leaf.text for leaf in simple.leaves()))
        lines = {_squeezed(line) for line in gold.splitlines()}
        lost += sum(
            len(line) >= _SHORTEST_LOST and line in shown and line not in left for line in lines
        )
    return PruneRow(name, before, after, lost)
