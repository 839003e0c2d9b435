"""A product as its page shows it: attributes in groups, each value with who says it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from search_ui.languages import phrase, words
from search_ui.products.glosses import gloss, meaning_in
from search_ui.products.links import web_link
from search_ui.products.readable import CutText, cut, one_way
from search_ui.searching.wording import utc_minute

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.topic import Attribute, Topic
    from index.documents import ProductDocument, ShownAttribute, ShownValue, ValueSource
    from search_ui.languages import Language

_LONGEST = 300  # characters of a value that are shown at once
_LONGEST_NAME = 100
_MOST = 20  # values of an attribute, and pages of a value; the JSON has all of them


class SourceLine(NamedTuple):
    """A page that says a value, as it writes it."""

    raw: CutText
    site: str
    link: str
    variant: str
    read_by: str
    since: str


class SheetValue(NamedTuple):
    """`gloss` says it again for those who cannot read the text; mostly "".

    `unsure` is "" or tells that it was read without a rule, and how sure that is.
    """

    text: CutText
    meaning: str
    gloss: str
    sources: tuple[SourceLine, ...]
    unseen: int
    unsure: str = ""


class SheetRow(NamedTuple):
    """The first value is the one to show; `sites` tells how many sites say anything of it.

    `spoken` is the label for places where nothing holds marks of direction in.
    """

    label: str
    spoken: str
    conflict: bool
    values: tuple[SheetValue, ...]
    unseen: int
    sites: int


class SheetGroup(NamedTuple):
    key: str
    title: str
    rows: tuple[SheetRow, ...]


def spec_sheet(document: ProductDocument, topic: Topic, language: Language) -> list[SheetGroup]:
    """The topic's groups in its order, then what the topic does not know."""
    known = {attribute.name: attribute for attribute in topic.attributes}
    rows: dict[str, list[SheetRow]] = {attribute.group: [] for attribute in topic.attributes}
    rows[""] = []
    for said in document.attributes:
        attribute = known.get(said.name) if said.known else None
        group = attribute.group if attribute else ""
        rows[group].append(_row(said, attribute, document, language))
    return [
        SheetGroup(group or "other", group_title(group, language), tuple(some))
        for group, some in rows.items()
        if some
    ]


def group_title(group: str, language: Language) -> str:
    """In the visitor's language where the words of the page have it, else as the topic says."""
    key = f"product.group.{group or 'other'}"
    return phrase(key, language) if key in words() else group


def label_of(name: str, attribute: Attribute | None, language: Language) -> str:
    """The topic's English label where it has one; a page's own name may be anything."""
    return attribute.label if attribute and language == "en" else cut(name, _LONGEST_NAME).start


def _row(
    said: ShownAttribute, attribute: Attribute | None, document: ProductDocument, language: Language
) -> SheetRow:
    values = tuple(
        SheetValue(
            cut(value.raw, _LONGEST),
            cut(meaning_in(language, value, attribute), _LONGEST).start,
            gloss(language, value, attribute),
            tuple(_sources(value, document, language)),
            max(0, len(value.said_by) - _MOST),
            "" if value.confirmed else _unsure(_surest(value), language),
        )
        for value in said.values[:_MOST]
    )
    sites = {document.pages[one.page].site for value in said.values for one in value.said_by}
    unseen = max(0, len(said.values) - _MOST)
    label = label_of(said.name, attribute, language)
    return SheetRow(label, one_way(label), said.conflict, values, unseen, len(sites))


def _unsure(confidence: float, language: Language) -> str:
    percent = min(99, round(100 * confidence))
    return phrase("product.unconfirmed.value", language, percent=percent)


def _surest(value: ShownValue) -> float:
    return max(saying.confidence for saying in value.said_by)


def _sources(
    value: ShownValue, document: ProductDocument, language: Language
) -> Iterator[SourceLine]:
    for saying in value.said_by[:_MOST]:
        page = document.pages[saying.page]
        yield SourceLine(
            cut(saying.raw or value.raw, _LONGEST),
            page.site,
            web_link(page.url),
            page.variant,
            _read_by(saying, page.source, language),
            utc_minute(saying.since),
        )


def _read_by(saying: ValueSource, source: str, language: Language) -> str:
    """The rule with its version, or the kind of embedded data; without a rule, how sure it is."""
    if saying.by:
        return _unsure(saying.confidence, language)
    return f"{saying.rule} v{saying.rule_version}" if saying.rule else source
