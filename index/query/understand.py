"""`understand`: parses typed text into filters, and words to search for.

Each step removes what it understands from the `Draft`, so that no piece of text is used twice.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from core.locales import locale_of, locales
from index.query.dates import take_dates
from index.query.leftover import Leftovers, all_words
from index.query.limits import take_versions
from index.query.measures import Units, take_measures, take_pairs
from index.query.model import LONGEST_TYPED, AttributeFilter, ParsedText, draft_of
from index.query.negation import take_absent, take_unwanted
from index.query.numerals import read_spelled_numbers
from index.query.orders import Orders
from index.query.values import filter_of, take_fields, take_known_values, with_needed
from index.query.vocabulary import Vocabulary, meaning_at, product_names
from index.query.wordlists import LATIN, any_of, typed_ways, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import date

    from core.locale_packs import QueryPack
    from core.topic import Topic
    from index.query.model import Alternatives, Draft, TextSpan


_PHRASE = re.compile(
    r'(?<![^\s\0])(?P<minus>-?)"(?P<quoted>[^"\0]*)"|[「『](?P<cornered>[^」』\0]*)[」』]'
)
_MINUS = re.compile(r"(?<![^\s\0])-(?P<word>[^\s\0-][^\s\0]*)")


def understand(
    text: str, topic: Topic, today: date | None = None, brands: frozenset[str] = frozenset()
) -> ParsedText:
    """Anything that is not understood is searched for as text.

    Only the first 500 characters are read. 今年 and "last year" need to know `today`. `brands` are
    those that products have, beside those that the topic knows.
    """
    return _understood(text[:LONGEST_TYPED], topic, today, brands)


# Different pages, sort orders and facets of a search have the same text.
@lru_cache(maxsize=1000)
def _understood(text: str, topic: Topic, today: date | None, brands: frozenset[str]) -> ParsedText:
    draft = draft_of(text)
    words, units, orders, leftovers = _words_of(topic, brands, taiwanese=draft.is_traditional)
    leftovers.cut_compounds(draft)
    read_spelled_numbers(draft, words)
    folded = draft.text
    take_fields(draft, words)
    _take_phrases(draft)
    _take_minus_words(draft, words)
    take_versions(draft, words, units)
    take_pairs(draft, units, topic.query.pairs)
    take_measures(draft, words, units, decimal_sign_of(folded, topic))
    take_dates(draft, words, today)
    orders.take(draft)
    take_known_values(draft, words)
    take_absent(draft, words)
    take_unwanted(draft, leftovers)
    filters = tuple(sorted(draft.filters, key=lambda each: each.place))
    wordings = tuple(leftovers.words_left(draft))
    alternatives = alternatives_in(folded, (*filters, *wordings), topic, words.brand)
    return ParsedText(
        draft.raw,
        with_needed(filters, words, alternatives),
        wordings,
        tuple(draft.phrases),
        tuple(draft.without),
        tuple(sorted(draft.orders, key=lambda each: each.place)),
        alternatives,
    )


def words_and_phrases(text: str, topic: Topic) -> ParsedText:
    """Without filters, for texts that have no attributes: words, phrases and unwanted ones.

    >>> from core.topic import shipped_topic
    >>> parsed = words_and_phrases('续航 "小米 14" -广告', shipped_topic("phones"))
    >>> parsed.words, parsed.phrases, parsed.without
    ('续航', ('小米 14',), ('广告',))
    """
    *_, leftovers = _words_of(topic, frozenset(), taiwanese=False)
    draft = draft_of(text)
    _take_phrases(draft)
    for found in _MINUS.finditer(draft.text):
        _take_unwanted(draft, found)
    left = tuple(leftovers.words_left(draft)) or tuple(all_words(draft))
    return ParsedText(draft.raw, (), left, tuple(draft.phrases), tuple(draft.without))


@lru_cache(maxsize=8)
def _words_of(
    topic: Topic, brands: frozenset[str], *, taiwanese: bool
) -> tuple[Vocabulary, Units, Orders, Leftovers]:
    words = Vocabulary(topic, brands, taiwanese=taiwanese)
    return words, Units(topic), Orders(topic, words), Leftovers(topic)


def _take_phrases(draft: Draft) -> None:
    for found in _PHRASE.finditer(draft.text):
        group = "cornered" if found["quoted"] is None else "quoted"
        if phrase := draft.wording(found.span(group), found.span()):
            (draft.without if found["minus"] else draft.phrases).append(phrase)
        draft.take(*found.span())


def _take_minus_words(draft: Draft, words: Vocabulary) -> None:
    """A known word becomes a filter, any other an unwanted phrase."""
    for found in _MINUS.finditer(draft.text):
        known = meaning_at(words, draft.text, found.start("word"))
        if known and known[0] == found.end():
            draft.add(filter_of(known[1], draft.raw, found.span(), negated=True))
        elif not found["word"][0].isdigit():
            _take_unwanted(draft, found)


def _take_unwanted(draft: Draft, found: re.Match[str]) -> None:
    if word := draft.wording(found.span("word"), found.span()):
        draft.without.append(word)
    draft.take(*found.span())


# The sign before decimals, where languages differ: 1.299 mm, 1,299 mm.


_LATIN_WORD = re.compile(f"[{LATIN}]+")


def decimal_sign_of(text: str, topic: Topic) -> str:
    """The decimal sign: that of the language of the text's words, or else of the topic.

    >>> from core.topic import shipped_topic
    >>> phones, monitors = shipped_topic("phones"), shipped_topic("monitors")
    >>> [decimal_sign_of(text, phones) for text in ("unter 1,299 kg", "under 1,299 g", "1,299")]
    [',', '.', '.']
    >>> [decimal_sign_of(text, monitors) for text in ("under 1,299 kg", "1,299 kg")]
    ['.', ',']
    """
    votes = [_languages()[word] for word in _LATIN_WORD.findall(text) if word in _languages()]
    language = max(votes, key=votes.count) if votes else topic.languages[0]
    return locale_of(language).values.numbers.decimal


@cache
def _languages() -> Mapping[str, str]:
    """Latin words that only one language has → that language."""
    known: dict[str, set[str]] = {}
    for locale in locales():
        for word in _common_words(locale.query):
            known.setdefault(word, set()).add(locale.language)
    return {word: languages.pop() for word, languages in known.items() if len(languages) == 1}


def _common_words(pack: QueryPack) -> set[str]:
    before, behind = pack.limits.before, pack.limits.behind
    limits = chain.from_iterable(
        words for side in (before, behind) for _, words in side if isinstance(words, tuple)
    )
    written = chain(limits, pack.ranges.to, pack.ranges.end, *pack.filler, pack.negation.without)
    several = (way for words in written for way in typed_ways(words))
    return {word for phrase in several for word in _LATIN_WORD.findall(phrase)}


# Alternatives: 双卡 OR NFC, 小米或华为, iphone or samsung.
#
# An "or" binds more closely than a space: 小米或华为 8GB means 8 GB of either brand.


_OR = rf"(?:{any_of(words_of(lambda pack: pack.one_of))}|\|{{1,2}})"
_NOTHING = rf"\s|[,、]|{any_of(words_of(lambda pack: pack.around_one_of))}"
_HAS_DIGIT = re.compile(r"\d")


def alternatives_in(
    text: str, pieces: Iterable[TextSpan], topic: Topic, brand: str
) -> tuple[Alternatives, ...]:
    """`text` is folded, `pieces` are filters and words; words that follow each other are one."""
    joints = _joints(topic)
    groups: list[list[tuple[TextSpan, ...]]] = []
    for item in _items(text, pieces, brand):
        before = groups[-1][-1][-1] if groups else None
        if before and joints.fullmatch(text, before.end, item[0].start):
            groups[-1].append(item)
        else:
            groups.append([item])
    return tuple(tuple(group) for group in groups if len(group) > 1)


@lru_cache(maxsize=8)
def _joints(topic: Topic) -> re.Pattern[str]:
    nothing = rf"(?:{_NOTHING}|{any_of(product_names(topic))})*"
    return re.compile(rf"{nothing}{_OR}{nothing}")


def _items(text: str, pieces: Iterable[TextSpan], brand: str) -> Iterator[tuple[TextSpan, ...]]:
    """A brand and the model behind it are one thing: 小米 14 或 华为 mate 60."""
    item: list[TextSpan] = []
    for piece in sorted({each.place: each for each in pieces}.values(), key=lambda one: one.start):
        if item and not _continues(text, item, piece, brand):
            yield tuple(item)
            item = []
        item.append(piece)
    if item:
        yield tuple(item)


def _continues(text: str, item: Sequence[TextSpan], piece: TextSpan, brand: str) -> bool:
    last = item[-1]
    if isinstance(piece, AttributeFilter) or text[last.end : piece.start].strip():
        return False
    if not isinstance(last, AttributeFilter):
        return True
    return last.attribute == brand and bool(_HAS_DIGIT.search(piece.said))
