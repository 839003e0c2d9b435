"""From all labelled samples of a site to its rules.

Rules are always learned from all samples anew: the order in which pages were labelled does
not matter, and nothing but the samples has to be kept to change how learning works.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.learn_area import learn_area
from rules.learn_layout import Sample, learn_layout
from rules.model import AttributeFormat, Layout, SiteRules
from rules.names import name_key
from rules.reading import read_layout
from rules.unnamed_learning import weighed_spots
from rules.widen import same_kind, widened

if TYPE_CHECKING:
    from collections.abc import Sequence


def learn_site(source: str, samples: Sequence[Sample], *, widen: bool = True) -> SiteRules:
    """One layout for each kind of page; with `widen` false, one for each sample."""
    layouts: list[tuple[Layout, list[Sample]]] = []
    for sample in samples:
        learned = learn_layout(sample, "")
        home = next((i for i, (known, _) in enumerate(layouts) if same_kind(known, learned)), None)
        if widen and home is not None:
            known, members = layouts[home]
            layouts[home] = (widened(known, learned), [*members, sample])
        else:
            layouts.append((learned, [sample]))
    names = _names(samples)
    rules = SiteRules(
        source=source,
        names=(*names, *_unlabelled(layouts, names)),
        layouts=tuple(
            layout.model_copy(
                update={"id": str(number), "spots": weighed_spots(layout.spots, members)}
            )
            for number, (layout, members) in enumerate(layouts, 1)
        ),
    )
    return _with_areas(rules, [members for _, members in layouts])


def _names(samples: Sequence[Sample]) -> tuple[AttributeFormat, ...]:
    """Every name some sample shows, as the first of them shows it."""
    names: dict[str, AttributeFormat] = {}
    for sample in samples:
        for known in sample.names:
            names.setdefault(name_key(known.name), known)
    return tuple(names.values())


def _unlabelled(
    layouts: Sequence[tuple[Layout, list[Sample]]], names: Sequence[AttributeFormat]
) -> tuple[AttributeFormat, ...]:
    """Names that stand among labelled ones: nobody said what they are, but they tell a region."""
    found: dict[str, AttributeFormat] = {}
    known = {name_key(known.name): known.attribute for known in names}
    for layout, samples in layouts:
        for sample in samples:
            for reading in read_layout(layout, sample.outline, known):
                key = name_key(reading.pair.name)
                if key and key not in known and reading.pair.attribute is None:
                    found[key] = AttributeFormat(attribute=None, name=reading.pair.name)
    return tuple(found.values())


def _with_areas(rules: SiteRules, members: Sequence[Sequence[Sample]]) -> SiteRules:
    layouts = []
    for layout, samples in zip(rules.layouts, members, strict=True):
        areas = [learn_area(layout, sample, rules.known_names) for sample in samples]
        kept = {area.area: area for area in areas if area}
        layouts.append(layout.model_copy(update={"areas": tuple(kept.values())}))
    return rules.model_copy(update={"layouts": tuple(layouts)})
