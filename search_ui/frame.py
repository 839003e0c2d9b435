"""The page to label or review, as an inert document for a frame.

There are three layers of protection, each sufficient by itself. The markup is an inert copy
(`pages.inert`), without any script, form, link or URL of the page. The content security policy
allows a single script, by its hash: `frame.js`. And the document is sandboxed with an opaque
origin, so that even a script could not read or send cookies, submit forms or open windows.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from flask import Response

from pages.inert import TEXT_TAG, inert

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pages.inert import InertPage
    from search_ui.label_pages import OpenedPage


@cache
def _own(name: str) -> str:
    return (files("search_ui") / name).read_text("utf-8")


@cache
def frame_policy() -> str:
    digest = base64.b64encode(hashlib.sha256(_own("frame.js").encode()).digest()).decode()
    return _policy("sandbox allow-scripts", f"script-src 'sha256-{digest}'")


@cache
def still_policy() -> str:
    """For a frame without any script."""
    return _policy("sandbox", "script-src 'none'")


def _policy(sandbox: str, scripts: str) -> str:
    always = (
        "default-src 'none'; style-src 'unsafe-inline'; "
        "form-action 'none'; base-uri 'none'; frame-ancestors 'self'"
    )
    return f"{sandbox}; {scripts}; {always}"


def frame_of(opened: OpenedPage) -> Response:
    page = inert(opened.page, opened.outline)
    return _framed(page, f"<script>{_own('frame.js')}</script>", frame_policy())


def still_frame_of(opened: OpenedPage, marks: Mapping[int, str]) -> Response:
    """With texts marked (number of a text → kind of mark), the first of them at `#shown`."""
    page = inert(opened.page, opened.outline)
    body = page.body
    for leaf in sorted(marks):
        text = f'<{TEXT_TAG} n="{leaf}"'
        shown = ' id="shown" data-shown' if leaf == min(marks) else ""
        body = body.replace(f"{text}>", f'{text} data-mark="{marks[leaf]}"{shown}>', 1)
    return _framed(page._replace(body=body), "", still_policy())


def _framed(page: InertPage, script: str, policy: str) -> Response:
    document = (
        '<!doctype html><html><head><meta charset="utf-8"><title>-</title>'
        f"<style>{page.styles}</style><style>{_own('frame.css')}</style></head>"
        f"<body{page.attributes}>{page.body}{script}</body></html>"
    )
    answer = Response(document.encode("utf-8", "replace"), content_type="text/html; charset=utf-8")
    answer.headers["Content-Security-Policy"] = policy
    answer.headers["Cache-Control"] = "no-store"
    return answer
