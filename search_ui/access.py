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
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, ParamSpec, Protocol, TypeVar, cast
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
from core.files import lock, replace_file
from search_ui.addresses import path_here
from search_ui.languages import this_address
from search_ui.site import site_settings
from store.ledger import Ledger, ledger_file, store_text, stored_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask
    from werkzeug import Response

    from core.settings import Settings


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


class CredentialStore(Protocol):
    """Where the text of `StoredCredentials` is kept; several servers may share it."""

    name: str

    def read(self) -> str | None: ...

    def replace(self, before: str | None, text: str) -> bool:
        """False if it is not as `before` any more; None stands for nothing yet."""


class CredentialsFile:
    """In the data folder, for the servers of one machine."""

    def __init__(self, data: Path) -> None:
        self.path = data / CREDENTIALS_FILE
        self.name = str(self.path)

    def read(self) -> str | None:
        try:
            return self.path.read_text("utf-8")
        except FileNotFoundError:
            return None
        except ValueError:
            return ""  # not UTF-8: damaged

    def replace(self, before: str | None, text: str) -> bool:
        if before is None:
            return self._make(text)
        with lock(self.path.with_suffix(".lock")):
            if self.read() != before:
                return False
            replace_file(self.path, text.encode())
        return True

    def _make(self, text: str) -> bool:
        """Private to its owner from the first moment, and never seen half-written."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        aside = self.path.with_name(f".{secrets.token_hex(8)}.tmp")
        try:
            made = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
            with os.fdopen(made, "w", encoding="utf-8") as file:
                file.write(text)
            os.link(aside, self.path)
        except FileExistsError:
            return False
        finally:
            aside.unlink(missing_ok=True)
        return True


class CredentialsRow:
    """In a ledger that several machines share: a browser may be answered by any of them.

    The ledger is opened each time: processes that fork cannot share a connection, and only the
    admin's requests need it.
    """

    _ROW = "access"

    def __init__(self, ledger: str) -> None:
        self._address = ledger
        self.name = f"the row {self._ROW!r} of the ledger's table `meta`"

    def read(self) -> str | None:
        with Ledger.open(self._address) as ledger:
            return ledger.read(lambda conn: stored_text(conn, self._ROW))

    def replace(self, before: str | None, text: str) -> bool:
        with Ledger.open(self._address) as ledger:
            return ledger.write(lambda conn: store_text(conn, self._ROW, before, text))


class Credentials:
    """Read from the store each time: another process may have set the password."""

    def __init__(self, store: Path | CredentialStore) -> None:
        self._store = CredentialsFile(store) if isinstance(store, Path) else store
        if self._store.read() is None:
            new = StoredCredentials(secrets.token_urlsafe(32), "", secrets.token_urlsafe(16))
            self._store.replace(None, json.dumps(new._asdict()))  # or another process was faster

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
        return _is_invited(self._read(), word)

    def is_password(self, word: str) -> bool:
        kept = self._read().password
        return bool(kept) and len(word) <= LONGEST_PASSWORD and check_password_hash(kept, word)

    def accept_invitation(self, invitation: str, password: str) -> bool:
        """Set the first password; False for all but the first who has the invitation."""
        return self._set(password, lambda known: _is_invited(known, invitation))

    def set_password(self, word: str) -> None:
        if not self._set(word, lambda _: True):
            raise AccessError("the password was just set by somebody else")

    def _set(self, word: str, allowed: Callable[[StoredCredentials], bool]) -> bool:
        if not SHORTEST_PASSWORD <= len(word) <= LONGEST_PASSWORD:
            raise AccessError(
                f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters"
            )
        before = self._store.read() or ""
        known = self._parsed(before)
        if not allowed(known):
            return False
        new = StoredCredentials(known.session_key, generate_password_hash(word), "")
        return self._store.replace(before, json.dumps(new._asdict()))

    def _read(self) -> StoredCredentials:
        return self._parsed(self._store.read() or "")

    def _parsed(self, text: str) -> StoredCredentials:
        try:
            return StoredCredentials(**json.loads(text))
        except (ValueError, TypeError) as error:
            raise AccessError(
                f"{self._store.name} is damaged; remove it, start again, and set a new password"
            ) from error


def _is_invited(known: StoredCredentials, word: str) -> bool:
    expected = known.invitation
    return bool(expected) and hmac.compare_digest(word.encode(), expected.encode())


def credentials_for(settings: Settings) -> Credentials:
    """In the ledger, if it is one that several machines share."""
    if settings.ledger and ledger_file(settings.ledger) is None:
        return Credentials(CredentialsRow(settings.ledger))
    return Credentials(settings.data)


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
            if not credentials().accept_invitation(request.form.get("word", ""), password):
                abort(403)  # somebody else was faster
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
