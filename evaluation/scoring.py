"""Is what came out what stands in the gold? Letters and digits are compared, nothing else.

Pairs are compared as a set per page: a pair shown twice on a page (the same camera mode
under two headings) counts once, given or wanted.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from evaluation.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

NameAndValue = tuple[str, str]


def letters_and_digits(text: str) -> str:
    """What is left of a text when punctuation, white space, width and case do not matter.

    >>> letters_and_digits("ＣＰＵ 型号：") == letters_and_digits("cpu型号")
    True
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(filter(str.isalnum, folded))


def compared(pairs: Iterable[NameAndValue]) -> frozenset[NameAndValue]:
    return frozenset((letters_and_digits(name), letters_and_digits(value)) for name, value in pairs)


def score_pairs(gold: Iterable[NameAndValue], found: Iterable[NameAndValue]) -> Tally:
    wanted, given = compared(gold), compared(found)
    return Tally(len(wanted & given), len(given), len(wanted))


def is_whole(tally: Tally) -> bool:
    """A page's whole record is right: nothing missing, nothing wrong, nothing too much."""
    return tally.correct == tally.extracted == tally.should


def score_unseen(
    gold: Iterable[NameAndValue], found: Iterable[NameAndValue], seen_names: Iterable[str]
) -> Tally:
    """Only the pairs whose name no sample showed: how many came out with the right value?

    Its recall is the figure; what was given beside them is `score_pairs`' matter.
    """
    seen = frozenset(map(letters_and_digits, seen_names))
    wanted = frozenset(pair for pair in compared(gold) if pair[0] not in seen)
    hits = len(wanted & compared(found))
    return Tally(hits, hits, len(wanted))


def score_attributes(
    gold: Mapping[str, Sequence[str]], found: Iterable[tuple[str | None, str]]
) -> Tally:
    """Values by attribute, where gold lists the acceptable values of each.

    One right value answers an attribute (two acceptable ones are one answer), every other
    value given for it is wrong, and an attribute with an empty list should get none.
    Values of attributes that gold does not speak of are passed over.
    """
    given: dict[str, set[str]] = {attribute: set() for attribute in gold}
    for attribute, value in found:
        if attribute in given:
            given[attribute].add(letters_and_digits(value))
    return sum(
        (_score_attribute(values, given[attribute]) for attribute, values in gold.items()), Tally()
    )


def _score_attribute(acceptable: Sequence[str], given: set[str]) -> Tally:
    right = set(map(letters_and_digits, acceptable))
    hit = int(bool(right & given))
    return Tally(hit, hit + len(given - right), int(bool(right)))
