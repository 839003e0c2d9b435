"""Texts from the web, made fit for pages, JSON and CSV.

Control characters, lone surrogates and direction marks are removed (`readable`, `one_way`), long
texts are cut, and values are shown in the page's language (`ValueTranslator`).
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup, escape

from core.locales import locale_of
from core.topic import ValueType
from index.documents import PageOfProduct, ProductDocument, ShownValue, ValueSource
from index.products.vocabulary import brands_of
from index.values.local_format import amounts_in, dates_in, prices_in
from search_ui.languages import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.local_text import LocalText
    from core.topic import Attribute, Topic
    from index.documents import ShownAttribute
    from search_ui.languages import Language


_CHINESE = re.compile("[\u3400-\u9fff]")
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


# Labels, cut to what a page has room for.


_LONGEST = 120  # characters of a label; labels of values are as long as a page makes them


def say(text: LocalText, language: Language) -> str:
    return short(text.in_language(language), _LONGEST)


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


def utc_minute(since: float, language: Language) -> str:
    """In UTC.

    >>> utc_minute(1_700_000_000, "en"), utc_minute(1_700_000_000, "de")
    ('2023-11-14 22:13', '14.11.2023 22:13')
    """
    return dates_in(datetime.fromtimestamp(since, UTC).strftime("%Y-%m-%d %H:%M"), language)


def lang_of(text: str, language: Language) -> Markup:
    """An attribute for the element of a text from the web that is plainly in another language.

    >>> lang_of("小米14", "de"), lang_of("小米14", "zh")
    (Markup(' lang="zh"'), Markup(''))
    """
    return Markup(' lang="zh"') if language != "zh" and _CHINESE.search(text) else Markup()


# What values mean, in the visitor's language.


_IN_WORDS = frozenset((ValueType.LIST, ValueType.ENUMERATION, ValueType.YES_NO))


class ValueTranslator:
    """Says what values of a topic mean to the readers of a language."""

    def __init__(self, topic: Topic, language: Language) -> None:
        self._topic, self._language = topic, language
        written, shown = (locale_of(one).values.lists for one in (topic.languages[0], language))
        self._written_comma, self._comma = written.comma, shown.comma

    def meaning(self, value: ShownValue, attribute: Attribute | None) -> str:
        """Amounts and dates as the language writes them, words of closed lists translated."""
        if attribute is None or not value.meaning:
            return value.meaning
        language, said = self._language, value.meaning
        match attribute.type:
            case ValueType.LIST | ValueType.ENUMERATION:
                words = said.split(self._written_comma)
                said = self._comma.join(self._word(word, attribute) for word in words)
            case ValueType.YES_NO if said in {"yes", "no"}:
                said = phrase(f"product.{said}", language)
            case ValueType.PRICE:
                said = prices_in(said, language)
            case ValueType.DATE:
                said = dates_in(said, language)
            case ValueType.QUANTITY | ValueType.SIZE:
                said = amounts_in(said, attribute.unit, language)
        return said

    def gloss(self, value: ShownValue, attribute: Attribute | None) -> str:
        """What a text means to those who cannot read it; "" where there is nothing to add."""
        if attribute is None or self._language == self._topic.languages[0]:
            return ""
        meaning = self.meaning(value, attribute)
        if _CHINESE.search(value.raw):
            return "" if self._language != "zh" and _CHINESE.search(meaning) else meaning
        is_new = attribute.type in _IN_WORDS and meaning.casefold() != value.raw.casefold()
        return meaning if is_new and meaning != value.meaning else ""

    def _word(self, word: str, attribute: Attribute) -> str:
        """As the topic translates it, or else a synonym that these readers can read."""
        if translation := self._topic.translated(word, self._language):
            return translation
        if self._language == "zh" or not _CHINESE.search(word):
            return word
        return _latin_names(attribute.words).get(word) or self._brand(word) or word

    def _brand(self, word: str) -> str:
        brand = brands_of(self._topic).named(word)
        return _first_latin(brand.names) if brand else ""


@lru_cache(maxsize=256)
def _latin_names(groups: tuple[tuple[str, ...], ...]) -> dict[str, str]:
    """The first name of each group of synonyms → the first of them that is not Chinese."""
    return {same[0]: _first_latin(same) for same in groups}


def _first_latin(names: Iterable[str]) -> str:
    return next((name for name in names if not _CHINESE.search(name)), "")
