"""Which elements of a page hold the texts of its posts?

Elements of one kind (a class word, an id without its number, a way from the parent) are a
candidate. In a thread a time and a user stand between the texts of any two posts, whatever the
markup: siblings, table rows, comments within comments. The candidate that holds most of the
page's own text, little else, and takes turns with times and users is taken.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from channels.own_text import OwnText
from channels.user_links import is_user_link

if TYPE_CHECKING:
    from collections.abc import Sequence

    from channels.nodes import Nodes
    from channels.page_times import TimeAt

_LEAST_SHARE = 0.03  # of the page's own text
_MOST_NESTED = 0.2
_LEAST_WEIGHT = 0.15
_LEAST_TOLD = 0.7  # times and users per post
_MOST_TITLES = 0.6  # of posts beside which links have more text than they
_LONGEST_NAME = 40
_USER_WORD = re.compile(
    r"(?:^|[\s_-])(?:user-?_?(?:name)?|author(?:-?_?name)?|nick-?_?(?:name)?|poster|by-?line|creator|"
    r"member-?_?name|authi)(?:$|[\s_-])",
    re.IGNORECASE,
)
_LEAST_OPENING, _LEAST_SINGLE = 30, 20  # characters
_MOST_TIME_KINDS = 8
_MOST_TIMES = 4  # of one post: posted, edited, joined, last seen
_TEXT_WORD = re.compile(
    r"content|body|text|message|entry|cooked|comment|post|answer|reply|bbwrapper|t_f", re.IGNORECASE
)
_OTHER_WORD = re.compile(
    r"signature|(?<![a-z])sig(?![a-z])|user|author|profile|avatar|meta|foot|head|info|date|time|"
    r"like|rating|share|side|nav|menu|title|related|similar|button|tool|attach|notice|cookie",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class PostGroup:
    """The elements that hold the posts' texts, and where on the page each post lies.

    Regions are ranges of elements, from the first to behind the last: those with the author, and
    those with the time, which in some layouts are not the same.
    """

    contents: tuple[int, ...]
    regions: tuple[tuple[int, int], ...]
    time_regions: tuple[tuple[int, int], ...]


class PostCandidate(NamedTuple):
    weight: float
    key: str
    places: list[int]


class PostSurroundings(NamedTuple):
    """The smallest element with a text's time and author, and the largest without much else."""

    nearest: int
    whole: int


class PostFinder:
    """Weighs the kinds of elements of one page."""

    def __init__(self, page: Nodes, times: Sequence[TimeAt]) -> None:
        self.page = page
        self.texts = OwnText(page, times)
        self.time_places = [time.place for time in times]
        self.user_places = [place for place in range(len(page.nodes)) if self._is_user(place)]
        self._own_times = [place for place in self.time_places if not self.texts.quoted[place]]
        self._time_kinds = self._kinds_of_times()

    def _is_user(self, place: int) -> bool:
        """A link to a user, or a short text that is called a name."""
        node = self.page.nodes[place]
        if is_user_link(node.element):
            return True
        name = node.element.get("class") or node.element.get("itemprop")
        return (
            bool(name)
            and 0 < self.texts.all(node) <= _LONGEST_NAME
            and _USER_WORD.search(name) is not None
        )

    def _kinds_of_times(self) -> list[tuple[int, ...]]:
        """The places of times by the kind of their elements: the most frequent kinds."""
        kinds: dict[str, list[int]] = defaultdict(list)
        for place in self.time_places:
            node = self.page.nodes[place]
            around = self.page.nodes[node.parent].keys if node.parent >= 0 else ()
            for key in node.keys:
                kinds[key].append(place)
                for outer in around[:2]:
                    kinds[f"{key}<{outer}"].append(place)
        different = dict.fromkeys(map(tuple, kinds.values()))
        return sorted(different, key=len, reverse=True)[:_MOST_TIME_KINDS]

    def best(self) -> PostGroup | None:
        """The likeliest group of posts, with the first post where it is of another kind."""
        candidates = self.candidates()
        for _, _, places in candidates:
            if len(places) == 1:
                if self._surroundings(places[0]):
                    return self._single(candidates)
            elif group := self._group(places):
                return self._with_opening(group, candidates)
        return None

    def _single(self, candidates: Sequence[PostCandidate]) -> PostGroup:
        """The only post: the text that has a time and an author nearest to it.

        Or a question with its only answer: two such texts, neither in what surrounds the other.
        """
        found: list[tuple[float, int, PostSurroundings]] = []
        for weight, _, (place, *others) in candidates:
            own = self.texts.own(self.page.nodes[place])
            around = None if others else self._surroundings(place)
            if around:
                near = weight * own / self.texts.own(self.page.nodes[around.nearest])
                found.append((near, place, around))
        _, best, around = max(found, key=lambda one: one[0])
        for _, place, other in sorted(found, key=lambda one: -one[0]):
            one, two = sorted((self._range(around.nearest), self._range(other.nearest)))
            if one[1] <= two[0] and _TEXT_WORD.search(" ".join(self.page.nodes[place].keys)):
                return PostGroup(tuple(sorted((best, place))), (one, two), (one, two))
        region = (self._range(around.whole),)
        return PostGroup((best,), region, region)

    def _range(self, place: int) -> tuple[int, int]:
        return place, self.page.nodes[place].end

    # Candidates

    def candidates(self) -> list[PostCandidate]:
        """The kinds of elements that may be posts, the likeliest first."""
        kinds: dict[str, list[int]] = defaultdict(list)
        for place, node in enumerate(self.page.nodes):
            for key in node.keys:
                kinds[key].append(place)
        least = _LEAST_SHARE * self.texts.page_own
        found: list[PostCandidate] = []
        for key, places in kinds.items():
            outermost = self._outermost(places)
            if len(places) - len(outermost) > _MOST_NESTED * len(places):
                continue
            if self._own(outermost) > least:
                regular, kept = self._alternation(outermost)
                if self._own(kept) > least:
                    found.append(PostCandidate(self._weight(key, kept, regular), key, kept))
        found = [candidate for candidate in found if candidate.weight >= _LEAST_WEIGHT]
        found.sort(key=lambda candidate: -candidate.weight)
        return found

    def _outermost(self, places: Sequence[int]) -> list[int]:
        outermost: list[int] = []
        end = -1
        for place in places:
            if place >= end:
                outermost.append(place)
                end = self.page.nodes[place].end
        return outermost

    def _own(self, places: Sequence[int]) -> int:
        return sum(self.texts.own(self.page.nodes[place]) for place in places)

    def _alternation(self, places: list[int]) -> tuple[float, list[int]]:
        """How regularly times and elements take turns, 1 where each has one of the other.

        And the elements without those of the same kind that follow the last time, or come before
        the first: other threads are often listed in the same markup.
        """
        most = 0.8 * max(map(_share, self._between(self.time_places, places)))
        kept = places
        for times in self._time_kinds:
            before, behind = self._between(times, places)
            for gaps, some in (
                (before, places[: len(places) - _falses(before[::-1])]),
                (behind, places[_falses(behind) :]),
            ):
                regular = 2 * sum(gaps) / (len(times) + len(some))
                if 2 * len(some) > len(places) and regular > most:
                    most, kept = regular, some
        return most, kept

    def _between(
        self, sought: Sequence[int], places: Sequence[int]
    ) -> tuple[list[bool], list[bool]]:
        """Per element: is one of the sought between the one before and it, or behind it?"""
        gaps = []
        end = 0
        for place in places:
            gaps.append(_is_any(sought, end, place))
            end = self.page.nodes[place].end
        gaps.append(_is_any(sought, end, len(self.page.nodes)))
        return gaps[:-1], gaps[1:]

    def _weight(self, key: str, places: Sequence[int], regular: float) -> float:
        number = len(places)
        nodes = [self.page.nodes[place] for place in places]
        own = self._own(places)
        users = max(map(_share, self._between(self.user_places, places)))
        timed = sum(_is_any(self._own_times, place, self.page.nodes[place].end) for place in places)
        quoted = sum(node.parent >= 0 and self.texts.quoted[node.parent] for node in nodes)
        empty = sum(node.first == node.last for node in nodes)
        return float(
            (own / self.texts.page_own) ** 0.5
            * (0.3 + 0.7 * own / self.texts.own_between(nodes[0], nodes[-1]))
            * (sum(map(self.texts.purity, nodes)) / number)
            * (0.15 + 0.85 * regular)
            * (0.6 + 0.4 * users)
            * (1 - 0.7 * timed / number)
            * (1 - 0.7 * quoted / number)
            * (1 - 0.5 * empty / number)
            * (1 if number > 1 else 0.5)
            * (1.15 if _TEXT_WORD.search(key) else 1)
            * (0.6 if _OTHER_WORD.search(key) else 1)
        )

    # Regions

    def _group(self, contents: Sequence[int]) -> PostGroup | None:
        """Each post lies in the largest element that holds no other post's text.

        Where its time stands outside (in a row of its own), the post begins behind the one
        before it, or ends where the next begins. None if most have neither time nor user.
        """
        around = [self._private(contents, number) for number in range(len(contents))]
        inside = [(place, self.page.nodes[place].end) for place in around]
        gap = max(start - end for (_, end), (start, _) in pairwise(inside))
        last = min(inside[-1][1] + gap, len(self.page.nodes))
        before = [max(inside[0][0] - gap, 0), *(end for _, end in inside[:-1])]
        behind = [*(start for start, _ in inside[1:]), last]
        ways = (
            inside,
            [(start, end) for start, (_, end) in zip(before, inside, strict=True)],
            [(start, end) for (start, _), end in zip(inside, behind, strict=True)],
        )
        timed = [self._told(self.time_places, way, contents) for way in ways]
        named = [self._told(self.user_places, way, contents) for way in ways]
        # One way for both, unless names stand before the texts and times behind them.
        told = [one + other for one, other in zip(timed, named, strict=True)]
        best = told.index(max(told))
        is_apart = max(timed) + max(named) > told[best] and max(timed) and max(named)
        regions = ways[named.index(max(named)) if is_apart else best]
        time_regions = ways[timed.index(max(timed)) if is_apart else best]
        if max(told) < _LEAST_TOLD * len(contents) or self._is_list(regions, contents):
            return None
        return PostGroup(tuple(contents), tuple(regions), tuple(time_regions))

    def _private(self, contents: Sequence[int], number: int) -> int:
        before = contents[number - 1] if number else -1
        behind = contents[number + 1] if number + 1 < len(contents) else len(self.page.nodes)
        found = contents[number]
        for place in self.page.ancestors(found):
            if place <= before or self.page.nodes[place].end > behind:
                break
            found = place
        return found

    def _is_list(self, regions: Sequence[tuple[int, int]], contents: Sequence[int]) -> bool:
        """Is there more to follow than to read, as in a list of threads?"""
        nodes = self.page.nodes
        longer = 0
        for (start, end), content in zip(regions, contents, strict=True):
            first = nodes[start].first
            last = nodes[end].first if end < len(nodes) else len(self.page.leaves)
            inside = self.texts.links_between(nodes[content].first, nodes[content].last)
            outside = self.texts.links_between(first, last) - inside
            longer += outside > self.texts.all(nodes[content])
        return longer > _MOST_TITLES * len(contents)

    def _told(
        self,
        sought: Sequence[int],
        regions: Sequence[tuple[int, int]],
        contents: Sequence[int],
    ) -> int:
        """How many posts have one of the sought (times, users) beside their texts."""
        found = 0
        for (start, end), content in zip(regions, contents, strict=True):
            behind = self.page.nodes[content].end
            found += _is_any(sought, start, content) or _is_any(sought, behind, end)
        return found

    def _with_opening(self, group: PostGroup, candidates: Sequence[PostCandidate]) -> PostGroup:
        """With what the others answer to, where it has other markup: a question, an article."""
        first = group.regions[0][0]
        for _, _, places in candidates:
            place = places[0]
            node = self.page.nodes[place]
            if len(places) > 1 or node.end > first or self.texts.own(node) < _LEAST_OPENING:
                continue
            around = self._surroundings(place)
            if around and self.page.nodes[around.nearest].end <= group.contents[0]:
                start, end = self._range(around.nearest)
                names, times = (
                    ((start, end), *((max(begin, end), last) for begin, last in regions))
                    for regions in (group.regions, group.time_regions)
                )
                return PostGroup((place, *group.contents), names, times)
        return group

    def _surroundings(self, content: int) -> PostSurroundings | None:
        """The elements around a text that have its time and its author, and little else."""
        node = self.page.nodes[content]
        if self.texts.own(node) < _LEAST_SINGLE:
            return None
        most_own = 1.5 * self.texts.own(node) + 200
        most_all = 2 * self.texts.all(node) + 800
        found: PostSurroundings | None = None
        for place in self.page.ancestors(content):
            around = self.page.nodes[place]
            ranges = ((place, content), (node.end, around.end))
            times = sum(_count(self.time_places, start, end) for start, end in ranges)
            if times > _MOST_TIMES or self.texts.own(around) > most_own:
                break
            if found and self.texts.all(around) > most_all:
                break
            if found or (
                times and any(_is_any(self.user_places, start, end) for start, end in ranges)
            ):
                found = PostSurroundings(found.nearest if found else place, place)
        return found


def _share(flags: Sequence[bool]) -> float:
    return sum(flags) / len(flags)


def _falses(flags: Sequence[bool]) -> int:
    """How many are false at the beginning."""
    return next((number for number, flag in enumerate(flags) if flag), len(flags))


def _count(sought: Sequence[int], start: int, end: int) -> int:
    """How many of the sorted numbers are in the range?"""
    return bisect_left(sought, end) - bisect_left(sought, start)


def _is_any(sought: Sequence[int], start: int, end: int) -> bool:
    """Is one of the sorted numbers in the range?"""
    place = bisect_left(sought, start)
    return place < len(sought) and sought[place] < end
