"""Access: the admin's password, who may see which page, and log-in.

Search is open to everyone. Views that change anything or show the admin pages are marked
`admin_only`. Forms need a token and our own origin; failed log-ins are counted and slowed down.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import time
from collections import deque
from functools import wraps
from ipaddress import ip_address, ip_network
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, ParamSpec, TypeVar, cast
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
from werkzeug.security import check_password_hash, generate_password_hash

from core.errors import SpecSeekError
from core.files import replace_file
from search_ui.addresses import path_here
from search_ui.languages import this_address
from search_ui.site import site_settings

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from flask import Flask
    from werkzeug import Response


CREDENTIALS_FILE = "access.json"
SHORTEST_PASSWORD = 8
LONGEST_PASSWORD = 1_000  # hashing is expensive: nobody may send a megabyte to be hashed
_OWNER_ONLY = 0o600


class AccessError(SpecSeekError):
    """The password file is damaged, or a password is not acceptable."""


class StoredCredentials(NamedTuple):
    """`password` is a hash, "" until one is set; `invitation` allows setting the first one."""

    session_key: str
    password: str
    invitation: str


class Credentials:
    """Read from the file each time: another process may have set the password."""

    def __init__(self, data: Path) -> None:
        self._file = data / CREDENTIALS_FILE
        if not self._file.exists():
            data.mkdir(parents=True, exist_ok=True)
            self._make()

    @property
    def session_key(self) -> str:
        return self._read().session_key

    @property
    def has_password(self) -> bool:
        return bool(self._read().password)

    @property
    def invitation(self) -> str:
        """The token for setting the first password; "" once there is one."""
        return self._read().invitation

    @property
    def stamp(self) -> str:
        """Changes with the password, so that older sessions become invalid."""
        return hashlib.blake2b(self._read().password.encode(), digest_size=12).hexdigest()

    def is_invited(self, word: str) -> bool:
        expected = self.invitation
        return bool(expected) and hmac.compare_digest(word.encode(), expected.encode())

    def is_password(self, word: str) -> bool:
        kept = self._read().password
        return bool(kept) and len(word) <= LONGEST_PASSWORD and check_password_hash(kept, word)

    def set_password(self, word: str) -> None:
        if not SHORTEST_PASSWORD <= len(word) <= LONGEST_PASSWORD:
            raise AccessError(
                f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters"
            )
        self._write(StoredCredentials(self._read().session_key, generate_password_hash(word), ""))

    def _make(self) -> None:
        kept = StoredCredentials(secrets.token_urlsafe(32), "", secrets.token_urlsafe(16))
        try:
            # Private to its owner from the first moment; if two processes start, one creates it.
            made = os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
        except FileExistsError:
            return
        with os.fdopen(made, "w", encoding="utf-8") as file:
            json.dump(kept._asdict(), file)

    def _write(self, kept: StoredCredentials) -> None:
        replace_file(self._file, json.dumps(kept._asdict()).encode())

    def _read(self) -> StoredCredentials:
        try:
            return StoredCredentials(**json.loads(self._file.read_text("utf-8")))
        except (ValueError, TypeError) as error:
            raise AccessError(
                f"{self._file} is damaged; remove it, start again, and set a new password"
            ) from error


# Limits on password attempts.


_WINDOW = 5 * 60.0  # seconds
_MOST_FROM_ONE = 6
_MOST_FROM_ALL = 60  # from all addresses together: hashing alone would keep a core busy


class Attempts:
    """Counts recent failures, per address and in total; each process counts its own."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._failures: deque[tuple[float, str]] = deque()
        self._lock = Lock()

    def allowed(self, address: str) -> bool:
        with self._lock:
            while self._failures and self._failures[0][0] < self._now() - _WINDOW:
                self._failures.popleft()
            from_here = sum(1 for _, who in self._failures if who == address)
            return from_here < _MOST_FROM_ONE and len(self._failures) < _MOST_FROM_ALL

    def failed(self, address: str) -> None:
        with self._lock:
            self._failures.append((self._now(), address))

    def succeeded(self, address: str) -> None:
        with self._lock:
            self._failures = deque(one for one in self._failures if one[1] != address)


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


# Login, logout, and the first start, when the password is set.


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
    """The path to continue with, on this site: two slashes of either kind would leave it."""
    home = path_here("/")
    wanted = request.values.get("next", home)
    here = wanted.startswith("/") and not wanted.startswith(("//", "/\\"))
    return wanted if here and wanted.isprintable() else home


def _onwards() -> Response:
    return redirect(_next(), 303)
