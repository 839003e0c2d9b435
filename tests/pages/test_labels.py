from __future__ import annotations

import pytest

from pages.encoding import to_text
from pages.labels import NOT_ASCII_TRANSPARENT, codec_of

STANDARD_NAMES = (
    "utf-8 ibm866 iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 "
    "iso-8859-8-i iso-8859-10 iso-8859-13 iso-8859-14 iso-8859-15 iso-8859-16 koi8-r koi8-u "
    "macintosh windows-874 windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 "
    "windows-1255 windows-1256 windows-1257 windows-1258 x-mac-cyrillic gbk gb18030 big5 euc-jp "
    "iso-2022-jp shift_jis euc-kr utf-16be utf-16le x-user-defined iso-2022-kr hz-gb-2312"
)
CODECS = {codec_of(name) for name in STANDARD_NAMES.split()}
TRANSPARENT = [codec for codec in CODECS if codec and codec not in NOT_ASCII_TRANSPARENT]


def test_every_encoding_of_the_standard_is_known() -> None:
    assert None not in CODECS


@pytest.mark.parametrize(
    ("label", "codec"),
    [
        ("UTF-8", "utf-8"),
        (" utf8\n", "utf-8"),
        ("gb2312", "gb18030"),
        ("GBK", "gb18030"),
        ("x-gbk", "gb18030"),
        ("gb_2312-80", "gb18030"),
        ("big5", "big5hkscs"),
        ("x-x-big5", "big5hkscs"),
        ("iso-8859-1", "cp1252"),
        ("us-ascii", "cp1252"),
        ("iso-8859-9", "cp1254"),
        ("shift_jis", "cp932"),
        ("euc-kr", "cp949"),
        ("utf-16", "utf-16-le"),
        ("hz-gb-2312", "hz"),
    ],
)
def test_labels_are_read_as_browsers_read_them(label: str, codec: str) -> None:
    assert codec_of(label) == codec


@pytest.mark.parametrize(
    "label", ["", "none", "utf-7", "rot13", "unicode_escape", "idna", "cp037", "中文", "\0"]
)
def test_what_no_browser_knows_is_no_label(label: str) -> None:
    assert codec_of(label) is None


@pytest.mark.parametrize("codec", sorted(TRANSPARENT))
def test_ascii_reads_as_ascii(codec: str) -> None:
    every_ascii_byte = bytes(range(128))
    assert to_text(every_ascii_byte, codec) == every_ascii_byte.decode("ascii")


@pytest.mark.parametrize("codec", sorted(TRANSPARENT))
def test_markup_cannot_hide_inside_a_character(codec: str) -> None:
    """Whatever stands before a byte of markup, it is read as itself."""
    for markup in "<>\"'=/!?-&;\0\t\n\r ":
        for lead in range(0x80, 0x100):
            for torn in ([lead], [0x8F, lead], [lead, 0x30], [lead, 0x30, 0x81]):
                assert markup in to_text(bytes(torn) + markup.encode() + b"text", codec)
