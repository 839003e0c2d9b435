"""Locale packs: everything that is known about a language, one folder for each.

`core/locales/<language>/` has one YAML file for each use: `values.yaml` (how pages write values),
`query.yaml` (how people ask), `names.yaml` (what stands in and around names of products),
`articles.yaml` (who wrote an article, and when), `labels.yaml` (what visitors are told),
`topic.yaml` (what pages call what every product has). Pages and queries mix languages, so readers
use the words of all packs at once (`merged`); how something is shown depends on one of them
(`locale_of`). A further language is a further folder: docs/locales.md.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from core.errors import FileProblem, FileProblems
from core.locale_packs import ArticlePack, LabelPack, NamePack, QueryPack, TopicPack, ValuePack
from core.yaml_files import read_yaml

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


_PACKS = Path(__file__).with_name("locales")
_LANGUAGE = re.compile(r"[a-z]{2,3}")
FALLBACK = "en"  # for languages without a pack


class Locale(BaseModel):
    """The pack of one language; a field is the content of the YAML file with its name."""

    model_config = ConfigDict(frozen=True)

    language: str
    values: ValuePack
    query: QueryPack
    names: NamePack
    articles: ArticlePack
    labels: LabelPack
    topic: TopicPack


@cache
def locales() -> tuple[Locale, ...]:
    """The packs that come with SpecSeek, by language."""
    return read_locales(_PACKS)


def read_locales(folder: Path) -> tuple[Locale, ...]:
    """All packs of a folder, or FileProblems with all mistakes of the first file that has any."""
    return tuple(
        Locale(
            language=_language_of(pack),
            values=read_yaml(pack / "values.yaml", ValuePack),
            query=read_yaml(pack / "query.yaml", QueryPack),
            names=read_yaml(pack / "names.yaml", NamePack),
            articles=read_yaml(pack / "articles.yaml", ArticlePack),
            labels=read_yaml(pack / "labels.yaml", LabelPack),
            topic=read_yaml(pack / "topic.yaml", TopicPack),
        )
        for pack in sorted(folder.iterdir())
        if pack.is_dir() and not pack.name.startswith((".", "_"))
    )


def _language_of(pack: Path) -> str:
    if not _LANGUAGE.fullmatch(pack.name):
        text = "is no language; name the folder by an ISO 639 code like de"
        raise FileProblems(str(pack), (FileProblem(0, 0, text),))
    return pack.name


@cache
def languages() -> tuple[str, ...]:
    """The languages there is a pack of."""
    return tuple(locale.language for locale in locales())


@cache
def locale_of(language: str) -> Locale:
    """The pack of a language, also of a regional one (de-AT); English if there is none."""
    known = {locale.language: locale for locale in locales()}
    return known.get(language.partition("-")[0].lower()) or known[FALLBACK]


@cache
def _colours() -> dict[str, str]:
    return {
        name.casefold(): colour
        for locale in locales()
        for colour, names in locale.values.colours.items()
        for name in names
    }


@cache
def colour_names(language: str) -> tuple[tuple[str, ...], ...]:
    """All names of each colour, those of this language first.

    >>> colour_names("zh")[0][:3], colour_names("en")[0][:2]
    (('黑色', '黑', 'Schwarz'), ('Black', 'Schwarz'))
    """
    own = locale_of(language)
    packs = [own.values.colours, *(one.values.colours for one in locales() if one is not own)]
    return tuple(
        tuple(dict.fromkeys(name for colours in packs for name in colours.get(colour, ())))
        for colour in own.values.colours
    )


def colour_in(written: str, language: str) -> str | None:
    """A colour's name in a language; None if the text is no colour.

    >>> colour_in("黑色", "de"), colour_in("schwarz", "en"), colour_in("27 Zoll", "en")
    ('Schwarz', 'Black', None)
    """
    colour = _colours().get(written.casefold())
    return locale_of(language).values.colours[colour][0] if colour else None


def merged(words: Callable[[Locale], Iterable[str]]) -> tuple[str, ...]:
    """Words of all packs, each once.

    >>> "keine Angabe" in merged(lambda locale: locale.values.unknown)
    True
    """
    return tuple(dict.fromkeys(word for locale in locales() for word in words(locale)))


def any_of(words: Iterable[str]) -> str:
    """A regular expression for the longest of some words, spaces between them being optional.

    Latin letters must not go on at its ends. To be used with IGNORECASE.
    """
    longest_first = sorted(dict.fromkeys(words), key=len, reverse=True)
    latin = [word for word in longest_first if _LATIN.match(word)]
    others = [word for word in longest_first if not _LATIN.match(word)]
    # A look at the first letter spares trying all words at every place of a text.
    first = "".join(sorted({word[0].lower() for word in latin}))
    of_letters = f"(?=[{first}])(?<!{_LATIN.pattern})(?:{'|'.join(map(_word, latin))})"
    return "|".join((*([of_letters] if latin else ()), *map(_word, others))) or r"(?!)"


_LATIN = re.compile("[a-z\u00df-\u024f]", re.IGNORECASE)


def _word(word: str) -> str:
    behind = f"(?!{_LATIN.pattern})" if _LATIN.match(word[-1]) else ""
    return re.escape(word).replace(r"\ ", r"\s?") + behind
