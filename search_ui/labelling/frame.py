"""The page under work as a document for the frame: it shows, and can do nothing.

Three walls, each enough by itself. The markup is written anew (`pages.inert`), so that no script,
form, link or address of the page is in it. The policy lets one script run, told by its hash: the
one beside this file. And the document is sandboxed: its origin is nobody's, so that even a script
could read no cookie, send none, submit no form and open nothing.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Response

from pages.inert import inert

if TYPE_CHECKING:
    from search_ui.labelling.opened_page import OpenedPage

_HERE = Path(__file__).parent


@cache
def _own(name: str) -> str:
    return (_HERE / name).read_text("utf-8")


@cache
def frame_policy() -> str:
    digest = base64.b64encode(hashlib.sha256(_own("frame.js").encode()).digest()).decode()
    return "; ".join(
        (
            "sandbox allow-scripts",
            "default-src 'none'",
            f"script-src 'sha256-{digest}'",
            "style-src 'unsafe-inline'",
            "form-action 'none'",
            "base-uri 'none'",
            "frame-ancestors 'self'",
        )
    )


def frame_of(opened: OpenedPage) -> Response:
    page = inert(opened.page, opened.outline)
    document = (
        '<!doctype html><html><head><meta charset="utf-8"><title>-</title>'
        f"<style>{page.styles}</style><style>{_own('frame.css')}</style></head>"
        f"<body{page.attributes}>{page.body}<script>{_own('frame.js')}</script></body></html>"
    )
    answer = Response(document.encode("utf-8", "replace"), content_type="text/html; charset=utf-8")
    answer.headers["Content-Security-Policy"] = frame_policy()
    answer.headers["Cache-Control"] = "no-store"
    return answer
