"""Inputs that several commands share: stored pages, topics.

Stored pages come from a manifest, an archive or one file. Errors name file, line and the allowed
format.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Generic, NamedTuple, TypeAlias, TypeVar
from urllib.parse import urlsplit

import click
from pydantic import BaseModel, Field, ValidationError

from core.errors import FileProblem, FileProblems, SpecSeekError, error_text
from core.names import site_of
from core.settings import load_settings, storage_address
from core.topic import Topic, load_topic, topic_names
from pages.page import Page
from rules.page_rows import ENOUGH_PAGES, SiteMemory
from specseek.output import with_progress
from store.archive import ArchiveError, archive_files, read_captures
from store.bucket import BucketPath

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from pydantic_core import ErrorDetails

    from rules.page_rows import PageRows
    from store.archive import ArchiveDamage, Capture
    from store.spool import ArchiveFile

    AnyPage: TypeAlias = "InputPage | ArchivedPage | DamagedRecord"


def web_address(_context: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """Check an option's value: an http(s) URL, or None if it was not given."""
    if value is not None and not _is_web_address(value):
        advice = "it should be like https://site.example/page.html"
        raise click.BadParameter(f"{value!r} is not a web address; {advice}")
    return value


def _is_web_address(value: str) -> bool:
    try:
        parts = urlsplit(value)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.hostname)


# The topic given by an option, or all topics.


def _named_topics(
    _context: click.Context, _parameter: click.Parameter, name: str | None
) -> tuple[Topic, ...]:
    folder = load_settings().topics
    names = topic_names(folder)
    if name is not None and name not in names:
        known = ", ".join(names) or "none"
        raise click.BadParameter(f"there is no topic {name!r} in {folder} (known: {known})")
    return tuple(load_topic(folder, one) for one in names if name in {None, one})


topic_option = click.option(
    "--topic",
    "topics",
    metavar="NAME",
    callback=_named_topics,
    help="The topic whose words count; by default all topics are tried, and the one that fits a "
    "page is used, if any.",
)


# How `specseek extract` and `specseek batch extract` read.


rules_option = click.option(
    "--rules",
    "rules_folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of rule files, as written by `specseek train`; pages are read without rules too.",
)
least_option = click.option(
    "--least",
    type=click.FloatRange(0, 1),
    default=0.5,
    show_default=True,
    help="Minimum probability that a pair is a fact of the page's product.",
)
spark_option = click.option(
    "--spark",
    metavar="MASTER",
    help="Let a Spark cluster do the work: spark://HOST:PORT, yarn, k8s://ADDRESS, or local[2].",
)


# The stored pages that a command reads: of a manifest, of an archive, or one file.


def archive_address(value: str) -> Path | BucketPath:
    """A local file or folder, or one in S3-compatible storage."""
    if not value.startswith("s3://"):
        return Path(os.fsdecode(_EXISTING.convert(value, None, None)))
    try:
        storage_address(value)
    except ValueError:
        raise click.BadParameter(f"{value!r} is not like s3://bucket/folder") from None
    return BucketPath.parse(value)


_EXISTING = click.Path(exists=True, path_type=Path)
_PAGE_OPTIONS = (
    click.option(
        "--manifest",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help='Pages, one per line: {"file": "n95.html", "url": "https://site.example/n95"}. Files '
        "are searched beside the manifest first, then in the current folder.",
    ),
    click.option(
        "--archive",
        metavar="PATH",
        type=archive_address,
        help="Pages: a WARC file, or a folder of WARC files, as stored by a crawl; either may be "
        "in S3-compatible storage (s3://bucket/folder). Every HTML "
        "capture with status 200 is read, in order, even if a URL has several.",
    ),
    click.option("--url", metavar="URL", callback=web_address, help="The URL of PAGE."),
    click.argument(
        "page", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path)
    ),
)


class PageInputs(NamedTuple):
    """The options as given."""

    manifest: Path | None
    archive: Path | BucketPath | None
    url: str | None
    page: Path | None

    @property
    def can_be_read_twice(self) -> bool:
        """Whether the input is a manifest or an archive, and not a pipe."""
        source = self.manifest or self.archive
        return source is not None and (source.is_file() or source.is_dir())

    def read(self, title: str) -> Iterable[AnyPage]:
        """The pages in order, with a progress bar; raises UsageError for a wrong combination."""
        match self:
            case Path() as manifest_file, None, None, None:
                manifest = PageManifest(manifest_file)
                return with_progress(manifest, manifest.checked_length(), title)
            case None, Path() | BucketPath() as archive, None, None:
                return with_progress(archived_pages(archive), None, title)
            case None, None, str() as url, Path() as page:
                return [InputPage(str(page), url, page)]
        raise click.UsageError(
            "Give either --manifest M.jsonl, or --archive PATH, or --url URL and one PAGE."
        )


def page_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options for stored pages to a command, which gets them as `pages`."""

    @wraps(command)
    def with_pages(
        *,
        manifest: Path | None,
        archive: Path | BucketPath | None,
        url: str | None,
        page: Path | None,
        **others: object,
    ) -> None:
        command(pages=PageInputs(manifest, archive, url, page), **others)

    for option in reversed(_PAGE_OPTIONS):
        with_pages = option(with_pages)
    return with_pages


# Manifests: one JSON object per line, `{"file": …, "url": …}`.


_LINE_ALLOWED = (
    'each line must be like {"file": "page.html", "url": "https://site.example/page.html"}, '
    'and may have "fetched": "2020-06-20T15:00:00"; other keys are ignored'
)


class PageManifest:
    """The pages of a manifest, read line by line, so that any length fits into memory."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __iter__(self) -> Iterator[InputPage]:
        """Files are searched beside the manifest first, then in the current folder."""
        for line in self._lines():
            beside = self._path.parent / line.file
            path = beside if beside.exists() else Path(line.file)
            yield InputPage(line.file, line.url, path, line.fetched)

    def checked_length(self) -> int | None:
        """Check all lines and count the pages; None for a pipe, which can be read only once."""
        return sum(1 for _ in self._lines()) if self._path.is_file() else None

    def _lines(self) -> Iterator[_ManifestLine]:
        empty = True
        with self._path.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                written = without_byte_order_mark(line) if number == 1 else line
                if written.strip():
                    empty = False
                    yield self._parsed(written, number)
        if empty:
            raise FileProblems(
                str(self._path), (FileProblem(0, 0, f"names no page; {_LINE_ALLOWED}"),)
            )

    def _parsed(self, written: bytes, number: int) -> _ManifestLine:
        try:
            return _ManifestLine.model_validate_json(written)
        except ValidationError as error:
            raise file_problems(self._path, error, lambda _: number, _LINE_ALLOWED) from error


class _ManifestLine(BaseModel, frozen=True):
    file: Annotated[str, Field(min_length=1)]
    url: str
    fetched: datetime | None = None


# Pages of an archive.


class NoArchiveError(SpecSeekError):
    """The given folder contains no archive."""


@dataclass(frozen=True, slots=True)
class ArchivedPage:
    """`file` is the name of the WARC file and the offset of the record in it."""

    file: str
    capture: Capture
    path: ArchiveFile
    offset: int

    @property
    def url(self) -> str:
        return self.capture.url

    @property
    def fetched(self) -> datetime | None:
        return self.capture.fetched

    def read(self) -> Page:
        return Page.read(self.capture.body, self.url, self.capture.content_type)


@dataclass(frozen=True, slots=True)
class DamagedRecord:
    """A part of an archive that cannot be read."""

    damage: ArchiveDamage
    url = ""
    fetched = None

    @property
    def file(self) -> str:
        return self.damage.file

    def read(self) -> Page:
        raise UnreadablePageError(str(self.damage))


def files_of(path: Path | BucketPath) -> list[ArchiveFile]:
    """The WARC files of a folder, or the file itself."""
    files = archive_files(path)
    if not files:
        raise NoArchiveError(f"{path}: contains no archive (*.warc.gz or *.warc)")
    return files


def archived_pages(path: Path | BucketPath) -> Iterator[ArchivedPage | DamagedRecord]:
    """Every HTML page with status 200, in order; damaged records at the end."""
    files_of(path)
    try:
        folder = path if path.is_dir() else path.parent
        for place, capture in read_captures(path):
            if capture.is_html_page:
                file = f"{place.file}:{place.offset}"
                yield ArchivedPage(file, capture, folder / place.file, place.offset)
    except ArchiveError as error:
        yield from map(DamagedRecord, error.damages)


# A page in a file.


class UnreadablePageError(SpecSeekError):
    """A page's file cannot be read."""


@dataclass(frozen=True, slots=True)
class InputPage:
    """`file` is the name in the output, `path` the file itself."""

    file: str
    url: str
    path: Path
    fetched: datetime | None = None

    def read(self) -> Page:
        try:
            return Page.read(self.path.read_bytes(), self.url)
        except (OSError, ValueError) as error:  # ValueError: a NUL in the file's name
            reason = getattr(error, "strerror", None) or error
            raise UnreadablePageError(f"{self.file}: cannot be read: {reason}") from error


# What a command does with each page.


Found = TypeVar("Found")


class InputReader(Generic[Found]):
    """Reads pages in order; those that cannot be read are reported on standard error.

    `unreadable` counts the pages that cannot be opened, `refused` those that cannot be parsed.
    """

    def __init__(
        self, pages: PageInputs, title: str, read: Callable[[AnyPage, Page], Found]
    ) -> None:
        self._pages = pages
        self._title = title
        self._read = read
        self.unreadable = 0
        self.refused = 0

    def __iter__(self) -> Iterator[tuple[AnyPage, Found | None, str]]:
        """Each page that can be opened, and what was found, or why it cannot be parsed."""
        for stored in self._pages.read(self._title):
            found, why = None, ""
            try:
                found = self._read(stored, stored.read())
            except UnreadablePageError as error:
                click.echo(f"Error: {error}", err=True)
                self.unreadable += 1
                continue
            except (SpecSeekError, click.ClickException):
                raise
            except Exception as error:  # noqa: BLE001 - one bad page costs that page
                why = error_text(error)
                click.echo(f"Error: {stored.file}: cannot be parsed: {why}", err=True)
                self.refused += 1
            yield stored, found, why

    def end(self, summary: str) -> None:
        """Print the summary, and exit with status 1 if any page could not be read."""
        click.echo(summary, err=True)
        if self.unreadable or self.refused:
            raise click.exceptions.Exit(1)


# Errors in JSON files of users, with file, line, and the allowed format.


_PLACE = re.compile(r" at line (\d+) column (\d+)$")


def without_byte_order_mark(body: bytes) -> bytes:
    """Without the byte-order mark that some editors write."""
    return body.removeprefix(b"\xef\xbb\xbf")


def file_problems(
    path: Path, error: ValidationError, line_of: Callable[[ErrorDetails], int], allowed: str
) -> FileProblems:
    """All mistakes; `line_of` returns the first line of the JSON that a mistake is in."""
    problems = [_problem(details, line_of(details)) for details in error.errors()]
    return FileProblems(str(path), (*problems, FileProblem(0, 0, allowed)))


def _problem(details: ErrorDetails, first_line: int) -> FileProblem:
    place = _PLACE.search(details["msg"])
    if place:
        reason = details["msg"][: place.start()].removeprefix("Invalid JSON: ")
        line, column = int(place[1]), int(place[2])
        return FileProblem(first_line + line - 1, max(column, 1), f"not JSON: {reason}")
    key = ".".join(step for step in details["loc"] if isinstance(step, str))
    return FileProblem(first_line, 1, ": ".join(filter(None, (key, details["msg"]))))


# A first pass over the given pages, to learn what the pages of each site have in common.


class RowCache:
    """Keeps the rows of pages that will be read again soon, within a limit.

    In memory the rows are about ten times as large as the pages.
    """

    def __init__(self, most_bytes: int = 8_000_000) -> None:
        self._free = most_bytes
        self._kept: dict[tuple[str, str], PageRows] = {}

    def keep(self, file: str, page: Page, rows: PageRows) -> None:
        if len(page.body) <= self._free:
            self._free -= len(page.body)
            self._kept[file, page.url] = rows

    def take(self, file: str, page: Page) -> PageRows | None:
        """Remove and return the rows of a page, None if they were not kept."""
        rows = self._kept.pop((file, page.url), None)
        if rows:
            self._free += len(page.body)
        return rows


def site_memories(pages: PageInputs, kept: RowCache | None = None) -> Mapping[str, SiteMemory]:
    """Site → memory of its first pages; empty if there is only one page."""
    memories: dict[str, SiteMemory] = {}
    if not pages.can_be_read_twice:
        return memories
    for stored in pages.read("Comparing the pages of each site"):
        memory = memories.setdefault(site_of(stored.url), SiteMemory())
        if memory.pages < ENOUGH_PAGES:
            with suppress(Exception):  # reported when the page is read
                page = stored.read()
                rows = memory.add_page(page)
                if kept:
                    kept.keep(stored.file, page, rows)
    return memories
