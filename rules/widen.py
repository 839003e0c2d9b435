"""Two samples of one kind of page make one layout that reads both."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rules.model import Layout, Region, Spot, UnitShape
from rules.names import name_key
from rules.spots import SpotReader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.learn_layout import Sample


def same_kind(one: Layout, other: Layout) -> bool:
    """Two layouts are of one kind when they share a shape, or both have none."""
    shared = {_family(shape) for shape in one.shapes} & {_family(shape) for shape in other.shapes}
    return bool(shared) or not (one.shapes or other.shapes)


def widened(known: Layout, learned: Layout) -> Layout:
    """The layout that reads what either reads."""
    shapes = {_family(shape): shape for shape in known.shapes}
    for shape in learned.shapes:
        family = _family(shape)
        shapes[family] = _wider(shapes[family], shape) if family in shapes else shape
    ordered = sorted(shapes.values(), key=lambda shape: -shape.support)
    spots = _merged_spots(known.spots, learned.spots)
    ignored = tuple(dict.fromkeys((*known.ignored, *learned.ignored)))
    return known.model_copy(update={"shapes": tuple(ordered), "spots": spots, "ignored": ignored})


def _merged_spots(known: Sequence[Spot], learned: Sequence[Spot]) -> tuple[Spot, ...]:
    """Spots that differ only in their neighbours are one; only common neighbours stay.

    Where one sample has two such spots, as two rows of a table, the label tells them apart.
    """
    places = (Counter(map(_place, known)), Counter(map(_place, learned)))
    merged: dict[Spot, Spot] = {}
    for spot in (*known, *learned):
        place = _place(spot)
        if max(count[place] for count in places) > 1:
            place = place.model_copy(update={"before": spot.before})
        other = merged.get(place, spot)
        merged[place] = other.model_copy(
            update={
                "before": spot.before if spot.before == other.before else "",
                "after": spot.after if spot.after == other.after else "",
                "weight": max(other.weight, spot.weight),
            }
        )
    return tuple(merged.values())


def _place(spot: Spot) -> Spot:
    return spot.model_copy(update={"before": "", "after": "", "weight": 1.0})


def weighed_spots(spots: Sequence[Spot], samples: Sequence[Sample]) -> tuple[Spot, ...]:
    """Spots count by how many samples they read right; more wrong than right, and they go."""
    if len(samples) < 2:
        return tuple(spots)
    readers = [(SpotReader(sample.outline), sample) for sample in samples]
    weighed = []
    for spot in spots:
        right = wrong = wanted = 0
        for reader, sample in readers:
            values = {
                name_key(example.value)
                for example in sample.examples
                if example.attribute == spot.attribute
            }
            wanted += bool(values)
            for found in reader.read([spot]):
                hit = name_key(found.value) in values
                right, wrong = right + hit, wrong + (not hit)
        if right > wrong:
            trust = right / (right + 2 * wrong) * right / wanted
            weighed.append(spot.model_copy(update={"weight": round(spot.weight * trust, 3)}))
    return tuple(weighed)


def _family(shape: UnitShape) -> tuple[object, ...]:
    feature = "" if shape.name else shape.feature
    return (shape.around, shape.name, feature, shape.first, shape.step, shape.value_first)


def _wider(one: UnitShape, other: UnitShape) -> UnitShape:
    covered = {*one.covered, *other.covered}
    name_covered = {*one.name_covered, *other.name_covered}
    return one.model_copy(
        update={
            "value": one.value if one.value == other.value else "",
            "feature": one.feature if one.feature == other.feature else "",
            "name_classes": one.name_classes if one.name_classes == other.name_classes else (),
            "value_classes": one.value_classes
            if one.value_classes == other.value_classes
            else None,
            "value_last": one.value_last or other.value_last,
            "opens_line": one.opens_line and other.opens_line,
            "one_line": one.one_line and other.one_line,
            "region": _wider_region(one.region, other.region),
            "support": one.support + other.support,
            "dressing": tuple(sorted({*one.dressing, *other.dressing} - covered)),
            "covered": tuple(sorted(covered)),
            "name_dressing": tuple(
                sorted({*one.name_dressing, *other.name_dressing} - name_covered)
            ),
            "name_covered": tuple(sorted(name_covered)),
        }
    )


def _wider_region(one: Region, other: Region) -> Region:
    if one.tag != other.tag:
        return one
    same = (one.id, one.classes) == (other.id, other.classes)
    return Region(
        tag=one.tag,
        id=one.id if same else "",
        classes=one.classes if same else (),
        heights=tuple(sorted({*one.heights, *other.heights})),
        path=one.path if one.path == other.path else (),
        alone=one.alone and other.alone,
    )
