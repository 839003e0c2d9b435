"""Requests that change something come from our own pages, or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import abort, request
from flask_wtf.csrf import CSRFProtect

if TYPE_CHECKING:
    from flask import Flask

_READING = {"GET", "HEAD", "OPTIONS"}


def refuse_foreign_forms(app: Flask) -> None:
    """A token in every form; and what a browser says of the origin must be this host.

    A framed page's origin is "null", which is no host either.
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
