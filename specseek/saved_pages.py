"""Saved pages of a folder, and the addresses they came from.

A folder may have WARC files, manifests that name files and addresses, folders named after hosts,
and plain HTML files. A file's address is taken from the first of these that has it: a manifest, the
file itself (canonical link, `og:url`, the comment that browsers write, `<base>`), the names of its
folders. Otherwise the host is made up from the folder's name.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from mimetypes import guess_type
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urljoin

from core.errors import error_text
from core.urls import canonical_url
from pages.encoding import encoding_of
from pages.page import attributes, content_text
from pages.tags import TAG
from spider.safety.addresses import AddressRules, refusal_of_url
from store.archive import ArchiveError, read_capture, read_captures

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from store.archive import Capture, CapturePlace

    Warn = Callable[[str], object]

_HTML = (".html", ".htm", ".xhtml", ".shtml")
_WARC = (".warc", ".warc.gz")
_MANIFESTS = (".jsonl", ".json")
_MOST_MANIFEST_BYTES = 100_000_000
_HEAD_BYTES = 200_000  # of a file: the address of a page is told in its head
_PAGE_TYPE = "text/html"  # without a charset: the page itself tells it, or its bytes do


@dataclass(frozen=True)
class SavedAnswer:
    """What was saved under an address."""

    status: int
    content_type: str
    body: bytes
    location: str = ""


@dataclass(frozen=True)
class SavedFile:
    """A file of the folder; `root` is the folder, outside of which nothing is read."""

    root: Path
    path: Path
    url: str
    content_type: str
    title: str

    @property
    def is_page(self) -> bool:
        return self.content_type == _PAGE_TYPE

    def read(self) -> SavedAnswer | None:
        """None if the file is gone, or is now a link that leads out of the folder."""
        body = _content(self.root, self.path)
        return None if body is None else SavedAnswer(200, self.content_type, body)


@dataclass(frozen=True)
class SavedCapture:
    """A response in a WARC file."""

    folder: Path
    place: CapturePlace
    url: str
    title: str
    is_page: bool

    def read(self) -> SavedAnswer | None:
        try:
            capture = read_capture(self.folder, self.place)
        except (ArchiveError, OSError):
            return None
        location = capture.header("location")
        target = urljoin(capture.url, location) if location else ""
        return SavedAnswer(capture.status, capture.content_type, capture.body, target)


def saved_pages(folder: Path, warn: Warn) -> Iterator[SavedFile | SavedCapture]:
    """Everything saved in a folder, by its name; `warn` gets what cannot be used, and why.

    Of two files with one address the second gets another, made of its name.
    """
    root = folder.resolve()
    files = list(_files(root, warn))
    told = _told_addresses(root, files, warn)
    taken: set[str] = set()
    for file in files:
        if file.name.lower().endswith(_WARC):
            yield from _captures(file, warn)
        elif saved := _saved_file(root, file, told.get(file), taken, warn):
            taken.add(saved.url)
            yield saved


def saved_file(path: Path, warn: Warn) -> SavedFile | None:
    """One page, whatever else is in its folder; a manifest there may tell its address."""
    file = path.resolve()
    if not file.is_file():
        warn(f"{path}: is no file")
        return None
    head = _content(file.parent, file, _HEAD_BYTES)
    if head is not None and not _is_html(file, head):
        warn(f"{path}: is no HTML page")
        return None
    hosts = (folder for folder in file.parents if _HOST_FOLDER.fullmatch(folder.name))
    root = next(hosts, file.parent)
    beside = [one for one in file.parent.iterdir() if one.suffix.lower() in _MANIFESTS]
    told = _told_addresses(root, [*beside, file], lambda _: None)
    return _saved_file(root, file, told.get(file), set(), warn)


def _files(root: Path, warn: Warn) -> Iterator[Path]:
    """Links that lead out of the folder are left out, like hidden files."""

    def failed(error: OSError) -> None:
        warn(f"{error.filename}: {error.strerror}")

    for folder, below, names in os.walk(root, onerror=failed):
        below[:] = sorted(name for name in below if not name.startswith("."))
        for name in sorted(names):
            file = Path(folder, name)
            if name.startswith("."):
                continue
            if _is_inside(root, file):
                yield file
            else:
                warn(f"{_shown(root, file)}: is no file of the folder")


def _is_inside(root: Path, file: Path) -> bool:
    try:
        return file.is_file() and file.resolve().is_relative_to(root)
    except (OSError, ValueError):
        return False


def _shown(root: Path, file: Path) -> str:
    return str(file.relative_to(root))


def _content(root: Path, file: Path, most: int = -1) -> bytes | None:
    if not _is_inside(root, file):
        return None
    try:
        with file.open("rb") as opened:
            return opened.read(most)
    except OSError:
        return None


_BEGINNING = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html)\b", re.IGNORECASE)


def _is_html(file: Path, head: bytes) -> bool:
    return file.suffix.lower() in _HTML or _BEGINNING.match(head) is not None


def _saved_file(
    root: Path, file: Path, told: str | None, taken: set[str], warn: Warn
) -> SavedFile | None:
    host = _folder_host(root, file)
    head = _content(root, file, _HEAD_BYTES)
    if head is None:
        warn(f"{_shown(root, file)}: cannot be read")
        return None
    is_html = _is_html(file, head)
    if not (told or host or is_html):
        return None
    by_name = _address_by_name(root, file, host)
    of_page = _address_in_page(head, file.name, by_name) if is_html else None
    addresses = (told, of_page, by_name, _made_up(root, file))
    usable = (url for url in addresses if url and url not in taken)
    if url := next(usable, None):
        kind = guess_type(file.name)[0] or _PAGE_TYPE
        return SavedFile(root, file, url, _PAGE_TYPE if is_html else kind, _title(head))
    warn(f"{_shown(root, file)}: another file has its address, {by_name}")
    return None


# WARC files.


def _captures(file: Path, warn: Warn) -> Iterator[SavedCapture]:
    try:
        for place, capture in read_captures(file):
            if url := address(capture.url):
                yield _saved_capture(file.parent, place, capture, url)
    except ArchiveError as error:
        for damage in error.damages:
            warn(str(damage))
    except OSError as error:
        warn(f"{file.name}: {error.strerror}")


def _saved_capture(folder: Path, place: CapturePlace, capture: Capture, url: str) -> SavedCapture:
    title = _title(capture.body[:_HEAD_BYTES]) if capture.is_html_page else ""
    return SavedCapture(folder, place, url, title, capture.is_html_page)


# Manifests: lines {"file": …, "url": …}, or one object {file: {"url": …}}.


def _told_addresses(root: Path, files: list[Path], warn: Warn) -> dict[Path, str]:
    known = set(files)
    told: dict[Path, str] = {}
    for manifest in files:
        if manifest.suffix.lower() not in _MANIFESTS:
            continue
        for name, written in _manifest_entries(root, manifest, warn):
            # Normalised as text: what a name leads to must be one of the folder's own files.
            places = (manifest.parent / name, manifest.parent / "pages" / name)
            normal = (Path(os.path.normpath(place)) for place in places)
            file = next((place for place in normal if place in known), None)
            url = address(written)
            if file and url:
                told.setdefault(file, url)
            elif file or url:
                problem = f"no web address of {name!r}" if file else f"no file {name!r} beside it"
                warn(f"{_shown(root, manifest)}: has {problem}")
    return told


def _manifest_entries(root: Path, manifest: Path, warn: Warn) -> Iterator[tuple[str, str]]:
    """Name and address of each page; nothing if the file is not a manifest."""
    body = _content(root, manifest, _MOST_MANIFEST_BYTES)
    if body is None:
        warn(f"{_shown(root, manifest)}: cannot be read")
        return
    lines = body.splitlines() if manifest.suffix.lower() == ".jsonl" else [body]
    for line in lines:
        try:
            data = json.loads(line)
        except (ValueError, RecursionError) as error:
            if line.strip():
                warn(f"{_shown(root, manifest)}: is not read: {error_text(error)}")
                return
            continue
        yield from _named_addresses(data)


def _named_addresses(data: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - any JSON
    entries = data if isinstance(data, list) else [data]
    if isinstance(data, dict) and not isinstance(data.get("file"), str):
        entries = [{**one, "file": name} for name, one in data.items() if isinstance(one, dict)]
    for entry in entries:
        if isinstance(entry, dict):
            name, url = entry.get("file"), entry.get("url")
            if isinstance(name, str) and isinstance(url, str):
                yield name, url


# What a page says about its own address.


_SAVED_FROM = re.compile(rb"<!--\s*saved from url=\(\d+\)(\S{1,2000})\s*-->", re.IGNORECASE)


def _address_in_page(head: bytes, name: str, by_name: str) -> str | None:
    told = _told_in_head(head)
    base = urljoin(by_name, told.get("base", ""))
    if saved_from := _SAVED_FROM.search(head):
        told["saved"] = saved_from[1].decode("ascii", "replace")
    for kind in ("canonical", "og:url", "saved", "base"):
        written = told.get(kind)
        # A base that is a folder does not identify the page.
        joined = _joined(base, written) if written else ""
        if joined.endswith("/") and kind == "base":
            joined += quote(name)
        if url := address(joined):
            return url
    return None


def _told_in_head(head: bytes) -> dict[str, str]:
    """Canonical link, og:url and base, as written."""
    encoding = encoding_of(head)
    told: dict[str, str] = {}
    for tag in TAG.finditer(head):
        name = (tag[1] or b"").lower()
        if name == b"body":
            break
        if name in {b"link", b"meta", b"base"}:
            of_tag = attributes(tag[2], encoding)
            kind, url = _told_by_tag(name, of_tag)
            if kind and url.strip():
                told.setdefault(kind, url.strip())
    return told


def _told_by_tag(name: bytes, of_tag: dict[str, str]) -> tuple[str, str]:
    if name == b"base":
        return "base", of_tag.get("href", "")
    if name == b"link" and "canonical" in of_tag.get("rel", "").lower().split():
        return "canonical", of_tag.get("href", "")
    if name == b"meta" and "og:url" in (of_tag.get("property"), of_tag.get("name")):
        return "og:url", of_tag.get("content", "")
    return "", ""


def _joined(base: str, written: str) -> str:
    try:
        return urljoin(base, written)
    except ValueError:
        return ""


_TITLE = re.compile(rb"<title[^>]*>([^<]{1,1000})", re.IGNORECASE)


def _title(head: bytes) -> str:
    found = _TITLE.search(head)
    return content_text(found[1], encoding_of(head)) if found else ""


# Addresses made of the names of folders and files.


_HOST_FOLDER = re.compile(r"(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]*[a-z0-9]", re.IGNORECASE)
_PAGE_PARTS = re.compile(r"\.files$|_files$", re.IGNORECASE)


def _folder_host(root: Path, file: Path) -> tuple[str, tuple[str, ...]] | None:
    """The first folder that is named like a host, the root included, and the names below it."""
    names = (root.name, *file.relative_to(root).parts)
    for place, name in enumerate(names[:-1]):
        if _HOST_FOLDER.fullmatch(name) and not _PAGE_PARTS.search(name):
            return name, names[place + 1 :]
    return None


def _address_by_name(root: Path, file: Path, host: tuple[str, tuple[str, ...]] | None) -> str:
    """A question mark in a file's name begins the query, as programs that copy sites write it."""
    if host is None:
        return _made_up(root, file)
    path, mark, query = "/".join(host[1]).partition("?")
    return address(f"http://{host[0]}/{_quoted(path)}{mark}{query}") or _made_up(root, file)


def _made_up(root: Path, file: Path) -> str:
    """Of the first folder's name; one that is called `pages` tells nothing."""
    names = file.relative_to(root).parts
    folder, below = (
        (names[0], names[1:]) if names[1:] and names[0] != "pages" else (root.name, names)
    )
    return f"http://{_made_up_host(folder)}/{_quoted('/'.join(below))}"


def _made_up_host(folder: str) -> str:
    """A host under a domain that nobody can have.

    >>> _made_up_host("My Cameras!"), _made_up_host("相机")
    ('my-cameras.example', 'xn--nqv636a.example')
    """
    label = re.sub(r"[^\w]+|_+", "-", folder.lower()).strip("-")
    try:
        host = f"{label.encode('idna').decode('ascii')}.example"
    except UnicodeError:
        host = ""
    return host if _HOST_FOLDER.fullmatch(host) else "saved.example"


def _quoted(path: str) -> str:
    return quote(os.fsencode(path), safe="/")


def address(url: str) -> str | None:
    """The address that a crawl asks for, over http; None if no crawl would ask for it.

    >>> address("https://Shop.example/p?id=1&utm_source=x"), address("file:///page.html")
    ('http://shop.example/p?id=1', None)
    """
    found = canonical_url(url)
    if found is None or refusal_of_url(found, AddressRules()):
        return None
    return f"http://{found.partition('://')[2]}"
