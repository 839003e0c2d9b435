"""Numbers of queries, in digits and in words: 3,000 and 两千五 and zweitausendfünfhundert.

The locale packs have the words. Languages that write a character for each digit and power of ten
(`CharacterNumbers`) and those that write words (`WordNumbers`) are read by one function each.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from core.locales import locales
from index.query.vocabulary import known_before
from index.query.wordlists import LATIN, any_of, typed_ways, words_of
from index.values.number import NUMBER, number_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from core.locale_packs import CharacterNumbers, WordNumbers
    from index.query.model import Draft
    from index.query.vocabulary import Vocabulary


_MOST_WORDS = 8
_SMALLEST_THOUSAND = 1_000


def _characters() -> tuple[CharacterNumbers, ...]:
    return tuple(one.query.characters for one in locales() if one.query.characters)


def _words() -> tuple[WordNumbers, ...]:
    return tuple(one.query.numbers for one in locales() if one.query.numbers)


def _character_patterns(numbers: CharacterNumbers) -> tuple[str, str, str]:
    """Decimals, two digits before a power (三四千), and all others."""
    ten, *larger = sorted(numbers.powers, key=numbers.powers.__getitem__)
    digit, zero = f"[{numbers.counted}]", _zeros(numbers)
    first = rf"(?:{digit}?{ten}|{digit}[{''.join(larger)}])"
    others = "".join((ten, *larger[:-1]))
    whole = rf"{first}(?:{zero}?{digit}[{others}]){{0,3}}(?:{zero}?{digit})?"
    point = rf"(?:{whole}|{zero}|{digit}){numbers.point}[{''.join(numbers.digits)}]{{1,3}}"
    return point, rf"{digit}{digit}[{''.join(larger)}]", rf"{whole}|{digit}"


def _zeros(numbers: CharacterNumbers) -> str:
    return f"[{''.join(digit for digit, value in numbers.digits.items() if not value)}]"


def _word_pattern(numbers: WordNumbers) -> str:
    """As many words as follow each other; longer ones first, since some begin with others."""
    words = {way for word in (*numbers.small, *numbers.powers) for way in typed_ways(word)}
    word = f"(?:{_alternatives(words)})"
    joint = f"(?:{_alternatives(numbers.joints)})"
    return rf"(?<![{LATIN}-]){word}(?:{joint}{word}){{0,{_MOST_WORDS - 1}}}(?![{LATIN}])"


def _alternatives(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word))))


NUMERAL = "|".join(
    (
        NUMBER,
        *map(_word_pattern, _words()),
        *(pattern for one in _characters() for pattern in _character_patterns(one)),
    )
)


def numeral_of(written: str, decimal: str = ".") -> tuple[float, float]:
    """Lower and upper end; equal except for 三四千. `decimal` is the sign before the decimals.

    >>> numeral_of("3,000"), numeral_of("两千五"), numeral_of("三四千")
    ((3000.0, 3000.0), (2500.0, 2500.0), (3000.0, 4000.0))
    >>> numeral_of("六点六七"), numeral_of("1.299", ",")
    ((6.67, 6.67), (1299.0, 1299.0))
    >>> numeral_of("5 000"), numeral_of("two thousand five hundred")
    ((5000.0, 5000.0), (2500.0, 2500.0))
    >>> numeral_of("dreihundertfunfzig"), numeral_of("einundzwanzig")
    ((350.0, 350.0), (21.0, 21.0))
    """
    if written[0].isdigit() or not written[0].isalnum():
        value = number_of(written.replace(" ", ""), decimal)
        return value, value
    for numbers in _characters():
        if written[0] in numbers.digits or written[0] in numbers.powers:
            return _of_characters(written, numbers)
    value = _of_words(written)
    return value, value


def is_small_word(written: str) -> bool:
    """Whether it is a word like two, which is no amount without a unit (OnePlus Two)."""
    powers, _ = _word_table()
    return bool(_WORD.match(written)) and not any(power in written for power in powers)


def _of_characters(written: str, numbers: CharacterNumbers) -> tuple[float, float]:
    few = re.fullmatch(_character_patterns(numbers)[1], written)
    if few:
        power = numbers.powers[written[2]]
        low, high = (float(numbers.digits[digit] * power) for digit in written[:2])
        return low, high
    whole, _, decimals = written.partition(numbers.point)
    value = float(_whole(whole, numbers))
    if decimals:
        value = float(f"{value:.0f}.{''.join(str(numbers.digits[each]) for each in decimals)}")
    return value, value


def _whole(written: str, numbers: CharacterNumbers) -> int:
    """A last digit without a unit has the next smaller unit: 一万五 is 15,000, 两千五 2,500."""
    total, digit, unit = 0, 0, 10
    for character in written:
        value = numbers.digits.get(character)
        if value is None:
            unit = numbers.powers[character]
            total += (digit or 1) * unit
            digit = 0
        elif value:
            digit = value
        else:
            unit = 10
    return total + digit * unit // 10


@cache
def _word_table() -> tuple[Mapping[str, int], Mapping[str, int]]:
    """The powers of ten, and all words; in the ways they are typed."""
    powers = {
        way: value
        for numbers in _words()
        for word, value in numbers.powers.items()
        for way in typed_ways(word)
    }
    small = {
        way: value
        for numbers in _words()
        for word, value in numbers.small.items()
        for way in typed_ways(word)
    }
    return powers, {**small, **powers}


def _single_words() -> Iterator[str]:
    """Words that are joined without a space (zweihundert) are found within others, too."""
    for numbers in _words():
        words = {way for word in (*numbers.small, *numbers.powers) for way in typed_ways(word)}
        yield _alternatives(words) if "" in numbers.joints else any_of(words)


_WORD = re.compile("|".join(_single_words()))


def _of_words(written: str) -> float:
    """Hundreds multiply what stands before them, thousands all that was counted since the last."""
    powers, words = _word_table()
    total, part = 0, 0
    for found in _WORD.finditer(written):
        value = words[found[0]]
        if found[0] not in powers:
            part += value
        elif value < _SMALLEST_THOUSAND:
            part = (part or 1) * value
        else:
            total, part = total + (part or 1) * value, 0
    return float(total + part)


# Numbers of names that are spelled with characters: 小米十四, 骁龙八五五, iPhone十五.
#
# Amounts (三千, 五点五寸) are read by `amounts`; these numbers stay parts of names.


_SHORTEST_CLEAR = 3  # digits
_SEPARATORS = r"\s\0,、;。!?()|"
_STARTS = re.compile(f"[{_SEPARATORS}]")
_ENDS = re.compile(rf"[{_SEPARATORS}a-z{''.join(words_of(lambda pack: pack.particles))}]|\Z")


class _Spelled:
    """Patterns of one language's characters."""

    def __init__(self, numbers: CharacterNumbers) -> None:
        digits, powers = "".join(numbers.digits), "".join(numbers.powers)
        self.ten = min(numbers.powers, key=numbers.powers.__getitem__)
        self.digits = str.maketrans({each: str(value) for each, value in numbers.digits.items()})
        counted = f"[{numbers.counted}]"
        single = "".join(_in_names(numbers.digits))
        self.number = re.compile(
            rf"(?<![{digits}{powers}{numbers.point}{numbers.not_before}])"
            rf"(?:{counted}?{self.ten}{counted}?|[{single}]{{1,9}})"
            rf"(?![{digits}{powers}{numbers.point}{numbers.not_behind}])"
        )
        small = "".join(digit for digit, value in numbers.digits.items() if value < 3)
        self.year = re.compile(rf"[{small}][{digits}]{numbers.year or '(?!)'}")


def _in_names(digits: Mapping[str, int]) -> Iterator[str]:
    """Of digits with the same value the first; the 两 of 两千 is in no name."""
    known: set[int] = set()
    for digit, value in digits.items():
        if value == 0 or value not in known:
            yield digit
        known.add(value)


_SPELLED = tuple(_Spelled(one.query.characters) for one in locales() if one.query.characters)


def read_spelled_numbers(draft: Draft, words: Vocabulary) -> None:
    """Put digits in place of the characters; in the parsed text only if the length stays."""
    for spelled in _SPELLED:
        for found in spelled.number.finditer(draft.text):
            start, end = found.span()
            if not _is_of_name(draft.text, start, end, words, spelled):
                continue
            tens = spelled.ten in found[0]
            digits = (
                f"{numeral_of(found[0])[0]:.0f}" if tens else found[0].translate(spelled.digits)
            )
            if len(digits) == end - start:
                draft.text = draft.text[:start] + digits + draft.text[end:]
            draft.digits |= dict.fromkeys(range(start, end), "") | {start: digits}


def _is_of_name(text: str, start: int, end: int, words: Vocabulary, spelled: _Spelled) -> bool:
    """八五五 is always; others behind a name, but not the 三 of 小米三摄; or between spaces.

    So is a year: 零九年.
    """
    is_clear = end - start >= _SHORTEST_CLEAR and spelled.ten not in text[start:end]
    if is_clear or spelled.year.match(text, start):
        return True
    ends = _ENDS.match(text, end) is not None
    if start == 0 or _STARTS.match(text, start - 1):
        return ends
    is_behind_name = "a" <= text[start - 1] <= "z" or known_before(words, text, start)
    return is_behind_name and (ends or end - start > 1)
