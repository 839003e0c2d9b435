"""Numbers of names that are spelled with characters: 小米十四, 骁龙八五五, iPhone十五.

Amounts (三千, 五点五寸) are read by `amounts`; these numbers stay parts of names.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.locales import locales
from index.query.numerals import numeral_of
from index.query.vocabulary import known_before
from index.query.wordlists import words_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from core.locale_packs import CharacterNumbers
    from index.query.model import Draft
    from index.query.vocabulary import Vocabulary


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
