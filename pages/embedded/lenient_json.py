"""JSON as shops write it: with comments, trailing commas, entities, odd escapes."""

from __future__ import annotations

import json
import re

from pages.text import unescape

_STRING = r'"(?:[^"\\]++|\\.?+)*+"?+'
_NOISE = re.compile(
    rf"(?s)(?P<string>{_STRING})"
    r"|(?:(?://|/\*)\s*+)?(?:<!\[CDATA\[|\]\]>)(?:\s*+\*/)?|<!--|-->|//[^\n]*+|/\*.*?(?:\*/|\Z)"
)
_TRAILING_COMMA = re.compile(rf"(?s)(?P<string>{_STRING})|,(?=\s*+[\]}}])")
_ODD_ESCAPE = re.compile(r'(?s)\\(?:(["\\/bfnrtu])|(.?))')


def read_json(text: str) -> object:
    """Numbers stay text, as they are written. ValueError where it cannot be read."""
    try:
        return _read(text)
    except ValueError:
        return _read(_mended(text))


def _read(text: str) -> object:
    try:
        read: object = json.loads(
            text, strict=False, parse_float=str, parse_int=str, parse_constant=str
        )
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return read


def _mended(text: str) -> str:
    if '"' not in text:
        text = unescape(text)
    text = _NOISE.sub(_kept_string, text)
    text = _TRAILING_COMMA.sub(lambda found: found["string"] or "", text)
    return text.strip("\ufeff; \t\r\n")


def _kept_string(found: re.Match[str]) -> str:
    return _ODD_ESCAPE.sub(_plain_escape, found["string"]) if found["string"] else " "


def _plain_escape(escape: re.Match[str]) -> str:
    known, unknown = escape.groups()
    return escape[0] if known else unknown
