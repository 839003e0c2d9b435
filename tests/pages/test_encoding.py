from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pages.encoding import encoding_of, to_text

WORDS = "诺基亚 1200 参考价格：￥260，待机时间 390 小时"
GBK_PAGE = f"<html><body>{WORDS}</body></html>".encode("gb18030")
UTF8_PAGE = f"<html><body>{WORDS}</body></html>".encode()
META_GBK = b'<meta charset="gbk">'
META_UTF8 = b"<meta charset=utf-8>"
OLD_META = b'<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=gb2312">'
BOM = b"\xef\xbb\xbf"


@pytest.mark.parametrize(
    ("body", "content_type", "encoding"),
    [
        # a byte order mark beats all
        (BOM + UTF8_PAGE, "text/html; charset=gbk", "utf-8"),
        (BOM + META_GBK + UTF8_PAGE, "", "utf-8"),
        (b"\xff\xfe<\0p\0>\0", "text/html; charset=utf-8", "utf-16-le"),
        (b"\xfe\xff\0<\0p\0>", "", "utf-16-be"),
        (b"\xff\xfe\0\0<\0\0\0", "", "utf-32-le"),
        # the header beats the page
        (META_UTF8 + GBK_PAGE, "text/html; charset=GBK", "gb18030"),
        (META_GBK + UTF8_PAGE, "text/html;charset=utf-8", "utf-8"),
        (b"<p>", 'text/html; Charset = "GB2312"', "gb18030"),
        (b"<p>", "text/html; charset='big5'; x=y", "big5hkscs"),
        # a header that says nothing useful is passed over
        (META_GBK + GBK_PAGE, "text/html; charset=nonsense", "gb18030"),
        (META_GBK + GBK_PAGE, "text/html; charset=", "gb18030"),
        (META_GBK + GBK_PAGE, "中文\0;charset", "gb18030"),
        # the page's own meta tag
        (META_GBK + GBK_PAGE, "", "gb18030"),
        (OLD_META + GBK_PAGE, "", "gb18030"),
        (b"<meta content='text/html;charset=BIG5' http-equiv=content-type>", "", "big5hkscs"),
        (b"<meta charset=iso-8859-1><p>caf\xe9", "", "cp1252"),
        (b"<meta charset=euc-kr>", "", "cp949"),
        (b"<meta charset=iso-2022-jp>", "", "iso2022_jp_ext"),
        (b"<?xml version='1.0' encoding='gb2312'?><html>" + GBK_PAGE, "", "gb18030"),
        (
            b" " * 5000 + b"<script>" + b"x" * 9000 + b"</script>" + META_GBK + GBK_PAGE,
            "",
            "gb18030",
        ),
        # the first that is known counts
        (b"<meta charset=nonsense>" + META_GBK + GBK_PAGE, "", "gb18030"),
        (b"<meta charset=gbk charset=big5>" + GBK_PAGE, "", "gb18030"),
        # what only looks like a declaration
        (b"<!-- <meta charset=big5> --><p>", "", "utf-8"),
        (b"<script>'<meta charset=big5>'</script><p>", "", "utf-8"),
        (b"<meta name=x content='charset=big5'><p>", "", "utf-8"),
        (b"<title><meta charset=big5></title><p>", "", "utf-8"),
        # a page that can be read as ASCII is not in UTF-16, whatever it says
        (b"<meta charset=utf-16><p>", "", "utf-8"),
        # pages saved as UTF-8 keep the meta tag they were served with
        (META_GBK + UTF8_PAGE, "", "utf-8"),
        (b"<meta charset=iso-8859-1>" + UTF8_PAGE, "", "utf-8"),
        # ... but two characters are no proof: in GBK this says 模模
        (META_GBK + "ģģ".encode(), "", "gb18030"),
        # nothing declared
        (UTF8_PAGE, "", "utf-8"),
        (GBK_PAGE, "", "gb18030"),
        ("<p>\0".encode("utf-16-le"), "", "utf-16-le"),
        ("<p>\0".encode("utf-16-be"), "", "utf-16-be"),
        (b"<p>plain", "text/html", "utf-8"),
        (b"", "", "utf-8"),
    ],
)
def test_which_encoding(body: bytes, content_type: str, encoding: str) -> None:
    assert encoding_of(body, content_type) == encoding


def test_unreadable_bytes_become_replacement_characters() -> None:
    assert to_text(b"a\xff\xffb", "utf-8") == "a\ufffd\ufffdb"
    assert to_text(b"\xd6\xd0\xff<", "gb18030") == "中\ufffd<"


def test_the_euro_sign_of_old_chinese_pages() -> None:
    assert to_text(b"\x80 100", "gb18030") == "€ 100"


@pytest.mark.parametrize("encoding", ["nonsense", "", "a\0b", "rot13", "hex", "idna", "undefined"])
def test_an_unknown_encoding_is_read_as_utf8(encoding: str) -> None:
    assert to_text("中文".encode() * 40, encoding) == "中文" * 40


HEADERS = st.one_of(
    st.text(max_size=40),
    st.from_regex(r"text/html; ?charset=[\"']?[a-z0-9_-]{0,12}", fullmatch=True),
)
BODIES = st.lists(
    st.one_of(
        st.binary(max_size=20),
        st.sampled_from(
            [META_GBK, META_UTF8, OLD_META, b"<meta charset=", BOM, b"\xff\xfe", b"<?xml"]
        ),
        st.text(max_size=20).map(lambda text: text.encode("utf-16-le", "replace")),
    )
).map(b"".join)


@given(BODIES, HEADERS)
@example(b"<meta " + b"a" * 60_000, "charset=" + " " * 60_000)
@example(b"<meta " + b"a='" * 20_000, "charset" * 20_000)
@example(b"\x80" * 60_000, "")
@settings(max_examples=500, deadline=None)
def test_any_bytes_and_any_header_give_text(body: bytes, content_type: str) -> None:
    assert isinstance(to_text(body, encoding_of(body, content_type)), str)
