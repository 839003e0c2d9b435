"""What the models of a topic file share, and how values are read from other attributes.

docs/topic-file.md documents the keys.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, NamedTuple, Self
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    ValidationError,
    model_validator,
)

from core.names import name_key
from core.topic_mistakes import mistake

if TYPE_CHECKING:
    from collections.abc import Iterable

_HOST_NAME = re.compile(r"(?!-)[a-z0-9_-]+(?:\.[a-z0-9_-]+)*")


def _comparable(name: str) -> str:
    if not name_key(name):
        raise ValueError(f"{name!r} has no letter or digit; names are compared by those")
    return name


def _web_address(url: str) -> str:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in {"http", "https"} and parts.hostname
    except ValueError:
        usable = None
    if not usable:
        raise ValueError(
            f"{url!r} is not a web address; write http://host/path or https://host/path"
        )
    return url


def _host_name(written: str) -> str:
    """As in URLs: lower case ASCII."""
    try:
        host = written.encode("idna").decode("ascii").lower()
    except UnicodeError:
        host = ""
    if not _HOST_NAME.fullmatch(host):
        raise ValueError(
            f"{written!r} is not a host name; write one like shop.example, without http://"
        )
    return host


Name = Annotated[str, AfterValidator(_comparable)]
WebAddress = Annotated[str, AfterValidator(_web_address)]
HostName = Annotated[str, AfterValidator(_host_name)]
Language = Annotated[str, Field(pattern=r"^[a-z]{2,3}$")]  # as in ISO 639: zh, en, de
ENGLISH = "en"


def _in_english(written: object) -> object:
    return {ENGLISH: written} if isinstance(written, str) else written


def _as_written(label: dict[str, str]) -> dict[str, str] | str:
    return label[ENGLISH] if set(label) == {ENGLISH} else label


Title = Annotated[dict[Language, Name], Field(min_length=1)]
Label = Annotated[dict[Language, Name], BeforeValidator(_in_english), PlainSerializer(_as_written)]


SeveralNames = Annotated[tuple[Name, ...], Field(min_length=1)]


class TopicModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


# Which links and pages are about the topic.


class LinkHints(TopicModel):
    """Words in a link's text or URL that tell what it leads to."""

    product: tuple[Name, ...] = ()
    list: tuple[Name, ...] = ()
    other: tuple[Name, ...] = ()

    @model_validator(mode="after")
    def _words_differ(self) -> Self:
        first: dict[str, str] = {}
        twice = []
        for kind in type(self).model_fields:
            for at, word in enumerate(getattr(self, kind)):
                if word in first:
                    text = f"{word!r} is already a hint for {first[word]!r}; remove one"
                    twice.append(mistake((kind, at), word, text))
                first.setdefault(word, kind)
        if twice:
            raise ValidationError.from_exception_data("links", twice)
        return self


Share = Annotated[float, Field(ge=0, le=1)]


class OnTopic(TopicModel):
    """How many of the names on a page must be known for its product to be one of the topic."""

    names: Annotated[int, Field(ge=0)] = 3
    share: Share = 0.25
    rule_share: Share = 0.6


# Attributes that are read from the values of others.


class Take(StrEnum):
    """What is read from a value of another attribute."""

    VALUES = "values"
    FIRST = "first"
    LAST = "last"
    SMALLEST = "smallest"
    COUNT = "count"


Sides = tuple[int, int]  # from and to, in pixels


class ResolutionClass(TopicModel):
    """A class of screens, told by the number of pixels of their shorter or longer side."""

    value: Name
    short: Sides | None = None
    long: Sides | None = None

    @model_validator(mode="after")
    def _has_limits(self) -> Self:
        limits = [sides for sides in (self.short, self.long) if sides]
        if not limits:
            raise ValueError(f"{self.value!r} has no limits; add the key 'short' or 'long'")
        if any(first > last for first, last in limits):
            raise ValueError(f"{self.value!r} has limits in the wrong order; put the smaller first")
        return self

    def holds(self, width: int, height: int) -> bool:
        """Is a screen of these sides in this class?"""
        short, long = sorted((width, height))
        return all(
            limits is None or limits[0] <= side <= limits[1]
            for limits, side in ((self.short, short), (self.long, long))
        )


class ReadFrom(TopicModel):
    """Another attribute, in whose values those of this one are looked for.

    With `value` any value of it means that one; with `words` only a text that contains one of them.
    """

    attribute: Name
    take: Take = Take.VALUES
    value: str = ""
    words: tuple[Name, ...] = ()
    classes: tuple[ResolutionClass, ...] = ()


# Units that only one kind of product has.


class OwnUnit(TopicModel):
    """How a unit is spelled; with `of` it is `size` times that unit."""

    spellings: tuple[Annotated[str, Field(min_length=1)], ...] = ()
    size: Annotated[float, Field(gt=0)] = 1.0
    of: str = ""

    @model_validator(mode="after")
    def _size_is_of_something(self) -> Self:
        if self.size != 1.0 and not self.of:
            raise ValueError("'size' says how many of another unit; add the key 'of'")
        return self


OwnUnits = tuple[tuple[str, OwnUnit], ...]


# Texts that are written in several ways.


class Rewriting(TopicModel):
    """A way to write something, and the way it is searched for.

    Both are texts with placeholders in braces: `{n}` stands for a number, also a Chinese one, any
    other for letters and digits.
    """

    written: Name
    means: Name

    @model_validator(mode="after")
    def _placeholders_are_known(self) -> Self:
        known = placeholders(self.written)
        if unknown := next((one for one in placeholders(self.means) if one not in known), None):
            raise ValueError(f"{{{unknown}}} is not in 'written'; it has {sorted(known)}")
        return self


def placeholders(template: str) -> list[str]:
    """The names in braces.

    >>> placeholders("第{n}代骁龙{model}")
    ['n', 'model']
    """
    return re.findall(r"\{(\w+)\}", template)


# Words of queries.


class AttributeQuery(TopicModel):
    """How queries, but no pages, speak of an attribute."""

    names: tuple[Name, ...] = ()
    any_value: tuple[Name, ...] = ()
    values: dict[Name, SeveralNames] = Field(default_factory=dict)
    least: float = 0


class AmountPair(TopicModel):
    """Two attributes of one unit whose amounts are written together: 12GB+256GB, 8/128.

    More than `most` is an amount of the large one, even if the small one is named; the large one is
    at least `ratio` times as much. Without a unit only `sizes` are such amounts.
    """

    small: Name
    large: Name
    most: float
    ratio: float = 1
    sizes: Annotated[tuple[int, ...], Field(min_length=1)]


class PairPlace(NamedTuple):
    """An attribute's place in a pair; `labels` are short names of the other one: RAM, ROM."""

    is_small: bool
    ratio: float
    labels: tuple[str, ...]


def short_names(names: Iterable[str]) -> tuple[str, ...]:
    """Those in capital letters, which stand behind an amount: 4GB RAM."""
    return tuple(name for name in names if name.isascii() and name.isalpha() and name.isupper())


class TopicQuery(TopicModel):
    """What queries about a topic's products say."""

    product_words: dict[Language, tuple[Name, ...]] = Field(default_factory=dict)
    stray_words: tuple[Name, ...] = ()
    behind_amounts: tuple[Name, ...] = ()
    pairs: tuple[AmountPair, ...] = ()
    alike: tuple[SeveralNames, ...] = ()
