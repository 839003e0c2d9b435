"""What values mean, in the visitor's language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.topic import ValueType
from search_ui.languages import phrase
from search_ui.searching.wording import amount_in

if TYPE_CHECKING:
    from core.topic import Attribute
    from index.documents import ShownValue
    from search_ui.languages import Language

_CHINESE = re.compile("[\u3400-\u9fff]")
_WORDS = (ValueType.TEXT, ValueType.LIST, ValueType.ENUMERATION)


def meaning_in(language: Language, value: ShownValue, attribute: Attribute | None) -> str:
    """Yes and no in words, units as the language writes them; words stay as they are."""
    if attribute is None or attribute.type in _WORDS:
        return value.meaning
    if attribute.type is ValueType.YES_NO and value.meaning in {"yes", "no"}:
        return phrase(f"product.{value.meaning}", language)
    return amount_in(language, value.meaning, attribute.unit)


def gloss(language: Language, value: ShownValue, attribute: Attribute | None) -> str:
    """For English readers, what a Chinese text means; "" where they can read it themselves."""
    if language != "en" or attribute is None or attribute.type in _WORDS:
        return ""
    if not _CHINESE.search(value.raw):
        return ""
    return meaning_in(language, value, attribute)
