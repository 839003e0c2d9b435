"""The language and the theme a visitor reads in: asked for by address, kept in a cookie."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args
from urllib.parse import quote, urlencode

from flask import g, redirect, request

from search_ui.languages import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from flask import Flask
    from werkzeug import Response

    from search_ui.languages import Language

Theme: TypeAlias = Literal["auto", "light", "dark"]
THEMES: Final[tuple[Theme, ...]] = get_args(Theme)
_A_YEAR = 365 * 24 * 60 * 60


def chosen_language() -> Language:
    """The one chosen before, else what the browser prefers, else Chinese."""
    kept = request.cookies.get("lang")
    for known in LANGUAGES:
        if kept == known:
            return known
    return "en" if request.accept_languages.best_match(["zh", "en"], "zh") == "en" else "zh"


def chosen_theme() -> Theme:
    kept = request.cookies.get("theme")
    return next((known for known in THEMES if kept == known), "auto")


def address_with(**choice: str) -> str:
    """The address of this page, and a choice to make on the way (`lang=en`)."""
    return _address([*_parameters_but(choice), *choice.items()])


def this_address() -> str:
    return _address(_parameters_but(()))


def _parameters_but(names: Container[str]) -> list[tuple[str, str]]:
    return [pair for pair in request.args.items(multi=True) if pair[0] not in names]


def _address(parameters: Sequence[tuple[str, str]]) -> str:
    """Always on this host: `//other.example` and a backslash would lead a browser elsewhere."""
    path = "/" + quote(request.path.lstrip("/"))
    return f"{path}?{urlencode(parameters)}" if parameters else path


def keep_preferences(app: Flask) -> None:
    """`?lang=en` and `?theme=dark` on any page: keep it, then show the page without them."""

    @app.before_request
    def choose() -> Response | None:
        g.language, g.theme = chosen_language(), chosen_theme()
        chosen = {
            name: value
            for name, known in (("lang", LANGUAGES), ("theme", THEMES))
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
