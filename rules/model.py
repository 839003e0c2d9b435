"""What a rule file says: the published rule, and what makes it survive other pages.

A site has layouts; a layout is learned from one or more sample pages and holds
- the published rule (area, position vector, attribute formats) for pages just like a sample,
- unit shapes: how a name and its value stand to each other, wherever they stand,
- spots: where a value without a name stands.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    NonNegativeInt,
    PositiveInt,
    model_validator,
)

from pages.alphabet import Alphabet
from rules.names import clean_name, name_key
from rules.value_kinds import Kind

if TYPE_CHECKING:
    from rules.row_knowledge import KnownRows

_TAG_NAME = "[a-z][a-z0-9:._-]{0,99}"
LONGEST_SEQUENCE = 100_000
# How many tags around an area are remembered.
TAGS_BEFORE = 4
TAGS_BEHIND = 4
TagName = Annotated[str, Field(pattern=f"^{_TAG_NAME}$")]
TagSequenceText = Annotated[
    str, Field(pattern=rf"^{_TAG_NAME}(?:\*{_TAG_NAME})*$", max_length=LONGEST_SEQUENCE)
]


def is_tag_name(name: str) -> bool:
    """Whether rules may speak of a tag; names of other letters are left to their pages."""
    return bool(re.fullmatch(_TAG_NAME, name))


class RuleModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class AttributeFormat(RuleModel):
    """One record of the attribute format file F: how the page writes an attribute's name.

    `attribute` is None where the name stands among known ones but nobody has said what it is.
    """

    attribute: str | None
    name: str = ""
    feature: str = ""


class Region(RuleModel):
    """The element around all units of a shape, as it stood on the sample.

    `heights` counts elements from a unit out to it, groups of rows not counted; `path` are
    the tags around it. `alone` tells that elements just like it beside it were not meant.
    """

    tag: str
    id: str = ""
    classes: tuple[str, ...] = ()
    heights: tuple[NonNegativeInt, ...]
    path: tuple[str, ...] = ()
    alone: bool = False


class UnitShape(RuleModel):
    """How a name and its value stand inside one element of tag `around`.

    `name` is the tag of the element that holds the name, "" where the name is text standing
    directly in `around` and ends at `feature`. `value` is the tag of the value's own element;
    "" where the value is all that follows up to the next name. Where elements of that tag
    stand between, `value_classes` and `value_last` tell which is the value. Where names and
    values have the same tag, `name_classes` tell which of the elements are names, and where a
    page has no such classes `first` (below 0: from the last) and `step` do; step 0: only one.
    `opens_line`: names begin lines; `one_line`: values end with theirs; `value_first`: the
    value stands before its name. A name in a flowing element must end in `feature` too.
    `dressing` are places inside a unit (`td>em`) whose text is no part of the value, and
    `covered` those where values stood; `name_dressing` and `name_covered` the same for names.
    """

    around: TagName
    name: str = ""
    value: str = ""
    feature: str = ""
    name_classes: tuple[str, ...] = ()
    value_classes: tuple[str, ...] | None = None
    value_last: bool = False
    first: Annotated[int, Field(ge=-50, le=10_000)] | None = None
    step: NonNegativeInt = 0
    opens_line: bool = False
    one_line: bool = False
    value_first: bool = False
    region: Region
    support: NonNegativeInt
    dressing: tuple[str, ...] = ()
    covered: tuple[str, ...] = ()
    name_dressing: tuple[str, ...] = ()
    name_covered: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _counted_one_way(self) -> Self:
        if self.step and (self.first or 0) < 0:
            raise ValueError("first counts from the last element only where step is 0")
        return self


class Step(NamedTuple):
    """One element on the way out from a value."""

    tag: str
    id: str = ""
    classes: tuple[str, ...] = ()


class Spot(RuleModel):
    """Where one value without a name stood: its way up, its neighbours, its dressing, its kind.

    `reads` tells what of the innermost element is the value: all its text, its own text
    without that of elements inside it, or only the `nth` of its own texts; `among` is how many
    texts these were. With `by_kind` only the part that is of this kind is the value. `before` is
    the text before it, or where `column` is not 0 the heading so many rows above; `begins` is the
    label with which the value itself begins. `label_is` tells whether these are surely a label,
    and whether it must be there, since other texts stand just like the value. `behind` is the
    attribute whose value stands right before it. `shape` is how the value was written; `in_title`
    tells that the page's title said it too; `others` are texts at like places that were not it.
    `rivals` is how many values stood just so on the sample, `rank` how many of them before it.
    """

    attribute: str
    name: str = ""
    path: Annotated[tuple[Step, ...], Field(min_length=1, max_length=50)]
    reads: Literal["all", "own", "nth"] = "own"
    nth: NonNegativeInt = 0
    among: NonNegativeInt = 0
    before: str = ""
    column: NonNegativeInt = 0
    begins: str = ""
    label_is: Literal["needed", "sure", "likely"] = "likely"
    behind: str = ""
    after: str = ""
    prefix: str = ""
    suffix: str = ""
    kind: Kind = "text"
    by_kind: bool = False
    shape: str = ""
    in_title: bool = False
    others: tuple[str, ...] = ()
    rivals: NonNegativeInt = 0
    rank: NonNegativeInt = 0
    weight: Annotated[float, Field(ge=0, le=1)] = 1.0

    @property
    def label(self) -> str:
        """The key of what the page writes before the value, in its own text or another."""
        return name_key(self.prefix) or self.begins or self.before


class Position(NamedTuple):
    """One element of the position vector: what the content of the area's i-th tag holds.

    Both i and the numbers of the formats whose name (`attr`) or value (`content`) stands
    there count from 1; 0 is none, and `noise` 1 marks a content to pass over.
    """

    i: PositiveInt
    attr: NonNegativeInt
    content: NonNegativeInt
    noise: Annotated[int, Field(ge=0, le=1)] = 0


class AreaRule(RuleModel):
    """The published rule: area, position vector, attribute formats.

    `previous` and `next` are the tags that stood around the area on the sample ("" where it
    began or ended the page); where others stand there the area may go on, and the unit shapes
    read the page instead. A negative rule has no positions: the layout is known and holds
    nothing to extract.
    """

    area: TagSequenceText
    pos: tuple[Position, ...] = ()
    formats: tuple[AttributeFormat, ...] = ()
    previous: TagSequenceText | Literal[""] | None = None
    next: TagSequenceText | Literal[""] | None = None

    @model_validator(mode="after")
    def _positions_are_there(self) -> Self:
        for position in self.pos:
            if position.i > self.length:
                raise ValueError(f"position {position.i} is behind the area's {self.length} tags")
            if max(position.attr, position.content) > len(self.formats):
                raise ValueError(
                    f"position {position.i} means format {max(position.attr, position.content)}, "
                    f"but there are only {len(self.formats)} formats"
                )
        return self

    @cached_property
    def shown_names(self) -> tuple[str, ...]:
        """Each format's name as records show it, cleaned of its feature."""
        return tuple(clean_name(known.name, known.feature) for known in self.formats)

    @cached_property
    def length(self) -> int:
        return self.area.count("*") + 1


class Layout(RuleModel):
    """What one kind of page of the site looks like.

    `ignored` are names with values that stood unlabelled among labelled ones: what every
    page says in the same words (headings of columns, terms of trade) is no attribute.
    """

    id: str
    areas: tuple[AreaRule, ...] = ()
    shapes: tuple[UnitShape, ...] = ()
    spots: tuple[Spot, ...] = ()
    ignored: tuple[tuple[str, str], ...] = ()


class RowRegion(RuleModel):
    """Rows of the samples that stand and look alike: which names were marked, which were not.

    `unmarked` stood among marked rows, `apart` where nothing was marked; `misread` is how many
    rows had a marked text, but not as it was marked. `nth` tells of names that were marked at
    some of their places only; `dressing` are places inside a row (`td>em`) whose text is no part
    of the value.
    """

    stand: str
    look: str
    marked: tuple[str, ...] = ()
    unmarked: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()
    misread: NonNegativeInt = 0
    nth: tuple[tuple[str, tuple[NonNegativeInt, ...]], ...] = ()
    dressing: tuple[str, ...] = ()


class RowKnowledge(RuleModel):
    """What the samples of a site say about rows; names are told by their keys.

    The values of `lists` are lists of items, those of `wholes` are one text though they look
    like lists, of those of `parts` only a part was marked; `no_items` stood in lists and were
    not marked. `complete` is the share of rows that were marked among those like the marked ones.
    """

    regions: tuple[RowRegion, ...] = ()
    lists: tuple[str, ...] = ()
    wholes: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    no_items: tuple[str, ...] = ()
    complete: Annotated[float, Field(ge=0, le=1)] = 1.0


class SpelledArea(NamedTuple):
    """An area in letters, ready to be looked for; what stands around it is None where any may."""

    layout: Layout
    area: AreaRule
    letters: str
    before: str | None
    behind: str | None

    def stands_whole(self, letters: str, start: int) -> bool:
        """Whether the same tags stand around this place as around the sample's area."""
        end = start + len(self.letters)
        if self.before is not None and letters[max(start - TAGS_BEFORE, 0) : start] != self.before:
            return False
        return self.behind is None or letters[end : end + TAGS_BEHIND] == self.behind


class SiteRules(RuleModel):
    """All rules of one site, the content of one rule file."""

    source: str
    version: int = 1
    names: tuple[AttributeFormat, ...] = ()
    layouts: tuple[Layout, ...] = ()
    rows: RowKnowledge | None = None
    unwanted: tuple[str, ...] = ()

    @cached_property
    def unwanted_keys(self) -> frozenset[str]:
        """Of names that a person does not want read off this site without a rule for them."""
        return frozenset(map(name_key, self.unwanted))

    @cached_property
    def alphabet(self) -> Alphabet:
        """Letters for all tags of this site's areas."""
        return Alphabet(
            tag
            for layout in self.layouts
            for area in layout.areas
            for tag in f"{area.previous or ''}*{area.area}*{area.next or ''}".split("*")
            if tag
        )

    @cached_property
    def spelled_areas(self) -> tuple[SpelledArea, ...]:
        """Every area with its layout and its letters, longest first."""
        spell = self.alphabet.spell_written
        areas = [(layout, area) for layout in self.layouts for area in layout.areas]
        return tuple(
            SpelledArea(
                layout,
                area,
                spell(area.area),
                None if area.previous is None else spell(area.previous),
                None if area.next is None else spell(area.next),
            )
            for layout, area in sorted(areas, key=lambda entry: -entry[1].length)
        )

    @cached_property
    def known_rows(self) -> KnownRows | None:
        """What the samples say about rows, ready to be asked; None in files of earlier versions."""
        from rules.row_knowledge import KnownRows  # noqa: PLC0415 - it is about these models

        return KnownRows(self.rows) if self.rows else None

    @cached_property
    def known_names(self) -> dict[str, str | None]:
        """Key of a name → attribute, for every name some sample of the site showed."""
        return {name_key(known.name): known.attribute for known in self.names if known.name}

    def spelled_names(self, encoding: str) -> frozenset[bytes]:
        """The known names as they stand in a page's source, with or without a full-width colon."""
        if encoding not in self._spelled_names:
            self._spelled_names[encoding] = frozenset(
                (known.name + colon).encode(encoding, "replace")
                for known in self.names
                for colon in ("", "：")
                if known.name
            )
        return self._spelled_names[encoding]

    @cached_property
    def _spelled_names(self) -> dict[str, frozenset[bytes]]:
        return {}
