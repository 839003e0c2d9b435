"""Parses values in queries other than amounts.

`take_fields` handles 品牌:小米, `take_known_values` brands, form factors and features, with or
without a negation (无, not) before them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.topic import ValueType
from index.query.model import Chosen, Excluded, Having
from index.query.vocabulary import (
    WordMeaning,
    meaning_at,
    name_before,
    name_behind,
    stands_alone,
)
from index.values.read import read_value
from index.values.types import WordList, YesNo

if TYPE_CHECKING:
    from core.topic import Attribute
    from index.query.model import Draft, Filter
    from index.query.vocabulary import Vocabulary
    from index.values.text import Span


_NOT = re.compile(
    # 有没有 and 支不支持 ask, they do not negate.
    r"(?:(?<!支)(?<!支持)不支持|(?<!带)不带|不含|(?<!要)不要|不想要|(?<!有)没有|(?<!有)没|无|非|除了|除"
    r"|(?<!是)不是|without|not|no|except|non)"
    r"[ -]{0,2}\Z"
)
_YES = re.compile(r"(?:有没有|支不支持|支持|带有?|有|具备|with|has|supports)\s{0,2}\Z")
_EXCEPT_BEHIND = re.compile(r"\s?(?:以外|之外|除外)(?:的)?")
_AND = re.compile(r"\s?(?:和|与|跟|及|、|,|or|and|/)\s?")
_MODEL_BEHIND = re.compile(r"[a-z]{0,8}\d")
_NUMBER_BEHIND = re.compile(r"\s?(?=\d)")
_MODEL_BEFORE = re.compile(
    r"(?:\d\w{0,9}|\b(?!(?:a|an|am|as|at|be|by|do|hi|if|in|is|it|me|my|no|of|on|or|so|to|us|we)\b)"
    r"[a-z]{1,2})\s\Z"
)
_SHORTEST_THAT_RUNS_ON = 4


def take_known_values(draft: Draft, words: Vocabulary) -> None:
    at = 0
    while at < len(draft.text):
        found = meaning_at(words, draft.text, at)
        if found and _means_it(words, draft.text, at, *found):
            at = _take_value(draft, words, at, *found)
        else:
            at = _next_word(draft.text, at)


def _next_word(text: str, at: int) -> int:
    """Skip the rest of a Latin word: no word begins inside it."""
    at += 1
    while at < len(text) and text[at].isascii() and text[at].isalnum() and _is_latin(text[at - 1]):
        at += 1
    return at


def _is_latin(character: str) -> bool:
    return character.isascii() and character.isalpha()


def _means_it(words: Vocabulary, text: str, start: int, end: int, meaning: WordMeaning) -> bool:
    """False inside names of models, like 骁龙8 and Z Flip 5."""
    if meaning.is_brand:
        return _is_brand(text, start, end)
    if not stands_alone(text, start, end) or (not meaning.value and text[end : end + 1].isdigit()):
        return False
    if not meaning.value:
        return True
    number = _NUMBER_BEHIND.match(text, end)
    model_behind = _is_latin(text[end : end + 1]) or (
        number and not meaning_at(words, text, number.end())
    )
    model_before = text[start].isascii() and _MODEL_BEFORE.search(text[max(0, start - 12) : start])
    return not (model_behind or model_before)


def _is_brand(text: str, start: int, end: int) -> bool:
    """A brand may be joined to a model's number: vivoX90, Nokia6300."""
    name = text[start:end]
    if name.isdigit():  # 360, 8848
        around = text[start - 1 : start] + text[end : end + 1]
        return not any(c.isascii() and (c.isalnum() or c in ".-+") for c in around)
    if stands_alone(text, start, end):
        return len(name) > 2 or not name.isascii() or not text[end : end + 1].isdigit()
    starts_alone = not _is_latin(text[start - 1 : start])
    runs_on = name.isalpha() and len(name) >= _SHORTEST_THAT_RUNS_ON
    return starts_alone and runs_on and bool(_MODEL_BEHIND.match(text, end))


def _take_value(draft: Draft, words: Vocabulary, start: int, end: int, meaning: WordMeaning) -> int:
    before = draft.text[max(0, start - 10) : start]
    negated = _NOT.search(before)
    wanted = None if negated else _YES.search(before)
    start -= len((negated or wanted or [""])[0])
    end, others = _others(draft.text, words, end, meaning) if negated else (end, ())
    behind = _EXCEPT_BEHIND.match(draft.text, end)
    end = behind.end() if behind else end
    start, end = _with_name(draft.text, words, (start, end), meaning)
    is_out = bool(negated or behind)
    draft.add(filter_of(meaning, draft.raw, (start, end), others=others, negated=is_out))
    return end


def _with_name(text: str, words: Vocabulary, place: Span, meaning: WordMeaning) -> Span:
    """With a name beside it that adds nothing: AMOLED屏幕, screen: IPS."""
    start, end = place
    group = words.by_name[meaning.attribute].group
    blank = text[end : end + 1] == " "
    behind = name_behind(words, text, end) or name_behind(words, text, end + blank)
    if behind and behind[1].group == group and text[end : behind[0]].strip() not in words.meanings:
        end = behind[0]
    before = name_before(words, text, start, 0)
    if (
        before
        and before[1].group == group
        and text[before[0] : start].strip() not in words.meanings
    ):
        start = before[0]
    return start, end


def _others(
    text: str, words: Vocabulary, end: int, meaning: WordMeaning
) -> tuple[int, tuple[str, ...]]:
    """Further values under the same negation: 除了小米和华为 excludes both."""
    others: list[str] = []
    while meaning.value and (joint := _AND.match(text, end)):
        found = meaning_at(words, text, joint.end())
        if not found or found[1].attribute != meaning.attribute:
            break
        end = found[0]
        others.append(found[1].value)
    return end, tuple(others)


def filter_of(
    meaning: WordMeaning, raw: str, place: Span, *, others: tuple[str, ...] = (), negated: bool
) -> Filter:
    start, end = place
    attribute, said = meaning.attribute, raw[start:end]
    if not meaning.value:
        return Having(attribute=attribute, said=said, start=start, end=end, yes=not negated)
    kind = Excluded if negated else Chosen
    values = (meaning.value, *others)
    return kind(attribute=attribute, said=said, start=start, end=end, values=values)


# 品牌:小米. Amounts are handled by `take_measures`, with the name before them.


_VALUE = re.compile(r'\s?[:=]{1,2}\s?(?:"(?P<quoted>[^"\0]+)"|(?P<bare>[^\s\0"]+))')
_AMOUNTS = (ValueType.QUANTITY, ValueType.PRICE, ValueType.DATE)
_CATEGORICAL = (ValueType.ENUMERATION, ValueType.LIST)


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
    if attribute.type not in _CATEGORICAL:
        return (value,) if value else ()
    read = read_value(value, attribute).values
    chosen = next((each.words for each in read if isinstance(each, WordList)), ())
    if attribute.name != words.brand:
        return chosen
    brands = ((word, words.brands.named(word)) for word in chosen)
    return tuple(brand.names[0] if brand else word for word, brand in brands)
