"""Access: who may see which page, log-in, and the pages that set the password.

Search is open to everyone. Views that change anything or show the admin pages are marked
`admin_only`. Forms need a token and our own origin; attempts at the password are limited.
"""

from __future__ import annotations

from functools import wraps
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, ParamSpec, TypeVar, cast
from urllib.parse import urlsplit

from flask import (
    Blueprint,
    abort,
    current_app,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask_wtf.csrf import CSRFProtect

from search_ui.addresses import path_here
from search_ui.attempts import Attempts
from search_ui.credentials import SHORTEST_PASSWORD, is_acceptable
from search_ui.languages import this_address
from search_ui.site import site_settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask
    from werkzeug import Response

    from search_ui.credentials import Credentials


# Who sent the request; `admin_only` for views that change anything or show the admin pages.


_KEY = "specseek-credentials"
_P = ParamSpec("_P")
_R = TypeVar("_R")


def put_credentials(app: Flask, credentials: Credentials) -> None:
    app.extensions[_KEY] = credentials


def credentials() -> Credentials:
    return cast("Credentials", current_app.extensions[_KEY])


def admin_name() -> str | None:
    """The admin's name as it goes into the ledger; None for a visitor."""
    if current_app.config["READ_ONLY"]:
        return None
    named = _named_by_proxy()
    if named:
        return named
    stamp = session.get("admin")
    return "admin" if stamp is not None and stamp == credentials().stamp else None


def let_in() -> None:
    """Log this browser in as the admin, until it logs out or the password changes."""
    session.clear()
    session["admin"] = credentials().stamp


def admin_only(view: Callable[_P, _R]) -> Callable[_P, _R | Response]:
    """Redirects others to the login page; requests that are not for a page get a 403."""

    @wraps(view)
    def guarded(*args: _P.args, **kwargs: _P.kwargs) -> _R | Response:
        if admin_name() is not None:
            return view(*args, **kwargs)
        if request.method != "GET" or request.is_json:
            abort(403)
        return redirect(url_for("access.log_in", next=this_address()))

    return guarded


def _named_by_proxy() -> str | None:
    """The user name in a header set by a trusted proxy; others are ignored."""
    chosen = site_settings().search
    if not chosen.user_header:
        return None
    name = request.headers.get(chosen.user_header, "").strip()
    peer = ip_address(request.remote_addr or "0.0.0.0")  # noqa: S104 - nobody's address
    trusted = any(peer in ip_network(network) for network in chosen.proxies)
    return name[:200] if name and trusted else None


# Requests that change something must come from our own pages.


_READING = {"GET", "HEAD", "OPTIONS"}


def refuse_foreign_forms(app: Flask) -> None:
    """Every form needs a token, and the origin that the browser reports must be this host.

    A sandboxed frame's origin is "null", which is refused, too.
    """
    app.before_request(_refuse_other_origins)
    CSRFProtect(app)


def _refuse_other_origins() -> None:
    if request.method in _READING:
        return
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc != request.host:
        abort(403)
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in {"same-origin", "none"}:
        abort(403)


# Login, logout, the first start, when the password is set, and its change.


access_views = Blueprint("access", __name__)
_attempts = Attempts()  # made before the server's processes fork, which share it


@access_views.get("/log-in")
def log_in() -> str:
    return _form()


@access_views.post("/log-in")
def try_password() -> Response | str | tuple[str, int]:
    if not _attempted(lambda: credentials().is_password(request.form.get("password", ""))):
        return _form("access.wrong"), 403
    let_in()
    return _onwards()


def _attempted(succeeds: Callable[[], bool]) -> bool:
    """Count the attempt before trying it, so that simultaneous requests cannot pass the limit."""
    address = request.remote_addr or ""
    if not _attempts.begin(address):
        abort(429)
    if succeeds():
        _attempts.succeeded(address)
        return True
    current_app.logger.warning("A wrong password from %s", address)
    return False


@access_views.get("/first-start")
def first_start() -> str | Response:
    if not credentials().is_invited(request.args.get("word", "")):
        abort(403)
    return render_template("access/first_start.html", shortest=SHORTEST_PASSWORD, problem=None)


@access_views.post("/first-start")
def set_first_password() -> Response | tuple[str, int]:
    word = request.form.get("word", "")
    if not credentials().is_invited(word):
        abort(403)
    problem = _problem_of_new_password()
    if problem:
        form = render_template(
            "access/first_start.html", shortest=SHORTEST_PASSWORD, problem=problem
        )
        return form, 400
    if not credentials().accept_invitation(word, request.form["password"]):
        abort(403)  # somebody else was faster
    let_in()
    return _onwards()


def _problem_of_new_password() -> str | None:
    """The key of what is wrong with the new password of a form."""
    password = request.form.get("password", "")
    if password != request.form.get("again", ""):
        return "access.differ"
    return None if is_acceptable(password) else "access.short"


@access_views.get("/password")
@admin_only
def password_form() -> str:
    return _password_form(changed="changed" in request.args)


@access_views.post("/password")
@admin_only
def change_password() -> Response | tuple[str, int]:
    """End all sessions, and begin a new one with this response."""
    problem = _problem_of_new_password()
    if problem:
        return _password_form(problem), 400
    before, new = request.form.get("before", ""), request.form["password"]
    if not _attempted(lambda: credentials().change_password(before, new)):
        return _password_form("access.wrong"), 403
    let_in()
    return redirect(url_for("access.password_form", changed=1), 303)


def _password_form(problem: str | None = None, *, changed: bool = False) -> str:
    return render_template(
        "access/password.html", shortest=SHORTEST_PASSWORD, problem=problem, changed=changed
    )


@access_views.post("/log-out")
def log_out() -> Response:
    session.clear()
    return _onwards()


def _form(problem: str | None = None) -> str:
    return render_template(
        "access/log_in.html",
        problem=problem,
        next=_next(),
        is_new=not credentials().has_password,
        admin=admin_name(),
    )


def _next() -> str:
    """The path to continue with, on this site: two slashes of either kind would leave it."""
    home = path_here("/")
    wanted = request.values.get("next", home)
    here = wanted.startswith("/") and not wanted.startswith(("//", "/\\"))
    return wanted if here and wanted.isprintable() else home


def _onwards() -> Response:
    return redirect(_next(), 303)
