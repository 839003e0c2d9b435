"""How people write the names of products: Mate60Pro, S24U, 苹果15pm, note2 for a Galaxy Note II.

`spellings_of` returns the spellings of one product without its brand, in the form of `flat`, in
which case, width, script, spaces and hyphens no longer matter. How much a spelling tells by itself
(`Telling`) depends on its shape: "S24 Ultra" is a phone anywhere, "X10" only near its brand, "8"
only right behind it.
"""

from __future__ import annotations

import re
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from index.products.names import read_name
from index.products.vocabulary import BRANDS, MARKS, BrandEntry
from index.text import Gap, Kind, normal, pieces_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from index.text import Piece


class Telling(IntEnum):
    """Where a spelling means the product."""

    BEHIND_BRAND = 1
    NEAR_BRAND = 2
    ANYWHERE = 3


class NamedProduct(NamedTuple):
    """`brand` is a key of brands.yaml, or the brand as the page writes it.

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


_UNKNOWN = BrandEntry(names=("?",))
_ROMAN = {"ii": "2", "iii": "3", "iv": "4"}
_ENDS_ROMAN = re.compile(r"(?<=[a-z] )(ii|iii|iv)$")
_NETWORK = re.compile(r"(?<=\w)[\s-]*[45]g$")
_TRANSLATIONS = {normal(word): normal(other) for word, other in MARKS.translations.items()}
_TRANSLATED = re.compile(
    "|".join(
        (
            *map(re.escape, sorted(_TRANSLATIONS, key=len, reverse=True)),
            *(rf"\b{re.escape(other)}\b" for other in sorted({*_TRANSLATIONS.values()})),
        )
    )
)
_MAKERS_CODE = re.compile(r"(?<=\w) [a-z]{1,2}\d{2,3}[a-z]$")  # Xperia Z1 L39h
_EPITHET = re.compile(r"(?<=\d{3}) [a-z]{6,}$")  # 5800 XpressMusic, 6300 classic
_HAN_SERIES = re.compile(r"^[\u3400-\u9fff]+ ?(?=[a-z]+ ?\d)")  # 天机 Axon 7, 拯救者 Y70
_SHORT_SERIES = re.compile(r"^[a-z]{1,3} (?=[a-z]{4,} ?\d)")  # Z Flip5, MIX Fold 3
_ABBREVIATIONS = (
    (re.compile(r"(?<=\d) ?pro ?max$"), "pm"),
    (re.compile(r"(?<=\d) ?ultra$"), "u"),
    (re.compile(r"(?<=\d) ?pro$"), "p"),
)


def spellings_of(product: NamedProduct) -> list[Spelling]:
    """Those of its title first, each once; none if its names are no model's.

    >>> [one.text for one in spellings_of(NamedProduct("", "三星 Galaxy Note II N7100", "samsung"))]
    ['galaxynoteii', 'galaxynote2', 'noteii', 'note2', 'n7100']
    """
    names = dict.fromkeys((product.title, *product.others))
    found = (one for name in names for one in _spellings(name, product.brand))
    several: dict[str, Spelling] = {}
    for one in found:
        several.setdefault(one.text, one)
    return list(several.values())


def _spellings(name: str, given_brand: str) -> Iterator[Spelling]:
    read = read_name(name, given_brand)
    brand = read.brand or given_brand
    about = BRANDS.brands.get(brand, _UNKNOWN)
    has_parts = "/" in read.model or "-" in read.model  # with a year, or in brackets
    written = normal(read.model.replace("/", " ") if has_parts else read.written)
    if brand not in BRANDS.brands:  # read_name keeps brands that it does not know
        written = written.removeprefix(normal(brand)).strip()
    lines = tuple(normal(word) for word in (*about.lines, *about.series))
    texts = (*_variants(written, lines), *sorted(read.codes)) if brand else ()
    for one in filter(None, (_spelling(text, lines) for text in texts)):
        # Whether a name of an unknown brand is a name at all, nobody knows ("Top 10").
        known = brand in BRANDS.brands
        yield one if known else one._replace(telling=min(one.telling, Telling.NEAR_BRAND))


def _variants(written: str, lines: tuple[str, ...]) -> Iterator[str]:
    """All ways to write the model: whole, without the line, abbreviated, without the series."""
    whole = (written, *_rewritten(written))
    bare = tuple(_without_line(text, lines) for text in whole)
    yield from (*whole, *bare)
    for text in (*whole, *bare):
        yield from _abbreviated(text)
    for text in bare:
        yield _HAN_SERIES.sub("", text)
        yield _SHORT_SERIES.sub("", text)


def _without_line(text: str, lines: tuple[str, ...]) -> str:
    line = next((line for line in lines if text.startswith(line)), "")
    return text.removeprefix(line).strip()


def _rewritten(written: str) -> Iterator[str]:
    if found := _ENDS_ROMAN.search(written):
        yield written[: found.start()] + _ROMAN[found[0]]
    for pattern in (_NETWORK, _MAKERS_CODE, _EPITHET, _TRANSLATED):
        shorter = pattern.sub("", written).strip()
        if shorter != written:
            yield shorter
    translated = _TRANSLATED.sub(lambda found: _TRANSLATIONS.get(found[0], found[0]), written)
    if translated != written:
        yield translated


def _abbreviated(text: str) -> Iterator[str]:
    for pattern, letters in _ABBREVIATIONS:
        if pattern.search(text):
            yield pattern.sub(letters, text)


# Spellings as tokens of a search index.


_CALLED = "="  # in no other token


def name_tokens(product: NamedProduct) -> Iterator[str]:
    """Each spelling as a word (S24U), and as the product's whole name."""
    for spelling in spellings_of(product):
        yield spelling.text
        yield _CALLED + spelling.text


def called_token(name: str) -> str:
    """The token of products that are called so, however the name is written.

    >>> called_token("Mate 60"), called_token("mate60")
    ('=mate60', '=mate60')
    """
    return _CALLED + flat(name)


def is_called(token: str) -> bool:
    """Is it such a token?"""
    return token.startswith(_CALLED)


# What a spelling tells by itself.


_TOKENS = re.compile(r"[a-z]+|\d+|[^\W\da-z_]+")
_APPLE_CHIP = re.compile(r"a1\d|m\d")


def _spelling(written: str, lines: tuple[str, ...]) -> Spelling | None:
    text = flat(written)
    if not text or text in lines:
        return None
    has_line = any(text.startswith(line) for line in lines)
    if has_line:
        return Spelling(text, Telling.ANYWHERE, has_line=True)
    tokens = _TOKENS.findall(text)
    if not any(map(str.isdigit, tokens)):
        several = len(_TOKENS.findall(written)) > 1 and len(text) > 4
        return Spelling(text, Telling.NEAR_BRAND if several else Telling.BEHIND_BRAND)
    if tokens[0].isdigit():
        telling = len(tokens) > 1 and len(tokens[1]) > 1
        return Spelling(text, Telling.NEAR_BRAND if telling else Telling.BEHIND_BRAND)
    return _letters_and_number(text, tokens)


def _letters_and_number(text: str, tokens: list[str]) -> Spelling:
    """K70, S24 Ultra, Mate 60, 畅享 60."""
    letters, number, *rest = tokens
    if len(letters) > 2 or not letters.isascii():
        return Spelling(text, Telling.ANYWHERE)
    if rest and len(rest[0]) > 1:
        return Spelling(text, Telling.ANYWHERE)
    clear = len(number) > 1 and not _APPLE_CHIP.fullmatch(letters + number)
    return Spelling(text, Telling.ANYWHERE if clear else Telling.NEAR_BRAND, short=True)


# Brands, as texts name them.


def brand_spellings(products: Iterable[NamedProduct]) -> dict[str, str]:
    """Flat name → brand, of all known brands and of the products' own."""
    found = {flat(product.brand): product.brand for product in products if product.brand}
    for brand, about in BRANDS.brands.items():
        found |= {flat(name): brand for name in about.names}
    return found


def line_spellings() -> dict[str, str]:
    """Words of model names that tell the brand (iPhone)."""
    lines = ((line, key) for key, about in BRANDS.brands.items() for line in about.lines)
    return {flat(line): brand for line, brand in lines}


def nickname_spellings() -> dict[str, str]:
    """Names of brands that stand only before a number (米10)."""
    names = ((name, key) for key, about in BRANDS.brands.items() for name in about.nicknames)
    return {flat(name): brand for name, brand in names}


def chip_names() -> tuple[str, ...]:
    """Names of processors and their makers that are not brands of products."""
    groups = (*MARKS.chip_makers.values(), *MARKS.chip_lines.values())
    words = {flat(word) for words in groups for word in words}
    return tuple(word for word in words if word not in BRANDS.by_name)
