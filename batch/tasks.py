"""What can be done with masses of pages: for each, how a page is read and what its line is.

`specseek article` and `specseek posts` write the same lines.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from batch.record_lines import RecordReader, refused_record
from channels.article import SiteTexts, read_article
from channels.clusters import cluster_pages, fingerprint
from channels.posts import read_posts
from core.names import site_of
from rules.page_rows import SiteMemory

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
    from datetime import datetime

    from channels.clusters import Fingerprint
    from channels.posts import Post
    from core.limits import ReadingLimits
    from pages.page import Page


class PageResult(NamedTuple):
    """What was read off a page, or why it cannot be parsed."""

    file: str
    url: str
    found: Any
    why: str = ""

    def head(self) -> dict[str, Any]:
        return {"file": self.file, "url": self.url}

    def refused(self, nothing: Mapping[str, Any]) -> dict[str, Any]:
        return {**nothing, "status": "refused", "why": self.why}


class Task(Protocol):
    """`read` and `learn` run in other processes: tasks and results are pickled."""

    @property
    def name(self) -> str: ...

    @property
    def learns(self) -> bool:
        """Whether the first pages of each site are to be looked at before any is read."""

    @property
    def folders(self) -> tuple[Path, ...]:
        """What it reads beside pages: must be the same on all machines that work on it."""

    def learn(self, pages: Iterable[Page], limits: ReadingLimits) -> Any:  # noqa: ANN401 - for `read`
        """What the first pages of a site have in common."""

    def read(self, page: Page, fetched: datetime | None, learned: Any) -> Any:  # noqa: ANN401
        """What a page says; `learned` of its site, or None."""

    def lines(self, results: Iterable[PageResult]) -> Iterator[dict[str, Any]]:
        """The lines of a file's pages, in order."""


@dataclass(frozen=True)
class ExtractTask:
    """Records, as `specseek extract` reads them."""

    rules: Path | None
    least: float
    name: ClassVar[str] = "extract"
    learns: ClassVar[bool] = True

    @property
    def folders(self) -> tuple[Path, ...]:
        """The rules, and the topics beside them if they are a library's."""
        if self.rules is None:
            return ()
        return tuple(filter(Path.is_dir, (self.rules, self.rules.parents[1] / "topics")))

    def learn(self, pages: Iterable[Page], limits: ReadingLimits) -> SiteMemory:
        memory = SiteMemory()
        _look_at_each(pages, memory.add_page, limits)
        return memory

    def read(
        self, page: Page, _fetched: datetime | None, learned: SiteMemory | None
    ) -> dict[str, Any]:
        return _record_reader(self.rules, self.least).line(page, learned)

    def lines(self, results: Iterable[PageResult]) -> Iterator[dict[str, Any]]:
        for result in results:
            yield result.head() | (refused_record(result.why) if result.why else result.found)


@cache
def _record_reader(rules: Path | None, least: float) -> RecordReader:
    return RecordReader(rules, least)


def _look_at_each(
    pages: Iterable[Page], look_at: Callable[[Page], object], limits: ReadingLimits
) -> None:
    for page in pages:
        with suppress(Exception), limits.kept():  # told when the page is read
            look_at(page)


NO_ARTICLE = {"title": "", "date": "", "author": "", "text": ""}


def article_line(page: Page, fetched: datetime | None, template: Collection[str]) -> dict[str, str]:
    """`template` has the texts that pages of the site share."""
    return asdict(read_article(page, fetched, template))


@dataclass(frozen=True)
class ArticleTask:
    """Articles, as `specseek article` reads them."""

    name: ClassVar[str] = "article"
    learns: ClassVar[bool] = True
    folders: ClassVar[tuple[Path, ...]] = ()

    def learn(self, pages: Iterable[Page], limits: ReadingLimits) -> frozenset[str]:
        texts = SiteTexts()
        _look_at_each(pages, texts.look_at, limits)
        return texts.template()

    def read(
        self, page: Page, fetched: datetime | None, learned: frozenset[str] | None
    ) -> dict[str, str]:
        return article_line(page, fetched, learned or ())

    def lines(self, results: Iterable[PageResult]) -> Iterator[dict[str, Any]]:
        for result in results:
            yield result.head() | (result.refused(NO_ARTICLE) if result.why else result.found)


def posts_line(page: Page, fetched: datetime | None) -> dict[str, Any]:
    return {"posts": [_post_json(post) for post in read_posts(page, fetched)]}


def _post_json(post: Post) -> dict[str, Any]:
    line: dict[str, Any] = {"author": post.author, "time": post.time, "text": post.text}
    if post.number is not None:
        line["number"] = post.number
    if post.link:
        line["link"] = post.link
    if post.quotes:
        line["quotes"] = list(post.quotes)
        line["own"] = post.own
    return line


@dataclass(frozen=True)
class PostsTask:
    """Posts of threads, as `specseek posts` reads them."""

    name: ClassVar[str] = "posts"
    learns: ClassVar[bool] = False
    folders: ClassVar[tuple[Path, ...]] = ()

    def learn(self, pages: Iterable[Page], limits: ReadingLimits) -> None: ...

    def read(self, page: Page, fetched: datetime | None, _learned: None) -> dict[str, Any]:
        return posts_line(page, fetched)

    def lines(self, results: Iterable[PageResult]) -> Iterator[dict[str, Any]]:
        for result in results:
            yield result.head() | (result.refused({"posts": []}) if result.why else result.found)


@dataclass(frozen=True)
class ClusterTask:
    """Clusters of the pages of each file."""

    name: ClassVar[str] = "cluster"
    learns: ClassVar[bool] = False
    folders: ClassVar[tuple[Path, ...]] = ()

    def learn(self, pages: Iterable[Page], limits: ReadingLimits) -> None: ...

    def read(self, page: Page, _fetched: datetime | None, _learned: None) -> Fingerprint:
        return fingerprint(page)

    def lines(self, results: Iterable[PageResult]) -> Iterator[dict[str, Any]]:
        """All pages are read before the first line."""
        known = list(results)
        readable = [(site_of(result.url), result.found) for result in known if not result.why]
        numbers = iter(cluster_pages(readable))
        for result in known:
            if result.why:
                yield result.head() | result.refused({"cluster": None})
            else:
                yield result.head() | {"cluster": next(numbers)}
