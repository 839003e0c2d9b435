"""Parses values in queries other than amounts.

`take_fields` handles 品牌:小米, `take_known_values` brands, form factors and features, with or
without a negation (无, not) before them.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from core.topic import Role, ValueType
from index.query.model import Chosen, Excluded, Having
from index.query.negation import negation_before_value, wish_before
from index.query.vocabulary import meaning_at, name_before, name_behind, stands_alone
from index.query.wordlists import any_of, is_latin, words_of
from index.values.read import read_value
from index.values.types import WordList, YesNo

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from core.topic import Attribute
    from index.query.model import Alternatives, Draft, Filter
    from index.query.vocabulary import Vocabulary, WordMeaning
    from index.values.text import Span


_EXCEPT_BEHIND = re.compile(
    rf"\s?(?:{any_of(words_of(lambda pack: pack.negation.other_than_behind))})"
    rf"(?:{any_of(words_of(lambda pack: pack.links))})?"
)
_AND = re.compile(
    rf"-?\s?(?:[、,/]|{any_of(words_of(lambda pack: (*pack.all_of, *pack.one_of)))})\s?"
)
_NOR = re.compile(rf"\s?,?\s?(?:{any_of(words_of(lambda pack: pack.negation.nor))})\s?")
_JOINTS = (" ", "-")  # AMOLED screen, IPS-Panel
_MODEL_BEHIND = re.compile(r"[a-z]{0,8}\d")
_NUMBER_BEHIND = re.compile(r"\s?(?=\d)")
_SHORT_WORDS = {
    word
    for word in words_of(lambda pack: (*chain.from_iterable(pack.filler), *pack.negation.without))
    if word.isascii() and word.isalpha() and len(word) <= 2
}
_MODEL_BEFORE = re.compile(rf"(?:\d\w{{0,9}}|\b(?!(?:{'|'.join(_SHORT_WORDS)})\b)[a-z]{{1,2}})\s\Z")
_SHORTEST_THAT_RUNS_ON = 4
_SMALL_NUMBERS = words_of(lambda pack: pack.numbers.small if pack.numbers else ())
_AT_LEAST = words_of(lambda pack: (*pack.having, *pack.limits.before.at_least))
# How many there are is in no attribute: with two HDMI ports.
_COUNT = re.compile(
    rf"(?:{any_of(_AT_LEAST)})\s(?P<count>(?:[1-9]|{any_of(_SMALL_NUMBERS)})\s?x?\s?)\Z"
)


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
    while at < len(text) and is_latin(text[at - 1]) and (is_latin(text[at]) or text[at].isdigit()):
        at += 1
    return at


def _means_it(words: Vocabulary, text: str, start: int, end: int, meaning: WordMeaning) -> bool:
    """False inside names of models, like 骁龙8 and Z Flip 5."""
    if meaning.is_brand:
        return _is_brand(text, start, end)
    if not stands_alone(text, start, end) or (not meaning.value and text[end : end + 1].isdigit()):
        return False
    if not meaning.value:
        return True
    number = _NUMBER_BEHIND.match(text, end)
    model_behind = is_latin(text[end : end + 1]) or (
        number and not meaning_at(words, text, number.end())
    )
    before = text[max(0, start - 12) : start]
    model_before = text[start].isascii() and _MODEL_BEFORE.search(before)
    return not (model_behind or (model_before and not _count(text, start)))


def _count(text: str, start: int) -> int:
    """The length of a number before what a product has several of."""
    found = _COUNT.search(text[max(0, start - 30) : start])
    return len(found["count"]) if found else 0


def _is_brand(text: str, start: int, end: int) -> bool:
    """A brand may be joined to a model's number: vivoX90, Nokia6300."""
    name = text[start:end]
    if name.isdigit():  # 360, 8848
        around = text[start - 1 : start] + text[end : end + 1]
        return not any(c.isascii() and (c.isalnum() or c in ".-+") for c in around)
    if stands_alone(text, start, end):
        return len(name) > 2 or not name.isascii() or not text[end : end + 1].isdigit()
    starts_alone = not is_latin(text[start - 1 : start])
    runs_on = name.isalpha() and len(name) >= _SHORTEST_THAT_RUNS_ON
    return starts_alone and runs_on and bool(_MODEL_BEHIND.match(text, end))


def _take_value(draft: Draft, words: Vocabulary, start: int, end: int, meaning: WordMeaning) -> int:
    named = name_behind(words, draft.text, start)
    if named and named[1].name == meaning.attribute:  # VESA-Halterung, of which VESA is a value
        end = max(end, named[0])
    start -= _count(draft.text, start)
    negated = negation_before_value(draft.text, start)
    wanted = wish_before(draft.text, start) if negated is None else None
    start = next((place for place in (negated, wanted) if place is not None), start)
    meanings = [meaning]
    if negated is not None:
        end, others = _others(draft.text, words, end, meaning)
        meanings += others
    behind = _EXCEPT_BEHIND.match(draft.text, end)
    end = behind.end() if behind else end
    start, end = _with_name(draft.text, words, (start, end), meaning)
    is_out = negated is not None or bool(behind)
    draft.add(*_filters_of(meanings, draft.raw, (start, end), negated=is_out))
    return end


def _filters_of(
    meanings: Iterable[WordMeaning], raw: str, place: Span, *, negated: bool
) -> Iterator[Filter]:
    """Values of one attribute together."""
    by_attribute: dict[str, list[WordMeaning]] = {}
    for meaning in meanings:
        by_attribute.setdefault(meaning.attribute, []).append(meaning)
    for first, *others in by_attribute.values():
        also = tuple(one.value for one in others if one.value)
        yield filter_of(first, raw, place, others=also, negated=negated)


def _with_name(text: str, words: Vocabulary, place: Span, meaning: WordMeaning) -> Span:
    """With a name beside it that adds nothing: AMOLED屏幕, screen: IPS."""
    start, end = place
    group = words.by_name[meaning.attribute].group
    joint = text[end : end + 1] in _JOINTS
    behind = name_behind(words, text, end) or name_behind(words, text, end + joint)
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
) -> tuple[int, list[WordMeaning]]:
    """Further values under the same negation: 除了小米和华为 excludes both, 无NFC和红外 too."""
    others: list[WordMeaning] = []
    while joint := _NOR.match(text, end) or _AND.match(text, end):
        found = meaning_at(words, text, joint.end())
        if not found or not stands_alone(text, joint.end(), found[0]):
            break
        is_alike = bool(found[1].value) is bool(meaning.value)
        is_of_another = bool(meaning.value) and found[1].attribute != meaning.attribute
        if joint.re is not _NOR and (is_of_another or not is_alike):
            break
        end = found[0]
        others.append(found[1])
    return end, others


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


def with_needed(
    filters: Sequence[Filter], words: Vocabulary, alternatives: Iterable[Alternatives]
) -> tuple[Filter, ...]:
    """Of a list that products have, like their ports, all values that were asked for are needed.

    But not those with an "or" between them, nor what differs from variant to variant (colours).
    """
    either = {piece.place for group in alternatives for item in group for piece in item}
    wanted = [
        each
        for each in filters
        if isinstance(each, Chosen)
        and each.place not in either
        and words.by_name[each.attribute].type is ValueType.LIST
        and words.by_name[each.attribute].role is not Role.VARIANT
    ]
    times = Counter(each.attribute for each in wanted)
    needed = {each.place for each in wanted if times[each.attribute] > 1}
    return tuple(
        replace(each, needed=True) if isinstance(each, Chosen) and each.place in needed else each
        for each in filters
    )


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
