"""From an example's places on the sample page to the shapes of its units."""

from __future__ import annotations

from collections import defaultdict
from math import gcd
from typing import TYPE_CHECKING

from pages.nesting import INLINE
from pages.outline import BROKEN
from rules.dressing import follows_text, learn_dressing, places_of
from rules.identity import identity
from rules.learn_region import region_around
from rules.model import Region, UnitShape
from rules.name_children import has_feature, opens_line
from rules.names import name_key
from rules.units import Unit, units_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pages.outline import Outline
    from rules.located import LocatedText, Place
    from rules.relation import Relation

Family = tuple[str, str, str, bool]
Places = tuple[str, str, str]
# The region is the innermost element that holds this share of a family's examples.
_ENOUGH = 0.8
# A colon behind so many names is no chance.
_TELLING = 3
_COLONS = (":", "：")


def _family(outline: Outline, relation: Relation) -> Family:
    name = "" if relation.name_node is None else outline.tags[relation.name_node]
    feature = "" if name else _feature(outline, relation)
    return (outline.tags[relation.around], name, feature, relation.value_first)


def _feature(outline: Outline, relation: Relation) -> str:
    """What stands between the name and the value, or at the end of the name's own text."""
    text = outline.texts[relation.name.end_leaf - 1]
    letters = relation.name.end - relation.name.start
    if relation.name.end_leaf - relation.name.first_leaf > 1:
        return ""
    for at, letter in enumerate(text):
        if letters <= 0:
            return text[at:].lstrip()[:1] if not letter.isalnum() else ""
        letters -= letter.isalnum()
    return ""


def best_group(outline: Outline, found: Sequence[Relation]) -> list[Relation]:
    """The largest set of examples of one family that stand together, each at its best place."""
    families: dict[Family, list[Relation]] = defaultdict(list)
    for relation in found:
        families[_family(outline, relation)].append(relation)
    groups = [_densest(outline, members) for members in families.values()]
    return max(groups, key=lambda group: sum(1 / (1 + relation.gap) for relation in group))


def _densest(outline: Outline, members: Sequence[Relation]) -> list[Relation]:
    held: dict[int, set[int]] = defaultdict(set)
    close = [member for member in members if member.gap == 0] or members
    for member in close:
        for node in outline.ancestors(member.around):
            held[node].add(member.example)
    wanted = _ENOUGH * len(held[0])
    region = max(node for node, examples in held.items() if len(examples) >= wanted)
    inside = range(region, outline.ends[region])
    best: dict[int, Relation] = {}
    for member in members:
        if member.around in inside:
            known = best.get(member.example)
            if known is None or member.gap < known.gap:
                best[member.example] = member
    return list(best.values())


def learn_shape(located: LocatedText, members: Sequence[Relation]) -> UnitShape:
    outline = located.outline
    around, name, feature, value_first = _family(outline, members[0])
    first, step = _order(outline, members)
    draft = UnitShape(
        around=around,
        name=name,
        value=_value_tag(outline, members),
        name_classes=_name_classes(outline, members),
        value_classes=_common_classes(outline, [m.value_node for m in members]),
        value_last=_is_last(outline, members),
        feature=feature or _common_feature(outline, members),
        first=first,
        step=step,
        opens_line=bool(name)
        and all(opens_line(outline, m.name.first_leaf, m.around) for m in members),
        one_line=all(_on_one_line(outline, member) for member in members),
        value_first=value_first,
        region=Region(tag="", heights=()),
        support=len(members),
    )
    region = region_around(draft, outline, [member.around for member in members])
    return _dressed(draft.model_copy(update={"region": region}), outline, members)


def _order(outline: Outline, members: Sequence[Relation]) -> tuple[int | None, int]:
    """Which elements are names where the value follows in an element of the same tag."""
    alike: list[tuple[int, list[int]]] = []
    for member in members:
        name, value = member.name_node, member.first_value_node
        if name and value and outline.tags[name] == outline.tags[value]:
            kids = outline.children[member.around]
            cells = [kid for kid in kids if outline.tags[kid] == outline.tags[name]]
            alike.append((cells.index(name), cells))
    if 2 * len(alike) <= len(members):
        return None, 0
    places = sorted({place for place, _ in alike})
    from_end = {len(cells) - place for place, cells in alike}
    if len(places) > 1 and len(from_end) == 1:
        # A cell that spans several rows stands before the names of some.
        return -from_end.pop(), 0
    step = gcd(*(place - places[0] for place in places))
    if step % 2 == 0 and step:
        # A name and a value, again and again, however far apart the examples stand.
        step = 2
    if not step and (places[0] >= 2 or all(len(cells) in (4, 6, 8) for _, cells in alike)):
        step = 2
    return (places[0] % step if step else places[0]), step


def _value_tag(outline: Outline, members: Sequence[Relation]) -> str:
    """The tag of the value's own element; "" where values reach over several."""
    tags = {"" if m.value_node is None else outline.tags[m.value_node] for m in members}
    tag = tags.pop()
    return "" if tags else tag


def _common_classes(outline: Outline, nodes: Sequence[int | None]) -> tuple[str, ...] | None:
    """The classes of these elements, where all have the same."""
    classes = {identity(outline, node)[1] for node in nodes if node}
    return classes.pop() if len(classes) == 1 else None


def _name_classes(outline: Outline, members: Sequence[Relation]) -> tuple[str, ...]:
    """The classes of the names' elements, where they tell them from the values'."""
    classes = _common_classes(outline, [m.name_node for m in members]) or ()
    values = {identity(outline, m.first_value_node)[1] for m in members if m.first_value_node}
    return () if classes in values or len(members) < _TELLING else classes


def _is_last(outline: Outline, members: Sequence[Relation]) -> bool:
    """Whether values are last in their units, and elements of their tag stand before some."""
    some_between = False
    for member in members:
        name, value = member.name_node, member.value_node
        if not (name and value):
            return False
        kids = [kid for kid in outline.children[member.around] if kid > name]
        cells = [kid for kid in kids if outline.tags[kid] == outline.tags[value]]
        if not cells or cells[-1] != value:
            return False
        some_between |= cells[0] != value
    return some_between


def _common_feature(outline: Outline, members: Sequence[Relation]) -> str:
    """The colon behind all names, where they stand in running text and it tells them apart."""
    nodes = [member.name_node for member in members if member.name_node]
    if len(nodes) < _TELLING or not all(outline.tags[node] in INLINE for node in nodes):
        return ""
    for feature in _COLONS:
        if all(has_feature(outline, node, feature) for node in nodes):
            return feature
    return ""


def _on_one_line(outline: Outline, member: Relation) -> bool:
    """Whether a value is running text behind its name, all of it on one line."""
    if member.value_node is not None or member.name_node is None:
        return False
    leaves = range(member.value.first_leaf, member.value.end_leaf)
    return all(outline.gaps[leaf] != BROKEN for leaf in leaves)


def _dressed(shape: UnitShape, outline: Outline, members: Sequence[Relation]) -> UnitShape:
    """The shape with what its units hold beside their names and values."""
    units = {(unit.around, unit.first_leaf): unit for unit in units_of(shape, outline)}
    names: tuple[list[Places], list[Places]] = ([], [])
    values: tuple[list[Places], list[Places]] = ([], [])
    for member in members:
        unit = units.get((member.around, member.name.first_leaf))
        if unit is None:
            continue
        _sort(outline, range(unit.value_leaf, unit.end_leaf), unit, member.value, values)
        if member.name_node is not None:
            leaves = outline.leaves(member.name_node)
            _sort(outline, leaves, unit, member.name, names)
    dressing, covered = learn_dressing(*values)
    name_dressing, name_covered = learn_dressing(*names)
    return shape.model_copy(
        update={
            "dressing": tuple(sorted(dressing)),
            "covered": tuple(sorted(covered)),
            "name_dressing": tuple(sorted(name_dressing)),
            "name_covered": tuple(sorted(name_covered)),
        }
    )


def _sort(
    outline: Outline,
    leaves: range,
    unit: Unit,
    place: Place,
    sorts: tuple[list[Places], list[Places]],
) -> None:
    """Put each leaf's places among the wanted or those beside; what leads away ends a value."""
    within: tuple[str, ...] = ()
    ended = False
    for leaf in leaves:
        wanted = place.first_leaf <= leaf < place.end_leaf
        if wanted or name_key(outline.texts[leaf]):
            places = places_of(outline, leaf, unit.around, leaves.start)
            if wanted:
                within = (*within, f"{places[0]}>")
            elif ended and places[0].startswith(within):
                continue
            sorts[not wanted].append(places)
            ended = ended or (leaf >= place.end_leaf and follows_text(places[2]))
