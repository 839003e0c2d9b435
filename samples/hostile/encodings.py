"""Pages whose bytes are not what they are said to be."""

from __future__ import annotations

from base64 import b64decode

from samples.hostile.trap import Trap, here
from samples.hostile.wire import HTML, always, html, page
from samples.response import Response

_KIND = "bad-encoding"
_WORDS = "手机报价参数图片大全"
_PAGE = page(_WORDS, f"<p>{_WORDS * 20}</p>").decode()
_PIXEL = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg"
    "gg=="
)
_PDF = (
    b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
)
_ENTITIES = "<p>&#xD800;&#xDFFF;&#55357;&#0;&#x110000;&#99999999999;手机</p>"


def _trap(name: str, body: bytes, *, must_register: bool) -> Trap:
    answer = always(Response(200, HTML, body))
    return Trap(name, here(f"/encoding/{name}/"), _KIND, answer, must_register=must_register)


TRAPS = (
    _trap("utf-8-is-gbk", _PAGE.encode("gbk"), must_register=True),
    _trap(
        "invalid-bytes",
        _PAGE.encode().replace(b"<p>", b"<p>" + b"\xff\xfe\x80" * 500),
        must_register=True,
    ),
    _trap("utf-16-without-mark", _PAGE.encode("utf-16-le"), must_register=False),
    _trap("nul-bytes", _PAGE.encode().replace(b"<", b"\0<\0"), must_register=False),
    _trap("html-is-png", _PIXEL * 20, must_register=False),
    _trap("html-is-pdf", _PDF * 20, must_register=False),
    Trap(
        "impossible-entities",
        here("/encoding/impossible-entities/"),
        "",
        always(html("实体", _ENTITIES)),
        must_register=False,
    ),
)
