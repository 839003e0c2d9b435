"""From one labelled sample page to a layout: unit shapes first, spots for the rest."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from pages.nesting import outline
from pages.rows import find_rows
from rules.choose import PageRows
from rules.examples import missing_from
from rules.learn_units import best_group, learn_shape
from rules.located import LocatedText
from rules.model import AreaRule, AttributeFormat, Layout, Spot, UnitShape, is_tag_name
from rules.names import clean_name, name_key
from rules.reading import KnownNames, read_layout
from rules.relation import relations
from rules.unnamed_learning import learn_unnamed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pages.outline import Outline
    from pages.page import Page
    from rules.examples import Example
    from rules.reading import Reading

_MOST_SHAPES = 12
# A person who labels all but so few leaves those out on purpose.
_FORGOTTEN = 0.1


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
    def names(self) -> tuple[AttributeFormat, ...]:
        """The names the examples show, each once."""
        named = (
            AttributeFormat(attribute=example.attribute, name=clean_name(example.name))
            for example in self.examples
            if name_key(example.name)
        )
        return tuple({name_key(known.name): known for known in named}.values())

    @cached_property
    def known_names(self) -> KnownNames:
        return {name_key(known.name): known.attribute for known in self.names}

    @cached_property
    def rows(self) -> PageRows:
        return PageRows(self.outline, find_rows(self.outline))

    def missing(
        self, layout: Layout, known: KnownNames, rows: Sequence[Reading] = ()
    ) -> list[Example]:
        """The examples this layout does not read off the page."""
        readings = read_layout(layout, self.outline, known, rows)
        return missing_from([reading.pair for reading in readings], self.examples)


def learn_layout(sample: Sample, name: str, rows: Sequence[Reading] = ()) -> Layout:
    """The layout of one page, for what its rows do not say.

    `Sample.missing` tells what it could not learn to read.
    """
    shapes = _learn_shapes(sample, rows)
    layout = Layout(id=name, shapes=tuple(shapes), ignored=_ignored(sample, shapes))
    spots: list[Spot] = []
    for example in sample.missing(layout, sample.known_names, rows):
        spots += learn_unnamed(sample.located, example, sample.examples)
    return layout.model_copy(update={"spots": tuple(spots)})


def _learn_shapes(sample: Sample, rows: Sequence[Reading]) -> list[UnitShape]:
    """Shape after shape, each for the examples those before it do not read."""
    unread = missing_from([reading.pair for reading in rows], sample.examples)
    open_relations = [
        relation
        for index, example in enumerate(sample.examples)
        if name_key(example.name) and example in unread
        for relation in relations(index, example, sample.located)
        if all(is_tag_name(sample.outline.tags[node]) for node in relation.elements)
    ]
    shapes: list[UnitShape] = []
    while open_relations and len(shapes) < _MOST_SHAPES:
        members = best_group(sample.outline, open_relations)
        trial = Layout(id="", shapes=(*shapes, learn_shape(sample.located, members)))
        missing = sample.missing(trial, sample.known_names, rows)
        open_examples = {sample.examples.index(example) for example in missing}
        if any(member.example not in open_examples for member in members):
            shapes = list(trial.shapes)
        done = {member.example for member in members}
        open_relations = [
            relation
            for relation in open_relations
            if relation.example in open_examples and relation.example not in done
        ]
    return shapes


def _ignored(sample: Sample, shapes: list[UnitShape]) -> tuple[tuple[str, str], ...]:
    """What stands unlabelled where nearly all is labelled."""
    readings = read_layout(Layout(id="", shapes=tuple(shapes)), sample.outline, sample.known_names)
    unlabelled = [reading.words for reading in readings if reading.pair.attribute is None]
    if len(unlabelled) > _FORGOTTEN * len(readings):
        return ()
    return tuple(dict.fromkeys(words for words in unlabelled if words[0]))
