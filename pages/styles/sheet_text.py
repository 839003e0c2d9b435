"""The text of a style sheet as it was fetched."""

from __future__ import annotations

import re

from tinycss2.bytes import decode_stylesheet_bytes

_CHARSET = re.compile(r"""charset\s*=\s*["']?([\w.:-]{1,40})""", re.IGNORECASE)


def sheet_text(body: bytes, content_type: str = "") -> str:
    """Decoded by its byte order mark, its header or its @charset, else as UTF-8.

    >>> sheet_text('p { font-family: "宋体" }'.encode("gbk"), "text/css; charset=GBK")
    'p { font-family: "宋体" }'
    """
    named = _CHARSET.search(content_type)
    text: str = decode_stylesheet_bytes(body, named[1] if named else None)[0]
    return text
