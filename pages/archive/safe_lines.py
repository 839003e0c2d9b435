"""Headers and addresses, however hostile, as lines that every WARC reader understands."""

from __future__ import annotations

import re
import string
from http.client import responses
from typing import TYPE_CHECKING
from urllib.parse import quote

from warcio.statusandheaders import StatusAndHeaders

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pages.archive.capture import Capture

MOST_HEADERS = 200
LONGEST_VALUE = 8192  # what common servers allow a header line

_NO_NAME = re.compile(r"[^!#$%&'*+.^_`|~0-9A-Za-z-]+")
_NO_VALUE = re.compile("[\0-\x1f\x7f-\x9f\ud800-\udfff]+")
_ADDRESS = re.compile(r"https?:[!#-;=?-\[\]_a-z~]++")
_STAYS_IN_ADDRESS = string.punctuation.translate(dict.fromkeys(map(ord, '"<>\\^`{|}')))
_NOT_MODIFIED = 304


def http_lines(capture: Capture) -> StatusAndHeaders:
    """Status line and headers, true of the body as it is kept: decoded, with its length told."""
    status = f"{capture.status} {responses.get(capture.status, '')}".strip()
    lines = StatusAndHeaders(status, list(_true_headers(capture)), protocol="HTTP/1.1")
    # warcio would percent-encode Chinese in headers, and no one could tell it from "%" as sent.
    lines.to_ascii_bytes = lines.to_bytes
    return lines


def address_line(url: str) -> str:
    """The address as RFC 3986 has it: other characters are percent-encoded as UTF-8."""
    if _ADDRESS.fullmatch(url):
        return url
    scheme, colon, rest = url.partition(":")
    if scheme.lower() not in {"http", "https"}:
        raise ValueError(f"{url[:100]!r} is no web address: only http and https are archived")
    return scheme.lower() + colon + quote(rest, _STAYS_IN_ADDRESS, errors="surrogatepass")


def _true_headers(capture: Capture) -> Iterator[tuple[str, str]]:
    """What was said of the body as sent, but is not true of it as kept, becomes X-Original-*."""
    length = str(len(capture.body))
    for name, value in _safe(capture.headers[:MOST_HEADERS]):
        lowered = name.lower()
        if lowered in {"content-encoding", "transfer-encoding"}:
            yield f"X-Original-{name}", value
        elif lowered != "content-length" or capture.status == _NOT_MODIFIED:
            yield name, value
        elif value != length:
            yield f"X-Original-{name}", value
    if capture.status != _NOT_MODIFIED:  # its length is that of the page it does not send
        yield "Content-Length", length


def _safe(headers: tuple[tuple[str, str], ...]) -> Iterator[tuple[str, str]]:
    for name, value in headers:
        safe_name = _NO_NAME.sub("-", name[:LONGEST_VALUE])
        if safe_name:
            yield safe_name, _NO_VALUE.sub(" ", value[:LONGEST_VALUE]).strip()
