"""How people write the names of products: Mate60Pro, S24U, 苹果15pm, note2 for a Galaxy Note II.

`Speller.spellings_of` returns the spellings of one product without its brand, in the form of
`flat`, in which case, width, script, spaces and hyphens no longer matter. How much a spelling tells
by itself (`Telling`) depends on its shape: "S24 Ultra" is a product anywhere, "X10" only near its
brand, "8" only right behind it. `speller(topic)` knows the words of the topic's names.
"""

from __future__ import annotations

import re
from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from core.product_names import shape_pattern
from index.products.names import either, name_reader
from index.text import Gap, Kind, normal, pieces_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from core.product_names import ProductNames
    from core.topic import Topic
    from index.products.names import NameReader
    from index.text import Piece


class Telling(IntEnum):
    """Where a spelling means the product."""

    BEHIND_BRAND = 1
    NEAR_BRAND = 2
    ANYWHERE = 3


class NamedProduct(NamedTuple):
    """`brand` is the key of a brand of the topic, or the brand as the page writes it.

    `others` are further names and model numbers, as pages write them.
    """

    id: str
    title: str
    brand: str
    others: tuple[str, ...] = ()


class Spelling(NamedTuple):
    """`has_line`: it contains a word that only this brand uses (iPhone); `short`: like K70."""

    text: str
    telling: Telling
    has_line: bool = False
    short: bool = False


# One form of all spellings.


BREAK = "\n"  # in flat text: punctuation, which no name spans
_IN_NAMES = re.compile(r"[\s\-/_.()\[\]【】「」“”\"]{0,4}")  # Galaxy A8 (2018)


def joint(before: Piece | None, piece: Piece, between: str) -> str:
    """What stands between two pieces in flat text: nothing in names, but numbers stay apart."""
    if before is None:
        return ""
    if piece.gap is Gap.BREAK and not _IN_NAMES.fullmatch(between):
        return BREAK
    return "-" if before.kind is Kind.DIGITS and piece.kind is Kind.DIGITS else ""


def flat(text: str) -> str:
    """The text as names are compared.

    >>> flat("Galaxy S24+"), flat("ＭＡＴＥ-60 pro"), flat("Galaxy A8(2018)")
    ('galaxys24plus', 'mate60pro', 'galaxya8-2018')
    """
    written = normal(text)
    parts: list[str] = []
    before = None
    for piece in pieces_of(written):
        between = written[before.end : piece.start] if before else ""
        parts += (joint(before, piece, between), piece.text)
        before = piece
    return "".join(parts)


# The spellings of a product.


_ROMAN = {"ii": "2", "iii": "3", "iv": "4"}
_ENDS_ROMAN = re.compile(r"(?<=[a-z] )(ii|iii|iv)$")
_EPITHET = re.compile(r"(?<=\d{3}) [a-z]{6,}$")  # 5800 XpressMusic, 6300 classic
_HAN_SERIES = re.compile(r"^[\u3400-\u9fff]+ ?(?=[a-z]+ ?\d)")  # 天机 Axon 7, 拯救者 Y70
_SHORT_SERIES = re.compile(r"^[a-z]{1,3} (?=[a-z]{4,} ?\d)")  # Z Flip5, MIX Fold 3


_TOKENS = re.compile(r"[a-z]+|\d+|[^\W\da-z_]+")
_CALLED = "="  # in no other token


class Speller:
    """Knows how people write the names of a topic's products."""

    def __init__(self, reader: NameReader) -> None:
        names = reader.names
        self._reader = reader
        self._lines = {
            key: tuple(normal(word) for word in (*about.lines, *about.series))
            for key, about in names.brands.items()
        }
        self._rewriter = _Rewriter(names)
        self._numbers_of_parts = re.compile(
            either(shape_pattern(one) for part in names.differences for one in part.numbers)
        )

    def spellings_of(self, product: NamedProduct) -> list[Spelling]:
        """Those of its title first, each once; none if its names are no model's.

        >>> from core.topic import shipped_topic
        >>> note = NamedProduct("", "三星 Galaxy Note II N7100", "samsung")
        >>> [one.text for one in speller(shipped_topic("phones")).spellings_of(note)]
        ['galaxynoteii', 'galaxynote2', 'noteii', 'note2', 'n7100']
        """
        names = dict.fromkeys((product.title, *product.others))
        found = (one for name in names for one in self._spellings(name, product.brand))
        several: dict[str, Spelling] = {}
        for one in found:
            several.setdefault(one.text, one)
        return list(several.values())

    def name_tokens(self, product: NamedProduct) -> Iterator[str]:
        """Tokens for a search index: each spelling as a word (S24U), and as the whole name."""
        for spelling in self.spellings_of(product):
            yield spelling.text
            yield _CALLED + spelling.text

    def _spellings(self, name: str, given_brand: str) -> Iterator[Spelling]:
        read = self._reader.read(name, given_brand)
        brand = read.brand or given_brand
        known = brand in self._lines
        has_parts = "/" in read.model or "-" in read.model  # with a year, or in brackets
        written = normal(read.model.replace("/", " ") if has_parts else read.written)
        if not known:  # the reader keeps brands that it does not know
            written = written.removeprefix(normal(brand)).strip()
        lines = self._lines.get(brand, ())
        texts = (*self._rewriter.variants(written, lines), *sorted(read.codes)) if brand else ()
        for one in filter(None, (self._spelling(text, lines) for text in texts)):
            # Whether a name of an unknown brand is a name at all, nobody knows ("Top 10").
            yield one if known else one._replace(telling=min(one.telling, Telling.NEAR_BRAND))

    def _spelling(self, written: str, lines: tuple[str, ...]) -> Spelling | None:
        text = flat(written)
        if not text or text in lines:
            return None
        if any(text.startswith(line) for line in lines):
            return Spelling(text, Telling.ANYWHERE, has_line=True)
        tokens = _TOKENS.findall(text)
        if not any(map(str.isdigit, tokens)):
            several = len(_TOKENS.findall(written)) > 1 and len(text) > 4
            return Spelling(text, Telling.NEAR_BRAND if several else Telling.BEHIND_BRAND)
        if tokens[0].isdigit():
            telling = len(tokens) > 1 and len(tokens[1]) > 1
            return Spelling(text, Telling.NEAR_BRAND if telling else Telling.BEHIND_BRAND)
        return self._letters_and_number(text, tokens)

    def _letters_and_number(self, text: str, tokens: list[str]) -> Spelling:
        """K70, S24 Ultra, Mate 60, 畅享 60; the A15 may be a processor."""
        letters, number, *rest = tokens
        if len(letters) > 2 or not letters.isascii():
            return Spelling(text, Telling.ANYWHERE)
        if rest and len(rest[0]) > 1:
            return Spelling(text, Telling.ANYWHERE)
        clear = len(number) > 1 and not self._numbers_of_parts.fullmatch(letters + number)
        return Spelling(text, Telling.ANYWHERE if clear else Telling.NEAR_BRAND, short=True)


class _Rewriter:
    """Other ways to write a model."""

    def __init__(self, names: ProductNames) -> None:
        self._translations = {normal(one): normal(two) for one, two in names.translations.items()}
        translated = (
            *map(re.escape, sorted(self._translations, key=len, reverse=True)),
            *(rf"\b{re.escape(other)}\b" for other in sorted({*self._translations.values()})),
        )
        self._translated = re.compile(either(translated))
        codes = either(map(shape_pattern, names.codes.endings))
        endings = either(re.escape(normal(word)) for word in names.endings)
        self._left_out = (
            re.compile(rf"(?<=\w)[\s-]*{endings}$"),
            re.compile(rf"(?<=\w) {codes}$"),
            _EPITHET,
            self._translated,
        )
        self._abbreviations = [
            (re.compile(rf"(?<=\d) ?{' ?'.join(map(re.escape, normal(words).split()))}$"), short)
            for words, short in names.abbreviations.items()
        ]

    def variants(self, written: str, lines: tuple[str, ...]) -> Iterator[str]:
        """All ways to write the model: whole, without the line, abbreviated, without the series."""
        whole = (written, *self._rewritten(written))
        bare = tuple(_without_line(text, lines) for text in whole)
        yield from (*whole, *bare)
        for text in (*whole, *bare):
            yield from self._abbreviated(text)
        for text in bare:
            yield _HAN_SERIES.sub("", text)
            yield _SHORT_SERIES.sub("", text)

    def _rewritten(self, written: str) -> Iterator[str]:
        if found := _ENDS_ROMAN.search(written):
            yield written[: found.start()] + _ROMAN[found[0]]
        for pattern in self._left_out:
            shorter = pattern.sub("", written).strip()
            if shorter != written:
                yield shorter
        translated = self._translated.sub(
            lambda found: self._translations.get(found[0], found[0]), written
        )
        if translated != written:
            yield translated

    def _abbreviated(self, text: str) -> Iterator[str]:
        for pattern, letters in self._abbreviations:
            if pattern.search(text):
                yield pattern.sub(letters, text)


def _without_line(text: str, lines: tuple[str, ...]) -> str:
    line = next((line for line in lines if text.startswith(line)), "")
    return text.removeprefix(line).strip()


@lru_cache(maxsize=16)
def speller(topic: Topic) -> Speller:
    """The speller of a topic's names."""
    return Speller(name_reader(topic))


# Whole names as tokens of a search index.


def called_token(name: str) -> str:
    """The token of products that are called so, however the name is written.

    >>> called_token("Mate 60"), called_token("mate60")
    ('=mate60', '=mate60')
    """
    return _CALLED + flat(name)


def is_called(token: str) -> bool:
    """Whether it is such a token."""
    return token.startswith(_CALLED)


# Brands and parts of products, as texts name them.


def brand_spellings(names: ProductNames, products: Iterable[NamedProduct]) -> Mapping[str, str]:
    """Flat name → brand, of all known brands and of the products' own."""
    found = {flat(product.brand): product.brand for product in products if product.brand}
    for brand, about in names.brands.items():
        found |= {flat(name): brand for name in about.names}
    return found


def line_spellings(names: ProductNames) -> Mapping[str, str]:
    """Words of model names that tell the brand (iPhone)."""
    lines = ((line, key) for key, about in names.brands.items() for line in about.lines)
    return {flat(line): brand for line, brand in lines}


def nickname_spellings(names: ProductNames) -> Mapping[str, str]:
    """Names of brands that stand only before a number (米10)."""
    nicknames = ((name, key) for key, about in names.brands.items() for name in about.nicknames)
    return {flat(name): brand for name, brand in nicknames}


def part_spellings(reader: NameReader) -> tuple[str, ...]:
    """Names of parts (processors) and their makers that are not brands of products."""
    differences = reader.names.differences
    groups = (words for one in differences for words in (*one.makers.values(), *one.lines.values()))
    words = {flat(word) for words in groups for word in words}
    return tuple(word for word in words if word not in reader.brands.by_name)
