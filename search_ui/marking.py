"""The marks of a page: pairs of name and value, and what another mark changes.

Names and values are kept as text, since rules are learned from text; the numbers of their texts on
the page are kept as well, so that the page can show them. All of it is in the form that the browser
sends: the server keeps nothing between two marks. `examples_of` and `pairs_of`
translate between marks and the examples that training takes.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.errors import SpecSeekError
from core.names import clean_name, split_name
from core.records import PICTURE
from pages.media import page_media
from rules.learn import Example

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from werkzeug.datastructures import MultiDict

    from core.topic import Topic
    from pages.outline import Outline
    from pages.page import Page
    from rules.learn import Place, Sample, TextIndex
    from rules.record import PairReading


MOST_PAIRS = 400
LONGEST_NAME = 200
LONGEST_VALUE = 20_000
_MOST_TEXTS = 500
# A name and a value with more letters between them do not belong together.
_WIDEST_GAP = 60


class MarkTool(StrEnum):
    """What the next text is marked as."""

    NAME = "name"
    VALUE = "value"
    BOTH = "both"
    NOISE = "noise"


class MarkedPair(BaseModel):
    """`name_leaf` and `value_leaves` are numbers of texts; typed names and values have none."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    attribute: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    name: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    value: Annotated[str, Field(max_length=LONGEST_VALUE)] = ""
    name_leaf: Annotated[int, Field(ge=0)] | None = None
    value_leaves: Annotated[
        tuple[Annotated[int, Field(ge=0)], ...], Field(max_length=_MOST_TEXTS)
    ] = ()

    @classmethod
    def of_reading(cls, reading: PairReading) -> MarkedPair:
        leaves = set(reading.value_leaves)
        if reading.in_name_leaf and reading.name_leaf is not None:
            leaves.add(reading.name_leaf)
        return cls(
            attribute=reading.pair.attribute or "",
            name=reading.pair.name[:LONGEST_NAME],
            value=reading.pair.value[:LONGEST_VALUE],
            name_leaf=reading.name_leaf,
            value_leaves=tuple(sorted(leaves)[:_MOST_TEXTS]),
        )

    @property
    def place(self) -> tuple[int, ...]:
        """Its position on the page; typed pairs come last."""
        name = () if self.name_leaf is None else (self.name_leaf,)
        return tuple(sorted({*name, *self.value_leaves}))


class Marking(NamedTuple):
    """`current` is the pair that the next value belongs to, None for a new pair."""

    pairs: tuple[MarkedPair, ...]
    current: int | None = None
    tool: MarkTool = MarkTool.NAME

    @property
    def marks(self) -> dict[int, str]:
        """Number of a text → kind of mark."""
        found: dict[int, str] = {}
        for pair in self.pairs:
            found.update(dict.fromkeys(pair.value_leaves, MarkTool.VALUE.value))
            if pair.name_leaf is not None:
                both = pair.name_leaf in pair.value_leaves
                found[pair.name_leaf] = (MarkTool.BOTH if both else MarkTool.NAME).value
        return found


def mark_text(marking: Marking, leaf: int, outline: Outline, topic: Topic) -> Marking:
    """Mark a text with the current tool, and switch to the likely next tool."""
    pairs = _without(marking.pairs, leaf, outline)
    match marking.tool:
        case MarkTool.NOISE:
            return Marking(pairs, None, MarkTool.NOISE)
        case MarkTool.NAME:
            name = clean_name(outline.texts[leaf])
            return _with(pairs, _named(name, leaf, topic), MarkTool.VALUE)
        case MarkTool.BOTH:
            name, _ = split_name(outline.texts[leaf])
            named = _named(name, leaf, topic) if name else MarkedPair()
            return _with(pairs, _valued(named, {leaf}, outline), MarkTool.BOTH)
        case MarkTool.VALUE:
            return _with_value(marking, pairs, leaf, outline)


def mark_picture(marking: Marking, number: int, page: Page) -> Marking:
    """Mark the picture with this number as the product's, in place of another one."""
    shown = next((one for one in page_media(page).pictures if one.order == number), None)
    if shown is None:
        return marking
    others = tuple(pair for pair in marking.pairs if pair.attribute != PICTURE)
    return Marking((*others, MarkedPair(attribute=PICTURE, value=shown.url)), None, marking.tool)


def _named(name: str, leaf: int, topic: Topic) -> MarkedPair:
    attribute = topic.standard_name(name) or ""
    return MarkedPair(attribute=attribute, name=name[:LONGEST_NAME], name_leaf=leaf)


def _with_value(
    marking: Marking, pairs: Sequence[MarkedPair], leaf: int, outline: Outline
) -> Marking:
    """Add the text to the value of the current pair, if that still exists."""
    current = None if marking.current is None else marking.pairs[marking.current]
    if current is None or current not in pairs:
        return _with(pairs, _valued(MarkedPair(), {leaf}, outline), MarkTool.NAME)
    others = [pair for pair in pairs if pair != current]
    valued = _valued(current, {*current.value_leaves, leaf}, outline)
    return _with(others, valued, MarkTool.NAME)


def _with(pairs: Sequence[MarkedPair], pair: MarkedPair, tool: MarkTool) -> Marking:
    """The pairs in page order; the new one becomes current."""
    ordered = in_page_order((*pairs, pair))
    return Marking(ordered, ordered.index(pair), tool)


def in_page_order(pairs: Iterable[MarkedPair]) -> tuple[MarkedPair, ...]:
    return tuple(sorted(pairs, key=lambda pair: (not pair.place, pair.place)))


def _without(pairs: Iterable[MarkedPair], leaf: int, outline: Outline) -> tuple[MarkedPair, ...]:
    """Remove the text from all pairs, and drop empty pairs."""
    kept: list[MarkedPair] = []
    for pair in pairs:
        freed = pair
        if leaf == pair.name_leaf:
            freed = freed.model_copy(update={"name": "", "name_leaf": None})
        if leaf in pair.value_leaves:
            freed = _valued(freed, {*pair.value_leaves} - {leaf}, outline)
        if freed is pair or freed.name or freed.value:
            kept.append(freed)
    return tuple(kept)


def _valued(pair: MarkedPair, leaves: set[int], outline: Outline) -> MarkedPair:
    """The pair with these texts as its value; of the name's own text only the part behind it."""
    behind_name = ""
    if pair.name_leaf in leaves:
        behind_name = split_name(outline.texts[pair.name_leaf])[1]
    rest = outline.text(sorted(leaves - {pair.name_leaf}))
    value = " ".join(filter(None, (behind_name, rest)))
    ordered = tuple(sorted(leaves)[:_MOST_TEXTS])
    return pair.model_copy(update={"value": value[:LONGEST_VALUE], "value_leaves": ordered})


# Reading the form of the labelling page.


_COLUMNS = ("attribute", "name", "value", "name_leaf", "value_leaves")


class BadFormError(SpecSeekError):
    """The submitted data is not from the page's form."""


class _Rest(BaseModel):
    model_config = ConfigDict(frozen=True)

    tool: MarkTool = MarkTool.NAME
    current: int | None = None


def read_marking(form: MultiDict[str, str], outline: Outline, topic: Topic) -> Marking:
    """The marks in the form; BadFormError with the row and the problem."""
    columns = [form.getlist(name) for name in _COLUMNS]
    rows = len(columns[0])
    if any(len(column) != rows for column in columns):
        raise BadFormError("the columns of the pairs differ in length; load the page again")
    if rows > MOST_PAIRS:
        raise BadFormError(f"there are {rows} pairs; a page may have {MOST_PAIRS}")
    pairs = [
        _pair(number, row, outline) for number, row in enumerate(zip(*columns, strict=True), 1)
    ]
    known = {PICTURE, *(attribute.name for attribute in topic.attributes)}
    for number, pair in enumerate(pairs, 1):
        if pair.attribute and pair.attribute not in known:
            raise BadFormError(f"pair {number}: the topic has no attribute {pair.attribute!r}")
    sent = {name: form[name] for name in ("tool", "current") if form.get(name)}
    try:
        rest = _Rest.model_validate(sent)
    except ValidationError as error:
        raise BadFormError(_words(error)) from error
    kept = [pair for pair in pairs if pair.name or pair.value]
    current = None
    if rest.current is not None and 0 <= rest.current < rows and pairs[rest.current] in kept:
        current = kept.index(pairs[rest.current])
    return Marking(tuple(kept), current, rest.tool)


def _pair(number: int, row: tuple[str, ...], outline: Outline) -> MarkedPair:
    attribute, name, value, name_leaf, value_leaves = (text.strip() for text in row)
    try:
        pair = MarkedPair.model_validate(
            {
                "attribute": attribute,
                "name": name,
                "value": value,
                "name_leaf": name_leaf or None,
                "value_leaves": value_leaves.split(),
            }
        )
    except ValidationError as error:
        raise BadFormError(f"pair {number}: {_words(error)}") from error
    if any(leaf >= len(outline.owners) for leaf in pair.place):
        raise BadFormError(f"pair {number} refers to a text that the page does not have")
    return pair


def _words(error: ValidationError) -> str:
    return "; ".join(
        f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()
    )


# Converting between marked pairs and training examples.


def examples_of(pairs: Iterable[MarkedPair]) -> tuple[Example, ...]:
    """Training examples: the pairs with an attribute. Others are read in any case."""
    return tuple(
        Example(attribute=pair.attribute, name=pair.name, value=pair.value)
        for pair in pairs
        if pair.attribute and pair.value.strip()
    )


def pairs_of(sample: Sample) -> tuple[MarkedPair, ...]:
    """The labels of a sample, with their positions on the page."""
    return in_page_order(placed(example, sample.text_index) for example in sample.examples)


def placed(example: Example, index: TextIndex) -> MarkedPair:
    """An example as a pair, with its texts on the page if they are found."""
    attribute, name, value = example.texts
    pair = MarkedPair(
        attribute=attribute[:LONGEST_NAME], name=name[:LONGEST_NAME], value=value[:LONGEST_VALUE]
    )
    if name:
        near = min(_together(name, value, index), key=lambda found: found[0], default=None)
        if near is None:
            return pair
        _, named, valued = near
        return _at(pair, named.first_leaf, range(valued.first_leaf, valued.end_leaf))
    places = index.places(value)
    whole = [place for place in places if place.opens and place.closes]
    found = next(iter(whole or places), None)
    return _at(pair, None, range(found.first_leaf, found.end_leaf)) if found else pair


def _together(name: str, value: str, index: TextIndex) -> Iterator[tuple[int, Place, Place]]:
    """Every place where a name is shortly before its value, or right after it.

    With the number of letters between them.
    """
    valued = index.places(value)
    ends = {place.end: place for place in valued if place.opens and place.closes}
    for named in index.places(name):
        if not named.opens:
            continue
        for place in valued:
            gap = place.start - named.end
            if 0 <= gap <= _WIDEST_GAP and place.end_leaf >= named.end_leaf:
                yield gap, named, place
                break
        if named.closes and named.start in ends:
            yield 0, named, ends[named.start]


def _at(pair: MarkedPair, name_leaf: int | None, leaves: Sequence[int]) -> MarkedPair:
    return pair.model_copy(update={"name_leaf": name_leaf, "value_leaves": tuple(leaves)[:500]})
