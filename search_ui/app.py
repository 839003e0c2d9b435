"""The web application: `create_app(settings, topics)`.

Every page is a blueprint in its own module (`search.py`, `product.py`, `label.py`, …). This module
combines them with what all responses share: sessions, security headers, error pages, and the names
available in every template.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from flask import Flask, Response, current_app, g, jsonify, render_template, request, session
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import SignatureExpired, TimestampSigner
from werkzeug.exceptions import HTTPException, InternalServerError, ServiceUnavailable

from index.engines.engine import EngineUnavailable
from index.values.local_format import count_in, percent_in
from search_ui.access import (
    access_views,
    admin_name,
    put_credentials,
    refuse_foreign_forms,
)
from search_ui.api import api_views
from search_ui.channels import channel_views
from search_ui.channels_api import channel_api_views
from search_ui.commands import crawl_words, terminal_command
from search_ui.compare import compare_views
from search_ui.credentials import Credentials, NoCredentials, credentials_for
from search_ui.home import home_views
from search_ui.label import label_views
from search_ui.languages import (
    LANGUAGES,
    THEMES,
    address_with,
    in_sentence,
    keep_preferences,
    phrase,
    words,
)
from search_ui.monitor import monitor_views
from search_ui.operations import count_requests, operation_views
from search_ui.pictures import picture_views
from search_ui.product import product_views
from search_ui.review import review_views
from search_ui.search import search_views
from search_ui.search_engines import search_engine_views
from search_ui.site import asked_site, put_sites, site_settings
from search_ui.sources import source_views
from search_ui.stored_page import stored_page_views
from search_ui.text import lang_of
from search_ui.topics import TopicPaths, ask_for_topic, topic_links
from store.database import steady_time

if TYPE_CHECKING:
    from collections.abc import Sequence

    from itsdangerous import URLSafeTimedSerializer
    from markupsafe import Markup
    from werkzeug import Response as AnyResponse

    from core.settings import Settings


_VIEWS = (
    access_views,
    home_views,
    search_views,
    channel_views,
    channel_api_views,
    product_views,
    picture_views,
    compare_views,
    api_views,
    monitor_views,
    source_views,
    stored_page_views,
    label_views,
    review_views,
    search_engine_views,
    operation_views,
)
_CLOCKS_DIFFER = 5 * 60.0  # seconds
MOST_SENT = 16 * 1024 * 1024  # bytes: a page to label, with its style sheets


class _Signer(TimestampSigner):
    """Sessions keep their length when the clock is set back or stands still.

    Clocks of servers that share sessions may differ a little, so that one is younger than nothing.
    """

    def get_timestamp(self) -> int:
        return int(steady_time())

    def unsign(  # type: ignore[no-untyped-def]  # noqa: ANN202 - two signatures, as in its base
        self,
        signed_value: str | bytes,
        max_age: int | None = None,
        return_timestamp=False,  # noqa: ANN001, FBT002
    ):
        try:
            return super().unsign(signed_value, max_age, return_timestamp)
        except SignatureExpired as error:
            ahead = error.date_signed.timestamp() - steady_time() if error.date_signed else 0.0
            if not 0.0 < ahead < _CLOCKS_DIFFER:
                raise
            return super().unsign(signed_value, None, return_timestamp)


class _Sessions(SecureCookieSessionInterface):
    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        serializer = super().get_signing_serializer(app)
        if serializer is not None:
            serializer.signer = _Signer
        return serializer

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002 - as Flask calls it
        """Behind an HTTPS proxy, send the cookie over HTTPS only; loopback has no HTTPS."""
        return request.is_secure


def create_app(settings: Settings, topics: Sequence[str], *, read_only: bool = False) -> Flask:
    """The sites of these topics, ready for a WSGI server.

    With `read_only` nothing is ever written: nobody is the admin.
    """
    app = Flask(__name__)
    app.session_interface = _Sessions()
    app.json.ensure_ascii = False  # type: ignore[attr-defined]  # of Flask's own provider
    app.jinja_options = {"autoescape": True}
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    credentials = Credentials(NoCredentials()) if read_only else credentials_for(settings)
    app.config.update(
        READ_ONLY=read_only,
        SECRET_KEY=credentials.session_key,
        SESSION_COOKIE_NAME="specseek",
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=timedelta(days=14),
        WTF_CSRF_TIME_LIMIT=None,  # as long as the session: a label may take an afternoon
        MAX_CONTENT_LENGTH=MOST_SENT,
    )
    put_credentials(app, credentials)
    keep_preferences(app, _topic_languages)
    refuse_foreign_forms(app)
    send_headers(app)
    show_errors(app)
    app.context_processor(_in_every_template)
    app.add_template_filter(_counted, "counted")
    app.add_template_filter(_lang_of, "lang_of")
    app.add_template_filter(_percent, "percent")
    put_sites(app, settings, topics)
    ask_for_topic(app)
    for views in _VIEWS:
        app.register_blueprint(views)
    count_requests(app)
    app.wsgi_app = TopicPaths(app.wsgi_app, topics)  # type: ignore[method-assign]  # as Flask's documents do
    return app


def _topic_languages() -> tuple[str, ...]:
    site = asked_site()
    return site.topic.languages if site else ()


def _counted(number: int) -> str:
    return count_in(number, g.language)


def _percent(share: float, places: int = 0) -> str:
    return percent_in(share, g.language, places)


def _lang_of(text: str) -> Markup:
    return lang_of(text, g.language)


def _in_every_template() -> dict[str, object]:
    language = g.language  # looked up once: a page has hundreds of phrases
    site = asked_site()

    def t(key: str, **parts: object) -> str:
        return phrase(key, language, **parts)

    def in_terminal(program: str, *words: str) -> str:
        return terminal_command(site_settings(), program, *words)

    return {
        "t": t,
        "in_terminal": in_terminal,
        "crawl_words": crawl_words,
        "root": request.script_root,
        "language": language,
        "languages": LANGUAGES,
        "phrase": phrase,
        "theme": g.theme,
        "themes": THEMES,
        "address_with": address_with,
        "admin": admin_name(),
        "read_only": current_app.config["READ_ONLY"],
        "topic": site.topic if site else None,
        "topic_title": in_sentence(site.topic.title_in(language), language) if site else "",
        "topics": topic_links(),
    }


# Headers of every response: no inline scripts, no external content, no framing.


_POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "frame-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}


def content_security_policy(**changed: str) -> str:
    """The policy of every page; a view may override directives (`frame_ancestors="'self'"`)."""
    policy = _POLICY | {name.replace("_", "-"): value for name, value in changed.items()}
    return "; ".join(f"{name} {value}" for name, value in policy.items())


SECURITY_HEADERS = {
    "Content-Security-Policy": content_security_policy(),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


_SAME_FOR_ALL = frozenset({"static", "pictures.thumbnail"})


def send_headers(app: Flask) -> None:
    """A view that needs another policy sets the header itself."""

    @app.after_request
    def add(answer: Response) -> Response:
        for name, value in SECURITY_HEADERS.items():
            answer.headers.setdefault(name, value)
        if request.endpoint not in _SAME_FOR_ALL:
            # Pages of a session may be the admin's, and their forms contain tokens.
            kept = "private, no-store" if session else "no-cache"
            answer.headers.setdefault("Cache-Control", kept)
            answer.vary.update(("Cookie", "Accept-Language"))
        return answer


# Error pages in the visitor's language, or as JSON.


_RETRY_AFTER = 10  # seconds


def show_errors(app: Flask) -> None:
    app.register_error_handler(HTTPException, _tell)
    app.register_error_handler(EngineUnavailable, _tell_unavailable)
    app.register_error_handler(Exception, _tell_failure)


def _tell(problem: HTTPException) -> AnyResponse:
    code = problem.code or 500
    if problem.response is not None:
        return problem.get_response()
    if request.path.endswith((".json", ".jsonl", ".csv")) or request.is_json:
        answer = jsonify(error={"status": code, "reason": problem.description})
    else:
        known = words(g.language)
        key = f"problem.{code}" if f"problem.{code}" in known else "problem.400"
        what = f"{key}.what"
        answer = current_app.make_response(
            render_template(
                "problem.html", code=code, key=key, what=what if what in known else None
            )
        )
    answer.status_code = code
    for name, value in problem.get_headers():
        if name not in {"Content-Type", "Content-Length"}:
            answer.headers[name] = value
    return answer


def _tell_unavailable(problem: EngineUnavailable) -> AnyResponse:
    """Details about failing servers go to the log, not to visitors."""
    current_app.logger.error("A search failed: %s", problem)
    return _tell(ServiceUnavailable(retry_after=_RETRY_AFTER))


def _tell_failure(failure: Exception) -> AnyResponse:
    current_app.logger.error("A page failed: %r", request.path, exc_info=failure)
    return _tell(InternalServerError())
