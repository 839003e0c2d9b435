"""Reads lists, enumerations, and yes or no."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from core.locales import any_of, merged
from core.names import name_key
from index.values.text import plain, without_brackets
from index.values.types import ValueMatch, WordList, YesNo
from index.values.units import scale_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.topic import Attribute
    from index.values.text import Span


# Separators; but not the slash of 850/900MHz and 9V/2A, nor the comma of 1,999.
_BETWEEN = re.compile(r"[、;；|]|,(?!\d)|(?<!\d),|(?<!\d)(?<!\dV)/|/(?!\d)")
_ANYTHING = r"[^:,、/]{0,6}"  # for the {} of the packs
_BEFORE = re.compile(
    rf"\s*(?:{any_of(merged(lambda locale: locale.values.lists.before))})\s*(?=\S)".replace(
        re.escape("{}"), _ANYTHING
    ),
    re.IGNORECASE,
)
_BEHIND = re.compile(
    rf"\s?(?:{any_of(merged(lambda locale: locale.values.lists.behind))})\s*\Z", re.IGNORECASE
)
_CHINESE_WORDS = re.compile(r"\s*[\u4e00-\u9fff]{2,8}(?:\s+[\u4e00-\u9fff]{2,8})+\s*")
_SPACES = re.compile(r"\s+")
_COUNT = re.compile(  # 2x HDMI, HDMI (2x), HDMI (x2)
    r"\A\d{1,2}\s?[x×]\s?|\s?\(?(?:\d{1,2}\s?[x×]|[x×]\s?\d{1,2})\)?\Z", re.IGNORECASE
)
_LONGEST_WORD = 24  # characters of an enumeration's value; anything longer is a sentence


def read_list(text: str, attribute: Attribute) -> ValueMatch:
    """All words, inside and outside of brackets."""
    spans = tuple(_parts(text))
    words = (_one_line(text[start:end]) for start, end in spans)
    return _found([each for word in words for each in _folded(word, attribute)], spans)


def _folded(word: str, attribute: Attribute) -> list[str]:
    """The topic's spelling; words of the topic with nothing but spaces between are separated."""
    known = attribute.spellings
    same = known.get(name_key(word)) or known.get(name_key(_COUNT.sub("", word)))
    if same or not known:
        return [same or word]
    one = _one_of(attribute.words, bounded=False)
    at, several = 0, []
    while found := one.match(word, at):
        several.append(known[name_key(found[0])])
        at = found.end() + word.startswith(" ", found.end())  # the items of an HTML list
    return several if at == len(word) else [word]


def read_enumeration(text: str, attribute: Attribute) -> ValueMatch:
    """Words of the topic, anywhere in the text; otherwise all parts that are short enough."""
    spans = [span for span in _parts(text) if name_key(text[slice(*span)])]
    known = [(_known(text[slice(*span)], attribute), span) for span in spans]
    of_topic = [(word, span) for word, span in known if word]
    chosen = of_topic or [
        (_one_line(text[start:end]), (start, end))
        for start, end in spans
        if end - start <= _LONGEST_WORD
    ]
    return _found([word for word, _ in chosen], tuple(span for _, span in chosen))


def _parts(text: str) -> Iterator[Span]:
    """The spans of the words; brackets belong to the word before them."""
    before = _BEFORE.match(text)
    start = before.end() if before else 0
    behind = _BEHIND.search(text, start)
    end = behind.start() if behind else len(text)
    between = _SPACES if _CHINESE_WORDS.fullmatch(text, start, end) else _BETWEEN
    for found in between.finditer(without_brackets(text), start, end):
        yield from _stripped(text, start, found.start())
        start = found.end()
    yield from _stripped(text, start, end)


def _stripped(text: str, start: int, end: int) -> Iterator[Span]:
    part = text[start:end]
    first = start + len(part) - len(part.lstrip())
    last = start + len(part.rstrip(" .。>»›"))  # links end like this: 4G手机>
    if first < last and text[last - 1] != ":":  # not a label without a value
        yield first, last


def _found(words: list[str], spans: tuple[Span, ...]) -> ValueMatch:
    return ValueMatch((WordList(tuple(dict.fromkeys(words))),), spans) if words else ValueMatch()


def _one_line(written: str) -> str:
    return " ".join(written.split())


def words_in(raw: str, attribute: Attribute) -> tuple[str, ...]:
    """All words of the topic that stand anywhere in a text, each once, in their order.

    >>> from core.topic import Attribute, ValueType
    >>> cores = Attribute(name="核心数", label="Cores", group="性能", type=ValueType.ENUMERATION,
    ...     words=(("双核", "Dual-core"), ("四核", "Quad-core")))
    >>> words_in("骁龙801 四核2.5GHz", cores)
    ('四核',)
    """
    if not attribute.words:
        return ()
    found = _one_of(attribute.words, bounded=True).finditer(plain(raw))
    return tuple(dict.fromkeys(attribute.spellings[name_key(word[0])] for word in found))


@lru_cache(maxsize=1000)
def _one_of(words: tuple[tuple[str, ...], ...], *, bounded: bool) -> re.Pattern[str]:
    """Matches the longest word at the earliest position; `bounded`: Latin words as whole words."""
    spelled = sorted((word for same in words for word in same), key=len, reverse=True)
    either = (_whole_word(word) if bounded else re.escape(word) for word in spelled)
    return re.compile("|".join(either), re.IGNORECASE)


def _whole_word(word: str) -> str:
    """A number may follow a name: Exynos7420; but the IP6 of IP68 is not meant."""
    before = r"(?<![a-z0-9])" if word[0].isascii() else ""
    behind = (r"(?![a-z])" if word[-1].isalpha() else r"(?![a-z0-9])") if word[-1].isascii() else ""
    return before + re.escape(word) + behind


def _known(part: str, attribute: Attribute) -> str | None:
    known = attribute.spellings
    if not known:
        return None
    exact = known.get(name_key(part))
    found = None if exact else _one_of(attribute.words, bounded=True).search(part)
    return known[name_key(found[0])] if found else exact


# Yes or no: 支持, 不支持NFC, FM radio.


def _answer(name: str) -> str:
    return any_of(merged(lambda locale: getattr(locale.values, name)))


_ANSWER = re.compile(
    rf"(?P<neither>{_answer('neither')})|(?P<no>{_answer('no')}|[✗✘])|(?P<yes>{_answer('yes')}|[√✓✔])",
    re.IGNORECASE,
)


def read_yes_no(text: str, attribute: Attribute) -> ValueMatch:
    """By the first word; a text that names only the attribute, or a power (30W), means yes."""
    answer = next((found for found in _ANSWER.finditer(text) if not found["neither"]), None)
    if answer and answer["no"]:
        return ValueMatch((YesNo(yes=False),), (answer.span(),))
    named = _names(attribute.all_names).search(text)
    meant = answer or named or _some_power().search(text)
    if not meant:
        return ValueMatch()
    spans = (meant.span(), named.span()) if named else (meant.span(),)
    return ValueMatch((YesNo(yes=True),), spans)


@cache
def _some_power() -> re.Pattern[str]:
    watts = (spelled for spelled, factor in scale_of("W").factors.items() if factor == 1)
    return re.compile(rf"[1-9]\d{{0,3}}(?:[.,]\d{{1,2}})?\s?(?:{any_of(watts)})", re.IGNORECASE)


@lru_cache(maxsize=1000)
def _names(names: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, longest_first)), re.IGNORECASE)
