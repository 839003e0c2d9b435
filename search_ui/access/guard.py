"""Who is asking? `admin_only` for views that change anything or show the admin pages."""

from __future__ import annotations

from functools import wraps
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, ParamSpec, TypeVar, cast

from flask import abort, current_app, redirect, request, session, url_for

from search_ui.look import this_address
from search_ui.site import this_site

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask
    from werkzeug import Response

    from search_ui.access.credentials import Credentials

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
    """From now on this browser is the admin's, until it logs out or the password changes."""
    session.clear()
    session["admin"] = credentials().stamp


def admin_only(view: Callable[_P, _R]) -> Callable[_P, _R | Response]:
    """Others are asked to log in; what is no page is refused."""

    @wraps(view)
    def guarded(*args: _P.args, **kwargs: _P.kwargs) -> _R | Response:
        if admin_name() is not None:
            return view(*args, **kwargs)
        if request.method != "GET" or request.is_json:
            abort(403)
        return redirect(url_for("access.log_in", next=this_address()))

    return guarded


def _named_by_proxy() -> str | None:
    """A proxy that has already asked who it is tells in a header; nobody else is believed."""
    chosen = this_site().settings.search
    if not chosen.user_header:
        return None
    name = request.headers.get(chosen.user_header, "").strip()
    peer = ip_address(request.remote_addr or "0.0.0.0")  # noqa: S104 - nobody's address
    trusted = any(peer in ip_network(network) for network in chosen.proxies)
    return name[:200] if name and trusted else None
