"""品牌:小米, where the value is no amount; amounts are read with the name before them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.topic import ValueType
from index.products.vocabulary import BRANDS
from index.query.query import Chosen, Excluded, Having
from index.query.vocabulary import name_before
from index.values.reading import read_value
from index.values.typed import WordList, YesNo

if TYPE_CHECKING:
    from core.topic import Attribute
    from index.query.draft import Draft
    from index.query.vocabulary import Vocabulary

_VALUE = re.compile(r'\s?[:=]{1,2}\s?(?:"(?P<quoted>[^"\0]+)"|(?P<bare>[^\s\0"]+))')
_AMOUNTS = (ValueType.QUANTITY, ValueType.PRICE, ValueType.DATE)
_OF_A_FEW = (ValueType.ENUMERATION, ValueType.LIST)


def take_fields(draft: Draft, words: Vocabulary) -> None:
    earliest = 0
    for found in list(_VALUE.finditer(draft.text)):
        named = name_before(words, draft.text, found.start(), earliest)
        if named is None or named[1].type in _AMOUNTS:
            continue
        start, attribute = named
        negated = draft.text[max(earliest, start - 1) : start] == "-"
        group = "quoted" if found["quoted"] else "bare"
        value = draft.raw[slice(*found.span(group))].strip(" ,，、")
        if _take_field(draft, words, attribute, value, (start - negated, found.end())):
            earliest = found.end()


def _take_field(
    draft: Draft, words: Vocabulary, attribute: Attribute, value: str, place: tuple[int, int]
) -> bool:
    start, end = place
    said = draft.raw[start:end]
    negated = draft.text[start] == "-"
    if attribute.type is ValueType.YES_NO:
        yes = _yes(attribute, value)
        if yes is not None:
            yes = yes is not negated
            draft.add(Having(attribute=attribute.name, said=said, start=start, end=end, yes=yes))
        return yes is not None
    values = _values(attribute, value, words)
    if values:
        kind = Excluded if negated else Chosen
        draft.add(kind(attribute=attribute.name, said=said, start=start, end=end, values=values))
    return bool(values)


def _yes(attribute: Attribute, value: str) -> bool | None:
    read = read_value(value, attribute).values
    return next((each.yes for each in read if isinstance(each, YesNo)), None)


def _values(attribute: Attribute, value: str, words: Vocabulary) -> tuple[str, ...]:
    if attribute.type not in _OF_A_FEW:
        return (value,) if value else ()
    read = read_value(value, attribute).values
    chosen = next((each.words for each in read if isinstance(each, WordList)), ())
    if attribute.name != words.brand:
        return chosen
    brands = ((word, BRANDS.known(word)) for word in chosen)
    return tuple(BRANDS.brands[key].names[0] if key else word for word, key in brands)
