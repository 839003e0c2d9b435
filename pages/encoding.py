"""Which encoding is this page in? Decided as browsers decide it.

First a byte order mark, then the HTTP header, then the page's own meta tag, then a look
at the bytes themselves. Nothing here raises, whatever the bytes or the header hold.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from w3lib.encoding import read_bom, to_unicode

from pages.detection import detect, is_utf8
from pages.labels import codec_of
from pages.tags import TAG

if TYPE_CHECKING:
    from collections.abc import Iterator

# Browsers look for a meta tag in the first 1024 bytes, and reload the page when they meet
# it later; heads full of scripts and styles are why so much is looked at here.
_HEAD_BYTES = 65536
_CHARSET = re.compile(r"""charset\s*+=\s*+["']?+\s*+([^\s"';,]++)""", re.IGNORECASE)
_ATTRIBUTE = re.compile(
    r"""([^\s=/>"']++)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s>]*+)))?""",
)
_XML = re.compile(rb"""\s*+<\?xml\s[^>]{0,200}?encoding\s*+=\s*+["']([\w.:-]{1,40})""")
# How markup begins in UTF-16 whose byte order mark got lost.
_UTF_16_LE = re.compile(rb"<\0[^\0]\0")
_UTF_16_BE = re.compile(rb"\0<\0[^\0]")


def encoding_of(body: bytes, content_type: str = "") -> str:
    """Name the Python codec that reads this page."""
    marked = read_bom(body)[0]
    return marked or _in_header(content_type) or _in_page(body) or detect(body)


def to_text(raw: bytes, encoding: str) -> str:
    """Decode; what cannot be read becomes U+FFFD, and an unknown encoding is read as UTF-8."""
    try:
        return to_unicode(raw, encoding)
    except (LookupError, ValueError):
        return raw.decode("utf-8", "replace")


def _in_header(content_type: str) -> str | None:
    found = _CHARSET.search(content_type)
    return codec_of(found[1]) if found else None


def _in_page(body: bytes) -> str | None:
    if _UTF_16_LE.match(body):
        return "utf-16-le"
    if _UTF_16_BE.match(body):
        return "utf-16-be"
    for label in _labels_in_page(body):
        codec = codec_of(label)
        if codec is None:
            continue
        # The label was found by reading ASCII, so the page cannot be in UTF-16. A page saved
        # as UTF-8 often keeps the meta tag it was served with: its bytes know better.
        is_so = codec != "utf-8" and not codec.startswith("utf-16") and not is_utf8(body)
        return codec if is_so else "utf-8"
    return None


def _labels_in_page(body: bytes) -> Iterator[str]:
    if declaration := _XML.match(body):
        yield declaration[1].decode("ascii", "replace")
    for tag in TAG.finditer(body, 0, _HEAD_BYTES):
        if tag[1] is not None and tag[1].lower() == b"meta":
            yield from _label_in_meta(tag[2].decode("latin-1"))


def _label_in_meta(attributes: str) -> Iterator[str]:
    values: dict[str, str] = {}
    for name, *quoted_or_not in _ATTRIBUTE.findall(attributes):
        values.setdefault(name.lower(), "".join(quoted_or_not))
    if "charset" in values:
        yield values["charset"]
    elif values.get("http-equiv", "").strip().lower() == "content-type":
        yield from _CHARSET.findall(values.get("content", ""))
