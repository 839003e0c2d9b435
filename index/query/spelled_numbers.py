"""Numbers of names that are spelled in Chinese: 小米十四, 骁龙八五五, iPhone十五.

Amounts (三千, 五点五寸) are read by `amounts`; these numbers stay parts of names.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from index.query.amounts import numeral_of
from index.query.vocabulary import known_before

if TYPE_CHECKING:
    from index.query.model import Draft
    from index.query.vocabulary import Vocabulary


_DIGITS = str.maketrans("〇零一二三四五六七八九", "00123456789")
_DIGIT = "[一二三四五六七八九]"
_NUMBER = re.compile(
    rf"(?<![〇零一二两三四五六七八九十百千万第点几])(?:{_DIGIT}?十{_DIGIT}?|[〇零一二三四五六七八九]{{1,9}})"
    r"(?![〇零一二两三四五六七八九十百千万亿点多几来])"
)
_SHORTEST_CLEAR = 3  # digits
_YEAR = re.compile(r"[〇零一二][〇零一二三四五六七八九]年")
_STARTS = re.compile(r"[\s\0,、;。!?()|]")
_ENDS = re.compile(r"[\s\0,、;。!?()|a-z的和与跟或]|\Z")


def read_spelled_numbers(draft: Draft, words: Vocabulary) -> None:
    """Put digits in place of the characters; in the parsed text only if the length stays."""
    for found in _NUMBER.finditer(draft.text):
        start, end = found.span()
        if not _is_of_name(draft.text, start, end, words):
            continue
        has_tens = "十" in found[0]
        digits = f"{numeral_of(found[0])[0]:.0f}" if has_tens else found[0].translate(_DIGITS)
        if len(digits) == end - start:
            draft.text = draft.text[:start] + digits + draft.text[end:]
        draft.digits |= dict.fromkeys(range(start, end), "") | {start: digits}


def _is_of_name(text: str, start: int, end: int, words: Vocabulary) -> bool:
    """八五五 is always; others behind a name, but not the 三 of 小米三摄; or between spaces.

    So is a year: 零九年.
    """
    is_clear = end - start >= _SHORTEST_CLEAR and "十" not in text[start:end]
    if is_clear or _YEAR.match(text, start):
        return True
    ends = _ENDS.match(text, end) is not None
    if start == 0 or _STARTS.match(text, start - 1):
        return ends
    is_behind_name = "a" <= text[start - 1] <= "z" or known_before(words, text, start)
    return is_behind_name and (ends or end - start > 1)
