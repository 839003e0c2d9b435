"""Texts of the web as pages, JSON and CSV may show them.

Control characters, lone surrogates and marks of direction are taken out (`readable`, `one_way`),
long texts are cut, and amounts and units are written as the page's language writes them.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from core.topic import ValueType
from index.documents import PageOfProduct, ProductDocument, ShownAttribute, ShownValue, ValueSource
from index.values.format import format_number
from search_ui.languages import phrase, words

if TYPE_CHECKING:
    from core.topic import Attribute
    from index.schema import BilingualText
    from search_ui.languages import Language


_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]")
_LONE_SURROGATES = re.compile(r"[\ud800-\udfff]")
# They turn what stands after them around: where nothing can hold them in, they are left out.
_DIRECTIONS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def readable(text: str) -> str:
    """Without control characters but tab and line feed, and without lone surrogates.

    >>> readable("小米" + chr(0) + chr(0xD83D) + " 14")
    '小米\ufffd 14'
    """
    if text.isprintable():  # nearly every text is, and this is told at once
        return text
    return _LONE_SURROGATES.sub("\ufffd", _CONTROLS.sub("", text))


def one_way(text: str) -> str:
    """Readable, and without marks of direction: for places that have no `<bdi>`."""
    return _DIRECTIONS.sub("", readable(text))


class CutText(NamedTuple):
    """A text in two parts: what is shown at once, and the rest of a long one."""

    start: str
    rest: str = ""


def cut(text: str, longest: int) -> CutText:
    """A little more than allowed is not worth cutting.

    >>> cut("abcdefghij", 4), cut("abcde", 4)
    (CutText(start='abcd', rest='efghij'), CutText(start='abcde', rest=''))
    """
    if len(text) <= longest * 1.25:
        return CutText(text)
    return CutText(text[:longest], text[longest:])


def readable_document(document: ProductDocument) -> ProductDocument:
    """All of its texts made readable, once, before anything is done with them."""
    return ProductDocument(
        document.id,
        readable(document.title),
        readable(document.brand),
        tuple(_page(page) for page in document.pages),
        tuple(_attribute(attribute) for attribute in document.attributes),
        tuple(map(readable, document.images)),
    )


def _page(page: PageOfProduct) -> PageOfProduct:
    return PageOfProduct(page.record_id, *map(readable, page[1:]))


def _attribute(attribute: ShownAttribute) -> ShownAttribute:
    name, known, conflict, values = attribute
    return ShownAttribute(readable(name), known, conflict, tuple(map(_value, values)))


def _value(value: ShownValue) -> ShownValue:
    said_by = tuple(map(_saying, value.said_by))
    return ShownValue(readable(value.raw), readable(value.meaning), said_by)


def _saying(saying: ValueSource) -> ValueSource:
    """Rules have names of ours; most pages write what the first one does."""
    return saying._replace(raw=readable(saying.raw)) if saying.raw else saying


# Things that are said in both languages, in the one of this page.


_LARGER = {"万像素": ("MP", 100)}  # where English counts in another unit
_LONGEST = 120  # characters of a label; those of values are as long as a page makes them
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_MILLIONS = re.compile(r"(?<![\d.])\d{7,}(?![\d.])")


def say(text: BilingualText, language: Language) -> str:
    return short(text.zh if language == "zh" else text.en, _LONGEST)


def short(text: str, longest: int) -> str:
    """What a line of the page has room for, of a text that may be anything.

    >>> short("小米14 Ultra", 5), short("小米14", 5)
    ('小米14…', '小米14')
    """
    return readable(text if len(text) <= longest else f"{text[: longest - 1]}…")


def unit_in(language: Language, unit: str) -> str:
    """A unit as the page's language writes it.

    >>> unit_in("en", "英寸"), unit_in("en", "mAh")
    ('in', 'mAh')
    """
    key = f"search.unit.{unit}"
    return phrase(key, language) if key in words() else unit


def amount_in(language: Language, amount: str, unit: str) -> str:
    """An amount in the topic's unit, as the page's language writes it.

    >>> amount_in("en", "6.5 英寸", "英寸"), amount_in("en", "5000 万像素", "万像素")
    ('6.5 in', '50 MP')
    >>> amount_in("en", "68700000000 色", "色"), amount_in("en", "16000000 色", "色")
    ('68.7 billion colours', '16 million colours')
    """
    if language == "zh" or not unit:
        return amount
    name, many = _LARGER.get(unit, (unit_in(language, unit), 1))
    if many > 1:
        amount = _NUMBER.sub(lambda found: format_number(float(found[0]) / many), amount)
    return _MILLIONS.sub(_in_words, amount).replace(unit, name)


def _in_words(found: re.Match[str]) -> str:
    amount = float(found[0])
    size, word = (1e9, "billion") if amount >= 1e9 else (1e6, "million")
    return f"{format_number(round(amount / size, 1))} {word}"


def utc_minute(since: float) -> str:
    return datetime.fromtimestamp(since, UTC).strftime("%Y-%m-%d %H:%M")


def example_queries(topic: str, language: Language) -> list[str]:
    """Queries to try, where the words have some for the topic."""
    key = f"search.examples.{topic}"
    return phrase(key, language).split(" | ") if key in words() else []


# What values mean, in the visitor's language.


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
