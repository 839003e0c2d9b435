from __future__ import annotations

import pytest

from pages.detection import detect, is_utf8

SIMPLIFIED = "诺基亚手机，参考价格二百六十元，待机时间三百九十小时，主屏尺寸一点五英寸。"
TRADITIONAL = "這款手機的螢幕尺寸為六點五吋，電池容量五千毫安時，價格實惠，歡迎選購。"
JAPANESE = "この携帯電話は画面が大きく、カメラの性能も高いです。"
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
        (KOREAN, "cp949", "cp949"),
        (RUSSIAN, "cp1251", "cp1251"),
        (RUSSIAN, "koi8-r", "koi8_r"),
        (FRENCH, "cp1252", "cp1252"),
        ("plain", "ascii", "utf-8"),
    ],
)
def test_the_encoding_is_found_from_the_text(text: str, encoding: str, detected: str) -> None:
    page = f"<html><head><script>{'x' * 5000}</script></head><p class='a'>{text}</p>"
    assert detect(page.encode(encoding)) == detected


@pytest.mark.parametrize("text", ["手机", "价格：260元", "上市时间 2007年", "颜色"])
def test_a_few_chinese_characters_are_enough(text: str) -> None:
    assert detect(f"<p>{text}</p>".encode("gb2312")) == "gb18030"


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
