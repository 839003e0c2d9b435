"""Values without a name: title, price, brand, address. Found again by what they are and where.

`learn_unnamed` writes down every place of the sample page that shows a value (a `Spot`): the
elements around it, the text before and behind it, its kind, and what other texts stood at
places like it. `UnnamedReader.read` looks those places up on another page, weighs what it
finds and gives at most one value for each attribute. Where the page shows a label before a
value, the label is followed; a value whose label is not there is not there either.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from pages.outline import BROKEN
from pages.text import content_text
from rules.identity import identity
from rules.model import Spot, Step
from rules.names import clean_name, name_key
from rules.value_kinds import (
    is_price_part,
    kind_of,
    may_be,
    one_price,
    only_of_kind,
    shape_likeness,
    shape_of,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from pages.outline import Outline
    from rules.examples import Example
    from rules.learn_layout import Sample
    from rules.located import LocatedText, Place

_PATH_LENGTH = 8
_LONGEST_LABEL = 40
# How many elements out from a value its label may stand.
_LABEL_REACH = 6
_LONGEST_DRESSING = 40
_MOST_SPOTS = 8
_MOST_OTHERS = 40
# An element that holds more texts is no single value.
_MOST_LEAVES = 40
# A place this much like the sample's is the same; behind the same label less will do.
_ALIKE, _ALIKE_BEHIND_LABEL, _ALIKE_WITHOUT_LABEL = 0.6, 0.35, 0.75
# Another place of the sample this much like the value's own is its rival.
_RIVAL = 0.85
# Places so little less like it are as good.
_TIED = 0.1
_OTHERS_COUNT = 0.1
_MOST_TIED = 3
_SIGNS_REACH = 4
# In how many texts a price may stand.
_LONGEST_PRICE = 6

_DIGITS = re.compile(r"\d+")
_WORDS = re.compile(r"[a-zA-Z]{3,}|[^\W\d_a-zA-Z]{2,}")
_INNER_LABEL = re.compile(r"([^\W\d][^:：\d\s]*(?: [^:：\d\s]+){0,2})[:：]\s*\S")
_WHOLE_PAGE = frozenset(["", "#", "html", "body"])
_LABEL_TAGS = frozenset(["th", "dt", "label"])
_CELLS = frozenset(["td", "th"])
_UNSEEN = re.compile(
    rb"(?i)sr-only|visually-?hidden|screen-?reader|offscreen|tool-?tip|aria-hidden\s*=\s*.?true"
)
_MORE = re.compile(
    r"(?i)[\[(<«»>\s.…]*(?:(?:see|view|read|show|learn)\b.{0,30}|(?:full|all)\b.{0,20}|more\b.{0,20}"
    r"|details?|mehr\b.{0,40}|alle\b.{0,20}|(?:更多|查看|详情|详细|全部|展开|纠错).{0,12})"
)
_CUTS = re.compile(r"\s*[(\[|,;:–—•·/]|\s+-\s")


@dataclass(frozen=True, slots=True)
class UnnamedValue:
    """A value found at a spot; `likeness` of its place is 1 where all is as on the sample."""

    spot: Spot
    value: str
    likeness: float
    score: float
    label: str
    leaves: tuple[int, ...]


# Reading


class UnnamedReader:
    """Looks up spots on one page; what stands around an element is worked out once."""

    def __init__(self, outline: Outline) -> None:
        self._outline = outline
        self._own_leaves: dict[int, list[int]] = defaultdict(list)
        for leaf, owner in enumerate(outline.owners):
            self._own_leaves[owner].append(leaf)
        self._steps: dict[int, Step] = {}
        self._chains: dict[str, list[list[int]]] = {}
        self._labels: dict[str, list[int]] | None = None
        self.title = self._title()

    def read(self, spots: Sequence[Spot]) -> list[UnnamedValue]:
        """At most one value for each attribute; those that stand behind another one come last."""
        by_attribute: dict[str, list[Spot]] = defaultdict(list)
        for spot in spots:
            by_attribute[spot.attribute].append(spot)
        found: dict[str, UnnamedValue] = {}
        for later in (False, True):
            for attribute, its_spots in by_attribute.items():
                if later == any(spot.behind for spot in its_spots):
                    value = self._elect(its_spots, found)
                    if value:
                        found[attribute] = value
        return [found[attribute] for attribute in by_attribute if attribute in found]

    def _elect(self, spots: Sequence[Spot], known: dict[str, UnnamedValue]) -> UnnamedValue | None:
        """What the best spot means, if others agree or are weak."""
        votes: dict[str, list[UnnamedValue]] = defaultdict(list)
        for spot in spots:
            best: dict[str, UnnamedValue] = {}
            for place in self.candidates(spot):
                found = _behind(place, known.get(spot.behind)) if spot.behind else place
                key = name_key(found.value)
                if key not in best or best[key].score < found.score:
                    best[key] = found
            top = max((found.score for found in best.values()), default=0)
            meant = [(key, found) for key, found in best.items() if found.score >= top - _TIED]
            if len(meant) > _MOST_TIED / spot.weight:
                # Where the sample had one such place and this page many, it is a list of others.
                continue
            for key, found in meant:
                share = found.score**2 * self._credit(found) / len(meant)
                votes[key].append(replace(found, score=share))
        return _elected(votes.values()) if votes else None

    def candidates(self, spot: Spot, *, any_kind: bool = False) -> Iterator[UnnamedValue]:
        """Every place this spot could mean."""
        for node, leaves in self._places(spot):
            if node in self._outline.hidden:
                continue
            value = self._value(spot, node, leaves)
            inner = name_key(spot.prefix) or (_inner_label(value) if spot.begins else "")
            label = inner or self.label(node, leaves[0])[0]
            labelled = bool(spot.label) and _is_same_label(label, spot.label)
            if not (value and (any_kind or _is_of_kind(spot, value, labelled=labelled))):
                continue
            likeness = self._likeness(spot, node, labelled=labelled)
            if likeness < (_ALIKE_BEHIND_LABEL if labelled else _ALIKE):
                continue
            if not labelled and (spot.name or name_key(value) in spot.others):
                continue
            score = likeness + self._small_signs(spot, node, leaves, value, labelled=labelled)
            yield UnnamedValue(spot, value, likeness, max(score, 0.05), label, tuple(leaves))

    def _places(self, spot: Spot) -> Iterator[tuple[int, Sequence[int]]]:
        """Elements with the leaves that may be the value: behind the label, by id, or by path."""
        if spot.label_is == "needed" and not (spot.prefix or spot.begins):
            yield from self._behind_label(spot)
            return
        nodes = self._alike(spot.path)
        if is_own_name(spot.path[0].id):
            word = spot.path[0].id.encode(self._outline.encoding, "replace")
            named = [
                node
                for nodes_of_chain in self._nodes(spot.path[0].tag)
                for node in nodes_of_chain
                if word in self._outline.rests[node] and self.step(node).id == spot.path[0].id
            ]
            nodes = named or nodes
        for node in nodes:
            leaves = self._leaves(spot, node)
            if leaves:
                yield node, leaves

    def _behind_label(self, spot: Spot) -> Iterator[tuple[int, Sequence[int]]]:
        outline = self._outline
        for label in self.labels().get(spot.before, ()):
            first = self._next_leaf(label)
            if first is None or outline.texts[first].endswith((":", "：")):
                continue
            inside = [
                node
                for node in outline.ancestors(outline.owners[first], _LABEL_REACH)
                if outline.first_leaf[node] > label and outline.first_leaf[node] <= first
            ]
            owner = inside[0] if inside else outline.owners[first]
            if spot.reads == "all" and inside:
                same_tag = [n for n in inside if outline.tags[n] == spot.path[0].tag]
                node = (same_tag or inside[-1:])[0]
                if len(outline.leaves(node)) <= _MOST_LEAVES:
                    yield node, outline.leaves(node)
            elif spot.reads == "own" and inside and self._own_leaves[owner][0] == first:
                yield owner, self._own_leaves[owner]
            else:
                yield outline.owners[first], [first]

    def _next_leaf(self, label: int) -> int | None:
        """The leaf behind a label that is near it and says something."""
        outline = self._outline
        for leaf in range(label + 1, min(label + 4, len(outline.owners))):
            if outline.owners[leaf] in outline.hidden or not name_key(outline.texts[leaf]):
                continue
            return leaf if self._is_near(outline.owners[leaf], label) else None
        return None

    def labels(self) -> dict[str, list[int]]:
        """Every text that is short enough for a label, by its key."""
        if self._labels is None:
            self._labels = {}
            encoding = self._outline.encoding
            for leaf, raw in enumerate(self._outline.raw_texts):
                if len(raw) <= 2 * _LONGEST_LABEL:
                    self._labels.setdefault(_key_of_raw(raw, encoding), []).append(leaf)
        return self._labels

    def label(self, node: int, first: int) -> tuple[str, int]:
        """Key and leaf of the text before a value, if near and short enough for a label."""
        outline = self._outline
        for leaf in range(first - 1, max(first - 4, -1), -1):
            if outline.owners[leaf] in outline.hidden:
                continue
            key = name_key(outline.texts[leaf])
            if key:
                short = len(outline.texts[leaf]) <= _LONGEST_LABEL
                return (key, leaf) if short and self._is_near(node, leaf) else ("", leaf)
        return "", -1

    def _is_near(self, node: int, leaf: int) -> bool:
        outline = self._outline
        for step in outline.ancestors(node, _LABEL_REACH):
            if outline.tags[step] in _WHOLE_PAGE:
                return False
            if outline.first_leaf[step] <= leaf < outline.end_leaf[step]:
                return True
        return False

    def _leaves(self, spot: Spot, node: int) -> Sequence[int]:
        """The leaves of an element that are its value."""
        every = self._outline.leaves(node)
        if spot.reads == "all":
            return every if len(every) <= _MOST_LEAVES else ()
        own = self.own_leaves(node)
        if spot.reads == "own" or not own:
            return own or (every if len(every) <= _MOST_TIED else ())
        if spot.before:
            for leaf in own:
                if _is_same_label(self.label(node, leaf)[0], spot.before):
                    return [leaf]
        texts = self._outline.texts
        fitting = [leaf for leaf in own[:_MOST_LEAVES] if may_be(spot.kind, texts[leaf])]
        if spot.shape and len(own) != spot.among and fitting:
            # An extra text beside the value moves it on: how it is written tells more.
            return [
                max(
                    fitting,
                    key=lambda leaf: (
                        shape_likeness(spot.shape, shape_of(texts[leaf]))
                        - 0.1 * abs(own.index(leaf) - spot.nth)
                    ),
                )
            ]
        return own[spot.nth : spot.nth + 1]

    def own_leaves(self, node: int) -> list[int]:
        return self._own_leaves.get(node, [])

    def _value(self, spot: Spot, node: int, leaves: Sequence[int]) -> str:
        text = self.shown(node, leaves)
        if spot.kind == "price":
            text = one_price(self._whole_price(text, leaves))
        if spot.by_kind:
            return only_of_kind(spot.kind, text)
        return _undressed(spot, text)

    def _whole_price(self, text: str, leaves: Sequence[int]) -> str:
        """The price that a part of it belongs to: `<i>￥</i><b>99</b>`, `208,</b> <i>60</i> €`."""
        outline = self._outline
        first, end = leaves[0], leaves[-1] + 1
        while is_price_part(text) and kind_of(text) != "price" and end - first < _LONGEST_PRICE:
            if first and self._goes_on(first, first - 1):
                first -= 1
            elif end < len(outline.owners) and self._goes_on(end, end):
                end += 1
            else:
                break
            text = outline.text(range(first, end)).replace(" ", "")
        return text

    def _goes_on(self, gap: int, leaf: int) -> bool:
        outline = self._outline
        text = outline.texts[leaf]
        return outline.gaps[gap] != BROKEN and is_price_part(text) and kind_of(text) != "price"

    def shown(self, node: int, leaves: Sequence[int]) -> str:
        """The text of some leaves without what only screen readers say, tooltips, "more" links."""
        outline = self._outline
        if len(leaves) == 1:
            return outline.text(leaves)
        kept = [leaf for leaf in leaves if not self._is_unseen(leaf, node)]
        while len(kept) > 1 and self._is_more_link(kept[-1]):
            kept.pop()
        return outline.text(kept or leaves)

    def _is_unseen(self, leaf: int, node: int) -> bool:
        outline = self._outline
        for step in outline.ancestors(outline.owners[leaf], _SIGNS_REACH):
            if step <= node:
                break
            if len(outline.rests[step]) > 5 and _UNSEEN.search(outline.rests[step]):
                return True
        return False

    def _is_more_link(self, leaf: int) -> bool:
        outline = self._outline
        in_link = any(
            outline.tags[step] in {"a", "button"}
            for step in outline.ancestors(outline.owners[leaf], 3)
        )
        return in_link and bool(_MORE.fullmatch(outline.texts[leaf]))

    def _small_signs(
        self, spot: Spot, node: int, leaves: Sequence[int], value: str, *, labelled: bool
    ) -> float:
        """What tells like places apart: how the value is written, the text behind it, the title."""
        signs = 0.15 if spot.label_is == "likely" and labelled else 0.0
        if spot.shape:
            signs += 0.5 * (shape_likeness(spot.shape, shape_of(value)) - 1)
        if spot.after:
            signs += 0.05 * (self.after(node, leaves[-1]) == spot.after) - 0.05
        if spot.in_title and self.title and not labelled:
            signs -= 0.0 if name_key(value) in self.title else 0.15
        return signs

    def after(self, node: int, last: int) -> str:
        outline = self._outline
        leaf = last + 1
        if leaf >= len(outline.owners) or len(outline.raw_texts[leaf]) > 2 * _LONGEST_LABEL:
            return ""
        return name_key(outline.texts[leaf]) if self._is_near(node, leaf) else ""

    def _credit(self, found: UnnamedValue) -> float:
        """How far a spot is believed against other spots of its attribute."""
        spot = found.spot
        believed = spot.weight
        innermost = spot.path[0]
        if is_own_name(innermost.id):
            believed *= 1.25
        if is_headline(spot.path):
            believed *= 2.0
        if found.label and _is_same_label(found.label, spot.label):
            believed *= 1.2 if spot.label_is == "likely" and not spot.prefix else 1.5
        elif spot.in_title and self.title and name_key(found.value) not in self.title:
            believed *= 0.6
        attribute = name_key(spot.attribute)
        if attribute and attribute in found.label:
            return believed * (1.8 if attribute == found.label else 1.5)
        words = name_key(innermost.id + "".join(innermost.classes))
        return believed * (1.2 if attribute and attribute in words else 1.0)

    def _title(self) -> str:
        outline = self._outline
        titles = (leaf for leaf in self._own_leaves if outline.tags[leaf] == "title")
        node = next(titles, None)
        return name_key(outline.texts[self._own_leaves[node][0]]) if node else ""

    # Where an element stands

    def path(self, node: int) -> tuple[Step, ...]:
        """The steps out from an element, as far as the page or the part of it shows them."""
        way = self._outline.ancestors(node, _PATH_LENGTH)
        if self._outline.is_part and not way[-1]:
            way.pop()
        return tuple(map(self.step, way))

    def step(self, node: int) -> Step:
        if node not in self._steps:
            rest = self._outline.rests[node]
            word, classes = identity(self._outline, node) if b"=" in rest else ("", ())
            self._steps[node] = Step(self._outline.tags[node] or "#", word, classes)
        return self._steps[node]

    def _nodes(self, tag: str) -> list[list[int]]:
        """The elements of a tag, those with the same tags around them together."""
        if not self._chains:
            numbers: dict[tuple[int, str], int] = {}
            of_node: list[int] = []
            members: list[list[int]] = []
            for node, (parent, own) in enumerate(
                zip(self._outline.parents, self._outline.tags, strict=True)
            ):
                key = (of_node[parent] if node else -1, own)
                number = numbers.get(key)
                if number is None:
                    number = numbers[key] = len(members)
                    members.append([])
                    self._chains.setdefault(own, []).append(members[-1])
                of_node.append(number)
                members[number].append(node)
        return self._chains.get(tag, [])

    def _alike(self, path: Sequence[Step]) -> list[int]:
        """Elements around which the same tags stand, or nearly the same, in page order."""
        return sorted(
            node
            for nodes in self._nodes(path[0].tag)
            if self._path_likeness(path, nodes[0], tags_only=True) >= _ALIKE
            for node in nodes
        )

    def _likeness(self, spot: Spot, node: int, *, labelled: bool) -> float:
        """How far a place is the sample's: by an id of its own, else by path and label."""
        innermost = spot.path[0]
        if is_own_name(innermost.id) and innermost.id == self.step(node).id:
            return 1.0
        likeness = self._path_likeness(spot.path, node)
        if not spot.label or spot.label_is == "likely":
            return likeness * (1.0 if labelled or not spot.before else 0.95)
        if labelled:
            return likeness / 2 + 0.5 if likeness >= _ALIKE_BEHIND_LABEL else 0.0
        if spot.label_is == "needed" or not _share_a_name(innermost, self.step(node)):
            return 0.0
        return likeness if likeness >= _ALIKE_WITHOUT_LABEL else 0.0

    def _path_likeness(self, path: Sequence[Step], node: int, *, tags_only: bool = False) -> float:
        """The share of the sample's steps that are there too; one may be missing or too much."""
        tags, parents = self._outline.tags, self._outline.parents
        score = ideal = 0.0
        alike, gaps, step = True, 0, node
        for nearness, wanted in enumerate(path):
            # Of a part of a page the outer steps are not known: the others must do.
            if self._outline.is_part and not step:
                break
            weight = 1.0 / (1 + nearness / 2)
            ideal += weight * (1 + 2 * bool(wanted.id) + 2 * bool(wanted.classes))
            if not alike:
                continue
            tag = tags[step] or "#"
            if tag != wanted.tag:
                alike = not gaps
                gaps = 1
                if alike and tags[parents[step]] == wanted.tag:
                    step = parents[step]
                    score -= weight / 2
                else:
                    following = path[nearness + 1 : nearness + 2]
                    alike = alike and bool(following) and following[0].tag == tag
                    continue
            plain = tags_only or not (wanted.id or wanted.classes)
            score += weight * _step_likeness(wanted, wanted if plain else self.step(step))
            step = parents[step]
        return score / (ideal or 1.0)


def is_own_name(word: str) -> bool:
    """Whether an id means one thing on every page; a number in it may count the page's rows."""
    return bool(word) and not _DIGITS.search(word)


def is_headline(path: Sequence[Step]) -> bool:
    return any(step.tag == "h1" for step in path[:2])


@lru_cache(maxsize=16_384)
def _key_of_raw(raw: bytes, encoding: str) -> str:
    """Labels and menus are the same on every page of a site."""
    return name_key(content_text(raw, encoding))


def _is_same_label(one: str, other: str) -> bool:
    return one == other or one.rstrip("s") == other.rstrip("s") != ""


def _is_of_kind(spot: Spot, value: str, *, labelled: bool) -> bool:
    """Behind its label a value may be of another kind ("unknown"); a price is always one."""
    if not name_key(value):
        return not spot.shape or not re.search(r"\w", spot.shape)
    surely = labelled and spot.label_is != "likely" and spot.kind != "price"
    return surely or may_be(spot.kind, value)


def _inner_label(value: str) -> str:
    found = _INNER_LABEL.match(value)
    return name_key(found[1]) if found else ""


def _share_a_name(one: Step, other: Step) -> bool:
    """Whether two elements have a class or an id in common, if they have any."""
    if not (one.id or one.classes):
        return True
    same_id = bool(one.id) and _DIGITS.sub("0", one.id) == _DIGITS.sub("0", other.id)
    return same_id or not {*one.classes}.isdisjoint(other.classes)


def _step_likeness(wanted: Step, seen: Step) -> float:
    score = 1.0
    if wanted.id:
        score += 2.0 * (_DIGITS.sub("0", wanted.id) == _DIGITS.sub("0", seen.id))
    if wanted.classes:
        both = set(wanted.classes) & set(seen.classes)
        score += 2.0 * len(both) / len({*wanted.classes, *seen.classes})
    return score


def _behind(found: UnnamedValue, known: UnnamedValue | None) -> UnnamedValue:
    """The text right behind another attribute's value, as on the sample, is believed more."""
    near = known is not None and 0 < found.leaves[0] - known.leaves[-1] <= 2
    return replace(found, score=found.score + (0.3 if near else 0.0))


def _elected(choices: Collection[list[UnnamedValue]]) -> UnnamedValue:
    """Spots are seldom independent of each other: the best one counts whole, the rest a little."""

    def standing(found: list[UnnamedValue]) -> float:
        best_of_place: dict[tuple[int, ...], float] = defaultdict(float)
        for value in found:
            best_of_place[value.leaves] = max(best_of_place[value.leaves], value.score)
        best, *others = sorted(best_of_place.values(), reverse=True)
        return best + _OTHERS_COUNT * sum(others)

    winner: list[UnnamedValue] = max(choices, key=standing)
    return max(winner, key=lambda found: found.score)


def _undressed(spot: Spot, text: str) -> str:
    """The text without the sample's dressing; "" where what must stand before it does not.

    What stands behind a value varies: where it is not the sample's, the value ends at the
    same sign (" (", ",", " - ") as on the sample.
    """
    if not text.startswith(spot.prefix):
        return ""
    value = text[len(spot.prefix) :]
    if not spot.suffix:
        return value.strip()
    if value.endswith(spot.suffix):
        return value[: len(value) - len(spot.suffix)].strip()
    sign = _CUTS.match(spot.suffix)
    if not sign:
        return ""
    return value.partition(sign[0].strip() if sign[0].strip() != "-" else " - ")[0].strip()


# Learning


def learn_unnamed(
    located: LocatedText, example: Example, examples: Iterable[Example] = ()
) -> list[Spot]:
    """Spots for one value: whole texts, parts behind a colon, other parts where nothing else is."""
    return _Learner(located, example, tuple(examples)).spots()


def why_not_learned(located: LocatedText, example: Example) -> str:
    """What a person may do about a value for which nothing was learned."""
    if not name_key(example.value):
        return "it has no letter or digit"
    places = located.places(example.value)
    if not places:
        return "the page does not show it as text; copy it as the page writes it"
    if example.name and not located.places(example.name):
        return f"the page does not show its name {example.name!r}"
    if not any(place.opens and place.closes for place in places):
        return "it stands inside a longer text that gives no hold on it"
    return "other texts of the page stand just like it"


@dataclass(frozen=True)
class _Learner:
    located: LocatedText
    example: Example
    examples: tuple[Example, ...]

    def spots(self) -> list[Spot]:
        reader = UnnamedReader(self.located.outline)
        places = self.located.places(self.example.value)
        whole = [place for place in places if place.opens and place.closes]
        found = [spot for place in whole for spot in self._whole(reader, place)]
        found = [spot for spot in found if self._reads(reader, spot)]
        parts = [
            spot
            for place in places
            if not (place.opens and place.closes)
            for spot in self._part(reader, place)
        ]
        found += [spot for spot in parts if is_labelled_by(spot.prefix) or not found]
        found = [spot for spot in found if not self._is_labelled_otherwise(spot)] or found
        spots = [self._weighed(reader, spot) for spot in _one_of_a_list(found)]
        if self.example.name:
            # Without its name beside it nothing says that a value is this attribute's.
            key = name_key(self.example.name)
            spots = [spot for spot in spots if spot.label == key]
        return sorted(spots, key=lambda spot: -spot.weight)[:_MOST_SPOTS]

    def _reads(self, reader: UnnamedReader, spot: Spot) -> bool:
        """Whether a spot reads its own value; letters may stand together over several values."""
        wanted = name_key(self.example.value)
        return any(name_key(found.value) == wanted for found in reader.candidates(spot))

    def _weighed(self, reader: UnnamedReader, spot: Spot) -> Spot:
        """A spot that means other values of the page too tells little, or needs its label."""
        value = name_key(self.example.value)
        bare = spot.model_copy(update={"before": "", "label_is": "likely", "name": ""})
        others: dict[str, bool] = {}
        for found in reader.candidates(bare, any_kind=True):
            key = name_key(found.value)
            others[key] = others.get(key, False) or found.likeness >= _RIVAL
        others.pop(value, None)
        alike = [key for key, is_rival in others.items() if is_rival]
        innermost = spot.path[0]
        told_apart = not alike and bool(innermost.id or innermost.classes or is_headline(spot.path))
        sure = spot.label_is == "sure"
        label_is = "needed" if spot.begins or (sure and not told_apart) else spot.label_is
        spot = spot.model_copy(update={"label_is": label_is})
        rivals = {
            name_key(found.value) for found in reader.candidates(spot) if found.likeness >= _RIVAL
        }
        kept = tuple(others)[:_MOST_OTHERS]
        return spot.model_copy(
            update={
                "weight": round(spot.weight / (1 + len(rivals - {value})), 3),
                "others": () if label_is == "needed" or spot.prefix else kept,
            }
        )

    def _whole(self, reader: UnnamedReader, place: Place) -> Iterator[Spot]:
        """The place from its innermost element, and from the outermost that shows only it."""
        outline = self.located.outline
        leaves = range(place.first_leaf, place.end_leaf)
        node, reads, nth = _target(outline, place, self.example.value)
        yield self._spot(reader, place, node, reads, nth)
        if place.end_leaf - place.first_leaf > 1 and kind_of(self.example.value) == "price":
            first = self.located.place_of_leaves(place.first_leaf, place.first_leaf + 1)
            yield self._spot(reader, place, *_target(outline, first, ""))
        outer = node
        for step in outline.ancestors(node, _PATH_LENGTH):
            if len(outline.leaves(step)) > len(leaves) or outline.tags[step] in _WHOLE_PAGE:
                break
            outer = step
        if outer != node and reads != "nth" and not is_headline(reader.path(node)):
            # With more inside it on another page it would show too much.
            wider = self._spot(reader, place, outer, "all", 0)
            yield wider.model_copy(update={"weight": 0.3})

    def _spot(
        self,
        reader: UnnamedReader,
        place: Place,
        node: int,
        reads: Literal["all", "own", "nth"],
        nth: int,
    ) -> Spot:
        path = reader.path(node)
        # Before the page's headline stands the way to the page, another one on every page.
        label, leaf = ("", -1) if is_headline(path) else reader.label(node, place.first_leaf)
        behind = self._attribute_at(label)
        if behind or label.isdigit() or (len(label) > 3 and label in reader.title):
            label = ""
        value = self.example.value
        begins = _inner_label(value) if place.opens and not is_headline(path) else ""
        if begins in reader.title:
            # "Name: its subtitle".
            begins = ""
        sure = begins or (label and self._is_plainly_a_label(node, leaf))
        return Spot(
            attribute=self.example.attribute,
            name=clean_name(self.example.name),
            path=path,
            reads=reads,
            nth=nth,
            among=len(reader.own_leaves(node)) if reads == "nth" else 0,
            before=label,
            begins=begins,
            label_is="sure" if sure else "likely",
            behind=behind,
            after=reader.after(node, place.end_leaf - 1),
            in_title=len(name_key(value)) > 2 and name_key(value) in reader.title,
            kind=kind_of(value),
            shape=shape_of(value),
        )

    def _attribute_at(self, key: str) -> str:
        """The other attribute whose value this text is."""
        for other in self.examples:
            if key and other.attribute != self.example.attribute and name_key(other.value) == key:
                return other.attribute
        return ""

    def _is_labelled_otherwise(self, spot: Spot) -> bool:
        """Whether the label speaks of another attribute: the same words, but not this value."""
        others = {
            word
            for other in self.examples
            if other.attribute != spot.attribute
            for word in _words(other.attribute)
        }
        own = _words(spot.attribute)
        return any(word in spot.label for word in others - own) and not any(
            word in spot.label for word in own
        )

    def _is_plainly_a_label(self, node: int, leaf: int) -> bool:
        """A colon, the label's element, a row of two cells or the attribute's own words tell."""
        outline = self.located.outline
        shown = outline.texts[leaf]
        between = "".join(outline.texts[i] for i in range(leaf + 1, outline.first_leaf[node]))
        if shown.endswith((":", "：")) or between.strip() in {":", "："}:
            return True
        around = outline.ancestors(outline.owners[leaf], 3)
        if any(outline.tags[step] in _LABEL_TAGS for step in around):
            return True
        if any(word in name_key(shown) for word in _words(self.example.attribute)):
            return True
        return _is_row_of_two(outline, node, leaf) and not _DIGITS.search(shown)

    def _part(self, reader: UnnamedReader, place: Place) -> Iterator[Spot]:
        """A value that is part of a longer text: told by its kind, or by what is around it."""
        located, value = self.located, self.example.value
        outline = located.outline
        if place.end_leaf - place.first_leaf != 1 or not name_key(value):
            return
        text = outline.texts[place.first_leaf]
        node, reads, nth = _target(
            outline, located.place_of_leaves(place.first_leaf, place.end_leaf), text
        )
        spot = self._spot(
            reader, located.place_of_leaves(place.first_leaf, place.end_leaf), node, reads, nth
        )
        start = text.find(value)
        if start < 0:
            return
        prefix, suffix = text[:start], text[start + len(value) :]
        kind = kind_of(value)
        dressed = max(len(prefix), len(suffix)) <= _LONGEST_DRESSING
        if name_key(only_of_kind(kind, text)) == name_key(value) and not is_labelled_by(prefix):
            yield spot.model_copy(update={"by_kind": True})
        elif dressed:
            yield spot.model_copy(update={"prefix": prefix, "suffix": suffix})


def _words(attribute: str) -> set[str]:
    return {word.lower() for word in _WORDS.findall(attribute.replace("_", " "))}


def _one_of_a_list(spots: Iterable[Spot]) -> Iterator[Spot]:
    """A value that stands in many entries of a list has one spot there, and that tells little."""
    alike: dict[tuple[object, ...], list[Spot]] = defaultdict(list)
    for spot in spots:
        steps = (step._replace(id=_DIGITS.sub("0", step.id)) for step in spot.path)
        alike[(*steps, spot.reads, spot.prefix, spot.label_is)].append(spot)
    for group in alike.values():
        weight = group[0].weight / len(set(group))
        yield group[0].model_copy(update={"weight": round(weight, 3)})


def is_labelled_by(prefix: str) -> bool:
    """Whether what stands before a value in its own text is its label."""
    return prefix.rstrip().endswith((":", "：")) and bool(name_key(prefix))


def _is_row_of_two(outline: Outline, node: int, leaf: int) -> bool:
    """Whether a text and an element stand in the two cells of one row of a table."""
    cell = next((n for n in outline.ancestors(node, 4) if outline.tags[n] in _CELLS), None)
    if cell is None:
        return False
    row = outline.parents[cell]
    cells = [
        n for n in range(row + 1, min(outline.ends[row], row + 40)) if outline.parents[n] == row
    ]
    shown = [n for n in cells if outline.leaves(n)]
    return len(shown) == 2 and shown[1] == cell and leaf in outline.leaves(shown[0])


def _target(
    outline: Outline, place: Place, value: str
) -> tuple[int, Literal["all", "own", "nth"], int]:
    """The innermost element that holds this place, and what of it the place is."""
    node = outline.owners[place.first_leaf]
    while outline.end_leaf[node] < place.end_leaf:
        node = outline.parents[node]
    with_signs = _with_signs(outline, node, value)
    if with_signs is not None:
        return with_signs, "all", 0
    own = [leaf for leaf in outline.leaves(node) if outline.owners[leaf] == node]
    place_leaves = list(range(place.first_leaf, place.end_leaf))
    if place_leaves == own:
        return node, "own", 0
    return (node, "nth", own.index(place_leaves[0])) if len(place_leaves) == 1 else (node, "all", 0)


def _with_signs(outline: Outline, node: int, value: str) -> int | None:
    """An element further out that shows the value's signs too, as `<i>￥</i><b>99</b>` does."""
    wanted = "".join(value.split())
    for step in outline.ancestors(node, _SIGNS_REACH):
        shown = "".join(outline.text(outline.leaves(step)).split())
        if shown == wanted:
            return step if step != node else None
        if name_key(shown) != name_key(wanted):
            return None
    return None


# Several samples


def merged_spots(known: Sequence[Spot], learned: Sequence[Spot]) -> tuple[Spot, ...]:
    """Spots that differ only in their neighbours are one; only common neighbours stay.

    Where one sample has two such spots, as two rows of a table, the label tells them apart.
    """
    places = (Counter(map(_place, known)), Counter(map(_place, learned)))
    merged: dict[Spot, Spot] = {}
    for spot in (*known, *learned):
        place = _place(spot)
        if max(count[place] for count in places) > 1 or spot.label_is == "needed":
            place = place.model_copy(update={"before": spot.before})
        other = merged.get(place, spot)
        merged[place] = other.model_copy(
            update={
                "before": spot.before if spot.before == other.before else "",
                "after": spot.after if spot.after == other.after else "",
                "behind": spot.behind if spot.behind == other.behind else "",
                "label_is": spot.label_is if spot.label_is == other.label_is else "likely",
                "in_title": spot.in_title and other.in_title,
                "others": tuple(dict.fromkeys((*other.others, *spot.others)))[:_MOST_OTHERS],
                "weight": max(other.weight, spot.weight),
            }
        )
    return tuple(merged.values())


def _place(spot: Spot) -> Spot:
    aside = {"before": "", "after": "", "behind": "", "others": (), "shape": "", "weight": 1.0}
    return spot.model_copy(update={**aside, "label_is": "likely", "in_title": False})


def weighed_spots(spots: Sequence[Spot], samples: Sequence[Sample]) -> tuple[Spot, ...]:
    """Spots count by how many samples they read right; more wrong than right, and they go."""
    if len(samples) < 2:
        return tuple(spots)
    readers = [(UnnamedReader(sample.outline), sample) for sample in samples]
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
