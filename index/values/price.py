"""Prices: amounts with the currency beside them, or else the attribute's.

Of several prices in a text (UVP 399 €, jetzt 349 €; Sie sparen 50 €) the words around them tell
which is to be paid. The words are in the locale packs.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, get_args

from core.currencies import CURRENCIES, SHARED_SIGNS, currency_of
from core.locales import any_of, locales, merged
from index.values.number import AMOUNT, Token, amount_of, measures_in, rounded, without_numbers
from index.values.text import plain
from index.values.types import Price, PriceKind, ValueMatch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.topic import Attribute
    from index.values.number import Measure


# Amounts, each with its currency.


def _number_words(field: str) -> tuple[str, ...]:
    return merged(lambda locale: getattr(locale.values.numbers, field))


def _price_words(field: str) -> tuple[str, ...]:
    return merged(lambda locale: getattr(locale.values.prices, field))


_ANY = "|".join(map(re.escape, sorted(CURRENCIES, key=len, reverse=True)))
_BEFORE = rf"(?P<before>(?<![a-z])(?:{_ANY}))\s{{0,3}}"
_AFTER = rf"\s{{0,3}}(?P<after>(?:{_ANY})(?![a-z]|\s{{0,3}}\d))"
_TIMES = {
    word.casefold(): times
    for locale in locales()
    for word, times in locale.values.numbers.times.items()
}
_NO_CENTS = r"(?:[.,]-{1,2}(?!\d))"  # 1299,- and 1299.--
_AMOUNT = re.compile(
    rf"(?:{_BEFORE})?(?P<number>{AMOUNT})"
    rf"(?:{_NO_CENTS}|\s{{0,3}}(?P<times>{any_of(_TIMES)}))?(?:{_AFTER})?",
    re.IGNORECASE,
)
_KINDS: tuple[PriceKind, ...] = get_args(PriceKind)
_KINDS_OF_WORDS = ("labels", "remarks", "now", *filter(None, _KINDS))
_LIMITS = ("about", "or_so", "or_more", "or_less", "range_from", "range_to")
_BESIDE_AMOUNTS = re.compile(
    any_of(
        (
            *(word for kind in _KINDS_OF_WORDS for word in _price_words(kind)),
            *(word for field in _LIMITS for word in _number_words(field)),
        )
    ),
    re.IGNORECASE,
)
_ONLY_SIGNS = re.compile(r"[-~/|,.;:()*\s≈]*")
# Thousands separated by spaces, where no other number can stand before them.
_SPACED = re.compile(
    rf"(?P<lead>\A\s{{0,3}}|(?:(?P<before>{_ANY})|{_BESIDE_AMOUNTS.pattern}|[-~/:;(])\s{{0,3}})"
    r"(?P<number>[1-9]\d{0,2}(?: \d{3}){1,2})(?!\d)"
    rf"(?P<behind>(?P<cents>[.,](?:\d{{2}}(?!\d)|-))|\s{{0,3}}(?:{_ANY}))?",
    re.IGNORECASE,
)
# Cents that stood in an element of their own: 208, 60 €.
_APART = re.compile(rf"(?<=\d)([.,])(\s)(\d\d)(?=\s{{0,3}}(?:{_ANY}))", re.IGNORECASE)


def _tokens(text: str, home: str) -> list[Token]:
    tokens = []
    for found in _AMOUNT.finditer(text):
        spelled = found["before"] or found["after"]
        number = amount_of(found["number"])
        times = _TIMES.get((found["times"] or "").casefold(), 1.0)
        if not spelled:
            tokens.append(Token(found.start(), found.end(), number * times, None))
            continue
        unit = home if home in SHARED_SIGNS.get(spelled, ()) else currency_of(spelled)
        tokens.append(Token(found.start(), found.end(), number, times, unit))
    return tokens


def _with_close_thousands(text: str) -> str:
    """1 299,00 € with an apostrophe for the space, so that every text has the same length."""
    return _SPACED.sub(_close_thousands, text) if " " in text else text


def _close_thousands(found: re.Match[str]) -> str:
    """But 599 699元 are two prices, and 599 699 may be any two numbers."""
    is_money = found["before"] or found["behind"]
    if not is_money or (not found["cents"] and len(found["number"]) != len("1 299")):
        return found[0]
    return found["lead"] + found["number"].replace(" ", "'") + (found["behind"] or "")


def _is_bare(text: str, tokens: list[Token]) -> bool:
    """Does nothing stand beside the numbers but what is said of prices?"""
    words = without_numbers(text, tokens)
    return bool(_ONLY_SIGNS.fullmatch(_BESIDE_AMOUNTS.sub("", words)))


# What each price is for.


_SPACES = re.compile(r"\s+")
_WORDS = {word: kind for kind in _KINDS_OF_WORDS for word in _price_words(kind)}
_KIND_WORDS = re.compile(any_of(_WORDS), re.IGNORECASE)
# A space of the packs may be missing on pages.
_KIND_OF_WORD = {_SPACES.sub("", word).casefold(): kind for word, kind in _WORDS.items()}
_ALSO_BEHIND = frozenset(("saving", "shipping", "instalment"))
_FARTHEST = 60  # characters before a price that are searched for what it is


def read_prices(text: str, attribute: Attribute) -> ValueMatch:
    """The prices to be paid; a list price only where there is no other."""
    found = _prices_in(text, attribute)
    chosen = [(price, span) for price, span in found if price.kind == ""]
    own = _own_kinds(attribute)
    chosen = chosen or [(price, span) for price, span in found if price.kind in {"list", *own}]
    spans = tuple(span for _, span in found) if chosen else ()
    return ValueMatch(tuple(price for price, _ in chosen), spans)


def prices_in(raw: str, attribute: Attribute) -> tuple[Price, ...]:
    """All prices of a text in order, each with its kind."""
    return tuple(price for price, _ in _prices_in(plain(raw), attribute))


def _prices_in(text: str, attribute: Attribute) -> list[tuple[Price, tuple[int, int]]]:
    text = _with_close_thousands(_APART.sub(r"\1\3\2", text))
    home = currency_of(attribute.unit)
    tokens = _tokens(text, home)
    if not any(token.factor for token in tokens) and _is_bare(text, tokens):
        tokens = [replace(token, factor=1.0, unit=home) for token in tokens]
    measures = list(measures_in(text, tokens, commas_list=False))
    return [
        (
            Price(
                *(rounded(found.low), rounded(found.high), found.unit),
                *(found.approximate, found.open, kind),
            ),
            (found.start, found.end),
        )
        for found, kind in zip(measures, _kinds(text, measures), strict=True)
    ]


def _kinds(text: str, measures: Sequence[Measure]) -> list[PriceKind]:
    """A price without words beside one that says "now" is the one before: a list price."""
    ends = [0, *(measure.end for measure in measures)]
    starts = [*(measure.start for measure in measures), len(text)]
    kinds = [
        _kind_before(text[max(earlier, start - _FARTHEST) : start])
        for earlier, start in zip(ends, starts[:-1], strict=False)
    ]
    paid = sum(kind in _PAID for kind in kinds)
    for at in reversed(range(len(kinds))):
        behind = "" if kinds[at] else _kind_behind(text, ends[at + 1], starts[at + 1])
        if behind == "instalment" or (behind and paid > 1):
            kinds[at] = behind
            paid -= 1
    unsaid = "list" if "now" in kinds else ""
    return [next((one for one in _KINDS if one == (kind or unsaid)), "") for kind in kinds]


_PAID = frozenset(("", "labels", "now"))


def _kind_before(text: str) -> str:
    """By the nearest word before a price."""
    told = [kind for kind in map(_meaning, _KIND_WORDS.finditer(text)) if kind != "remarks"]
    return told[-1] if told else ""


def _kind_behind(text: str, end: int, later: int) -> str:
    """By the word directly behind a price, unless it belongs to the next one."""
    word = _KIND_WORDS.search(text, end, min(later, end + _FARTHEST))
    if not word or text[end : word.start()].strip(" /*(") or _meaning(word) not in _ALSO_BEHIND:
        return ""
    is_of_next = later < len(text) and not text[word.end() : later].strip(" :=")
    return "" if is_of_next else _meaning(word)


def _meaning(word: re.Match[str]) -> str:
    return _KIND_OF_WORD.get(_SPACES.sub("", word[0]).casefold(), "")


def _own_kinds(attribute: Attribute) -> set[str]:
    """The kinds that an attribute is named after: a monthly rate is no price elsewhere."""
    names = " ".join(attribute.all_names)
    return set(map(_meaning, _KIND_WORDS.finditer(names)))
