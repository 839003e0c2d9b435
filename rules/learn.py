"""From labelled samples to the rules of a site."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, model_validator

from core.names import clean_name, name_key
from pages.nesting import outline
from pages.rows import find_rows
from rules.areas import learn_area
from rules.beyond_areas import keys_like_names
from rules.choose import PageRows
from rules.extract import read_layout, read_rows
from rules.located import LocatedText
from rules.model import AreaRule, AttributeFormat, Layout, RowKnowledge, SiteRules, Spot
from rules.row_knowledge import KnownRows
from rules.row_learning import KnowledgeLearner
from rules.unnamed_learning import learn_unnamed, merged_spots, weighed_spots

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from pages.outline import Outline
    from pages.page import Page
    from rules.extract import KnownNames
    from rules.record import Pair


class Example(BaseModel):
    """`name` is "" where the page shows the value without one.

    An attribute that is null, as in what `specseek extract` prints, is called by its name.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    attribute: str
    name: str = ""
    value: str

    @model_validator(mode="before")
    @classmethod
    def _called_by_its_name(cls, given: Any) -> Any:  # noqa: ANN401 - whatever a file may hold
        if isinstance(given, dict) and given.get("attribute", "") is None and given.get("name"):
            return {**given, "attribute": given["name"]}
        return given

    @property
    def texts(self) -> tuple[str, str, str]:
        return self.attribute, self.name, self.value


def missing_from(pairs: Collection[Pair], examples: Iterable[Example]) -> list[Example]:
    """The examples that are not among the pairs read off their page."""
    read = [(pair, name_key(value)) for pair in pairs for value in (pair.value, *pair.values)]
    named = {(name_key(pair.name), value) for pair, value in read}
    attributed = {(pair.attribute, value) for pair, value in read}
    return [
        example
        for example in examples
        if (not example.name or (name_key(example.name), name_key(example.value)) not in named)
        and (example.attribute, name_key(example.value)) not in attributed
    ]


# From all labelled samples of a site to its rules.
#
# Rules are always learned from all samples anew: the order in which pages were labelled does
# not matter, and nothing but the samples has to be kept to change how learning works. First comes
# what the samples say about rows; spots are for the values that no row says; areas are for pages
# just like a sample.


@dataclass(frozen=True)
class Sample:
    """A page and what a person said of it; `area` where it was marked tag by tag."""

    page: Page
    examples: tuple[Example, ...]
    area: AreaRule | None = None

    @cached_property
    def outline(self) -> Outline:
        return outline(self.page)

    @cached_property
    def located(self) -> LocatedText:
        return LocatedText(self.outline)

    @cached_property
    def rows(self) -> PageRows:
        return PageRows(self.outline, find_rows(self.outline))

    @cached_property
    def names(self) -> tuple[AttributeFormat, ...]:
        """The names the examples show, each once."""
        named = (
            AttributeFormat(attribute=example.attribute, name=clean_name(example.name))
            for example in self.examples
            if name_key(example.name)
        )
        return tuple({name_key(known.name): known for known in named}.values())


def learn_site(source: str, samples: Sequence[Sample], *, widen: bool = True) -> SiteRules:
    """One layout that reads all samples; with `widen` false, one for each of them."""
    names = _names(samples)
    known = {name_key(known.name): known.attribute for known in names}
    rows = row_knowledge(samples)
    known_rows = KnownRows(rows)
    layouts: list[tuple[tuple[Spot, ...], list[Sample]]] = []
    for sample in samples:
        spots = _spots(sample, known_rows, known) if sample.examples else ()
        if widen and layouts:
            kept, members = layouts[0]
            layouts[0] = (merged_spots(kept, spots), [*members, sample])
        else:
            layouts.append((spots, [sample]))
    rules = SiteRules(
        source=source,
        names=(*names, *_unlabelled([one for one in samples if one.examples], known_rows, known)),
        layouts=tuple(
            Layout(id=str(number), spots=weighed_spots(spots, members))
            for number, (spots, members) in enumerate(layouts, 1)
        ),
        rows=rows,
    )
    return _with_areas(rules, [members for _, members in layouts])


def row_knowledge(samples: Sequence[Sample]) -> RowKnowledge:
    """What samples say about rows."""
    learner = KnowledgeLearner()
    shown: dict[str, None] = {}
    for sample in samples:
        shown.update(dict.fromkeys(keys_like_names(sample.page.body, sample.page.encoding)))
        if sample.examples:
            learner.add(sample.rows, sample.examples)
    knowledge = learner.knowledge
    beside = tuple(key for key in shown if key not in knowledge.names)
    return knowledge.model_copy(update={"shown": beside})


def _names(samples: Sequence[Sample]) -> tuple[AttributeFormat, ...]:
    """Every name some sample shows, as the first of them shows it."""
    names: dict[str, AttributeFormat] = {}
    for sample in samples:
        for known in sample.names:
            names.setdefault(name_key(known.name), known)
    return tuple(names.values())


def _spots(sample: Sample, rows: KnownRows, known: KnownNames) -> tuple[Spot, ...]:
    """For what no row of the page says; `unread_examples` tells what could not be learned."""
    pairs = [reading.pair for reading in read_rows(sample.rows, rows, known)]
    return tuple(
        spot
        for example in missing_from(pairs, sample.examples)
        for spot in learn_unnamed(sample.located, example, sample.examples)
    )


def _unlabelled(
    samples: Sequence[Sample], rows: KnownRows, known: KnownNames
) -> tuple[AttributeFormat, ...]:
    """Names that stand among labelled ones: nobody said what they are, but they tell a region."""
    found: dict[str, AttributeFormat] = {}
    for sample in samples:
        for reading in read_rows(sample.rows, rows, known):
            key = name_key(reading.pair.name)
            if key and key not in known and reading.pair.attribute is None:
                found[key] = AttributeFormat(attribute=None, name=reading.pair.name)
    return tuple(found.values())


def _with_areas(rules: SiteRules, members: Sequence[Sequence[Sample]]) -> SiteRules:
    layouts = []
    for layout, samples in zip(rules.layouts, members, strict=True):
        kept: dict[str, AreaRule] = {}
        for sample in samples:
            area = sample.area
            if sample.examples and not area:
                rows = read_rows(sample.rows, rules.known_rows, rules.known_names)
                readings = read_layout(layout, sample.outline, rows)
                area = learn_area(layout, sample.page, sample.outline, readings)
            if area:
                kept[area.area] = area
        layouts.append(layout.model_copy(update={"areas": tuple(kept.values())}))
    return rules.model_copy(update={"layouts": tuple(layouts)})
