"""Texts from the web, made fit for pages, JSON and CSV.

Control characters, lone surrogates and direction marks are removed (`readable`, `one_way`), long
texts are cut, and amounts, units and the words of closed lists are shown in the page's language.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup, escape

from core.topic import ValueType
from index.documents import PageOfProduct, ProductDocument, ShownValue, ValueSource
from index.products.vocabulary import BRANDS
from index.search.labels import ShownUnit, english_unit, narrow_signs
from index.values.format import common_sizes, format_number
from search_ui.languages import phrase, words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.topic import Attribute
    from index.documents import ShownAttribute
    from index.schema import BilingualText
    from search_ui.languages import Language


_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]")
_LONE_SURROGATES = re.compile(r"[\ud800-\udfff]")
# They reverse the text behind them; removed where no `<bdi>` can isolate them.
_DIRECTION_MARKS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def readable(text: str) -> str:
    """Without lone surrogates and without control characters other than tab and line feed.

    >>> readable("小米" + chr(0) + chr(0xD83D) + " 14")
    '小米\ufffd 14'
    """
    if text.isprintable():  # nearly every text is, and this check is fast
        return text
    return _LONE_SURROGATES.sub("\ufffd", _CONTROLS.sub("", text))


def one_way(text: str) -> str:
    """Readable, and without direction marks: for places that cannot have a `<bdi>`."""
    return _DIRECTION_MARKS.sub("", readable(text))


class CutText(NamedTuple):
    """A text in two parts: what is shown at first, and the rest of a long text."""

    start: str
    rest: str = ""


def cut(text: str, longest: int) -> CutText:
    """Texts a little longer than allowed are kept whole.

    >>> cut("abcdefghij", 4), cut("abcde", 4)
    (CutText(start='abcd', rest='efghij'), CutText(start='abcde', rest=''))
    """
    if len(text) <= longest * 1.25:
        return CutText(text)
    return CutText(text[:longest], text[longest:])


def readable_document(document: ProductDocument) -> ProductDocument:
    """The document with all of its texts made `readable`."""
    return ProductDocument(
        document.id,
        readable(document.title),
        readable(document.brand),
        tuple(_page(page) for page in document.pages),
        tuple(_attribute(attribute) for attribute in document.attributes),
        tuple(map(readable, document.images)),
        document.picture,
        tuple(link._replace(title=readable(link.title)) for link in document.media),
    )


def _page(page: PageOfProduct) -> PageOfProduct:
    return PageOfProduct(page.record_id, *map(readable, page[1:]))


def _attribute(attribute: ShownAttribute) -> ShownAttribute:
    values = tuple(map(_value, attribute.values))
    return attribute._replace(name=readable(attribute.name), values=values)


def _value(value: ShownValue) -> ShownValue:
    said_by = tuple(map(_source, value.said_by))
    return ShownValue(readable(value.raw), readable(value.meaning), said_by)


def _source(source: ValueSource) -> ValueSource:
    """`raw` is empty where the page writes the same as the first one."""
    return source._replace(raw=readable(source.raw)) if source.raw else source


# Labels, amounts and units in the page's language.


_LONGEST = 120  # characters of a label; labels of values are as long as a page makes them
# Between the parts of a label: 手机类型: 智能手机 / 音乐手机.
_JOINTS = re.compile("(: | / | ≠ )")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_SAME_UNIT = re.compile(r" (\S+)(?= / [\d.]+ \1(?:$| /))")  # as the next amount has
_MILLIONS = re.compile(r"(?<![\d.])\d{7,}(?![\d.])")


def say(text: BilingualText, language: Language) -> str:
    if language == "zh":
        return short(text.zh, _LONGEST)
    return short("".join(map(_english_word, _JOINTS.split(text.en))), _LONGEST)


def _english_word(word: str) -> str:
    """A value that many pages have, in English; any other text as it is."""
    known = words().get(f"value.{word}")
    return known[1] if known else word


def short(text: str, longest: int) -> str:
    """A text of any length, cut to what one line has room for.

    >>> short("小米14 Ultra", 5), short("小米14", 5)
    ('小米14…', '小米14')
    """
    return readable(text if len(text) <= longest else f"{text[: longest - 1]}…")


def marked(pieces: Iterable[tuple[str, bool]]) -> Markup:
    """Pieces of a text, those that were searched for marked; all of it is escaped."""
    return Markup().join(
        Markup("<mark>{}</mark>").format(piece) if found else escape(piece)
        for piece, found in pieces
    )


def unit_in(language: Language, unit: str) -> ShownUnit:
    """The unit in which the pages of a language show an attribute.

    >>> unit_in("en", "元"), unit_in("en", "万像素")
    (ShownUnit(name='¥', size=1.0), ShownUnit(name='MP', size=100))
    """
    return english_unit(unit) if language == "en" else ShownUnit(unit)


def amount_in(language: Language, amount: str, unit: str) -> str:
    """An amount in the topic's unit, as the page's language writes it.

    >>> amount_in("en", "6.5 英寸", "英寸"), amount_in("en", "5000 万像素", "万像素")
    ('6.5 in', '50 MP')
    >>> amount_in("en", "68700000000 色", "色"), amount_in("en", "16000000 色", "色")
    ('68.7 billion colours', '16 million colours')
    >>> amount_in("zh", "256 GB / 512 GB / 1024 GB", "GB")
    '256 / 512 GB / 1 TB'
    """
    amount = _SAME_UNIT.sub("", common_sizes(amount))
    if language == "zh":
        return amount
    amount = narrow_signs(amount)
    if not unit:
        return amount
    name, many = english_unit(unit)
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
    """Example queries, if there are any for the topic."""
    key = f"search.examples.{topic}"
    return phrase(key, language).split(" | ") if key in words() else []


# What values mean, in the visitor's language.


_CHINESE = re.compile("[\u3400-\u9fff]")
_BETWEEN_WORDS = "、"  # as `index.values.format` joins them


def meaning_in(language: Language, value: ShownValue, attribute: Attribute | None) -> str:
    """Yes and no in words, amounts in the language's units, words of closed lists translated."""
    if attribute is None or attribute.type is ValueType.TEXT:
        return value.meaning
    if attribute.type in {ValueType.LIST, ValueType.ENUMERATION}:
        return value.meaning if language == "zh" else _english_words(value.meaning, attribute)
    if attribute.type is ValueType.YES_NO and value.meaning in {"yes", "no"}:
        return phrase(f"product.{value.meaning}", language)
    return amount_in(language, value.meaning, attribute.unit)


def gloss(language: Language, value: ShownValue, attribute: Attribute | None) -> str:
    """What a Chinese text means, for English readers; "" where there is nothing to add."""
    if language != "en" or attribute is None or not _CHINESE.search(value.raw):
        return ""
    meaning = meaning_in(language, value, attribute)
    return "" if _CHINESE.search(meaning) else meaning


def _english_words(meaning: str, attribute: Attribute) -> str:
    """Each word in English, if the topic, the brands or `words/values.yaml` have it."""
    known = _english_names(attribute.words)
    return ", ".join(
        known.get(word) or _english_brand(word) or _english_word(word)
        for word in meaning.split(_BETWEEN_WORDS)
    )


@lru_cache(maxsize=256)
def _english_names(groups: tuple[tuple[str, ...], ...]) -> dict[str, str]:
    """The first name of each group of synonyms → the first of them that is English."""
    return {same[0]: next(filter(str.isascii, same), "") for same in groups}


def _english_brand(word: str) -> str:
    brand = BRANDS.brands.get(BRANDS.known(word))
    return next(filter(str.isascii, brand.names), "") if brand else ""
