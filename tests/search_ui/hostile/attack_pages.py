"""Pages to label that try everything a page can; `AT` stands for where they want to be heard."""

from __future__ import annotations

from pathlib import Path

_EVERYTHING = Path(__file__).with_name("attack.html")
_SMALL = "<p>名称</p><img src=AT/1 onerror=alert(27)><script>fetch('AT/1')</script>"


def attack_pages(at: str) -> dict[str, bytes]:
    """The same intent in one large page and in encodings that hide it."""
    small = _SMALL.replace("AT", at)
    seven = small.encode("utf-7")
    return {
        "everything": _EVERYTHING.read_bytes()
        .replace(b"AT/", f"{at}/".encode())
        .replace(b"NUL", b"\0"),
        "UTF-7": b'<meta charset="utf-7"><p>x</p>' + seven,
        "UTF-7 by its mark": b"+/v8-<p>x</p>" + seven,
        "UTF-16": b"\xff\xfe" + small.encode("utf-16-le"),
        "ISO-2022-JP": b'<meta charset="iso-2022-jp"><p title="\x1b$B">x</p><p>\x1b(B" '
        + small.encode("ascii", "ignore")
        + b"\x1b$B<p>\x1b(Jy",
        "half a character before a quote": b'<meta charset="gbk"><p title="\x81">x</p><p title="'
        + small.encode("ascii", "ignore")
        + b'">y',
        "lone bytes": b"<p>\xc0\xbcscript\xc0\xbealert(28)</p>\xff\xfe\x80"
        + small.encode("ascii", "ignore"),
    }
