"""What strangers put into addresses and forms, as the bytes that arrive."""

from __future__ import annotations

from urllib.parse import quote_from_bytes

MARK = "hostile()"
SCRIPT = f"<script>{MARK}</script>"

TEXTS: dict[str, bytes] = {
    "script": SCRIPT.encode(),
    "quotes": f"\"'`><svg onload={MARK}><b x='".encode(),
    "end of everything": f"--></title></style></textarea></bdi>{SCRIPT}".encode(),
    "javascript": f"javascript:{MARK}//".encode(),
    "data": f"data:text/html,{SCRIPT}".encode(),
    "elsewhere": b"//evil.example/",
    "elsewhere, backwards": b"/\\evil.example/",
    "whole address": b"https://evil.example:25/",
    "template": b"{{ 7*7 }}{% raw %}${7*7}#{7*7}{0.__class__}%s%n",
    "right to left": "\u202egnihtyna\u2066\u200f".encode(),
    "null": b"\0a\0",
    "new lines": b"a\r\nSet-Cookie: hostile=1\r\n\r\n<html>",
    "half a character": b"\xed\xa0\x80",
    "no text": b"\xff\xfe\x80\xc0\xaf",
    "upwards": b"../../../../../../etc/passwd",
    "upwards, encoded": b"..%2f..%2f..%2fetc%2fpasswd",
    "this folder": b".",
    "folder above": b"..",
    "formula": b"=HYPERLINK(\"http://evil.example\",'x')",
    "statement": b"' OR 1=1; DROP TABLE links; --",
    "negative": b"-1",
    "huge": b"9" * 400,
    "not a number": b"NaN",
    "endless": b"1e400",
    "digits of others": "１２٣۴".encode(),
    "long": "无穷".encode() * 1_000,
    "deep": b"(" * 2_000 + b'"' * 2_000,
    "nothing": b"",
    "blank": "\u3000\u00a0\t ".encode(),
}


def sent(name: str) -> str:
    """As an address or a form has it: every byte of it, percent-encoded."""
    return quote_from_bytes(TEXTS[name], safe="")
