"""Where articles and threads come from: the sources of a topic, one YAML file that people edit.

docs/channels.md documents its keys. The spiders of the channels read it, and the web page edits it.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote_plus, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_core import InitErrorDetails
from webencodings import lookup

from core.urls import canonical_url
from core.yaml_files import read_yaml, write_text, write_yaml
from core.yaml_text import checked_text, with_entries

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import tzinfo
    from pathlib import Path

    from core.yaml_files import Data


QUERY = "{query}"
_LONGEST_NAME = 80
_LONGEST_PATTERN = 300


class Channel(StrEnum):
    NEWS = "news"
    FORUMS = "forums"


class SourceKind(StrEnum):
    FEED = "feed"
    LIST = "list"
    SEARCH = "search"
    BOARD = "board"


_KINDS = {
    Channel.NEWS: (SourceKind.FEED, SourceKind.LIST, SourceKind.SEARCH),
    Channel.FORUMS: (SourceKind.FEED, SourceKind.BOARD, SourceKind.SEARCH),
}


def crawl_name(topic: str, channel: Channel) -> str:
    """The name under which the ledger keeps a channel's links, pages, runs and errors."""
    return f"{topic}:{channel}"


def _printable(name: str) -> str:
    if not name.strip() or not name.isprintable() or name != name.strip():
        raise ValueError(f"{name!r} is not a name; write words without line breaks")
    return name


def _known_encoding(label: str) -> str:
    if label and lookup(label) is None:
        raise ValueError(f"{label!r} is not an encoding; write one like gbk, big5 or utf-8")
    return label


def _known_zone(name: str) -> str:
    try:
        if name:
            ZoneInfo(name)
    except (ValueError, OSError, ZoneInfoNotFoundError) as error:
        raise ValueError(f"{name!r} is not a time zone; write one like Asia/Shanghai") from error
    return name


class Source(BaseModel):
    """A feed, a list page, a search page or a board, and what is known of the pages behind it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, Field(max_length=_LONGEST_NAME), AfterValidator(_printable)]
    channel: Channel
    kind: SourceKind
    address: str
    pattern: Annotated[str, Field(max_length=_LONGEST_PATTERN)] = ""
    queries: tuple[Annotated[str, AfterValidator(_printable)], ...] = ()
    every: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = None
    on: bool = True
    encoding: Annotated[str, AfterValidator(_known_encoding)] = ""
    timezone: Annotated[str, AfterValidator(_known_zone)] = ""

    @field_validator("kind")
    @classmethod
    def _suits_channel(cls, kind: SourceKind, info: ValidationInfo) -> SourceKind:
        channel = info.data.get("channel")
        if channel and kind not in _KINDS[channel]:
            raise ValueError(f"the channel {channel} has no {kind}; it has {_listed(channel)}")
        return kind

    @field_validator("address")
    @classmethod
    def _is_address(cls, address: str, info: ValidationInfo) -> str:
        if canonical_url(address.replace(QUERY, "query")) is None:
            raise ValueError(
                f"{address!r} is not a web address; write http://host/path or https://host/path"
            )
        kind = info.data.get("kind")
        if kind and (kind is SourceKind.SEARCH) != (QUERY in address):
            needs = "needs" if kind is SourceKind.SEARCH else "has no"
            raise ValueError(f"the address of a {kind} {needs} {QUERY}")
        return address

    @field_validator("pattern")
    @classmethod
    def _is_pattern(cls, pattern: str) -> str:
        if pattern and not pattern.startswith(("/", "http://", "https://", "*")):
            raise ValueError(
                f"{pattern!r} does not begin with / or http; write /news/#.html or "
                "http://host/news/#.html, where # is a number and * is anything"
            )
        return pattern

    @field_validator("queries")
    @classmethod
    def _are_of_search(cls, queries: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        kind = info.data.get("kind")
        if queries and kind and kind is not SourceKind.SEARCH:
            raise ValueError(f"a {kind} has no queries; only a search has")
        return queries

    @cached_property
    def zone(self) -> tzinfo | None:
        """Of times on its pages that tell none; None where the file does not say."""
        return ZoneInfo(self.timezone) if self.timezone else None

    @cached_property
    def address_pattern(self) -> AddressPattern | None:
        return AddressPattern(self.pattern, self.address) if self.pattern else None

    def start_addresses(self, queries: tuple[str, ...] = ()) -> Iterator[str]:
        """The addresses to begin with; of a search one for each of its own or the given queries."""
        if self.kind is not SourceKind.SEARCH:
            yield self.address
            return
        encoding = self.encoding or "utf-8"
        for query in self.queries or queries:
            written = quote_plus(query, encoding=encoding, errors="ignore")
            yield self.address.replace(QUERY, written)


def _listed(channel: Channel) -> str:
    return ", ".join(_KINDS[channel])


# Patterns of addresses: "#" is a number, "*" is anything.


class AddressPattern:
    """The addresses of articles or threads, as a person writes them down.

    A pattern that begins with "/" is one on the source's own host. Every piece between two "*" is
    looked for behind the one before it, so that no address takes long.

    >>> pattern = AddressPattern("/news/#/*.html", "http://news.example/list/")
    >>> pattern.matches("http://news.example/news/2026/a-b.html")
    True
    >>> pattern.matches("http://news.example/news/today/a-b.html")
    False
    """

    def __init__(self, pattern: str, base: str) -> None:
        own_host = ""
        if pattern.startswith("/"):
            own_host = f"https?://{re.escape(urlsplit(base).netloc.lower())}"
        *before, last = map(_piece, pattern.split("*"))
        parts = [*before, rf"{last}\Z"]
        parts[0] = own_host + parts[0]
        self._first, *self._others = map(re.compile, parts)

    def matches(self, url: str) -> bool:
        found = self._first.match(url)
        for piece in self._others:
            if found is None:
                return False
            found = piece.search(url, found.end())
        return found is not None


def _piece(text: str) -> str:
    # A number is looked for only where it begins: long ones cost no more than short ones.
    return r"(?<!\d)\d++".join(map(re.escape, text.split("#")))


# The file of a topic's sources.


class Sources(BaseModel):
    """All sources of a topic, in the order of the file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    sources: tuple[Source, ...] = ()

    @field_validator("sources")
    @classmethod
    def _differ(cls, sources: tuple[Source, ...]) -> tuple[Source, ...]:
        """Names tell sources apart everywhere: in the ledger, in reports, on the web page."""
        first: dict[tuple[str, str], str] = {}
        clashes = []
        for at, source in enumerate(sources):
            keys = {"name": source.name, "address": f"{source.channel} {source.address}"}
            for field, key in keys.items():
                if (field, key) in first:
                    text = f"this {field} is already that of {first[field, key]!r}; change one"
                    clashes.append(_mistake((at, field), getattr(source, field), text))
                first.setdefault((field, key), source.name)
        if clashes:
            raise ValidationError.from_exception_data("sources", clashes)
        return sources

    def of(self, channel: Channel) -> tuple[Source, ...]:
        """The channel's sources that are on."""
        return tuple(one for one in self.sources if one.channel is channel and one.on)


def _mistake(place: tuple[int | str, ...], given: object, text: str) -> InitErrorDetails:
    return InitErrorDetails(
        type="value_error", loc=place, input=given, ctx={"error": ValueError(text)}
    )


def sources_file(folder: Path, topic: str) -> Path:
    return folder / f"{topic}.yaml"


def load_sources(folder: Path, topic: str) -> Sources:
    """The sources of a topic, none if it has no file; FileProblems with all mistakes in it."""
    file = sources_file(folder, topic)
    return read_yaml(file, Sources) if file.exists() else Sources()


def save_sources(folder: Path, topic: str, sources: Sources) -> None:
    """Replace the file in one step; comments stay, and the text of sources that do not change."""
    folder.mkdir(parents=True, exist_ok=True)
    file = sources_file(folder, topic)
    if not file.exists():
        write_yaml(file, sources)
        return
    before = read_yaml(file, Sources)
    if before == sources:
        return
    text = file.read_bytes().decode("utf-8-sig")
    changed = with_entries(text, "sources", _entries(before), _entries(sources))
    write_text(file, checked_text(changed, sources))


def _entries(sources: Sources) -> list[dict[str, Data]]:
    return [one.model_dump(mode="json", exclude_defaults=True) for one in sources.sources]
