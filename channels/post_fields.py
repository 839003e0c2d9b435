"""Who wrote each post of a thread, and when? Also its number and its link.

The name of a post's author stands in the same kind of element in most posts of a page, and so does
its time: kinds of elements are weighed over all posts, then read off each.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from channels.user_links import is_user_link

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from lxml.etree import _Element as Element

    from channels.dates import FoundTime
    from channels.nodes import Node, Nodes
    from channels.page_times import TimeAt
    from channels.post_groups import PostGroup

Found = TypeVar("Found")

LONGEST_NAME = 50  # characters
_LEAST_NAME, _LEAST_SINGLE_NAME = 0.6, 1.5
_LEAVES_ABOVE = 60  # texts before the first post that may tell of it
_ELEMENTS_ABOVE = 200
_MOST_LEAVES = 120  # texts before or behind a post's own that may be its author's name
# Words before a time, or of its element, that tell it is not when the post was written.
_OTHER_TIME = re.compile(
    r"\b(?:joined|join-?date|registered|registration|member since|since|seit|depuis|inscri\w*|"
    r"dabei|birth\w*|last|edited|modified|geändert|bearbeitet|zuletzt|updated|visit|seen|active|"
    r"activity)\b|编辑|修改|注册|最后|登录|到期",
    re.IGNORECASE,
)
_TIME_WORD = re.compile(
    r"date|time|publish|posted|created|stamp|(?<![a-z])age(?![a-z])", re.IGNORECASE
)
_NAME_WORD = re.compile(
    r"author|user|nick|poster|creator|member|name|by-?line|authi|owner|vcard|cite|\.fn(?![a-z])",
    re.IGNORECASE,
)
_NO_NAME_WORD = re.compile(
    r"title|rank|status|role|group|banner|count|stat|reputation|location|badge|level|domain|topic|"
    r"subject|forum|joined|online|signature|quote",
    re.IGNORECASE,
)
_NO_NAME = re.compile(
    r"[\W\d_]*\Z|\W*(?:reply|quote|report|like|share|profile|view|edit|permalink|link|top|posts?|"
    r"online|offline|says|said|wrote|commented|answered|replied|"
    r"user ?name|password|log ?in|sign ?(?:in|up)|register(?:ed)?|join(?:ed)?|location|"
    r"member since|reputation|re|antworten|zitieren|"
    r"beiträge|registriert|回复|引用|举报|只看该作者|楼主|收起|分享|点赞|发消息|加好友|查看|发表于|"
    r"积分|帖子|注册|作者|来源|时间|标签|首页)(?!\w)|\W*\d{1,2}\s?[:h]\s?\d\d(?!\d)|\d+\s?[楼樓#]",
    re.IGNORECASE,
)
_BY = re.compile(
    r"(?:^|\s)(?:(?:posted|written|asked|answered|started)\s)?(?:by|von|par|por|作者|楼主)"
    r"(?:\s?[:：]\s?|\s)(?=\S)",
    re.IGNORECASE,
)
_BY_BEFORE = re.compile(
    r"(?:^|[\s(])(?:by|von|par|por|author|autor|auteur|作者|楼主|樓主)\s?[:：]?\Z",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"(?:#|№|nr\.?|no\.?)\s?(\d{1,6})\Z|(\d{1,6})\s?(?:#|楼|樓|F)\Z|第\s?(\d{1,6})\s?[楼樓]\Z",
    re.IGNORECASE,
)
_LONGEST_NUMBER = 12
_NUMBER_WORD = re.compile(
    r"(?:^|[\s_-])(?:position|no|floor|post-?_?(?:no|num|number))(?:$|[\s_-])"
)
_DIGITS = re.compile(r"\d+")
_LONGEST_ID = 60
_LINK_LEVELS = 4
_FLOORS = {"楼主": 1, "沙发": 2, "板凳": 3, "地板": 4}  # what Chinese forums call the first posts


@dataclass(frozen=True, slots=True)
class PostFields:
    author: str = ""
    time: FoundTime | None = None
    number: int | None = None
    link: str = ""


class _Name(NamedTuple):
    """What may be a post's author; `rank` counts such texts from the post's start."""

    text: str
    keys: tuple[str, ...]
    is_user: bool
    is_above: bool
    rank: int


class FieldReader:
    """Reads the fields of all posts of one page."""

    def __init__(self, page: Nodes, times: Sequence[TimeAt], group: PostGroup) -> None:
        self.page = page
        self.group = group
        self._time_of = {time.place: time for time in times}

    def read(self) -> list[PostFields]:
        authors, times = self._authors(), self._times()
        # The first post's are often shown once for the whole thread, below its title.
        authors[0] = authors[0] or self._author_above()
        times[0] = times[0] or self._time_above()
        return [
            PostFields(author, time.found if time else None, number, link)
            for author, time, (number, link) in zip(
                authors, times, self._numbers_and_links(), strict=True
            )
        ]

    def _author_above(self) -> str:
        end = self.page.nodes[self.group.contents[0]].first
        names = [
            name
            for name in self._names(range(max(end - _LEAVES_ABOVE, 0), end), end)
            if name.is_user or "by" in name.keys
        ]
        named = [name for name in names if "by" in name.keys] or names
        return named[-1].text if named else ""

    def _time_above(self) -> TimeAt | None:
        end = self.group.contents[0]
        for place in range(end - 1, max(end - _ELEMENTS_ABOVE, -1), -1):
            time = self._time_of.get(place)
            if time and not _OTHER_TIME.search(self._label(time)):
                return time
        return None

    def _outside(self, number: int, *, times: bool = False) -> Iterator[int]:
        """The places of a post's elements around its text, where names or times are looked for."""
        start, end = (self.group.time_regions if times else self.group.regions)[number]
        content = self.group.contents[number]
        yield from range(start, content)
        yield from range(self.page.nodes[content].end, end)

    def _keys(self, place: int) -> tuple[str, ...]:
        node = self.page.nodes[place]
        around = self.page.nodes[node.parent].keys if node.parent >= 0 else ()
        return tuple(f"{key}<{outer}" for key in node.keys[:3] for outer in around[:2]) or node.keys

    # Times

    def _times(self) -> list[TimeAt | None]:
        posts = [
            [
                self._time_of[place]
                for place in self._outside(number, times=True)
                if place in self._time_of
            ]
            for number in range(len(self.group.contents))
        ]
        keys_of = {
            time.place: (*self.page.nodes[time.place].keys, *self._keys(time.place))
            for post in posts
            for time in post
        }
        by_key = _by_key(posts, lambda time: keys_of[time.place])
        weights = {key: self._time_weight(key, times, len(posts)) for key, times in by_key.items()}
        return [self._heaviest(post, keys_of, weights) for post in posts]

    def _time_weight(self, key: str, times: Sequence[TimeAt], posts: int) -> float:
        moments = [time.found.time.replace(tzinfo=None) for time in times]
        steps = list(pairwise(moments))
        rising = sum(first <= second for first, second in steps)
        falling = sum(first >= second for first, second in steps)
        order = max(rising, falling) / len(steps) if steps else 0.5
        clock = sum(time.found.has_clock for time in times) / len(times)
        label, often = Counter(map(self._label, times)).most_common(1)[0]
        is_other = _OTHER_TIME.search(key) is not None or (
            2 * often > len(times) and _OTHER_TIME.search(label) is not None
        )
        shown = sum(self._is_shown(time.place) for time in times) / len(times)
        return (
            len(times) / posts
            + 0.6 * order
            + 0.3 * clock
            + 0.3 * shown
            + (0.15 if _TIME_WORD.search(key) else 0)
            - (2 if is_other else 0)
        )

    def _label(self, time: TimeAt) -> str:
        """The words before a time."""
        return f"{self._before(time.leaves.start)} {time.label}"

    def _before(self, leaf: int) -> str:
        """The text before another, if it is on the same line or on the one above."""
        leaves = self.page.leaves
        if 0 < leaf < len(leaves) and leaves[leaf - 1].line >= leaves[leaf].line - 1:
            return leaves[leaf - 1].text[-30:]
        return ""

    def _is_shown(self, place: int) -> bool:
        node = self.page.nodes[place]
        return node.last > node.first

    def _heaviest(
        self,
        times: Sequence[TimeAt],
        keys_of: Mapping[int, Sequence[str]],
        weights: Mapping[str, float],
    ) -> TimeAt | None:
        best: TimeAt | None = None
        most = -0.5  # what is surely another time is worse than none
        for time in times:
            weight = max(weights[key] for key in keys_of[time.place])
            if _OTHER_TIME.search(self._label(time)):
                weight -= 1
            if weight > most:
                best, most = time, weight
        return best

    # Authors

    def _authors(self) -> list[str]:
        posts = [
            list(self._names(self._leaves_outside(number), self.page.nodes[content].first))
            for number, content in enumerate(self.group.contents)
        ]
        by_key = _by_key(posts, lambda name: name.keys)
        weights = {key: _name_weight(key, names, len(posts)) for key, names in by_key.items()}
        # What stands beside a single post may be anything: it needs a sign that it is a name.
        least = _LEAST_NAME if len(posts) > 1 else _LEAST_SINGLE_NAME
        return [_likeliest(post, weights, least) for post in posts]

    def _names(self, leaves: Iterable[int], text_begins: int) -> Iterator[_Name]:
        rank = 0
        for number in leaves:
            leaf = self.page.leaves[number]
            text, is_by = _named(leaf.text)
            if not text or leaf.node in self._time_of:
                continue
            is_by = is_by or bool(_BY_BEFORE.search(self._before(number)))
            chain = list(self._alone(number))
            keys = [
                key for place in chain for key in (*self.page.nodes[place].keys, *self._keys(place))
            ]
            is_user = any(is_user_link(self.page.nodes[place].element) for place in chain)
            if is_by:
                keys.append("by")
            yield _Name(text, tuple(keys), is_user, number < text_begins, rank)
            rank += 1

    def _leaves_outside(self, number: int) -> Iterator[int]:
        start, end = self.group.regions[number]
        content = self.page.nodes[self.group.contents[number]]
        nodes = self.page.nodes
        last = nodes[end].first if end < len(nodes) else len(self.page.leaves)
        yield from range(max(nodes[start].first, content.first - _MOST_LEAVES), content.first)
        yield from range(content.last, min(last, content.last + _MOST_LEAVES))

    def _alone(self, leaf: int) -> Iterator[int]:
        """The element of a text, and those around it that have no other text."""
        place = self.page.leaves[leaf].node
        yield place
        for _ in range(3):
            place = self.page.nodes[place].parent
            if place < 0 or self.page.nodes[place].last - self.page.nodes[place].first > 1:
                return
            yield place

    # Numbers and links

    def _numbers_and_links(self) -> Iterator[tuple[int | None, str]]:
        """Numbers rise from post to post; the link is that of the number, or of the time.

        Where neither has one, it leads to the element of the post that has an id.
        """
        last = 0
        for post, anchor in enumerate(self._anchors()):
            number, link = self._number_and_link(post, last + 1)
            last = number or last
            yield number, link or anchor

    def _number_and_link(self, post: int, least: int) -> tuple[int | None, str]:
        time_link = ""
        for place in self._outside(post):
            node = self.page.nodes[place]
            if place in self._time_of and not time_link:
                time_link = _address(node)
            if 1 <= node.last - node.first <= 2:
                number = _number(self.page.text(place), node)
                if number is not None and number >= least:
                    return number, _address(node) or time_link
        return None, time_link

    def _anchors(self) -> list[str]:
        """Per post the id of the kind that most posts have one of, each another."""
        posts = [dict(self._ids(post)) for post in range(len(self.group.contents))]
        counts = Counter(kind for ids in posts for kind in ids)
        shared = [kind for kind, count in counts.items() if 2 * count >= len(posts)]
        return [next((f"#{ids[kind]}" for kind in shared if kind in ids), "") for ids in posts]

    def _ids(self, post: int) -> Iterator[tuple[str, str]]:
        """Ids and names of anchors with a number in them, by their kind; the innermost last."""
        start, end = self.group.regions[post]
        for place in range(start, min(end, start + _ELEMENTS_ABOVE)):
            element = self.page.nodes[place].element
            name = element.get("id") or (element.get("name") if element.tag == "a" else None)
            if name and len(name) <= _LONGEST_ID and any(map(str.isdigit, name)):
                yield _DIGITS.sub("#", name), name


def _number(text: str, node: Node) -> int | None:
    if len(text) > _LONGEST_NUMBER:
        return None
    if match := _NUMBER.match(text):
        return int(match[1] or match[2] or match[3])
    if text.isdecimal() and (name := node.element.get("itemprop") or node.element.get("class")):
        return int(text) if _NUMBER_WORD.search(name) else None
    return _FLOORS.get(text)


def _by_key(
    posts: Sequence[Sequence[Found]], keys_of: Callable[[Found], Sequence[str]]
) -> Mapping[str, list[Found]]:
    """Per kind of element what stands in it, the first of each post."""
    by_key: dict[str, list[Found]] = defaultdict(list)
    for post in posts:
        seen: set[str] = set()
        for found in post:
            for key in keys_of(found):
                if key not in seen:
                    seen.add(key)
                    by_key[key].append(found)
    return by_key


def _named(text: str) -> tuple[str, bool]:
    """The name in a text that may be one, and whether it says "by"; empty if it is none."""
    if len(text) > 2 * LONGEST_NAME:
        return "", False
    by = _BY.search(text)
    name = (text[by.end() :] if by else text).rstrip(":： ,")
    if not name or len(name) > LONGEST_NAME or _NO_NAME.match(name):
        return "", False
    return name, by is not None


def _name_weight(key: str, names: Sequence[_Name], posts: int) -> float:
    number = len(names)
    different = len({name.text for name in names}) / number
    return (
        number / posts
        + 0.8 * sum(name.is_user for name in names) / number
        + (0.5 if _NAME_WORD.search(key) or key == "by" else 0)
        - (0.5 if _NO_NAME_WORD.search(key) else 0)
        + 0.4 * different
        # One author may have written all, but the more there are the less likely it is.
        - (min(0.2 * (number - 1), 1.5) if different * number == 1 else 0)
        - 0.01 * sum(len(name.text) for name in names) / number
        - 0.5 * sum(len(name.text) == 1 for name in names) / number  # letters for pictures
        - 0.02 * min(sum(name.rank for name in names) / number, 20)
    )


def _likeliest(names: Sequence[_Name], weights: Mapping[str, float], least: float) -> str:
    """The name in the likeliest kind of element; of several the one above the text.

    Of several above it, as where an answer first tells whom it answers, what is around decides.
    """
    best, most = "", (least, False, 0.0)
    for name in names:
        around = [weights[key] for key in name.keys if "<" in key]
        most_of_all = max(weights[key] for key in name.keys)
        weight = (most_of_all, name.is_above, sum(around) / (len(around) or 1))
        if weight > most:
            best, most = name.text, weight
    return best


def _address(node: Node) -> str:
    """The address that an element links to, by a link around it or by the only one in it."""
    element: Element | None = node.element
    for _ in range(_LINK_LEVELS):
        if element is None:
            break
        if element.tag == "a":
            return _followed(element)
        element = element.getparent()
    inside = list(islice(node.element.iter("a"), 2))
    return _followed(inside[0]) if len(inside) == 1 else ""


def _followed(link: Element) -> str:
    address = link.get("href", "")
    return "" if address.lower().startswith("javascript:") else address
