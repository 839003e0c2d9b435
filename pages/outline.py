"""The nesting of a page: its elements and texts in source order, without a tree library.

Elements are numbered by their start tags, texts ("leaves") in page order; the content of
an element is a range of both. Texts with any tag between them are separate,
so that `<b>name</b>value` is two leaves although it is one content of the tag
sequence. Plain lists instead of objects: half the time of extraction is spent here.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from core.currencies import CLEAR_SIGNS, CURRENCIES
from pages.encoding import to_text
from pages.page import content_text, fold_parts, unescape

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


# What separates a text from the one before it: nothing, white space, or the end of a line.
JOINED, SPACED, BROKEN = 0, 1, 2

_IN_AMOUNTS = frozenset("0123456789.,-–—")
_LONGEST_AMOUNT = 40  # characters
_CONTROLS = frozenset(["button", "select", "textarea"])
_FEW_TEXTS = 3
_STRUCTURE = frozenset(["table", "tr", "td", "th", "dl", "dt", "dd", "ul", "li"])
_HIDING = (b"display", b" hidden")
_HIDDEN = re.compile(rb"display\s*+:\s*+none|\shidden(?=[\s>/=])", re.IGNORECASE)


@dataclass
class Outline:
    """Element 0 is the page itself; element n is the page's n-th start tag.

    For each leaf: its text as in the source, the innermost element around it (`owners`), what
    separates it from the leaf before (`gaps`), and the last start tag before it (`leaf_tags`).
    `silent` are the elements whose texts are no part of the page's body (`nesting.SILENT`).
    """

    encoding: str
    tags: list[str]
    rests: list[bytes]
    parents: list[int]
    ends: list[int]
    raw_texts: list[bytes]
    owners: list[int]
    gaps: list[int]
    leaf_tags: list[int]
    silent: list[int]

    @cached_property
    def texts(self) -> list[str]:
        """The leaves' texts, decoded in one go: cheaper than one by one."""
        joined = b"\0".join(self.raw_texts)
        texts = fold_parts(unescape(to_text(joined, self.encoding))).split("\0")
        # A broken character before a separator, or NUL in a text.
        if len(texts) != len(self.raw_texts):
            return [content_text(raw, self.encoding) for raw in self.raw_texts]
        return texts

    @cached_property
    def hidden(self) -> frozenset[int]:
        """All elements that a reader does not see."""
        tops = self.hidden_tops
        return frozenset(node for top in tops for node in range(top, self.ends[top]))

    @cached_property
    def hidden_tops(self) -> list[int]:
        """The outermost elements that a reader does not see: controls, and what styles hide.

        A hidden element with more than a few texts, or with rows or items, is a tab that a
        script will show.
        """
        hidden = {node for node in self.mentioning(_HIDING) if self._is_hidden(node)}
        found: list[int] = []
        end = 0
        for node in sorted(hidden.union(self.silent)):
            if node >= end and (node in hidden or self.tags[node] in _CONTROLS):
                found.append(node)
                end = self.ends[node]
        return found

    def _is_hidden(self, index: int) -> bool:
        return (
            self.has_few_leaves(index, _FEW_TEXTS)
            and _HIDDEN.search(self.rests[index]) is not None
            and _STRUCTURE.isdisjoint(self.tags[index : self.ends[index]])
        )

    def has_few_leaves(self, index: int, most: int) -> bool:
        """Whether an element holds at most so many leaves; does not count them all."""
        first = bisect_left(self.leaf_tags, index)
        inside = self.owners[first : first + most + 1]
        return len(inside) <= most or not all(index <= o < self.ends[index] for o in inside)

    def mentioning(self, words: Iterable[bytes]) -> list[int]:
        """The elements with one of these words (in lower case) in their tags."""
        joined = self._joined_tags
        found: set[int] = set()
        for word in words:
            node, counted = 0, 0
            at = joined.find(word)
            while at >= 0:
                node += joined.count(b"\0", counted, at)
                found.add(node)
                counted = at
                at = joined.find(b"\0", at)
                at = joined.find(word, at) if at >= 0 else -1
        return sorted(found)

    @cached_property
    def _joined_tags(self) -> bytes:
        """All tags without their names, NUL between them."""
        joined = b"\0".join(self.rests).lower()
        if joined.count(b"\0") >= len(self.rests):
            return b"\0".join(rest.replace(b"\0", b" ").lower() for rest in self.rests)
        return joined

    def leaves(self, index: int) -> range:
        """The leaves inside an element; an empty range after it if it has none."""
        first = bisect_left(self.leaf_tags, index)
        found = range(first, bisect_left(self.leaf_tags, self.ends[index], first))
        # The last of them may follow its end tag, before the next start tag.
        return found[: bisect_left(found, 1, key=lambda leaf: self.owners[leaf] < index)]

    def text(self, leaves: Iterable[int]) -> str:
        """The visible text of some leaves, as a reader would join it."""
        hidden, owners = self.hidden, self.owners
        return self.joined(self.texts, [one for one in leaves if owners[one] not in hidden]).strip()

    def joined(
        self, texts: Sequence[str], leaves: Sequence[int], *, left_out_is_gap: bool = False
    ) -> str:
        """The texts of some leaves in one line."""
        gaps, owners = self.gaps, self.owners
        parts: list[str] = []
        before = ""
        for at, leaf in enumerate(leaves):
            text = texts[leaf]
            if at:
                is_gap = left_out_is_gap and leaf - leaves[at - 1] > 1
                between = "" if gaps[leaf] == JOINED and not is_gap else " "
                if text[:1] in _IN_AMOUNTS and gaps[leaf] != BROKEN:
                    owner = owners[leaf]
                    following = texts[leaves[at + 1]] if at + 1 < len(leaves) else None
                    one_amount = joint(
                        *(before, text, following), tag=self.tags[owner], rest=self.rests[owner]
                    )
                    between = between if one_amount is None else one_amount
                parts.append(between)
                before += between
            parts.append(text)
            before = (before + text[-_LONGEST_AMOUNT:])[-_LONGEST_AMOUNT:]
        return "".join(parts)

    def ancestors(self, index: int, most: int = sys.maxsize) -> list[int]:
        """The element itself and those around it, innermost first, the page last."""
        path = [index]
        while index and len(path) < most:
            index = self.parents[index]
            path.append(index)
        return path


# Amounts split over elements: `208,` `60` `€`, and `1299` with small cents.
#
# Texts of a line are joined one by one; `joint` says what stands between two of them. Numbers are
# glued only where they can be nothing but one: the first breaks off at its decimal sign, or the
# second is raised or called cents, with a currency beside them.


_SIGNS = "|".join(map(re.escape, sorted((*CURRENCIES, "￥"), key=len, reverse=True)))
_SIGN_ALONE = frozenset(("￥", *(sign for sign in CLEAR_SIGNS if not sign.isalpha())))
_MONEY_FIRST = re.compile(rf"\s{{0,2}}(?:{_SIGNS})(?![a-z])", re.IGNORECASE)
_WHOLE = r"\d{1,3}(?:[.,'’]\d{3}){1,3}|\d{1,7}"
_END = re.compile(
    rf"(?P<sign>(?<![a-z])(?:{_SIGNS})\s{{0,2}})?(?<![\d.,])(?P<whole>{_WHOLE})(?P<cut>[.,]?)\Z",
    re.IGNORECASE,
)
_CENTS = re.compile(rf"(?:\d\d|[-–—]{{1,2}})(?:\s{{0,2}}(?:{_SIGNS})|\*)?", re.IGNORECASE)
_DIGITS_OF_CENTS = re.compile(rf"\d\d(?:\s{{0,2}}(?:{_SIGNS})|\*)?", re.IGNORECASE)
_DECIMALS = re.compile(r"[.,](?:\d\d|[-–—]{1,2})(?!\d)")
_SMALL = re.compile(
    rb"""(?i)(?:class|id)\s*=\s*["']?[^"'>]{0,200}?(?:cent|decimal|fraction|pence|nachkomma|superscript)"""
    rb"""|vertical-align\s*:\s*(?:super|top)"""
)
_BASES = frozenset(("2", "10"))  # of powers: 10<sup>12</sup>
_TAIL = 32  # characters of the text before that are looked at


def joint(before: str, behind: str, following: str | None, *, tag: str, rest: bytes) -> str | None:
    """What stands between two texts of one amount: nothing, or a decimal sign; None for others.

    `following` is the text after `behind`, None if the line ends there; `tag` and `rest` are of the
    element around `behind`.

    >>> joint("208,", "60", "€", tag="span", rest=b""), joint("$1,299", "99", None, tag="sup", rest=b"")
    ('', '.')
    >>> joint("144,", "60", "Hz", tag="span", rest=b"") is None
    True
    """  # noqa: E501 - an example on one line
    first = behind[:1]
    if not first or first not in "0123456789.,-–—":
        return None
    ahead, _, last = before.rpartition(" ")
    if last in _SIGN_ALONE:
        return "" if first.isdigit() and not ahead[-1:].isdigit() else None
    found = _END.search(before[-_TAIL:])
    if not found:
        return None
    if not found["cut"]:
        return _before_cents(found, behind, following, tag, rest)
    is_cents = _CENTS.fullmatch(behind) and _is_money(found, behind, following)
    return "" if is_cents else None


def _is_money(found: re.Match[str], behind: str, following: str | None) -> bool:
    """Does a currency stand before the number or behind the cents, or nothing at all behind?"""
    return bool(
        found["sign"]
        or following is None
        or not behind[-1].isdigit()
        or _MONEY_FIRST.match(following)
    )


def _before_cents(
    found: re.Match[str], behind: str, following: str | None, tag: str, rest: bytes
) -> str | None:
    if _DECIMALS.match(behind):
        return ""
    if behind in {".", ","}:
        return "" if following and _CENTS.fullmatch(following) else None
    if not _DIGITS_OF_CENTS.fullmatch(behind):
        return None
    is_raised = tag == "sup" and found["whole"] not in _BASES
    has_money = found["sign"] or _MONEY_FIRST.match(following or "") or not behind[-1].isdigit()
    if is_raised or (has_money and (tag == "sup" or _SMALL.search(rest))):
        return "," if "." in found["whole"] else "."
    return None
