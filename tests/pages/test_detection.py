from __future__ import annotations

import pytest

from pages.detection import detect, is_utf8

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
