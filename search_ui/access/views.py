"""Log in, log out, and the first start, when the password is set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, abort, current_app, redirect, render_template, request, session

from search_ui.access.attempts import Attempts
from search_ui.access.credentials import SHORTEST_PASSWORD, AccessError
from search_ui.access.guard import admin_name, credentials, let_in

if TYPE_CHECKING:
    from werkzeug import Response

access_views = Blueprint("access", __name__)
_attempts = Attempts()


@access_views.get("/log-in")
def log_in() -> str:
    return _form()


@access_views.post("/log-in")
def try_password() -> Response | str | tuple[str, int]:
    address = request.remote_addr or ""
    if not _attempts.allowed(address):
        abort(429)
    if not credentials().is_password(request.form.get("password", "")):
        _attempts.failed(address)
        current_app.logger.warning("A wrong password from %s", address)
        return _form("access.wrong"), 403
    _attempts.succeeded(address)
    let_in()
    return _onwards()


@access_views.get("/first-start")
def first_start() -> str | Response:
    if not credentials().is_invited(request.args.get("word", "")):
        abort(403)
    return render_template("access/first_start.html", shortest=SHORTEST_PASSWORD, problem=None)


@access_views.post("/first-start")
def set_first_password() -> Response | tuple[str, int]:
    if not credentials().is_invited(request.form.get("word", "")):
        abort(403)
    problem = None
    password = request.form.get("password", "")
    if password != request.form.get("again", ""):
        problem = "access.differ"
    else:
        try:
            credentials().set_password(password)
        except AccessError:
            problem = "access.short"
    if problem:
        form = render_template(
            "access/first_start.html", shortest=SHORTEST_PASSWORD, problem=problem
        )
        return form, 400
    let_in()
    return _onwards()


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
    """A path of this site to go on with; two slashes would begin another's, of either kind."""
    wanted = request.values.get("next", "/")
    here = wanted.startswith("/") and not wanted.startswith(("//", "/\\"))
    return wanted if here and wanted.isprintable() else "/"


def _onwards() -> Response:
    return redirect(_next(), 303)
