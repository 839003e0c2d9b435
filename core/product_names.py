"""What a topic knows about the names of its products: brands, codes, words of variants.

It is part of the topic (`Topic.names`), written in its file or in one beside it. Everything is
optional: brands are also learned from records. docs/topic-file.md documents the keys.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Annotated, Self

from pydantic import (
    AfterValidator,
    Discriminator,
    Field,
    Tag,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)

from core.names import name_key
from core.topic_parts import Name, TopicModel, mistake, no_attribute

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pydantic_core import InitErrorDetails


# Shapes of codes: @ is a letter, # a digit, {2,4} says how many; other signs stand for themselves.


_COUNTED = re.compile(r"([@#])(?:\{([0-9])(?:,([0-9]))?\})?|([A-Za-z0-9-])")
_SHAPE = re.compile(rf"(?:{_COUNTED.pattern})+")
_TWICE = re.compile(r"([@#])(?:\{[^}]*\})?\1")
_MOST_VARYING = 4  # parts of a shape that vary in length: more would take long to compare
_SIGNS = {"@": "[a-z]", "#": r"\d"}


def _known_shape(shape: str) -> str:
    if not _SHAPE.fullmatch(shape):
        raise ValueError(
            f"{shape!r} is no shape of a code; write @ for a letter, # for a digit, "
            "{2,4} behind them for how many, and other letters, digits and hyphens as they are"
        )
    if _TWICE.search(shape):
        raise ValueError(f"{shape!r} has a sign twice in a row; write how many, as in @{{2}}")
    if any(least > most for least, most in re.findall(r"\{([0-9]),([0-9])\}", shape)):
        raise ValueError(f"{shape!r} has a smaller number second; write it first")
    if shape.count(",") > _MOST_VARYING:
        raise ValueError(f"{shape!r} has more than {_MOST_VARYING} parts of varying length")
    return shape


def _known_family(written: str) -> str:
    begins, bracket, rest = written.removeprefix("(").partition(")")
    if not (written.startswith("(") and bracket):
        raise ValueError(f"{written!r} needs the part that codes share in brackets, at its start")
    _known_shape(begins + rest)
    return written


def shape_pattern(shape: str) -> str:
    r"""The regular expression of a shape, for text in lower case; brackets are a group.

    >>> shape_pattern("@{2}-#{3,4}"), shape_pattern("(@)#")
    ('[a-z]{2}-\\d{3,4}', '([a-z])\\d')
    """
    parts = re.findall(r"\{[^}]*\}|.", shape)
    return "".join(_SIGNS.get(one) or one.lower() for one in parts)


Word = Annotated[str, Field(min_length=1)]
Words = tuple[Word, ...]
CodeShape = Annotated[str, AfterValidator(_known_shape)]
CodeFamily = Annotated[str, AfterValidator(_known_family)]


class BrandEntry(TopicModel):
    """The names of a brand, and what is special about its model names."""

    names: Annotated[tuple[Name, ...], Field(min_length=1)]
    part_of: str = ""
    is_model: bool = False
    nicknames: tuple[Name, ...] = ()
    lines: tuple[Name, ...] = ()
    series: tuple[Name, ...] = ()
    code_prefixes: Words = ()
    codes_by_region: bool = False
    differs_by_region: tuple[Name, ...] = ()
    memory_models: tuple[Name, ...] = ()


class Codes(TopicModel):
    """What makers' own numbers of models look like."""

    shapes: tuple[CodeShape, ...] = ()
    families: tuple[CodeFamily, ...] = ()
    endings: tuple[CodeShape, ...] = ()


class Memory(TopicModel):
    """Sizes of memory in names, in pairs (4GB+64GB) or alone."""

    words: Words = ()
    first: tuple[int, ...] = ()
    second: tuple[int, ...] = ()
    bare: tuple[int, ...] = ()


class Carriers(TopicModel):
    """Networks for which variants of a product are sold."""

    names: Words = ()
    before: Words = ()
    networks: Words = ()
    generations: Words = ()
    endings: Words = ()


class Difference(TopicModel):
    """An attribute that tells products of one name apart.

    By its amount, if amounts differ by more than `tolerance`; or by the maker and the line of a
    part that its texts name.
    """

    attribute: Name
    tolerance: Annotated[float, Field(ge=0)] | None = None
    makers: dict[Word, Words] = Field(default_factory=dict)
    lines: dict[Word, Words] = Field(default_factory=dict)
    words: Words = ()
    numbers: tuple[CodeShape, ...] = ()


class ProductNames(TopicModel):
    """Words of the names of products and around them; docs/topic-file.md says what each is for."""

    brands: dict[Word, BrandEntry] = Field(default_factory=dict)
    differences: tuple[Difference, ...] = ()
    codes: Codes = Codes()
    memory: Memory | None = None
    carriers: Carriers = Carriers()
    variant_words: Words = ()
    colours: Words = ()
    editions: Words = ()
    suffixes: Words = ()
    endings: Words = ()
    abbreviations: dict[Word, Word] = Field(default_factory=dict)
    product_words: Words = ()
    translations: dict[Word, Word] = Field(default_factory=dict)
    english_words: Words = ()
    other_things: Words = ()

    @field_validator("brands")
    @classmethod
    def _brands_differ(cls, brands: dict[str, BrandEntry]) -> dict[str, BrandEntry]:
        if mistakes := list(_mistakes_in(brands)):
            raise ValidationError.from_exception_data("brands", mistakes)
        return brands

    @model_validator(mode="after")
    def _attributes_fit(self, info: ValidationInfo) -> Self:
        """The context of a file beside the topic are the types of the topic's attributes."""
        if info.context and (mistakes := list(self.unfit_attributes(info.context))):
            raise ValidationError.from_exception_data("names", mistakes)
        return self

    def unfit_attributes(self, types: Mapping[str, str]) -> Iterator[InitErrorDetails]:
        """A mistake for each attribute that the topic does not have, or that has another type."""
        for at, one in enumerate(self.differences):
            place = ("differences", at, "attribute")
            if one.attribute not in types:
                yield no_attribute(place, one.attribute)
            elif one.tolerance is not None and types[one.attribute] != "quantity":
                kind = types[one.attribute]
                text = f"a tolerance is for type quantity; {one.attribute!r} is {kind}"
                yield mistake(place, one.attribute, text)
        for brand, about in self.brands.items():
            for at, attribute in enumerate(about.differs_by_region):
                if attribute not in types:
                    yield no_attribute(("brands", brand, "differs_by_region", at), attribute)


def _mistakes_in(brands: dict[str, BrandEntry]) -> Iterator[InitErrorDetails]:
    owners: dict[str, str] = {}
    for brand, about in brands.items():
        if about.part_of and about.part_of not in brands:
            text = f"{brand!r} is part of {about.part_of!r}, which is not listed"
            yield mistake((brand, "part_of"), about.part_of, text)
        for key in ("names", "nicknames"):
            for at, name in enumerate(getattr(about, key)):
                if (owner := owners.setdefault(name_key(name), brand)) != brand:
                    text = f"{name!r} names both {owner!r} and {brand!r}; keep one"
                    yield mistake((brand, key, at), name, text)


# In a topic file: the names, or the file that has them.


def _file_beside(written: str) -> str:
    path = PurePosixPath(written)
    if path.is_absolute() or ".." in path.parts or "\\" in written or path.suffix != ".yaml":
        raise ValueError(
            f"{written!r} is not a file beside the topic; write a path like watches/names.yaml"
        )
    return written


def _kind(written: object) -> str:
    return "in a file" if isinstance(written, str) else "written here"


NamesOrFile = Annotated[
    Annotated[str, AfterValidator(_file_beside), Tag("in a file")]
    | Annotated[ProductNames, Tag("written here")],
    Discriminator(_kind),
]
