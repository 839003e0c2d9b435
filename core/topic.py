"""The topic: the attributes of one kind of product, and what sites call them.

A topic is one YAML file, read by `load_topic`; docs/topic-file.md documents its keys.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache, cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, Self

from pydantic import (
    BeforeValidator,
    Field,
    PrivateAttr,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    field_validator,
)

from core.locales import colour_in
from core.names import name_key
from core.product_names import NamesOrFile, ProductNames
from core.settings import SHIPPED_TOPICS
from core.topic_parts import (
    ENGLISH,
    AttributeQuery,
    HostName,
    Label,
    Language,
    LinkHints,
    Name,
    OnTopic,
    OwnUnit,
    OwnUnits,
    PairPlace,
    ReadFrom,
    Rewriting,
    SeveralNames,
    Take,
    Title,
    TopicModel,
    TopicQuery,
    WebAddress,
    all_families,
    in_a_circle,
    in_two_groups,
    mistake,
    mistakes_in_query,
    name_clashes,
    roles_given_twice,
    short_names,
    with_colours,
    with_mistakes,
)
from core.yaml_files import read_yaml

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from pydantic_core import InitErrorDetails


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


class Role(StrEnum):
    """What an attribute tells about the product itself, whatever the attribute is called."""

    NAME = "name"
    BRAND = "brand"
    MODEL = "model"
    GTIN = "gtin"
    MPN = "mpn"
    SKU = "sku"
    CODE = "code"
    PRICE = "price"
    DATE = "date"
    VARIANT = "variant"
    IMAGE = "image"


class Better(StrEnum):
    """Which of two amounts is the better one for most buyers."""

    NEITHER = "neither"
    MORE = "more"
    LESS = "less"


_ONCE = (Role.NAME, Role.BRAND, Role.PRICE, Role.DATE)
_WITH_UNIT = (ValueType.QUANTITY, ValueType.PRICE, ValueType.SIZE)
_WITH_WORDS = (ValueType.LIST, ValueType.ENUMERATION, ValueType.TEXT)
_ORDERED = (ValueType.QUANTITY, ValueType.PRICE, ValueType.DATE)
_COMPARABLE = (*_ORDERED, ValueType.RESOLUTION)


def _several(written: object) -> object:
    return (written,) if isinstance(written, str) else written


KeySpec = Annotated[SeveralNames, BeforeValidator(_several)]


class OrderWords(TopicModel):
    """Words of queries that ask for the products with the most, or the least, of an attribute."""

    most: tuple[Name, ...] = ()
    least: tuple[Name, ...] = ()


class Attribute(TopicModel):
    """A standard attribute: its name, what sites call it, and what its values are."""

    name: Name
    label: Label = Field(default_factory=dict)
    group: Name
    role: Role | None = None
    type: ValueType = ValueType.TEXT
    unit: str = Field(default="", validate_default=True)
    facet: Facet = Facet.NONE
    better: Better = Better.NEITHER
    aliases: tuple[Name, ...] = ()
    words: tuple[SeveralNames, ...] = ()
    words_from: Literal["", "colours"] = ""
    families: dict[Name, SeveralNames] = Field(default_factory=dict)
    read_from: tuple[ReadFrom, ...] = ()
    orders: OrderWords = OrderWords()
    query: AttributeQuery = AttributeQuery()
    _language: str = PrivateAttr("")
    _own_units: OwnUnits = PrivateAttr(())
    _pair: PairPlace | None = PrivateAttr(None)

    @property
    def language(self) -> str:
        """The topic's own; it decides how values are read that can be read in two ways."""
        return self._language

    @property
    def own_units(self) -> OwnUnits:
        """Those of the topic file."""
        return self._own_units

    @property
    def pair(self) -> PairPlace | None:
        """Its place in one of the topic's pairs of amounts."""
        return self._pair

    def in_topic(self, language: str, own_units: OwnUnits) -> Attribute:
        """The attribute as one of a topic: its name is its label in the topic's language."""
        own_name = {language: self.name} if language else {}
        words = with_colours(self.words, language) if self.words_from else self.words
        attribute = self.model_copy(update={"label": {**own_name, **self.label}, "words": words})
        attribute._language, attribute._own_units = language, own_units  # noqa: SLF001 - a copy of itself
        return attribute

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

    @field_validator("words_from")
    @classmethod
    def _words_from_suits_type(cls, words_from: str, info: ValidationInfo) -> str:
        kind = info.data.get("type")
        if kind and words_from and kind not in _WITH_WORDS:
            raise ValueError(f"type {kind} has no words; only {', '.join(_WITH_WORDS)} do")
        return words_from

    @field_validator("words")
    @classmethod
    def _words_suit_type(
        cls, words: tuple[tuple[str, ...], ...], info: ValidationInfo
    ) -> tuple[tuple[str, ...], ...]:
        kind = info.data.get("type")
        if kind and words and kind not in _WITH_WORDS:
            raise ValueError(f"type {kind} has no words; only {', '.join(_WITH_WORDS)} do")
        if twice := in_two_groups(words):
            raise ValueError(f"the word {twice!r} is listed twice; remove one")
        return words

    @field_validator("families")
    @classmethod
    def _families_are_of_words(
        cls, families: dict[str, tuple[str, ...]], info: ValidationInfo
    ) -> dict[str, tuple[str, ...]]:
        kind, words = info.data.get("type"), info.data.get("words", ())
        if kind and families and kind not in _WITH_WORDS:
            raise ValueError(f"type {kind} has no families; only {', '.join(_WITH_WORDS)} do")
        known = {name_key(word) for same in words for word in same}
        named = (name for family, members in families.items() for name in (family, *members))
        unknown = next((name for name in named if name_key(name) not in known), None)
        if unknown and kind:
            raise ValueError(f"{unknown!r} is no word of this attribute; add it to 'words'")
        if circle := in_a_circle(all_families(families, words)):
            raise ValueError(f"{circle!r} is in its own family; remove it there")
        return families

    def label_in(self, language: str) -> str:
        """Its name in a language; if it has none, the English one, else the attribute's name."""
        return self.label.get(language) or self.label.get(ENGLISH) or self.name

    @cached_property
    def all_names(self) -> tuple[str, ...]:
        """Its name, its labels and its aliases, each once."""
        return tuple(dict.fromkeys((self.name, *self.label.values(), *self.aliases)))

    @cached_property
    def spellings(self) -> Mapping[str, str]:
        """Name key → the first of its synonyms, for all words."""
        return {name_key(word): same[0] for same in self.words for word in same}

    @cached_property
    def families_of(self) -> Mapping[str, tuple[str, ...]]:
        """Value → the families that it is in, directly or through others, the nearest first."""
        return all_families(self.families, self.words)

    def __hash__(self) -> int:
        """Equal attributes have equal names; attributes are keys of caches that are often asked."""
        return hash(self.name)


class Topic(TopicModel):
    """Everything specific to one kind of product; the content of one topic file."""

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]*$")]
    title: Title
    seeds: tuple[WebAddress, ...] = ()
    render: tuple[HostName, ...] = ()
    links: LinkHints = LinkHints()
    on_topic: OnTopic = OnTopic()
    interest: tuple[Name, ...] = ()
    units: dict[Annotated[str, Field(min_length=1)], OwnUnit] = Field(default_factory=dict)
    attributes: Annotated[tuple[Attribute, ...], Field(min_length=1)]
    key_specs: tuple[KeySpec, ...] = ()
    facets: tuple[Name, ...] = ()
    synonyms: tuple[SeveralNames, ...] = ()
    rewritings: tuple[Rewriting, ...] = ()
    query: TopicQuery = TopicQuery()
    examples: dict[Language, tuple[Name, ...]] = Field(default_factory=dict)
    translations: dict[Language, dict[str, str]] = Field(default_factory=dict)
    names: NamesOrFile = ProductNames()

    @field_validator("attributes", mode="wrap")
    @classmethod
    def _names_differ(
        cls, written: object, validate: ValidatorFunctionWrapHandler, info: ValidationInfo
    ) -> tuple[Attribute, ...]:
        """Checks the raw input, so that name clashes are reported along with other mistakes.

        An attribute's name is its label in the topic's own language.
        """
        clashes = name_clashes(written)
        try:
            attributes: tuple[Attribute, ...] = validate(written)
        except ValidationError as error:
            raise with_mistakes(error, clashes) from error
        twice = roles_given_twice(attributes, _ONCE)
        if mistakes := [*clashes, *_unreadable(attributes), *twice]:
            raise ValidationError.from_exception_data("attributes", mistakes)
        own = next(iter(info.data.get("title", ())), "")
        units = tuple(info.data.get("units", {}).items())
        return tuple(attribute.in_topic(own, units) for attribute in attributes)

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

    @field_validator("facets")
    @classmethod
    def _facets_are_attributes(
        cls, facets: tuple[str, ...], info: ValidationInfo
    ) -> tuple[str, ...]:
        attributes = info.data.get("attributes", ())
        known = {one.name for one in attributes if one.facet is not Facet.NONE}
        unknown = next((name for name in facets if name not in known), None)
        if attributes and unknown:
            raise ValueError(f"{unknown!r} is no attribute with a facet; use such an attribute")
        return facets

    @field_validator("synonyms")
    @classmethod
    def _synonyms_differ(cls, synonyms: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
        if twice := in_two_groups(synonyms):
            raise ValueError(f"the word {twice!r} is listed twice; remove one")
        return synonyms

    @field_validator("query")
    @classmethod
    def _query_is_about_attributes(cls, query: TopicQuery, info: ValidationInfo) -> TopicQuery:
        attributes = {one.name: one for one in info.data.get("attributes", ())}
        if attributes and (mistakes := list(mistakes_in_query(query, attributes))):
            raise ValidationError.from_exception_data("query", mistakes)
        return query

    def model_post_init(self, _context: object, /) -> None:
        by_name = {attribute.name: attribute for attribute in self.attributes}
        for pair in self.query.pairs:
            small, large = by_name[pair.small], by_name[pair.large]
            small._pair = PairPlace(True, pair.ratio, short_names(large.aliases))  # noqa: FBT003, SLF001 - a part of itself
            large._pair = PairPlace(False, pair.ratio, short_names(small.aliases))  # noqa: FBT003, SLF001 - a part of itself

    @field_validator("names")
    @classmethod
    def _names_tell_of_attributes(
        cls, names: str | ProductNames, info: ValidationInfo
    ) -> str | ProductNames:
        """Names in a file of their own are checked when it is read."""
        types = _types(info.data.get("attributes", ()))
        if isinstance(names, str) or not types:
            return names
        if mistakes := list(names.unfit_attributes(types)):
            raise ValidationError.from_exception_data("names", mistakes)
        return names

    @property
    def product_names(self) -> ProductNames:
        """What the topic knows about the names of its products.

        Nothing if they are in a file of their own and the topic was not read by `load_topic`.
        """
        return ProductNames() if isinstance(self.names, str) else self.names

    @property
    def languages(self) -> tuple[str, ...]:
        """Those of its title; attributes are named in the first."""
        return tuple(self.title)

    def title_in(self, language: str) -> str:
        """Its title in a language; if it has none, the English one, else the first."""
        known = (self.title[one] for one in (language, ENGLISH, *self.title) if one in self.title)
        return next(known)

    def translated(self, text: str, language: str) -> str | None:
        """A group or value in a language; in English if only that is known, None if neither."""
        if language == self.languages[0]:
            return None
        in_language = self.translations.get(language, {}).get(text)
        in_english = self.translations.get(ENGLISH, {}).get(text)
        return in_language or colour_in(text, language) or in_english

    def attributes_of(self, role: Role) -> tuple[Attribute, ...]:
        """All attributes with a role, in their order."""
        return self._by_role.get(role, ())

    def attribute_of(self, role: Role) -> Attribute | None:
        """The first attribute with a role."""
        return next(iter(self.attributes_of(role)), None)

    @cached_property
    def naming(self) -> Attribute | None:
        """The attribute with the name of the product; of a topic without roles its first."""
        return self.attribute_of(Role.NAME) or (None if self._by_role else self.attributes[0])

    @cached_property
    def _by_role(self) -> Mapping[Role, tuple[Attribute, ...]]:
        found: dict[Role, tuple[Attribute, ...]] = {}
        for attribute in self.attributes:
            if attribute.role:
                found[attribute.role] = (*found.get(attribute.role, ()), attribute)
        return found

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
    def _content(self) -> str:
        return self.model_dump_json()

    def __eq__(self, other: object) -> bool:
        """By its text: caches that topics are keys of compare, and one read again is another."""
        return isinstance(other, Topic) and self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """What was derived from the old fields stays behind."""
        copied = super().model_copy(update=update, deep=deep)
        for derived in copied.__dict__.keys() - type(self).model_fields.keys():
            del copied.__dict__[derived]
        return copied

    def standard_name(self, pseudo: str) -> str | None:
        """The standard name of what a site calls `pseudo`; spaces, case and width are ignored."""
        return self.standard_names.get(name_key(pseudo))


def topic_file(folder: Path, name: str) -> Path:
    """The file of the topic with this name."""
    return folder / f"{name}.yaml"


def topic_names(folder: Path) -> list[str]:
    """The names of all topics of a folder."""
    return sorted(file.stem for file in folder.glob("*.yaml"))


class TopicFiles(NamedTuple):
    """A topic, and the files that it was read from."""

    topic: Topic
    files: tuple[Path, ...]


def read_topic(folder: Path, name: str) -> TopicFiles:
    """A topic of a folder with its names; raises FileProblems with all mistakes in a file.

    A file with names is looked for beside the topic file, then among those of the shipped topics:
    a copy of a shipped topic need not have a copy of it.
    """
    file = topic_file(folder, name)
    topic = read_yaml(file, Topic)
    if isinstance(topic.names, ProductNames):
        return TopicFiles(topic, (file,))
    beside, shipped = folder / topic.names, SHIPPED_TOPICS / topic.names
    found = shipped if shipped.is_file() and not beside.exists() else beside
    names = read_yaml(found, ProductNames, context=_types(topic.attributes))
    return TopicFiles(topic.model_copy(update={"names": names}), (file, found))


def load_topic(folder: Path, name: str) -> Topic:
    """A topic of a folder with its names; raises FileProblems with all mistakes in a file."""
    return read_topic(folder, name).topic


def _types(attributes: Sequence[Attribute]) -> dict[str, str]:
    return {attribute.name: attribute.type for attribute in attributes}


@cache
def shipped_topic(name: str) -> Topic:
    """A topic that comes with SpecSeek; its files stay as they are."""
    return load_topic(SHIPPED_TOPICS, name)


# Attributes that cannot be read from another as the file says.


_READABLE = {
    "classes": ((ValueType.RESOLUTION,), ValueType.ENUMERATION),
    f"take: {Take.SMALLEST}": ((ValueType.SIZE,), ValueType.QUANTITY),
    f"take: {Take.COUNT}": ((ValueType.QUANTITY,), ValueType.ENUMERATION),
}


def _unreadable(attributes: Sequence[Attribute]) -> Iterator[InitErrorDetails]:
    """An attribute is read from one that stands before it, so that there are no circles."""
    before: dict[str, Attribute] = {}
    for row, attribute in enumerate(attributes):
        for at, source in enumerate(attribute.read_from):
            known = before.get(source.attribute)
            text = (
                _why_unreadable(attribute, source, known)
                if known
                else f"{source.attribute!r} is no attribute before this one; use such an attribute"
            )
            if text:
                place = (row, "read_from", at, "attribute")
                yield mistake(place, source.attribute, text)
        before[attribute.name] = attribute


def _why_unreadable(attribute: Attribute, source: ReadFrom, known: Attribute) -> str:
    doing = "classes" if source.classes else f"take: {source.take}"
    sources, own = _READABLE.get(doing, ((known.type,), attribute.type))
    if attribute.type is not own:
        return f"{doing!r} is for attributes of type {own}; this one is {attribute.type}"
    if known.type not in sources:
        return f"{doing!r} needs type {sources[0]}; {known.name!r} is {known.type}"
    if source.words and not source.value:
        return "'words' tell a value; add the key 'value'"
    return ""
