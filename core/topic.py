"""The topic: the attributes of one kind of product, and what sites call them.

A topic is one YAML file, read by `load_topic`; docs/topic-file.md documents its keys.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Self
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    field_validator,
    model_validator,
)
from pydantic_core import InitErrorDetails

from core.names import name_key
from core.settings import SHIPPED_TOPICS
from core.yaml_files import read_yaml

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path


class ValueType(StrEnum):
    """The type of an attribute's values."""

    TEXT = "text"
    QUANTITY = "quantity"
    PRICE = "price"
    DATE = "date"
    SIZE = "size"
    RESOLUTION = "resolution"
    LIST = "list"
    YES_NO = "yes-no"
    ENUMERATION = "enumeration"


class Facet(StrEnum):
    """How a search page lets people narrow results by an attribute."""

    NONE = "none"
    VALUES = "values"
    RANGE = "range"


class Better(StrEnum):
    """Which of two amounts is the better one for most buyers."""

    NEITHER = "neither"
    MORE = "more"
    LESS = "less"


_WITH_UNIT = (ValueType.QUANTITY, ValueType.PRICE, ValueType.SIZE)
_WITH_WORDS = (ValueType.LIST, ValueType.ENUMERATION)
_ORDERED = (ValueType.QUANTITY, ValueType.PRICE, ValueType.DATE)
_COMPARABLE = (*_ORDERED, ValueType.RESOLUTION)
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


def _several(written: object) -> object:
    return (written,) if isinstance(written, str) else written


KeySpec = Annotated[tuple[Name, ...], BeforeValidator(_several), Field(min_length=1)]


class TopicModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Title(TopicModel):
    """The topic's name as people read it."""

    zh: Name
    en: Name


class OrderWords(TopicModel):
    """Words of queries that ask for the products with the most, or the least, of an attribute."""

    most: tuple[Name, ...] = ()
    least: tuple[Name, ...] = ()


class Attribute(TopicModel):
    """A standard attribute: its name, what sites call it, and what its values are."""

    name: Name
    label: Name
    group: Name
    type: ValueType = ValueType.TEXT
    unit: str = Field(default="", validate_default=True)
    facet: Facet = Facet.NONE
    better: Better = Better.NEITHER
    aliases: tuple[Name, ...] = ()
    words: tuple[Annotated[tuple[Name, ...], Field(min_length=1)], ...] = ()
    orders: OrderWords = OrderWords()

    @field_validator("unit")
    @classmethod
    def _unit_suits_type(cls, unit: str, info: ValidationInfo) -> str:
        kind = info.data.get("type")
        if kind in _WITH_UNIT and not unit:
            raise ValueError(f"type {kind} needs a unit; add the key 'unit'")
        if kind and unit and kind not in _WITH_UNIT:
            raise ValueError(f"type {kind} takes no unit; only {', '.join(_WITH_UNIT)} do")
        return unit

    @field_validator("facet")
    @classmethod
    def _facet_suits_type(cls, facet: Facet, info: ValidationInfo) -> Facet:
        kind = info.data.get("type")
        if kind and facet is Facet.RANGE and kind not in _ORDERED:
            raise ValueError(f"type {kind} has no ranges; only {', '.join(_ORDERED)} do")
        return facet

    @field_validator("better")
    @classmethod
    def _better_suits_type(cls, better: Better, info: ValidationInfo) -> Better:
        kind = info.data.get("type")
        if kind and better is not Better.NEITHER and kind not in _COMPARABLE:
            raise ValueError(f"type {kind} has no order; only {', '.join(_COMPARABLE)} do")
        return better

    @field_validator("orders")
    @classmethod
    def _orders_suit_type(cls, orders: OrderWords, info: ValidationInfo) -> OrderWords:
        kind = info.data.get("type")
        if kind and (orders.most or orders.least) and kind not in _COMPARABLE:
            raise ValueError(f"type {kind} has no order; only {', '.join(_COMPARABLE)} do")
        return orders

    @field_validator("words")
    @classmethod
    def _words_suit_type(
        cls, words: tuple[tuple[str, ...], ...], info: ValidationInfo
    ) -> tuple[tuple[str, ...], ...]:
        kind = info.data.get("type")
        if kind and words and kind not in _WITH_WORDS:
            raise ValueError(f"type {kind} has no words; only {', '.join(_WITH_WORDS)} do")
        keys = [name_key(word) for same in words for word in same]
        twice = next((word for word in keys if keys.count(word) > 1), None)
        if twice:
            raise ValueError(f"the word {twice!r} is listed twice; remove one")
        return words


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
                    twice.append(_mistake((kind, at), word, text))
                first.setdefault(word, kind)
        if twice:
            raise ValidationError.from_exception_data("links", twice)
        return self


class Topic(TopicModel):
    """Everything specific to one kind of product; the content of one topic file."""

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]*$")]
    title: Title
    seeds: tuple[WebAddress, ...] = ()
    render: tuple[HostName, ...] = ()
    links: LinkHints = LinkHints()
    interest: tuple[Name, ...] = ()
    attributes: Annotated[tuple[Attribute, ...], Field(min_length=1)]
    key_specs: tuple[KeySpec, ...] = ()

    @field_validator("attributes", mode="wrap")
    @classmethod
    def _names_differ(
        cls, written: object, validate: ValidatorFunctionWrapHandler
    ) -> tuple[Attribute, ...]:
        """Checks the raw input, so that name clashes are reported along with other mistakes."""
        clashes = _name_clashes(written)
        try:
            attributes: tuple[Attribute, ...] = validate(written)
        except ValidationError as error:
            raise _with_mistakes(error, clashes) from error
        if clashes:
            raise ValidationError.from_exception_data("attributes", clashes)
        return attributes

    @field_validator("key_specs")
    @classmethod
    def _key_specs_are_attributes(
        cls, key_specs: tuple[tuple[str, ...], ...], info: ValidationInfo
    ) -> tuple[tuple[str, ...], ...]:
        known = {attribute.name for attribute in info.data.get("attributes", ())}
        unknown = next((name for names in key_specs for name in names if name not in known), None)
        if known and unknown:
            raise ValueError(f"{unknown!r} is no attribute of this topic; use an attribute's name")
        return key_specs

    @cached_property
    def standard_names(self) -> dict[str, str]:
        """Name key → standard name, for all names and aliases."""
        return {
            name_key(shown): attribute.name
            for attribute in self.attributes
            for shown in (attribute.name, *attribute.aliases)
        }

    @cached_property
    def places(self) -> dict[str, int]:
        """Standard name → position among the attributes."""
        return {attribute.name: place for place, attribute in enumerate(self.attributes)}

    @cached_property
    def lexicon(self) -> frozenset[str]:
        """The keys of all names that sites on this topic are known to use."""
        return frozenset(map(name_key, self.interest)) | self.standard_names.keys()

    @cached_property
    def content_hash(self) -> int:
        return hash(self.model_dump_json())

    def __hash__(self) -> int:
        """Computed once: topics are keys of many caches, and have many attributes."""
        return self.content_hash

    def standard_name(self, pseudo: str) -> str | None:
        """The standard name of what a site calls `pseudo`; spaces, case and width are ignored."""
        return self.standard_names.get(name_key(pseudo))


def topic_file(folder: Path, name: str) -> Path:
    """The file of the topic with this name."""
    return folder / f"{name}.yaml"


def topic_names(folder: Path) -> list[str]:
    """The names of all topics of a folder."""
    return sorted(file.stem for file in folder.glob("*.yaml"))


def load_topic(folder: Path, name: str) -> Topic:
    """A topic of a folder; raises FileProblems with all mistakes in its file."""
    return read_yaml(topic_file(folder, name), Topic)


def shipped_topic(name: str) -> Topic:
    """A topic that comes with SpecSeek."""
    return load_topic(SHIPPED_TOPICS, name)


# Names that two attributes claim.


_KeyPath = tuple[int | str, ...]


def _mistake(place: _KeyPath, given: object, text: str) -> InitErrorDetails:
    """An error for pydantic to report like its own, at a place inside the checked value."""
    return InitErrorDetails(
        type="value_error", loc=place, input=given, ctx={"error": ValueError(text)}
    )


def _with_mistakes(error: ValidationError, more: Sequence[InitErrorDetails]) -> ValidationError:
    """The same error, with more mistakes."""
    reported = [
        InitErrorDetails(
            type=one["type"], loc=one["loc"], input=one["input"], ctx=one.get("ctx", {})
        )
        for one in error.errors(include_url=False)
    ]
    return ValidationError.from_exception_data(error.title, [*reported, *more])


def _name_clashes(attributes: object) -> list[InitErrorDetails]:
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
    first: dict[str, _KeyPath] = {}
    clashes = []
    for place, name in spelled:
        before = first.setdefault(name_key(name), place)
        if before != place:
            owner = next(known for at, known in spelled if at[0] == before[0])
            text = f"{name!r} already names {owner!r}; list each name once, for one attribute"
            clashes.append(_mistake(place, name, text))
    return clashes


def _spellings(attribute: object) -> Iterator[tuple[_KeyPath, object]]:
    fields = attribute.model_dump() if isinstance(attribute, BaseModel) else attribute
    if isinstance(fields, dict):
        yield ("name",), fields.get("name")
        aliases = fields.get("aliases")
        if isinstance(aliases, list | tuple):
            yield from ((("aliases", at), alias) for at, alias in enumerate(aliases))
