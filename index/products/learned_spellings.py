"""Learns which designations of a brand are one: DMC-FP1 and FP1, SD1300IS and SD1300 IS.

What may be left out is told by what else is written in names of the brand: a prefix that stands
before several designations, an ending that is a colour's, a word that elsewhere stands by itself.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from index.products.designations import colours, editions

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from index.products.designations import Designation


class SeenDesignation(NamedTuple):
    """A designation in a name, with the word behind it and the colours in the name."""

    brand: str
    designation: Designation
    behind: str = ""
    colours: frozenset[str] = frozenset()


_FEWEST_REMAINDERS = 2
_LETTER_AND_DIGIT = re.compile(r"[^\W\d_]+\d|\d+[^\W\d_]")


class LearnedSpellings:
    """One spelling for each designation of a brand."""

    def __init__(self, seen: Iterable[SeenDesignation]) -> None:
        seen = list(seen)
        self._prefixes = _prefixes(seen)
        brands: dict[str, list[tuple[str, SeenDesignation]]] = defaultdict(list)
        for one in seen:
            brands[one.brand].append((self._without_prefix(one.brand, one.designation), one))
        tails = _common_tails(seen)
        self._spellings = {
            (brand, text): spelling
            for brand, told in brands.items()
            for text, spelling in _of_brand(told, tails).items()
        }

    def of(self, brand: str, designation: Designation) -> str:
        text = self._without_prefix(brand, designation)
        return self._spellings.get((brand, text), text)

    def _without_prefix(self, brand: str, designation: Designation) -> str:
        text = designation.text
        for prefix in self._prefixes.get(brand, ()):
            rest = text.removeprefix(prefix)
            if rest != text and _LETTER_AND_DIGIT.match(rest):
                return rest
        return text


def _prefixes(seen: Iterable[SeenDesignation]) -> dict[str, tuple[str, ...]]:
    """Brand → prefixes that stand before several designations (DMC-), the longest first."""
    rests: dict[tuple[str, str], set[str]] = defaultdict(set)
    for one in seen:
        prefix = one.designation.prefix
        rest = one.designation.text.removeprefix(prefix)
        if prefix and _LETTER_AND_DIGIT.match(rest):
            rests[one.brand, prefix].add(rest)
    found: dict[str, list[str]] = defaultdict(list)
    for (brand, prefix), several in rests.items():
        if len(several) >= _FEWEST_REMAINDERS:
            found[brand].append(prefix)
    return {
        brand: tuple(sorted(several, key=lambda one: (-len(one), one)))
        for brand, several in found.items()
    }


_COMMON_TAIL = 3  # designations with the same ending behind a hyphen


def _common_tails(seen: Iterable[SeenDesignation]) -> frozenset[str]:
    bases: dict[str, set[str]] = defaultdict(set)
    for one in seen:
        if one.designation.tail:
            bases[one.designation.tail].add(one.designation.text)
    return frozenset(tail for tail, several in bases.items() if len(several) >= _COMMON_TAIL)


# The spellings of one brand.


_BASE_AND_WORD = re.compile(r"(.*\d)([^\W\d_]{2,3})")
_SHORTEST_BASE = 5


def _of_brand(
    told: list[tuple[str, SeenDesignation]], common_tails: frozenset[str]
) -> dict[str, str]:
    """Designation → the spelling that stands for it, where it is another."""
    texts = {text for text, _ in told}
    words = {one.behind for _, one in told if one.behind} - editions()
    letters = _colour_letters(told, texts)
    coloured = {
        text.removesuffix(one.designation.tail)
        for text, one in told
        if one.designation.tail and _is_colour_code(one.designation.tail)
    }
    found: dict[str, str] = {}
    for text, one in told:
        base = _without_tail(text, one.designation.tail, texts, common_tails, coloured)
        base = base or _without_word(text, texts, words)
        if base:
            found[text] = base
        elif text[-1] in letters and text[:-1] in texts:
            found[text] = text[:-1]
    shorter = _contained({found.get(text, text) for text in texts})
    return {
        text: shorter.get(found.get(text, text), found.get(text, text))
        for text in found.keys() | (shorter.keys() & texts)
    }


def _without_tail(
    text: str, tail: str, texts: set[str], common: frozenset[str], coloured: set[str]
) -> str:
    """27GP850-B, where 27GP850 is a designation as well; EV2795-BK, where there is EV2795-WT."""
    base = text.removesuffix(tail)
    if not tail or base == text:
        return ""
    is_variant = _is_colour_code(tail) or not tail.strip("0")
    if base in texts and (is_variant or tail in common):
        return base
    return base if is_variant and base in coloured and len(base) >= _SHORTEST_BASE else ""


def _without_word(text: str, texts: set[str], words: set[str]) -> str:
    """SD1300IS, where names also have SD1300 IS; EX-FC150BK, where there is EX-FC150."""
    split = _BASE_AND_WORD.fullmatch(text)
    if split is None:
        return ""
    base, word = split.groups()
    return base if word in words or (base in texts and _is_colour_code(word)) else ""


@cache
def _is_colour_code(text: str) -> bool:
    """Letters of a colour in order, its first one first: BK, WT, GREY."""
    return text.isalpha() and any(
        colour[0] == text[0] and _in_order(text, colour) for colour in colours()
    )


def _in_order(letters: str, word: str) -> bool:
    rest = iter(word)
    return all(letter in rest for letter in letters)


_MOSTLY = 0.8
_FEWEST_LETTERS = 2
_BLACK = "k"  # as printers call it


def _colour_letters(told: Iterable[tuple[str, SeenDesignation]], texts: set[str]) -> frozenset[str]:
    """Last letters of a brand's designations that stand for colours: FH20K is a black FH20."""
    times: Counter[str] = Counter()
    fits: Counter[str] = Counter()
    for text, one in told:
        letter = text[-1]
        if letter.isalpha() and one.colours and text[:-1] in texts:
            times[letter] += 1
            initials = {colour[0] for colour in one.colours}
            fits[letter] += letter in initials or (letter == _BLACK and "b" in initials)
    found = frozenset(letter for letter in times if fits[letter] >= _MOSTLY * times[letter])
    return found if len(found) >= _FEWEST_LETTERS else frozenset()


_LONG_ENOUGH = 6
_EXTENSION = re.compile(r"[^\W\d_]{3,}")


def _contained(texts: set[str]) -> Mapping[str, str]:
    """VG271UP in VG271UPbmiipx, C32G75T in LC32G75TQSPXEN: the shortest stands for all."""
    forms = sorted((form, text) for text in texts for form in (text, text[1:]))
    found: dict[str, str] = {}
    around: list[str] = []  # designations with which the present one begins
    for form, text in forms:
        while around and not form.startswith(around[-1]):
            around.pop()
        if around and around[-1] != text and _EXTENSION.fullmatch(form[len(around[-1]) :]):
            found[text] = found.get(around[-1], around[-1])
        if form == text and len(form) >= _LONG_ENOUGH:
            around.append(form)
    return found
