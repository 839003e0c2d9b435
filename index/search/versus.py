"""Questions about two products: iphone 15 vs 小米 14, S24 Ultra和Mate 60 Pro哪个好."""

from __future__ import annotations

import re

_VERSUS = r"(?:\b(?:vs\.?|versus|pk)(?![a-z0-9])|对比|还是|相比)"
_AND = r"(?:\b(?:and|with|to|or)\b|和|与|跟|同|、|,|，|&|\+)"
_COMPARE = r"(?:compare|comparison of|comparison between|difference between|比较一?下?|对比一?下?)"
_WHICH = (
    r"(?:的?(?:对比|比较|相比|区别|差别|不同)|有什么(?:区别|不同)|(?:哪个|哪款|哪一?[个款部台])"
    r"(?:更?好|好一?[点些]|值得买|更?值得|更便宜|更轻|更大)?|怎么选|选哪个|买哪个|比一?比|compared?|comparison"
    r"|which(?: one)? is better|which is better)"
)
_END = r"[\s?？。.!！]*"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"\s*{_COMPARE}\s*(?P<one>.+?)\s*(?:{_VERSUS}|{_AND})\s*(?P<other>.+?){_END}",
        rf"\s*(?P<one>.+?)\s*{_VERSUS}\s*(?P<other>.+?)\s*[,，]?\s*(?:{_WHICH})?{_END}",
        rf"\s*(?P<one>.+?)\s*{_AND}\s*(?P<other>.+?)\s*[,，]?\s*{_WHICH}{_END}",
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
