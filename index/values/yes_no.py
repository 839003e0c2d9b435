"""Yes or no: 支持, 不支持NFC, FM radio."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from index.values.found import ValueMatch
from index.values.typed import YesNo

if TYPE_CHECKING:
    from core.topic import Attribute

_NO = re.compile(
    r"不支持|不带|不具备|没有|未配备|无(?!线)|否|\bnot?\b|\bnone\b|\bfalse\b|[✗✘]", re.IGNORECASE
)
_YES = re.compile(
    r"支持|具备|内置|配备|有(?!线)|是|\byes\b|\btrue\b|\bsupported\b|[√✓✔]", re.IGNORECASE
)
_SOME_POWER = re.compile(r"[1-9]\d{0,3}(?:\.\d{1,2})?\s?[w瓦]", re.IGNORECASE)


def read_yes_no(text: str, attribute: Attribute) -> ValueMatch:
    """A text that only names the attribute, or says how strong it is, means yes."""
    no, yes = _NO.search(text), _YES.search(text)
    if no and not (yes and yes.start() < no.start()):
        return ValueMatch((YesNo(yes=False),), (no.span(),))
    named = _names(attribute.name, attribute.aliases).search(text)
    meant = yes or named or _SOME_POWER.search(text)
    if not meant:
        return ValueMatch()
    spans = (meant.span(), named.span()) if named else (meant.span(),)
    return ValueMatch((YesNo(yes=True),), spans)


@lru_cache(maxsize=1000)
def _names(name: str, aliases: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted((name, *aliases), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, longest_first)), re.IGNORECASE)
