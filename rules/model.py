"""The rule file: the published rule, and what helps it to read pages unlike the sample.

A site has layouts; a layout is learned from one or more sample pages and holds
- the published rule (area, position vector, attribute formats) for pages exactly like a sample,
- locators of values without a name (`unnamed`).
What the samples of all layouts teach about rows (names with values) is the site's row knowledge.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    NonNegativeInt,
    PositiveInt,
    model_validator,
)

from core.names import clean_name, name_key
from pages.sequence import Alphabet
from rules.value_kinds import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rules.row_knowledge import KnownRows

_TAG_NAME = "[a-z][a-z0-9:._-]{0,99}"
LONGEST_SEQUENCE = 100_000
_NO_LONGER_READ = frozenset(["shapes", "ignored"])
# Keys of files and kinds of rows as earlier versions called them.
_RENAMED_IN_LAYOUTS = {"spots": "unnamed"}
_RENAMED_IN_REGIONS = {"stand": "tags", "look": "classes", "dressing": "noise"}
_RENAMED_KINDS = {"turns": "alternating"}
# How many tags before and after an area are stored.
TAGS_BEFORE = 4
TAGS_AFTER = 4

TagSequenceText = Annotated[
    str, Field(pattern=rf"^{_TAG_NAME}(?:\*{_TAG_NAME})*$", max_length=LONGEST_SEQUENCE)
]


def _mappings(data: object, key: str) -> Iterator[dict[str, object]]:
    """The mappings in the list that a file has under a key, whatever else the file contains."""
    found = data.get(key) if isinstance(data, dict) else None
    yield from (one for one in found if isinstance(one, dict)) if isinstance(found, list) else ()


def _rename(mapping: dict[str, object], names: Mapping[str, str]) -> None:
    for old, new in names.items():
        if old in mapping and new not in mapping:
            mapping[new] = mapping.pop(old)


def is_tag_name(name: str) -> bool:
    """Whether a rule can contain the tag; names with other characters are not supported."""
    return bool(re.fullmatch(_TAG_NAME, name))


class RuleModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class AttributeFormat(RuleModel):
    """One record of the attribute format file F: how the page writes an attribute's name.

    `attribute` is None for a name among labelled ones that nobody labelled.
    """

    attribute: str | None
    name: str = ""
    feature: str = ""


class Step(NamedTuple):
    """One of the elements around a value."""

    tag: str
    id: str = ""
    classes: tuple[str, ...] = ()


class ValueLocator(RuleModel):
    """How to find an unnamed value: the elements and texts around it, its kind and form.

    `reads` tells which part of the innermost element is the value: all its text, its own text
    without that of its children, or only the `nth` of its own texts; `among` is how many texts
    these were. With `by_kind` only the part of this kind is the value. `before` is the text before
    the value; `label_is` tells whether that is surely a label, and whether it is required because
    other texts are at the same kind of place. `behind` is the attribute whose value comes right
    before this one. `shape` is how the value was written; `in_title` means that it was part of the
    page's title; `others` are texts at similar places that were not the value.
    """

    attribute: str
    name: str = ""
    path: Annotated[tuple[Step, ...], Field(min_length=1, max_length=50)]
    reads: Literal["all", "own", "nth"] = "own"
    nth: NonNegativeInt = 0
    among: NonNegativeInt = 0
    before: str = ""
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
    weight: Annotated[float, Field(ge=0, le=1)] = 1.0

    @property
    def label(self) -> str:
        """The key of what the page writes before the value, in its own text or another."""
        return name_key(self.prefix) or self.before


class Position(NamedTuple):
    """One element of the position vector: what the content of the area's i-th tag holds.

    `attr` and `content` are the numbers of the formats whose name or value is there. All numbers
    count from 1, and 0 means none; `noise` 1 marks content to skip.
    """

    i: PositiveInt
    attr: NonNegativeInt
    content: NonNegativeInt
    noise: Annotated[int, Field(ge=0, le=1)] = 0


class AreaRule(RuleModel):
    """The published rule: area, position vector, attribute formats.

    `previous` and `next` are the tags before and after the area on the sample ("" at the start or
    end of the page). If a page has other tags there, the area may continue, and the page is read
    row by row instead. A negative rule has no positions: the layout is known and has nothing to
    extract.
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
                raise ValueError(f"position {position.i} is beyond the area's {self.length} tags")
            if max(position.attr, position.content) > len(self.formats):
                raise ValueError(
                    f"position {position.i} uses format {max(position.attr, position.content)}, "
                    f"but there are only {len(self.formats)} formats"
                )
        return self

    @cached_property
    def shown_names(self) -> tuple[str, ...]:
        """Each format's name as records show it, cleaned of its feature."""
        return tuple(clean_name(known.name, known.feature) for known in self.formats)

    @cached_property
    def tags(self) -> tuple[str, ...]:
        return tuple(self.area.split("*"))

    @property
    def length(self) -> int:
        return len(self.tags)


class Layout(RuleModel):
    """One way in which pages of the site are built.

    Files of earlier versions also have `shapes` and `ignored`; rows have replaced both, and the
    keys are ignored. `unnamed` are the locators of values without a name.
    """

    id: str
    areas: tuple[AreaRule, ...] = ()
    unnamed: tuple[ValueLocator, ...] = ()


class RowRegion(RuleModel):
    """Rows of the samples with the same tags and classes around them, marked or not.

    `tags` is the kind of the rows and the tags around them, `classes` the same with classes.
    `unmarked` names were among marked rows, `apart` names where nothing was marked; `misread` is
    how many rows had a marked text in another role. `times` counts the marked and unmarked rows of
    all samples: names that differ from page to page must not outweigh one that is on every page.
    `nth` has the names of which only some occurrences were marked; `noise` has
    places inside a row (`td>em`) whose text is not part of the value.
    """

    tags: str
    classes: str
    marked: tuple[str, ...] = ()
    unmarked: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()
    misread: NonNegativeInt = 0
    times: tuple[NonNegativeInt, NonNegativeInt] | None = None
    nth: tuple[tuple[str, tuple[NonNegativeInt, ...]], ...] = ()
    noise: tuple[str, ...] = ()

    @property
    def counts(self) -> tuple[int, int]:
        """`times`; if the file omits it, each name counts once."""
        return self.times or (len(self.marked), len(self.unmarked))


class RowKnowledge(RuleModel):
    """What the samples of a site teach about rows; names are given by their keys.

    Values of names in `lists` are lists of items, those in `wholes` are one text though they look
    like lists, of those in `parts` only a part was marked; `no_items` are list items that were not
    marked. Names in `repeated` were marked in several tables of one page. `shown` are further texts
    in the position of a name, None in files of earlier versions. `complete` is the share of rows
    that were marked among all rows like the marked ones.
    """

    regions: tuple[RowRegion, ...] = ()
    lists: tuple[str, ...] = ()
    wholes: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    no_items: tuple[str, ...] = ()
    repeated: tuple[str, ...] = ()
    shown: tuple[str, ...] | None = None
    complete: Annotated[float, Field(ge=0, le=1)] = 1.0

    @cached_property
    def names(self) -> frozenset[str]:
        """All names of rows, marked or not."""
        regions = self.regions
        return frozenset(
            key for each in regions for key in (*each.marked, *each.unmarked, *each.apart)
        )


class PictureRule(RuleModel):
    """Where a marked picture is: in a meta tag of this name, or in an `img`.

    `words` are its id and classes, `shape` is that of its address, `distance` the number of tags
    from the headline to it.
    """

    meta: str = ""
    words: str = ""
    shape: str = ""
    distance: int = 0


class SpelledArea(NamedTuple):
    """An area in letters, ready to be searched for; None before or after it matches any tags."""

    layout: Layout
    area: AreaRule
    letters: str
    before: str | None
    behind: str | None

    def is_whole_at(self, letters: str, start: int) -> bool:
        """Whether the tags around this place are those around the sample's area."""
        end = start + len(self.letters)
        if self.before is not None and letters[max(start - TAGS_BEFORE, 0) : start] != self.before:
            return False
        return self.behind is None or letters[end : end + TAGS_AFTER] == self.behind


class SiteRules(RuleModel):
    """All rules of one site, the content of one rule file."""

    source: str
    version: int = 1
    names: tuple[AttributeFormat, ...] = ()
    layouts: tuple[Layout, ...] = ()
    rows: RowKnowledge | None = None
    pictures: tuple[PictureRule, ...] = ()
    unwanted: tuple[str, ...] = ()

    @cached_property
    def unwanted_keys(self) -> frozenset[str]:
        """Keys of names that a reviewer does not want from this site unless a rule reads them."""
        return frozenset(map(name_key, self.unwanted))

    @classmethod
    def of_today(cls, data: Any) -> Any:  # noqa: ANN401 - whatever a file may hold
        """The content of a file, brought from earlier versions to this one."""
        for layout in _mappings(data, "layouts"):
            for key in _NO_LONGER_READ:
                layout.pop(key, None)
            _rename(layout, _RENAMED_IN_LAYOUTS)
        for region in _mappings(data.get("rows") if isinstance(data, dict) else None, "regions"):
            _rename(region, _RENAMED_IN_REGIONS)
            kind, separator, tags = str(region.get("tags")).partition(">")
            if kind in _RENAMED_KINDS:
                region["tags"] = f"{_RENAMED_KINDS[kind]}{separator}{tags}"
        return data

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
    def labelled_names(self) -> tuple[str, ...]:
        """The names that a sample of the site showed and a person labelled."""
        return tuple(known.name for known in self.names if known.name and known.attribute)

    @cached_property
    def shown_names(self) -> frozenset[str] | None:
        """The keys of all texts in the position of a name on a sample; None if not recorded."""
        if self.rows is None or self.rows.shown is None:
            return None
        return self.rows.names.union(self.rows.shown)

    @cached_property
    def known_rows(self) -> KnownRows | None:
        """What the samples teach about rows; None in files of earlier versions."""
        from rules.row_knowledge import KnownRows  # noqa: PLC0415 - it is about these models

        return KnownRows(self.rows) if self.rows else None

    @cached_property
    def known_names(self) -> dict[str, str | None]:
        """Key of a name → attribute, for every name some sample of the site showed."""
        return {name_key(known.name): known.attribute for known in self.names if known.name}
