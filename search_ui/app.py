"""The web application: `create_app(settings)`; each page has its views in a blueprint."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from flask import Flask, g, request
from flask.sessions import SecureCookieSessionInterface

from search_ui.access.credentials import Credentials
from search_ui.access.guard import admin_name, put_credentials
from search_ui.access.same_origin import refuse_foreign_forms
from search_ui.access.views import access_views
from search_ui.comparing.views import compare_views
from search_ui.headers import send_headers
from search_ui.interface.views import api_views
from search_ui.labelling.views import label_views
from search_ui.languages import phrase
from search_ui.look import THEMES, address_with, keep_preferences
from search_ui.monitoring.views import monitor_views
from search_ui.problems import show_errors
from search_ui.products.views import product_views
from search_ui.reviewing.views import review_views
from search_ui.searching.views import search_views
from search_ui.site import SearchSite, put_site, this_site

if TYPE_CHECKING:
    from core.settings import Settings

_VIEWS = (
    access_views,
    search_views,
    product_views,
    compare_views,
    api_views,
    monitor_views,
    label_views,
    review_views,
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
    keep_preferences(app)
    refuse_foreign_forms(app)
    send_headers(app)
    show_errors(app)
    app.context_processor(_in_every_template)
    put_site(app, SearchSite(settings, topic))
    for views in _VIEWS:
        app.register_blueprint(views)
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
