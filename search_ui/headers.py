"""Headers on every answer: nothing inline runs, nothing foreign loads, nobody frames us."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Response, request, session

if TYPE_CHECKING:
    from flask import Flask

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
    """The policy of every page; a view may set a directive anew (`frame_ancestors="'self'"`)."""
    policy = _POLICY | {name.replace("_", "-"): value for name, value in changed.items()}
    return "; ".join(f"{name} {value}" for name, value in policy.items())


_HEADERS = {
    "Content-Security-Policy": content_security_policy(),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def send_headers(app: Flask) -> None:
    """A view that needs another policy sets the header itself."""

    @app.after_request
    def add(answer: Response) -> Response:
        for name, value in _HEADERS.items():
            answer.headers.setdefault(name, value)
        if request.endpoint != "static":
            # Whoever has a session may see the admin pages, and has a token for its forms.
            kept = "private, no-store" if session else "no-cache"
            answer.headers.setdefault("Cache-Control", kept)
            answer.vary.update(("Cookie", "Accept-Language"))
        return answer
