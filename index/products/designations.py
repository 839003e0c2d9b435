"""Reads product names word by word, without knowing anything about them beforehand.

Names of most kinds of products have a designation, a word with digits in it: SD1300, DMC-FP1,
27GP850-B, U2723QE, Tough 3000. `words_of` splits a name into words and tells which of them may be
designations (`WordKind.MODEL`, `CODE`), which are amounts (12.1 MP, 27 Zoll) and which are
colours. What the other words mean is learned from all names of the topic (`learning.py`).
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cache
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from core.locales import locales
from index.products.vocabulary import tidy

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


LONGEST_NAME = 300  # characters that are read of a name
MOST_WORDS = 60


class WordKind(Enum):
    """CODE: long numbers, by which shops and makers order; AMOUNT: a number with its unit."""

    WORD = "word"
    MODEL = "model"
    CODE = "code"
    NUMBER = "number"
    AMOUNT = "amount"
    COLOUR = "colour"


class WordOfName(NamedTuple):
    """`text` is in lower case and without hyphens; what follows a slash is left out.

    VX-2758-B/EU has the prefix "vx", the text "vx2758b" and the tail "b". `run` numbers the parts
    of a name between punctuation. Of an amount, `text` is the unit and `amount` the number.
    """

    kind: WordKind
    text: str
    written: str
    run: int
    prefix: str = ""
    tail: str = ""
    amount: float = 0.0


# Splitting a name.


_INCHES = re.compile(r"(?<=\d)\s?(?:''|[\"″”“])")
_HAN = r"[\u3400-\u9fff]"
_AROUND_HAN = re.compile(rf"(?<={_HAN})(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?={_HAN})")
_DECIMAL_COMMA = re.compile(r"(?<=\d),(?=\d)")
_CHUNK = re.compile(
    r"[^\s,;:()\[\]{}<>|!~+&\"“”„'’®™©*…?=【】「」、]+|[,;:()\[\]{}|!~+&【】]|(?<= )-(?= )"
)
_RANGE = re.compile(r"\d+(?:\.\d+)?[a-z]{0,3}[-–x×]\d+(?:\.\d+)?([a-z]{0,4})")
_NUMBER = re.compile(r"(\d+(?:\.\d+)?)")
_AMOUNT = re.compile(r"(\d+(?:\.\d+)?)-?([a-z%°µ]{1,12})")
_PARTS = re.compile(r"[-–‑]+")
_SIGNS = re.compile(r"[-–‑/_#.]+")
_SIGNED = re.compile(r"[/_#]")
_HAS_DIGIT = re.compile(r"\d")
_HAS_LETTER = re.compile(r"[^\W\d_]")
_LETTERS = re.compile(r"[^\W\d_]+")
_OTHER_SIGNS = re.compile(r"[\W_]+")
_UNIT_FIRST = re.compile(r"([^\W\d_]+)-(\d.*)")
_GLUED = re.compile(r"([^\W\d_]{5,})(\d.*)")
_LONG_WORD = 5  # letters; so many before a number are a word of their own: Stylus-7010
_LONG_NUMBER = 5  # digits; so many are an order number
_LONGEST_TAIL = 4


def words_of(name: str) -> list[WordOfName]:
    """The words of a name in order.

    >>> [(word.kind.value, word.text) for word in words_of("Canon SD1300 IS 12.1 MP (Black)")]
    [('word', 'canon'), ('model', 'sd1300'), ('word', 'is'), ('amount', 'mp'), ('colour', 'black')]
    """
    words: list[WordOfName] = []
    run = 0
    text = _INCHES.sub("in ", _DECIMAL_COMMA.sub(".", tidy(name[:LONGEST_NAME])))
    text = _AROUND_HAN.sub(" ", text)
    for chunk in _CHUNK.findall(text):
        if not _HAS_LETTER.search(chunk) and not _HAS_DIGIT.search(chunk):
            run += 1
            continue
        words += _words_in(chunk.strip("-–./_#"), run)
        if len(words) >= MOST_WORDS:
            break
    return list(_with_units(words[:MOST_WORDS]))


def _words_in(written: str, run: int) -> Iterator[WordOfName]:
    """The words of a text without spaces: one, or several with signs between."""
    low = written.casefold()
    if glued := _GLUED.fullmatch(written):  # CAMERA12MP
        yield _plain_word(glued[1], run)
        yield from _words_in(glued[2], run)
    elif not _HAS_DIGIT.search(low):
        parts = [part for part in _SIGNS.split(written) if part]
        if 1 in map(len, parts):  # V-line, K-r
            yield WordOfName(WordKind.WORD, "".join(parts).casefold(), written, run)
        else:
            yield from (_plain_word(part, run) for part in parts)
    elif (found := _UNIT_FIRST.fullmatch(written)) and is_unit(found[1].casefold()):  # mm-25.20
        yield _plain_word(found[1], run)
        yield from _words_in(found[2], run)
    elif found := _RANGE.fullmatch(low):
        yield WordOfName(WordKind.AMOUNT, found[1] or "-", written, run)
    elif _NUMBER.fullmatch(low):
        yield _number(written, run)
    elif (found := _AMOUNT.fullmatch(low)) and is_unit(found[2]):
        yield WordOfName(WordKind.AMOUNT, found[2], written, run, amount=_float(found[1]))
    else:
        yield from _designation(written, run)


def _plain_word(written: str, run: int) -> WordOfName:
    text = written.casefold()
    return WordOfName(WordKind.COLOUR if text in colours() else WordKind.WORD, text, written, run)


def _number(written: str, run: int) -> WordOfName:
    whole = written.isdigit()
    kind = WordKind.CODE if whole and len(written) >= _LONG_NUMBER else WordKind.NUMBER
    return WordOfName(kind, written, written, run, amount=_float(written))


def _float(written: str) -> float:
    return float(written[:20])


def _designation(written: str, run: int) -> Iterator[WordOfName]:
    base, *signed = _SIGNED.split(written)
    if signed and not _is_tail(signed, base):  # black/27in, w/4x
        for part in (base, *signed):
            if part:
                yield from _words_in(part.strip("-–."), run)
        return
    parts = [part for part in _PARTS.split(base) if part]
    while len(parts) > 1 and len(parts[0]) >= _LONG_WORD and _LETTERS.fullmatch(parts[0]):
        yield _plain_word(parts.pop(0), run)
    behind: list[str] = []
    while len(parts) > 1 and len(parts[-1]) >= _LONG_WORD and _LETTERS.fullmatch(parts[-1]):
        behind.insert(0, parts.pop())
    joined = "-".join(parts)
    if _NUMBER.fullmatch(joined) or not _HAS_DIGIT.search(joined):
        yield _number(joined, run) if joined.isdigit() else _plain_word(joined, run)
    elif (found := _AMOUNT.fullmatch(joined.casefold())) and is_unit(found[2]):
        yield WordOfName(WordKind.AMOUNT, found[2], joined, run, amount=_float(found[1]))
    else:
        yield _model(parts, run)
    for part in behind:
        yield _plain_word(part, run)


def _is_tail(signed: list[str], base: str) -> bool:
    return (
        len("".join(signed)) <= _LONGEST_TAIL
        and bool(_HAS_DIGIT.search(base))
        and bool(_HAS_LETTER.search(base))
    )


def _model(parts: list[str], run: int) -> WordOfName:
    low = [_OTHER_SIGNS.sub("", part.casefold()) for part in parts]
    text = "".join(low)
    prefix = low[0] if len(low) > 1 and _LETTERS.fullmatch(low[0]) else ""
    has_tail = len(low[-1]) <= _LONGEST_TAIL and _HAS_DIGIT.search("".join(low[:-1]))
    kind = WordKind.MODEL if _HAS_LETTER.search(text) else WordKind.CODE
    return WordOfName(kind, text, "-".join(parts), run, prefix, low[-1] if has_tail else "")


def _with_units(words: list[WordOfName]) -> Iterator[WordOfName]:
    """Numbers with the unit that follows them are amounts, others may be designations."""
    skip = False
    for word, behind in zip_longest(words, words[1:]):
        if skip:
            skip = False
        elif word.kind is WordKind.NUMBER and behind is not None and _is_unit_word(behind):
            yield word._replace(kind=WordKind.AMOUNT, text=behind.text, amount=word.amount)
            skip = True
        else:
            yield word


def _is_unit_word(word: WordOfName) -> bool:
    return word.kind is WordKind.WORD and is_unit(word.text)


# Words of languages.


@cache
def colours() -> frozenset[str]:
    return frozenset(
        word.casefold()
        for locale in locales()
        for words in locale.values.colours.values()
        for word in words
    )


@cache
def units() -> dict[str, str]:
    """Spelling → unit; a single letter is none, for it may be part of a designation (50L)."""
    found = {"x": "x"}  # a zoom of 4x
    for locale in locales():
        for kind in locale.values.units.values():
            for unit, spellings in kind.items():
                found |= {word.casefold(): unit for word in (unit, *spellings) if len(word) > 1}
    return found


def is_unit(text: str) -> bool:
    return text in units()


@cache
def editions() -> frozenset[str]:
    """Words behind a designation that make another model of it: 5D Mark II."""
    return frozenset(word.casefold() for locale in locales() for word in locale.values.editions)


# Designations among the words of a name.


class Designation(NamedTuple):
    """A word that may name the model; `place` is its place among the words."""

    text: str
    place: int
    is_code: bool = False
    prefix: str = ""
    tail: str = ""


_FEWEST_DIGITS = 3  # of a number that is a designation without the word before it
_SHORT_WORD = 4
_LETTER_PAIR = re.compile(r"[a-z]-[a-z]")  # K-r


def designations_in(words: Sequence[WordOfName]) -> list[Designation]:
    """In the order of the words.

    >>> [one.text for one in designations_in(words_of("Olympus Tough 3000 12 MP - FE 45, Sport 8"))]
    ['3000', 'fe45', 'sport8']
    """
    found: list[Designation] = []
    for place, word in enumerate(words):
        if word.kind in {WordKind.MODEL, WordKind.CODE}:
            is_code = word.kind is WordKind.CODE
            found.append(Designation(word.text, place, is_code, word.prefix, word.tail))
        elif word.kind is WordKind.NUMBER and word.written.isdigit():
            before = words[place - 1].text if place and _joins(words[place - 1], word) else ""
            if before and (len(before) <= _SHORT_WORD or len(word.text) < _FEWEST_DIGITS):
                found.append(Designation(before + word.text, place))
            elif len(word.text) >= _FEWEST_DIGITS or _is_whole_model(words):
                found.append(Designation(word.text, place))
        elif _LETTER_PAIR.fullmatch(word.written.casefold()):
            found.append(Designation(word.text, place))
    return found


def _is_whole_model(words: Sequence[WordOfName]) -> bool:
    """Whether there is nothing but a number, and perhaps an edition: 小米 10 Pro."""
    kinds = {word.kind for word in words[1:] if word.text not in editions()}
    return kinds <= {WordKind.COLOUR}


def _joins(before: WordOfName, number: WordOfName) -> bool:
    return before.kind is WordKind.WORD and before.run == number.run
