from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pages.encoding import (
    NOT_ASCII_TRANSPARENT,
    codec_of,
    detect,
    encoding_of,
    is_garbled,
    is_utf8,
    to_text,
)
from pages.page import Page
from samples.pocket_web import PocketWeb

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
@example(b"<meta " + b"a" * 20_000, "charset=" + " " * 20_000)
@example(b"<meta " + b"a='" * 7_000, "charset" * 7_000)
@example(b"\x80" * 20_000, "")
@settings(max_examples=200, deadline=None)
def test_any_bytes_and_any_header_give_text(body: bytes, content_type: str) -> None:
    assert isinstance(to_text(body, encoding_of(body, content_type)), str)


SIMPLIFIED = "诺基亚手机，参考价格二百六十元，待机时间三百九十小时，主屏尺寸一点五英寸。"
TRADITIONAL = "這款手機的螢幕尺寸為六點五吋，電池容量五千毫安時，價格實惠，歡迎選購。"
JAPANESE = "この携帯電話は画面が大きく、カメラの性能も高いです。"
KATAKANA = "デジタルカメラ"
KOREAN = "이 휴대폰은 화면이 크고 카메라 성능이 좋습니다."
RUSSIAN = "Смартфон с большим экраном и хорошей камерой, цена от производителя"
FRENCH = "Téléphone à écran tactile, mémoire étendue, résolution élevée, prêt à l'emploi"


@pytest.mark.parametrize(
    ("text", "encoding", "detected"),
    [
        (SIMPLIFIED, "utf-8", "utf-8"),
        (SIMPLIFIED, "gb2312", "gb18030"),
        (TRADITIONAL, "big5", "big5hkscs"),
        (JAPANESE, "cp932", "cp932"),
        (JAPANESE, "euc_jp", "euc_jp"),
        (KATAKANA, "cp932", "cp932"),
        (KATAKANA, "euc_jp", "euc_jp"),
        (KOREAN, "cp949", "cp949"),
        (RUSSIAN, "cp1251", "cp1251"),
        (RUSSIAN, "koi8-r", "koi8_r"),
        (RUSSIAN.lower() * 20, "koi8-r", "koi8_r"),
        (FRENCH, "cp1252", "cp1252"),
        ("plain", "ascii", "utf-8"),
    ],
)
def test_the_encoding_is_found_from_the_text(text: str, encoding: str, detected: str) -> None:
    page = f"<html><head><script>{'x' * 5000}</script></head><p class='a'>{text}</p>"
    assert detect(page.encode(encoding)) == detected


def shop_page(text: str) -> str:
    return (
        "<html><head><title>Digital Cameras - Shop</title><style>b{color:red}</style></head>"
        f'<body><a href="/cart">Cart (0)</a><table><tr><td>{text}</td></tr></table></body></html>'
    )


@pytest.mark.parametrize(
    "text",
    [
        "Operating temperature: 32 to 104°F / 0 to 40°C",
        "32-104 °F/0-40 °C",
        "-10°C (14°F)",
        "LUMIX® Lens, SweepPanorama™, TruPic™III",
        "You don’t need Canon’s flash",
        "Free shipping – today only",
        "“Smart” zoom—in a café",
        "2½in screen, £99.99, ±2 EV, 7° slant",
        "©Camera Shop 2009 · µTorrent · 5µm",
        "See more »",
        "Price:\xa0EUR\xa0149",
        "Größe: 10 cm, Übertragung über Funk, Maße in mm, weiß",
        "Äpfel",
        "GEHÄUSE",
        "Écran tactile, l’été, à partir de 99 €, Réf. n°\xa012",
        "Marque «\xa0Canon\xa0»",
        "Cámara digital: ¿Cuánto cuesta? ¡Compre ahora! 1.ª edición, tamaño",
        "Resolução, informações, não",
    ],
)
def test_a_few_signs_and_accents_make_no_chinese_page(text: str) -> None:
    assert detect(shop_page(text).encode("cp1252")) == "cp1252"


@pytest.mark.parametrize(
    "text",
    [
        "手机",
        "诺基亚",
        "价格：260元",
        "上市时间 2007年",
        "颜色",
        "工作温度：0～40℃",
        "iPhone 与 iPad，vivo和oppo",
        "Nokia 1200 (黑)",
        "直板手机，屏幕 1.5 英寸，㐂",
    ],
)
@pytest.mark.parametrize(
    ("encoding", "detected"), [("gb18030", "gb18030"), ("utf-8", "utf-8")], ids=["gb18030", "utf-8"]
)
def test_a_few_simplified_characters_are_enough(text: str, encoding: str, detected: str) -> None:
    assert detect(shop_page(text).encode(encoding)) == detected
    assert detect(f"<p>{text}</p>".encode(encoding)) == detected


@pytest.mark.parametrize(
    "text",
    ["手機", "諾基亞", "電池容量", "價格：260元", "型號", "中國", "有和 iPad 的優點", TRADITIONAL],
)
@pytest.mark.parametrize(
    ("encoding", "detected"), [("gbk", "gb18030"), ("big5", "big5hkscs"), ("utf-8", "utf-8")]
)
def test_a_few_traditional_characters_are_enough(text: str, encoding: str, detected: str) -> None:
    assert detect(shop_page(text).encode(encoding)) == detected


def test_stray_bytes_do_not_make_a_chinese_page_another_encoding() -> None:
    assert detect(SIMPLIFIED.encode("gbk") + b"\xff " + SIMPLIFIED.encode("gbk")) == "gb18030"


def test_a_page_cut_inside_a_character_is_still_utf8() -> None:
    assert detect("<p>手机".encode()[:-1]) == "utf-8"


def test_one_broken_byte_does_not_make_a_page_another_encoding() -> None:
    assert detect((SIMPLIFIED * 3).encode() + b"\xff" + SIMPLIFIED.encode()) == "utf-8"


def test_utf8_beyond_doubt() -> None:
    assert is_utf8(SIMPLIFIED.encode())
    assert not is_utf8(SIMPLIFIED.encode("gb2312"))
    assert not is_utf8(SIMPLIFIED.encode() + b"\xff")
    assert not is_utf8(b"plain")
    assert not is_utf8("模".encode("gb2312"))


TEXT = "<html><body><p>" + "诺基亚 N95 手机 参考价格 两千三百五十元 " * 20 + "</p></body></html>"


def page(body: bytes, charset: str) -> Page:
    return Page.read(body, "http://a.example/", f"text/html; charset={charset}")


@pytest.mark.parametrize("encoding", ["utf-8", "gbk", "gb18030"])
def test_pages_that_are_what_they_say(encoding: str) -> None:
    assert not is_garbled(page(TEXT.encode(encoding), encoding))


def test_a_page_in_gbk_that_says_utf_8() -> None:
    assert is_garbled(page(TEXT.encode("gbk"), "utf-8"))


def test_noise_that_says_it_is_text() -> None:
    assert is_garbled(page(b"<p>" + bytes(range(128, 256)) * 10, "utf-8"))


def test_some_stray_bytes_do_no_harm() -> None:
    assert not is_garbled(page(TEXT.encode() + b"\xff \xfe \xe8\xaf", "utf-8"))


def test_no_page_of_the_pocket_web_is_garbled() -> None:
    web = PocketWeb()
    for host in web.sites:
        product = next(web.product_pages(host))
        assert not is_garbled(Page.read(product.body, product.url, product.content_type)), host


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
