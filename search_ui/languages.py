"""The phrases of the pages in Chinese and English, and the visitor's preferences.

Every key of `words/*.yaml` has both languages. Language, theme and the view of results are chosen
by address (`?lang=en`, `?theme=dark`, `?view=table`) and kept in cookies.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args
from urllib.parse import quote, urlencode

import yaml
from flask import g, redirect, request

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    from flask import Flask
    from werkzeug import Response


Language: TypeAlias = Literal["zh", "en"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
_FOLDER = Path(__file__).with_name("words")


@cache
def words() -> Mapping[str, tuple[str, str]]:
    """Key → Chinese, English; each key is in one file only."""
    found: dict[str, tuple[str, str]] = {}
    for file in sorted(_FOLDER.glob("*.yaml")):
        for key, (chinese, english) in yaml.safe_load(file.read_text("utf-8")).items():
            if key in found:
                raise ValueError(f"{file.name}: {key!r} is in another file already")
            found[key] = (str(chinese), str(english))
    return found


def phrase(key: str, language: Language, **parts: object) -> str:
    """The phrase for a key, with `{part}` filled in.

    >>> phrase("site.tagline", "zh", topic="手机")
    '手机参数搜索'
    """
    return words()[key][LANGUAGES.index(language)].format(**parts)


# The visitor's preferences: chosen by address, kept in cookies.


Theme: TypeAlias = Literal["auto", "light", "dark"]
THEMES: Final[tuple[Theme, ...]] = get_args(Theme)
VIEWS: Final = ("cards", "table")  # of results; the first is used if none was chosen
_PREFERENCES = (("lang", LANGUAGES), ("theme", THEMES), ("view", VIEWS))
_A_YEAR = 365 * 24 * 60 * 60


def chosen_language() -> Language:
    """The one chosen earlier, else the browser's preference, else Chinese."""
    kept = request.cookies.get("lang")
    for known in LANGUAGES:
        if kept == known:
            return known
    return "en" if request.accept_languages.best_match(["zh", "en"], "zh") == "en" else "zh"


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
    path = "/" + quote(request.path.lstrip("/"))
    return f"{path}?{urlencode(parameters)}" if parameters else path


def keep_preferences(app: Flask) -> None:
    """For `?lang=en`, `?theme=dark` or `?view=table`: set the cookie, redirect without them."""

    @app.before_request
    def choose() -> Response | None:
        g.language, g.theme = chosen_language(), chosen_theme()
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
