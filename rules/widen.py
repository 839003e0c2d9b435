"""Two samples of one kind of page make one layout that reads both."""

from __future__ import annotations

from rules.model import Layout, Region, UnitShape
from rules.unnamed_learning import merged_spots


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
    spots = merged_spots(known.spots, learned.spots)
    ignored = tuple(dict.fromkeys((*known.ignored, *learned.ignored)))
    return known.model_copy(update={"shapes": tuple(ordered), "spots": spots, "ignored": ignored})


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
