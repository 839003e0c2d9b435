"""Pages whose bytes are not what they are said to be."""

import pytest

from samples.hostile import HostileWeb

WEB = HostileWeb()
WORDS = "手机报价参数图片大全"


def body(name: str) -> bytes:
    response = WEB.fetch(f"http://evil.hostile.example/encoding/{name}/")
    assert response.content_type == "text/html; charset=utf-8"
    return response.body


@pytest.mark.parametrize("name", ["utf-8-is-gbk", "invalid-bytes", "html-is-png", "html-is-pdf"])
def test_what_is_called_utf_8_is_not(name: str) -> None:
    with pytest.raises(UnicodeDecodeError):
        body(name).decode()


@pytest.mark.parametrize(
    ("name", "encoding"), [("utf-8-is-gbk", "gbk"), ("utf-16-without-mark", "utf-16-le")]
)
def test_it_is_something_else(name: str, encoding: str) -> None:
    assert WORDS in body(name).decode(encoding)


def test_tags_are_torn_by_nul_bytes() -> None:
    assert b"\0<\0p>" in body("nul-bytes")
    assert WORDS in body("nul-bytes").decode()


@pytest.mark.parametrize(
    ("name", "magic"), [("html-is-png", b"\x89PNG\r\n"), ("html-is-pdf", b"%PDF-")]
)
def test_a_file_goes_as_a_page(name: str, magic: bytes) -> None:
    assert body(name).startswith(magic)


def test_some_characters_do_not_exist() -> None:
    assert b"&#xD800;" in body("impossible-entities")
