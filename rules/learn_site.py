"""From all labelled samples of a site to its rules.

Rules are always learned from all samples anew: the order in which pages were labelled does
not matter, and nothing but the samples has to be kept to change how learning works.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.learn_area import learn_area
from rules.learn_layout import Sample, learn_layout
from rules.model import AttributeFormat, Layout, RowKnowledge, SiteRules
from rules.names import name_key
from rules.reading import read_layout, read_rows
from rules.row_knowledge import KnowledgeLearner, KnownRows
from rules.unnamed_learning import weighed_spots
from rules.widen import same_kind, widened

if TYPE_CHECKING:
    from collections.abc import Sequence


def learn_site(source: str, samples: Sequence[Sample], *, widen: bool = True) -> SiteRules:
    """One layout for each kind of page; with `widen` false, one for each sample."""
    names = _names(samples)
    known = {name_key(known.name): known.attribute for known in names}
    rows = _row_knowledge(samples)
    known_rows = KnownRows(rows)
    layouts: list[tuple[Layout, list[Sample]]] = []
    for sample in samples:
        learned = learn_layout(sample, "", read_rows(sample.rows, known_rows, known))
        home = next((i for i, (known, _) in enumerate(layouts) if same_kind(known, learned)), None)
        if widen and home is not None:
            kept, members = layouts[home]
            layouts[home] = (widened(kept, learned), [*members, sample])
        else:
            layouts.append((learned, [sample]))
    rules = SiteRules(
        source=source,
        names=(*names, *_unlabelled(layouts, known_rows, names)),
        layouts=tuple(
            layout.model_copy(
                update={"id": str(number), "spots": weighed_spots(layout.spots, members)}
            )
            for number, (layout, members) in enumerate(layouts, 1)
        ),
        rows=rows,
    )
    return _with_areas(rules, [members for _, members in layouts])


def _row_knowledge(samples: Sequence[Sample]) -> RowKnowledge:
    learner = KnowledgeLearner()
    for sample in samples:
        if sample.examples:
            learner.add(sample.rows, sample.examples)
    return learner.knowledge


def _names(samples: Sequence[Sample]) -> tuple[AttributeFormat, ...]:
    """Every name some sample shows, as the first of them shows it."""
    names: dict[str, AttributeFormat] = {}
    for sample in samples:
        for known in sample.names:
            names.setdefault(name_key(known.name), known)
    return tuple(names.values())


def _unlabelled(
    layouts: Sequence[tuple[Layout, list[Sample]]],
    rows: KnownRows,
    names: Sequence[AttributeFormat],
) -> tuple[AttributeFormat, ...]:
    """Names that stand among labelled ones: nobody said what they are, but they tell a region."""
    found: dict[str, AttributeFormat] = {}
    known = {name_key(known.name): known.attribute for known in names}
    for layout, samples in layouts:
        for sample in samples:
            read = read_rows(sample.rows, rows, known)
            for reading in read_layout(layout, sample.outline, known, read):
                key = name_key(reading.pair.name)
                if key and key not in known and reading.pair.attribute is None:
                    found[key] = AttributeFormat(attribute=None, name=reading.pair.name)
    return tuple(found.values())


def _with_areas(rules: SiteRules, members: Sequence[Sequence[Sample]]) -> SiteRules:
    layouts = []
    for layout, samples in zip(rules.layouts, members, strict=True):
        areas = [learn_area(layout, sample, rules) for sample in samples]
        kept = {area.area: area for area in areas if area}
        layouts.append(layout.model_copy(update={"areas": tuple(kept.values())}))
    return rules.model_copy(update={"layouts": tuple(layouts)})
