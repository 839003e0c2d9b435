"""The words of a query: which of them must occur, and which are set aside.

A word that no product has would make every result empty; so would words that no product has
together. `words_aside` chooses those that need not occur: they still count for relevance, and the
page shows them struck through (`set_aside`), each with the query that insists on it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import groupby, zip_longest
from typing import TYPE_CHECKING, NamedTuple

from index.engines.engine import SearchRequest
from index.products.spellings import called_token, is_called
from index.query.model import AttributeFilter, Chosen, Wording
from index.search.model import Correction, SetAside

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from index.analysis import Analyzer
    from index.query.model import ParsedText
    from index.search.conditions import QueryPart
    from index.search.model import SearchQuery
    from index.values.text import Span


_FIRST_HAN = "\u3400"
_MOST_TRIED = 10  # words: each costs a count or two


class QueryWord(NamedTuple):
    """A token of a query, from text[start:end]; of a condition that no product meets, or a word.

    Words with the same `within` were typed without a space between them.
    """

    token: str
    start: int
    end: int
    is_condition: bool = False
    within: int = -1

    @property
    def is_stray(self) -> bool:
        """A single Chinese character occurs everywhere, and tells nothing."""
        return len(self.token) == 1 and self.token >= _FIRST_HAN and not self.is_condition

    @property
    def is_of_names(self) -> bool:
        """The x of iPhone X and the 14 of 小米 14 also stand in 1080x2400 and 14天."""
        is_number = len(self.token) == 2 and self.token.isdigit()
        return len(self.token) == 1 or is_number or is_called(self.token)


def words_in(parts: Iterable[QueryPart], analyzer: Analyzer) -> list[QueryWord]:
    """The tokens of all words together: the two words of "mate 60" are one token."""
    parts = [part for part in parts if part.words]
    ends: list[tuple[int, int, QueryPart]] = []
    at = 0
    for part in parts:
        ends.append((at, at + len(part.words), part))
        at += len(part.words) + 1
    words = " ".join(part.words for part in parts)
    placed = []
    for token, start, end in analyzer.placed_query_tokens(words):
        first, last = _part_at(start, ends), _part_at(end - 1, ends)
        is_condition = isinstance(first[2].pieces[0], AttributeFilter)
        at, until = _typed_place(start, *first)[0], _typed_place(end - 1, *last)[1]
        placed.append(QueryWord(token, at, until, is_condition, first[0]))
    return placed


def _part_at(at: int, ends: Sequence[tuple[int, int, QueryPart]]) -> tuple[int, int, QueryPart]:
    return next((each for each in ends if at < each[1]), ends[-1])


def _typed_place(at: int, start: int, _end: int, part: QueryPart) -> tuple[int, int]:
    """The character of the typed text that stands here, or the piece if it was rewritten."""
    piece = part.pieces[0]
    if len(part.words) != len(piece.said):
        return piece.start, piece.end
    place = piece.start + max(0, at - start)
    return place, place + 1


_MOST_IN_NAME = 6  # words
_SHORTEST_CLEAR = 3  # characters


class NameCandidate(NamedTuple):
    """A token of products that are called like text[start:end]."""

    token: str
    start: int
    end: int

    @property
    def is_clear(self) -> bool:
        """Does it name a model by itself? S24U does, 14 does not."""
        return len(self.token) > _SHORTEST_CLEAR and any(map(str.isdigit, self.token))


def names_in(parts: Iterable[QueryPart], text: str) -> list[NameCandidate]:
    """All names that the words may be, the longest first: runs of words, and parts of them."""
    runs: list[list[QueryPart]] = []
    for part in (part for part in parts if part.words):
        before = runs[-1][-1].pieces[-1].end if runs else -1
        if runs and not text[before : part.pieces[0].start].strip(" -"):
            runs[-1].append(part)
        else:
            runs.append([part])
    names = [
        _candidate(run[start:end])
        for run in runs
        for start in range(min(len(run), _MOST_IN_NAME))
        for end in range(start + 1, min(len(run), start + _MOST_IN_NAME) + 1)
    ]
    return sorted(names, key=lambda name: -len(name.token))


def _candidate(parts: Sequence[QueryPart]) -> NameCandidate:
    pieces = [piece for part in parts for piece in part.pieces]
    said = (piece.text if isinstance(piece, Wording) else piece.said for piece in pieces)
    return NameCandidate(called_token(" ".join(said)), pieces[0].start, pieces[-1].end)


def with_words(
    request: SearchRequest, words: Iterable[QueryWord], aside: Collection[QueryWord] = ()
) -> SearchRequest:
    """The request with these words; those set aside are optional."""
    wanted = [word for word in words if not word.is_stray]
    needed = [word for word in wanted if word not in aside]
    return replace(
        request,
        words=_tokens(word for word in needed if not word.is_of_names),
        in_name=_tokens(word for word in needed if word.is_of_names),
        optional=_tokens(word for word in wanted if word in aside and not word.is_of_names),
    )


def _tokens(words: Iterable[QueryWord]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word.token for word in words))


# Numbers that are names: in 小米 14 the brand is a filter, but 14 alone matches many texts.


_NUMBER = re.compile(r"\d{1,2}(?!\d|[a-z]{1,4}\d)", re.ASCII | re.IGNORECASE)  # not of 27GP850


def words_of(
    query: ParsedText, brand: str, is_name: Callable[[str], bool]
) -> Iterator[tuple[Wording, str]]:
    """Each wording with the text to search for: a number after a brand gets the brand's name.

    `brand` is the attribute's name; `is_name` tells whether any product has such a name. If none
    has (苹果 15 is an iPhone 15), the number is searched for as it is.
    """
    brands = {
        each.end: each.values[0]
        for each in query.filters
        if isinstance(each, Chosen) and each.attribute == brand
    }
    for word in query.wordings:
        name = brands.get(len(query.text[: word.start].rstrip()))
        number = _NUMBER.match(word.text) if name else None
        called = bool(number and is_name(f"{name}{number[0]}"))
        yield word, f"{name} {word.text}" if called else word.text


# Which words are set aside.


def unknown_words(
    words: Iterable[QueryWord], count: Callable[[SearchRequest], int]
) -> list[QueryWord]:
    """Those that no product has, but no conditions; words beyond the first few count as unknown.

    So does a single letter beside an unknown word: the c of usb-c is no name of a model.
    """
    tried = [word for word in words if not word.is_condition]
    known = {
        word
        for word in tried[:_MOST_TRIED]
        if not word.is_stray and count(with_words(SearchRequest(), (word,)))
    }
    of_unknown = {word.within for word in tried if word not in known}
    return [
        word
        for word in tried
        if word not in known or (len(word.token) == 1 and word.within in of_unknown)
    ]


def words_aside(
    request: SearchRequest,
    words: Sequence[QueryWord],
    unknown: Collection[QueryWord],
    count: Callable[[SearchRequest], int],
) -> frozenset[QueryWord]:
    """The words without which something is found, as few as possible; the first typed stay.

    Numbers of models stay before all other words. If the conditions alone find nothing, no known
    word is set aside: that would not help.
    """
    known = [word for word in words if word not in unknown]
    conditions = [word for word in known if word.is_condition]
    if count(with_words(request, known)) or not count(with_words(request, conditions)):
        return frozenset(unknown)
    kept = conditions
    known = [word for word in known if not word.is_condition]
    known.sort(key=lambda word: (not any(map(str.isdigit, word.token)), word.is_of_names))
    for word in known:
        if count(with_words(request, (*kept, word))):
            kept.append(word)
    return frozenset(words) - frozenset(kept)


def set_aside(
    asked: SearchQuery,
    words: Sequence[QueryWord],
    aside: Collection[QueryWord],
    unused: Iterable[Span] = (),
) -> Iterator[SetAside]:
    """Words that stand together are shown together; not stray characters beside other words.

    `unused` are further pieces of the text that have no effect.
    """
    groups = ((group[0].start, group[-1].end) for group in _together(words, aside))
    for start, end in sorted((*groups, *unused)):
        before, said, behind = asked.text[:start], asked.text[start:end], asked.text[end:]
        pieces = (before.strip(), f'"{said}"', behind.strip())
        insisted = " ".join(filter(None, pieces))
        without = " ".join(filter(None, (before.strip(), behind.strip())))
        yield SetAside(
            said, replace(asked, text=insisted, page=1), replace(asked, text=without, page=1)
        )


def _together(
    words: Sequence[QueryWord], aside: Collection[QueryWord]
) -> Iterator[list[QueryWord]]:
    for run in _adjacent(words):
        stays = any(word not in aside for word in run)
        for is_aside, group in groupby(run, key=lambda word: word in aside):
            together = list(group)
            if is_aside and not (stays and all(word.is_stray for word in together)):
                yield together


def _adjacent(words: Iterable[QueryWord]) -> Iterator[list[QueryWord]]:
    """Words that follow each other without a gap, or with a hyphen."""
    run: list[QueryWord] = []
    for word in sorted(words, key=lambda word: word.start):
        if run and word.start > run[-1].end + (word.within == run[-1].within >= 0):
            yield run
            run = []
        run.append(word)
    if run:
        yield run


# Corrections of unknown words.


_MOST_CORRECTED = 4  # words
_SHORTEST_CORRECTED = 5  # letters


class NameTests(NamedTuple):
    """Is a word in the name of any product? Is it a brand?"""

    is_in_names: Callable[[str], bool]
    is_brand: Callable[[str], object]


def corrections_of(
    asked: SearchQuery,
    words: Iterable[QueryWord],
    correct: Callable[[str], Sequence[str]],
    names: NameTests,
) -> Iterator[Correction]:
    """The text with its words corrected, likeliest first; parts that became filters stay.

    Words that follow each other are also tried as one: hua wei is Huawei.
    """

    def corrected(typed: str) -> Sequence[str]:
        return [text for text in correct(typed) if _is_likely(typed, text, names)]

    pieces = list(_corrected_pieces(asked.text, words, corrected, names))[:_MOST_CORRECTED]
    for choice in zip_longest(*(texts for _, texts in pieces)) if pieces else ():
        chosen = [text or texts[0] for text, (_, texts) in zip(choice, pieces, strict=True)]
        meant = insisted = asked.text
        for (start, end), text in reversed([*zip((at for at, _ in pieces), chosen, strict=True)]):
            insisted = f'{insisted[:start]} "{insisted[start:end]}" {insisted[end:]}'
            meant = meant[:start] + text + meant[end:]
        quoted = " ".join(insisted.split())
        yield Correction(asked.text, meant, replace(asked, text=quoted, page=1))


def _is_likely(typed: str, meant: str, names: NameTests) -> bool:
    """Every short word is like some other, so it must become a name: noki is Nokia, wife stays."""
    if not (typed.isascii() and typed.isalpha()) or len(typed) >= _SHORTEST_CORRECTED:
        return True
    is_name = len(typed) == _SHORTEST_CORRECTED - 1 and names.is_in_names(meant)
    return is_name or bool(names.is_brand(meant))


def _corrected_pieces(
    text: str,
    words: Iterable[QueryWord],
    correct: Callable[[str], Sequence[str]],
    names: NameTests,
) -> Iterator[tuple[tuple[int, int], Sequence[str]]]:
    several = [(group[0].start, group[-1].end) for group in _adjacent(words)]
    at = 0
    while at < len(several):
        start, end = several[at]
        following = several[at + 1] if at + 1 < len(several) else None
        if following and text[end : following[0]].isspace():
            joined = text[start:end] + text[slice(*following)]
            texts = (joined,) if names.is_brand(joined) else correct(joined)
            if texts and joined.isascii():
                yield (start, following[1]), texts
                at += 2
                continue
        if texts := correct(text[start:end].strip('"')):
            yield (start, end), texts
        at += 1
