"""A text in several languages, shown in the visitor's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from core.locales import FALLBACK, languages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


ANY = ""  # in place of a language: for all that have no text of their own


@dataclass(frozen=True, slots=True)
class LocalText:
    """Language → text.

    >>> brand = LocalText({"zh": "小米", ANY: "Xiaomi"})
    >>> brand.in_language("zh"), brand.in_language("de")
    ('小米', 'Xiaomi')
    """

    texts: Mapping[str, str]

    @classmethod
    def same(cls, text: str) -> Self:
        """The same text in all languages."""
        return cls({ANY: text})

    @classmethod
    def of_each(cls, text_in: Callable[[str], str]) -> Self:
        """What a function returns for each language there is a locale pack of."""
        return cls({language: text_in(language) for language in languages()})

    @classmethod
    def joined(cls, between: str, several: Iterable[LocalText]) -> Self:
        """Texts in one line, each in the same language."""
        parts = tuple(several)
        known = dict.fromkeys(language for part in parts for language in part.texts)
        return cls({one: between.join(part.in_language(one) for part in parts) for one in known})

    def in_language(self, language: str) -> str:
        """In this language if there is such a text, else the one for any, else in English."""
        texts = self.texts
        for known in (language, ANY, FALLBACK):
            if known in texts:
                return texts[known]
        return next(iter(texts.values()), "")

    def in_all(self) -> dict[str, str]:
        """In every language there is a locale pack of."""
        return {language: self.in_language(language) for language in languages()}
