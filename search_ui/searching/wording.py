"""Things that are said in both languages, in the one of this page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from search_ui.languages import phrase, words

if TYPE_CHECKING:
    from index.finding.answer import Words
    from search_ui.languages import Language


def say(text: Words, language: Language) -> str:
    return text.zh if language == "zh" else text.en


def unit_in(language: Language, unit: str) -> str:
    """A unit as the page's language writes it.

    >>> unit_in("en", "英寸"), unit_in("en", "mAh")
    ('in', 'mAh')
    """
    key = f"search.unit.{unit}"
    return phrase(key, language) if key in words() else unit


def example_queries(topic: str, language: Language) -> list[str]:
    """Queries to try, where the words have some for the topic."""
    key = f"search.examples.{topic}"
    return phrase(key, language).split(" | ") if key in words() else []
