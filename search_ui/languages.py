"""The phrases of the pages in every language, and the visitor's preferences.

A language is a folder of `words` with one text per key: to add one, copy and translate `words/en`.
Language, theme and the view of results are chosen by address (`?lang=en`, `?theme=dark`,
`?view=table`) and kept in cookies.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args
from urllib.parse import quote, urlencode

import yaml
from flask import g, redirect, request

from core.topic_parts import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Mapping, Sequence

    from flask import Flask
    from werkzeug import Response


Language: TypeAlias = str  # one of LANGUAGES
_FOLDER = Path(__file__).with_name("words")
LANGUAGES: Final = tuple(sorted(folder.name for folder in _FOLDER.iterdir() if folder.is_dir()))


@cache
def words(language: Language) -> Mapping[str, str]:
    """Key → text; what a language lacks is in English."""
    own = read_words(_FOLDER / language)
    return own if language == ENGLISH else {**words(ENGLISH), **own}


def read_words(folder: Path) -> dict[str, str]:
    """The texts of a language; each key is in one file only."""
    found: dict[str, str] = {}
    for file in sorted(folder.glob("*.yaml")):
        for key, text in yaml.safe_load(file.read_text("utf-8")).items():
            if key in found:
                raise ValueError(f"{file.name}: {key!r} is in another file already")
            found[key] = str(text)
    return found


def phrase(key: str, language: Language, **parts: object) -> str:
    """The phrase for a key, with `{part}` filled in.

    >>> phrase("site.tagline", "zh", topic="手机")
    '手机参数搜索'
    """
    return words(language)[key].format(**parts)


def in_sentence(title: str, language: Language) -> str:
    """A topic's title within a sentence, where English writes small letters.

    >>> in_sentence("Phones", "en"), in_sentence("TVs", "en"), in_sentence("Monitore", "de")
    ('phones', 'TVs', 'Monitore')
    """
    is_word = title[1:].islower()
    return title.lower() if language == ENGLISH and is_word else title


# The visitor's preferences: chosen by address, kept in cookies.


Theme: TypeAlias = Literal["auto", "light", "dark"]
THEMES: Final[tuple[Theme, ...]] = get_args(Theme)
VIEWS: Final = ("cards", "table")  # of results; the first is used if none was chosen
_PREFERENCES = (("lang", LANGUAGES), ("theme", THEMES), ("view", VIEWS))
_A_YEAR = 365 * 24 * 60 * 60


def chosen_language(own: Callable[[], Iterable[Language]]) -> Language:
    """The one chosen earlier, else the browser's, else the topic's own languages, else English."""
    kept = request.cookies.get("lang", "")
    if kept in LANGUAGES:
        return kept
    wanted = request.accept_languages.best_match(LANGUAGES)
    return wanted or next((one for one in own() if one in LANGUAGES), ENGLISH)


def chosen_theme() -> Theme:
    kept = request.cookies.get("theme")
    return next((known for known in THEMES if kept == known), "auto")


def chosen_view() -> str:
    kept = request.cookies.get("view")
    return kept if kept in VIEWS else VIEWS[0]


def address_with(**choice: str) -> str:
    """The address of this page, with a preference added (`lang=en`)."""
    return _address([*_parameters_but(choice), *choice.items()])


def this_address() -> str:
    return _address(_parameters_but(()))


def _parameters_but(names: Container[str]) -> list[tuple[str, str]]:
    return [pair for pair in request.args.items(multi=True) if pair[0] not in names]


def _address(parameters: Sequence[tuple[str, str]]) -> str:
    """Always on this host: browsers take `//other.example` and backslashes for other hosts."""
    path = f"{request.script_root}/{quote(request.path.lstrip('/'))}"
    return f"{path}?{urlencode(parameters)}" if parameters else path


def keep_preferences(app: Flask, own: Callable[[], Iterable[Language]]) -> None:
    """For `?lang=en`, `?theme=dark` or `?view=table`: set the cookie, redirect without them.

    `own` returns the languages of the topic that is asked for.
    """

    @app.before_request
    def choose() -> Response | None:
        g.language, g.theme = chosen_language(own), chosen_theme()
        chosen = {
            name: value
            for name, known in _PREFERENCES
            if (value := request.args.get(name)) in known
        }
        if not chosen or request.method != "GET":
            return None
        answer = redirect(_address(_parameters_but(chosen)))
        for name, value in chosen.items():
            answer.set_cookie(
                name, str(value), max_age=_A_YEAR, samesite="Lax", httponly=True, path="/"
            )
        return answer
