"""The web application: `create_app(settings)`; each page is a package with a blueprint."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module
from typing import TYPE_CHECKING, Final

from flask import Flask, g, request
from flask.sessions import SecureCookieSessionInterface

from search_ui.access.credentials import Credentials
from search_ui.access.guard import admin_name, put_credentials
from search_ui.access.same_origin import refuse_foreign_forms
from search_ui.headers import send_headers
from search_ui.languages import phrase
from search_ui.look import THEMES, address_with, keep_choices
from search_ui.problems import tell_problems
from search_ui.site import Site, put_site, this_site

if TYPE_CHECKING:
    from settings.model import Settings

# Each has a module `views` with a blueprint `views`.
PAGES: Final[tuple[str, ...]] = (
    "access",
    "searching",
    "products",
    "comparing",
    "interface",
    "monitoring",
    "labelling",
    "reviewing",
)
_MOST_SENT = 16 * 1024 * 1024  # bytes: a page to label, with its style sheets


class _Sessions(SecureCookieSessionInterface):
    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002 - as Flask calls it
        """Where a proxy speaks HTTPS the cookie never goes without; on loopback nothing does."""
        return request.is_secure


def create_app(settings: Settings, topic: str = "phones") -> Flask:
    """The site of one topic, ready for a WSGI server."""
    app = Flask(__name__)
    app.session_interface = _Sessions()
    app.json.ensure_ascii = False  # type: ignore[attr-defined]  # of Flask's own provider
    app.jinja_options = {"autoescape": True}
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    credentials = Credentials(settings.data)
    app.config.update(
        SECRET_KEY=credentials.session_key,
        SESSION_COOKIE_NAME="specseek",
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=timedelta(days=14),
        WTF_CSRF_TIME_LIMIT=None,  # as long as the session: a label may take an afternoon
        MAX_CONTENT_LENGTH=_MOST_SENT,
    )
    put_credentials(app, credentials)
    keep_choices(app)
    refuse_foreign_forms(app)
    send_headers(app)
    tell_problems(app)
    app.context_processor(_in_every_template)
    put_site(app, Site(settings, topic))
    for page in PAGES:
        app.register_blueprint(import_module(f"search_ui.{page}.views").views)
    return app


def _in_every_template() -> dict[str, object]:
    language = g.language  # looked up once: a page has hundreds of words

    def t(key: str, **parts: object) -> str:
        return phrase(key, language, **parts)

    return {
        "t": t,
        "language": language,
        "theme": g.theme,
        "themes": THEMES,
        "address_with": address_with,
        "admin": admin_name(),
        "topic": this_site().topic,
    }
