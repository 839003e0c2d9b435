"""Questions about two products: iphone 15 vs 小米 14, S24 Ultra和Mate 60 Pro哪个好."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from index.query.wordlists import any_of, words_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.locale_packs import VersusWords, Words


def _any(of: Callable[[VersusWords], Words]) -> str:
    return any_of(words_of(lambda pack: of(pack.versus)), within="a-zäöüß0-9")


_VERSUS = rf"(?:{_any(lambda words: words.between)})"
_AND = rf"(?:{_any(lambda words: words.joint)}|[、,，&+])"
_COMPARE = rf"(?:{_any(lambda words: words.compare)})"
_WHICH = rf"(?:{_any(lambda words: words.which)})(?:{_any(lambda words: words.better)})?"
_ASK = rf"(?:{_any(lambda words: words.ask)}|{_WHICH})"
_END = r"[\s?？。.!！]*"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"\s*{_COMPARE}\s*:?\s*(?P<one>.+?)\s*(?:{_VERSUS}|{_AND})\s*(?P<other>.+?){_END}",
        rf"\s*(?P<one>.+?)\s*{_VERSUS}\s*(?P<other>.+?)\s*[,，]?\s*(?:{_ASK})?{_END}",
        rf"\s*(?P<one>.+?)\s*{_AND}\s*(?P<other>.+?)\s*[,，]?\s*{_ASK}{_END}",
    )
)
_LONGEST = 100  # characters; a longer text is no comparison of two names


def compared_names(text: str) -> tuple[str, str] | None:
    """The two sides of a comparison, whatever they are.

    >>> compared_names("iPhone 15 vs 小米 14"), compared_names("一加11与一加12比较")
    (('iPhone 15', '小米 14'), ('一加11', '一加12'))
    """
    if len(text) > _LONGEST:
        return None
    for form in _FORMS:
        if found := form.fullmatch(text):
            return found["one"], found["other"]
    return None
