"""Tokenizes text, for the index and for queries. Documented in docs/analysis.md.

`analyzer_for(topic)` returns the `Analyzer`. Runs of Han characters are segmented by jieba with the
topic's words added (`Segmenter`, `TopicWords`). Indexed text gets every token that somebody might
search for (`IndexTokenizer`); a query gets the fewest, most specific tokens (`QueryTokenizer`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from core.locales import locales
from index.segmenter import Segmenter, TopicWords, words_of
from index.text import Gap, Kind, normal, pieces_of, smallest_pieces, traced

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from core.topic import Topic
    from index.text import Piece

    Replaced = Callable[[re.Match[str]], str]


# Stemming, for topics in a language that inflects words.
#
# The endings are in the locale packs (`stem_endings`); the same for the index and for queries.


_SHORTEST_STEM = 4  # letters
_SPELLED_UMLAUTS = (("ae", "a"), ("oe", "o"), ("ue", "u"))  # as `normal` writes ä, ö and ü


class Stemmer:
    """Without the endings of the topic's language: Lautsprechern and Lautsprecher are one word."""

    def __init__(self, topic: Topic) -> None:
        own = topic.languages[0]
        written = (one.query.stem_endings for one in locales() if one.language == own)
        self._endings = tuple(sorted(next(written, ()), key=len, reverse=True))

    def stem(self, word: str) -> str:
        """The word as it is searched for; a short one stays."""
        if not self._endings or len(word) <= _SHORTEST_STEM:
            return word
        for pair, vowel in _SPELLED_UMLAUTS:
            word = word.replace(pair, vowel)
        return next((word[: -len(one)] for one in self._endings if _is_ending(one, word)), word)


def _is_ending(ending: str, word: str) -> bool:
    """Whether the word ends so; the second of two equal letters is not an ending: Anschluss."""
    stem = word[: -len(ending)]
    return word.endswith(ending) and len(stem) >= _SHORTEST_STEM and stem[-1] != ending


# Tokens of indexed text, each with its position.


PlacedToken: TypeAlias = tuple[str, int, int]  # token, start, end
_Ends: TypeAlias = tuple[tuple[str, int], ...]


@dataclass(slots=True)
class _Before:
    """What the next piece can be joined with; `number` is the one before the letters."""

    kind: Kind | None = None
    ends: _Ends = ()
    number: tuple[str, int] | None = None


class IndexTokenizer:
    """Every way to search for a piece, or for adjacent letters and digits together."""

    def __init__(self, segmenter: Segmenter, words: TopicWords, stemmer: Stemmer) -> None:
        self._segmenter = segmenter
        self._compounds = words.compounds
        self._stem = stemmer.stem

    def tokens(self, written: str) -> list[PlacedToken]:
        placed: list[PlacedToken] = []
        before = _Before()
        for piece in pieces_of(written):
            if piece.gap is Gap.BREAK:
                before = _Before()
            if piece.kind is Kind.HAN:
                found, before = self._han(piece)
            elif piece.kind is Kind.LETTERS:
                found, before = self._letters(piece, before)
            else:
                found, before = self._digits(piece, before)
            placed += found
        return placed

    def _han(self, piece: Piece) -> tuple[list[PlacedToken], _Before]:
        run, at = piece.text, piece.start
        spans = self._segmenter.word_spans(run)
        found = [(run[start:end], at + start, at + end) for start, end in spans]
        ends = tuple((run[start:], at + start) for start, end in spans if end == len(run))
        return found, _Before(Kind.HAN, ends)

    def _letters(self, piece: Piece, before: _Before) -> tuple[list[PlacedToken], _Before]:
        text, end = piece.text, piece.end
        found = [(text, piece.start, end)]
        if (stem := self._stem(text)) != text:
            found.append((stem, piece.start, end))
        ends: _Ends = ((text, piece.start),)
        if before.kind is Kind.DIGITS:
            number, start = before.ends[0]
            found.append((number + text, start, end))
            return found, _Before(Kind.LETTERS, ends, (number, start))
        if before.kind is Kind.LETTERS:
            word, start = before.ends[0]
            pair = word + text
            ends += ((pair, start),)
            if before.number or piece.gap is Gap.HYPHEN or pair in self._compounds:
                found.append((pair, start, end))
            if before.number:
                number, start = before.number
                found.append((number + pair, start, end))
        return found, _Before(Kind.LETTERS, ends)

    @staticmethod
    def _digits(piece: Piece, before: _Before) -> tuple[list[PlacedToken], _Before]:
        forms = number_forms(piece.text)
        words = [("", piece.start)]
        if before.kind is not Kind.DIGITS:
            words += before.ends
        found = [
            (word + form, start, piece.start + len(form)) for word, start in words for form in forms
        ]
        return found, _Before(Kind.DIGITS, ((piece.text, piece.start),))


def number_forms(number: str) -> list[str]:
    """The number, and its prefixes up to each dot: 5.0 is also found by 5.

    >>> number_forms("5.0.1")
    ['5.0.1', '5.0', '5']
    """
    forms = [number]
    while "." in number:
        number = number.rpartition(".")[0]
        forms.append(number)
    return forms


# Tokens of a query: each piece goes into the most specific token.
#
# "mate 60" becomes mate60, which is a token of "Mate60", "Mate 60" and "MATE-60" alike. A number
# joins the word before it if that can only be a model or a chip, or its own unit; if neither is
# certain it is a token by itself: all tokens must match, so a wrong guess would find nothing.


# "5G" and "120Hz" are words by themselves, whatever comes before them.
_UNITS = frozenset(
    "g gb tb mb kb k hz khz mhz ghz w mw wh mah ah v mm cm nm inch kg mp px ppi fps nits".split()
)


class QueryTokenizer:
    def __init__(self, segmenter: Segmenter, words: TopicWords, stemmer: Stemmer) -> None:
        self._segmenter = segmenter
        self._words = words
        self._stem = stemmer.stem

    def tokens(self, written: str) -> Iterator[PlacedToken]:
        pieces = list(pieces_of(written))
        at = 0
        while at < len(pieces):
            kind, start = pieces[at].kind, pieces[at].start
            if kind is Kind.DIGITS:
                token, at = self._number(pieces, at)
            elif kind is Kind.LETTERS:
                token, at = self._letters(pieces, at)
            else:
                *others, last = self._segmenter.cut(pieces[at].text)
                for word in others:
                    yield word, start, start + len(word)
                    start += len(word)
                token, at = self._with_number(last, pieces, at + 1)
            yield token, start, pieces[at - 1].end

    @staticmethod
    def _number(pieces: list[Piece], at: int) -> tuple[str, int]:
        number = pieces[at].text
        if _has_unit(pieces, at) or _leads_letters(pieces, at):
            return number + pieces[at + 1].text, at + 2
        return number, at + 1

    def _letters(self, pieces: list[Piece], at: int) -> tuple[str, int]:
        word = pieces[at].text
        behind = _piece(pieces, at + 1, Kind.LETTERS)
        if behind and behind.gap is not Gap.BREAK:
            pair = word + behind.text
            if pair in self._words.compounds or self._is_code(pieces, at):
                return self._with_number(pair, pieces, at + 2)
        token, end = self._with_number(word, pieces, at + 1)
        return (self._stem(token), end) if token == word else (token, end)

    def _is_code(self, pieces: list[Piece], at: int) -> bool:
        """Like SM-G9500: letters, a hyphen, a letter with a number."""
        number = _piece(pieces, at + 2, Kind.DIGITS)
        return (
            pieces[at + 1].gap is Gap.HYPHEN
            and number is not None
            and number.gap is Gap.NONE
            and self._is_number_of("", pieces, at + 2)
        )

    def _with_number(self, word: str, pieces: list[Piece], at: int) -> tuple[str, int]:
        number = _piece(pieces, at, Kind.DIGITS)
        if number and self._is_number_of(word, pieces, at):
            return word + number.text, at + 1
        return word, at

    def _is_number_of(self, word: str, pieces: list[Piece], at: int) -> bool:
        """Whether it is the number of the model or chip named just before it."""
        number = pieces[at]
        if number.gap is Gap.BREAK or _has_unit(pieces, at):
            return False
        is_name = pieces[at - 1].kind is Kind.LETTERS or word in self._words.makers
        is_small = number.text.isdigit() and len(number.text) <= 2
        if number.gap is Gap.NONE:
            return is_name or (is_small and word not in self._words.names)
        is_model = is_name and is_small and number.text not in self._words.sizes
        is_free = not (_leads_letters(pieces, at) or _adjacent(pieces, at + 1, Kind.HAN))
        return is_model and is_free


def _has_unit(pieces: list[Piece], at: int) -> bool:
    unit = _adjacent(pieces, at + 1, Kind.LETTERS)
    return unit is not None and unit.text in _UNITS


def _leads_letters(pieces: list[Piece], at: int) -> bool:
    """As in "60pro"; not as in "8gen3", where the letters have a number of their own."""
    return bool(
        _adjacent(pieces, at + 1, Kind.LETTERS) and not _adjacent(pieces, at + 2, Kind.DIGITS)
    )


def _adjacent(pieces: list[Piece], at: int, kind: Kind) -> Piece | None:
    piece = _piece(pieces, at, kind)
    return piece if piece and piece.gap is Gap.NONE else None


def _piece(pieces: list[Piece], at: int, kind: Kind) -> Piece | None:
    return pieces[at] if at < len(pieces) and pieces[at].kind is kind else None


# The analyzer of a topic.


LONGEST_TEXT = 10_000  # characters of a value that are indexed
LONGEST_QUERY = 500
_LONGEST_CACHED = 100  # short values repeat from product to product, long ones rarely
_CACHED = 1 << 14


class Analyzer:
    """Use `analyzer_for`. Safe to use from several threads; never raises, whatever the text."""

    def __init__(self, topic: Topic) -> None:
        words = words_of(topic)
        segmenter = Segmenter(words.han)
        self._segmenter = segmenter
        self._rewriter = Rewriter(topic)
        stemmer = Stemmer(topic)
        self._indexing = IndexTokenizer(segmenter, words, stemmer)
        self._querying = QueryTokenizer(segmenter, words, stemmer)
        self._cached_index_tokens = lru_cache(_CACHED)(self._index_tokens)
        self._cached_exact_tokens = lru_cache(_CACHED)(self._exact_tokens)

    def normal(self, text: str) -> str:
        """The normalized text."""
        return normal(text)

    def index_tokens(self, text: str) -> tuple[str, ...]:
        """All tokens that find the text, each once."""
        if len(text) <= _LONGEST_CACHED:
            return self._cached_index_tokens(text)
        return self._index_tokens(text[:LONGEST_TEXT])

    def _index_tokens(self, text: str) -> tuple[str, ...]:
        tokens = self._indexing.tokens(self._rewriter.text(normal(text)))
        return tuple(dict.fromkeys(token for token, _, _ in tokens))

    def query_tokens(self, text: str) -> tuple[str, ...]:
        """The tokens that must all be among a text's `index_tokens`."""
        tokens = self._querying.tokens(self._rewriter.text(normal(text[:LONGEST_QUERY])))
        return tuple(dict.fromkeys(token for token, _, _ in tokens))

    def placed_query_tokens(self, text: str) -> list[PlacedToken]:
        """The same with their positions in the text, each as often as it occurs."""
        written, places = self._rewriter.traced(*traced(text[:LONGEST_QUERY]))
        return [
            (token, places[start], places[end - 1] + 1)
            for token, start, end in self._querying.tokens(written)
        ]

    def han_words(self, run: str) -> list[str]:
        """The words of a run of simplified Han characters, in order."""
        return self._segmenter.cut(run)

    def exact_tokens(self, text: str) -> tuple[str, ...]:
        """The smallest pieces, in order, for phrases."""
        if len(text) <= _LONGEST_CACHED:
            return self._cached_exact_tokens(text)
        return self._exact_tokens(text[:LONGEST_TEXT])

    def _exact_tokens(self, text: str) -> tuple[str, ...]:
        return tuple(smallest_pieces(self._rewriter.text(normal(text))))

    def highlight(self, text: str, tokens: Collection[str]) -> list[tuple[str, bool]]:
        """The text in pieces, each with whether one of the tokens is there."""
        if not _may_have(self._rewriter.text(normal(text[:LONGEST_TEXT])), tokens):
            return [(text, False)] if text else []
        written, places = self._rewriter.traced(*traced(text[:LONGEST_TEXT]))
        marked = bytearray(len(text))
        for token, start, end in self._indexing.tokens(written):
            if token in tokens:
                first, last = places[start], places[end - 1]
                marked[first : last + 1] = b"\1" * (last + 1 - first)
        return _pieces(text, marked)


def _may_have(written: str, tokens: Collection[str]) -> bool:
    """A quick test, ten times as fast as tokenizing: most titles contain none of the tokens.

    Tokens consist of a text's own characters, except those for + ("plus") and * ("x").
    """
    characters = set(written)
    return not characters.isdisjoint("+*") or any(map(characters.issuperset, tokens))


def _pieces(text: str, marked: bytearray) -> list[tuple[str, bool]]:
    pieces = []
    start = 0
    while start < len(text):
        mark = marked[start]
        end = marked.find(1 - mark, start)
        end = len(text) if end < 0 else end
        pieces.append((text[start:end], bool(mark)))
        start = end
    return pieces


@lru_cache(maxsize=2)  # the topic before and after an edit: each has a large dictionary
def analyzer_for(topic: Topic) -> Analyzer:
    """The analyzer of a topic. Creating it takes a moment: do it at start, not in a query."""
    return Analyzer(topic)


# One spelling for what is written in several: 第三代骁龙8 and Snapdragon 8 Gen 3.
#
# The topic has synonyms and rewritings. They are applied to normalized text (`index.text.normal`)
# of the index and of queries alike, so that all ways of writing meet.


_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_NUMBER = "[0-9]{1,2}|[一二三四五六七八九十]{1,3}"
_CODE = "[a-z0-9]{1,12}"
_DIGITS = {digit: number for number, digit in enumerate("一二三四五六七八九", 1)}


class Rewriter:
    """Safe to use from several threads; takes time that is linear in the text."""

    def __init__(self, topic: Topic) -> None:
        self._replaced: dict[str, Replaced] = {}
        patterns: list[str] = []
        for number, one in enumerate(topic.rewritings):
            patterns.append(f"(?P<r{number}>{_template_pattern(normal(one.written), number)})")
            self._replaced[f"r{number}"] = _filled(normal(one.means), number)
        synonyms = {normal(word): normal(same[0]) for same in topic.synonyms for word in same[1:]}
        for number, word in enumerate(sorted(synonyms, key=len, reverse=True)):
            patterns.append(f"(?P<s{number}>{_whole_word(word)})")
            self._replaced[f"s{number}"] = _always(synonyms[word])
        self._pattern = re.compile("|".join(patterns) or r"(?!)")

    def text(self, written: str) -> str:
        """The text as it is searched for."""
        return self._pattern.sub(self._replacement, written)

    def traced(self, written: str, places: list[int]) -> tuple[str, list[int]]:
        """The same, and for each character its position in the original."""
        pieces: list[str] = []
        traced: list[int] = []
        at = 0
        for found in self._pattern.finditer(written):
            start, end = found.span()
            new = self._replacement(found)
            pieces += (written[at:start], new)
            traced += (*places[at:start], *_spread(places[start:end], len(new)))
            at = end
        if not pieces:
            return written, places
        return "".join((*pieces, written[at:])), [*traced, *places[at:]]

    def _replacement(self, found: re.Match[str]) -> str:
        kind = next(name for name in self._replaced if found[name] is not None)
        return self._replaced[kind](found)


def _spread(places: list[int], length: int) -> Iterator[int]:
    """The new characters cover the places of the old ones."""
    yield from (places[0] for _ in range(length - 1))
    yield from (places[-1] for _ in range(min(length, 1)))


def _whole_word(word: str) -> str:
    """With or without its spaces; a number may follow, but no letter."""
    before = "(?<![a-z])" if word[0].isascii() else ""
    behind = "(?![a-z])" if word[-1].isascii() else ""
    return before + re.escape(word).replace(r"\ ", " ?") + behind


def _template_pattern(template: str, number: int) -> str:
    """Each placeholder is a group; the names of groups differ from template to template.

    What begins with a letter or digit is not searched for within a word: the 8 of 888.
    """
    literals = _PLACEHOLDER.split(template)
    return ("(?<![a-z0-9.])" if literals[0][:1].isascii() else "") + "".join(
        f"(?P<{part}{number}>{_NUMBER if part == 'n' else _CODE})"
        if at % 2
        else re.escape(part).replace(r"\ ", " ?")
        for at, part in enumerate(literals)
    )


def _filled(template: str, number: int) -> Replaced:
    def filled(found: re.Match[str]) -> str:
        return _PLACEHOLDER.sub(lambda one: _value(found[f"{one[1]}{number}"], one[1]), template)

    return filled


def _value(text: str, placeholder: str) -> str:
    return str(_chinese_number(text)) if placeholder == "n" and not text.isascii() else text


def _chinese_number(text: str) -> int:
    """From 一 to 九十九.

    >>> [_chinese_number(text) for text in ("三", "十", "十二", "二十", "二十一")]
    [3, 10, 12, 20, 21]
    """
    tens, ten, ones = text.rpartition("十")
    number = _DIGITS.get(ones, 0)
    return number + 10 * (_DIGITS.get(tens, 1) if ten else 0)


def _always(text: str) -> Replaced:
    return lambda _found: text
