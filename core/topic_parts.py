"""What the models of a topic file share, and how values are read from other attributes.

docs/topic-file.md documents the keys.
"""

from __future__ import annotations

import re
from collections import Counter, deque
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
from pydantic_core import InitErrorDetails

from core.locales import colour_names
from core.names import name_key

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

    from core.topic import Attribute, Role


# Mistakes that no single attribute can tell: names, roles and words that clash.


KeyPath = tuple[int | str, ...]


def mistake(place: KeyPath, given: object, text: str) -> InitErrorDetails:
    """An error for pydantic to report like its own, at a place inside the checked value."""
    return InitErrorDetails(
        type="value_error", loc=place, input=given, ctx={"error": ValueError(text)}
    )


def with_mistakes(error: ValidationError, more: Sequence[InitErrorDetails]) -> ValidationError:
    """The same error, with more mistakes."""
    reported = [
        InitErrorDetails(
            type=one["type"], loc=one["loc"], input=one["input"], ctx=one.get("ctx", {})
        )
        for one in error.errors(include_url=False)
    ]
    return ValidationError.from_exception_data(error.title, [*reported, *more])


# Names that two attributes claim.


def name_clashes(attributes: object) -> list[InitErrorDetails]:
    """Names and aliases whose key is already taken; the model reports all other mistakes."""
    if not isinstance(attributes, list | tuple):
        return []
    spelled = [
        ((row, *place), name)
        for row, attribute in enumerate(attributes)
        for place, name in _spellings(attribute)
        if isinstance(name, str) and name_key(name)
    ]
    spelled.sort(key=lambda spelling: "aliases" in spelling[0])  # an attribute's own name wins
    first: dict[str, KeyPath] = {}
    clashes = []
    for place, name in spelled:
        before = first.setdefault(name_key(name), place)
        if before != place:
            owner = next(known for at, known in spelled if at[0] == before[0])
            text = f"{name!r} already names {owner!r}; list each name once, for one attribute"
            clashes.append(mistake(place, name, text))
    return clashes


def _spellings(attribute: object) -> Iterator[tuple[KeyPath, object]]:
    fields = attribute.model_dump() if isinstance(attribute, BaseModel) else attribute
    if isinstance(fields, dict):
        yield ("name",), fields.get("name")
        aliases = fields.get("aliases")
        if isinstance(aliases, list | tuple):
            yield from ((("aliases", at), alias) for at, alias in enumerate(aliases))


# Words of queries.


def mistakes_in_query(
    query: TopicQuery, attributes: Mapping[str, Attribute]
) -> Iterator[InitErrorDetails]:
    for row, names in enumerate(query.alike):
        for at, name in enumerate(names):
            if name not in attributes:
                yield no_attribute(("alike", row, at), name)
    for row, pair in enumerate(query.pairs):
        named = {"small": pair.small, "large": pair.large}
        for key, name in named.items():
            if name not in attributes:
                yield no_attribute(("pairs", row, key), name)
        units = {attributes[name].unit for name in named.values() if name in attributes}
        if units == {""} or len(units) > 1:
            text = "the two attributes of a pair need the same unit"
            yield mistake(("pairs", row, "large"), pair.large, text)


def no_attribute(place: KeyPath, name: str) -> InitErrorDetails:
    text = f"{name!r} is no attribute of this topic; use an attribute's name"
    return mistake(place, name, text)


# Roles that two attributes have.


def roles_given_twice(
    attributes: Sequence[Attribute], once: Container[Role | None]
) -> Iterator[InitErrorDetails]:
    """Of roles that only one attribute may have."""
    first: dict[Role | None, str] = {}
    for row, attribute in enumerate(attributes):
        if attribute.role not in once:
            continue
        if before := first.get(attribute.role):
            text = f"{before!r} already has the role {attribute.role}; only one attribute may"
            yield mistake((row, "role"), str(attribute.role), text)
        first.setdefault(attribute.role, attribute.name)


# Texts and models that several parts of a topic file share.


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


# Groups of words that mean the same, the one to display first; and families of such words.


WordGroups = tuple[tuple[str, ...], ...]


def in_two_groups(groups: WordGroups) -> str | None:
    """The key of a word that is in two groups."""
    keys = Counter(key for same in groups for key in {name_key(word) for word in same})
    return next((key for key, times in keys.items() if times > 1), None)


def all_families(
    families: Mapping[str, tuple[str, ...]], words: WordGroups
) -> dict[str, tuple[str, ...]]:
    """Value → the families that it is in, directly or through others, the nearest first."""
    first = {name_key(word): same[0] for same in words for word in same}
    direct: dict[str, list[str]] = {}
    for family, members in families.items():
        for member in members:
            named = first.get(name_key(member), member)
            direct.setdefault(named, []).append(first.get(name_key(family), family))
    found: dict[str, tuple[str, ...]] = {}
    for value, nearest in direct.items():
        wider = dict.fromkeys(nearest)  # in order; a list would be searched for each of them
        waiting = deque(wider)
        while waiting:
            further = dict.fromkeys(direct.get(waiting.popleft(), ()))
            waiting += [one for one in further if one not in wider]
            wider |= further
        found[value] = tuple(wider)
    return found


def in_a_circle(families_of: Mapping[str, tuple[str, ...]]) -> str | None:
    """A value that is in its own family."""
    return next((value for value, wider in families_of.items() if value in wider), None)


def with_colours(words: WordGroups, language: str) -> WordGroups:
    """The groups, and the colours of all languages, the name in this language first.

    A colour that is among the words already only adds its names there.

    >>> with_colours((("Schwarz", "Anthrazit"),), "de")[0][:3]
    ('Schwarz', 'Anthrazit', 'schwarzer')
    """
    colours = {name_key(name): names for names in colour_names(language) for name in names}
    taken = {name_key(word) for same in words for word in same}
    own: list[tuple[str, ...]] = []
    used: set[tuple[str, ...]] = set()
    for same in words:
        alike = dict.fromkeys(colours[key] for key in map(name_key, same) if key in colours)
        further = (name for names in alike for name in names if name_key(name) not in taken)
        own.append((*same, *further))
        used.update(alike)
    return (*own, *(names for names in dict.fromkeys(colours.values()) if names not in used))
