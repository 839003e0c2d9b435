from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.names import clean_name, host_of, name_key, site_of, without_arrows


@pytest.mark.parametrize(
    ("shown", "feature", "name"),
    [
        ("参考价格：", "：", "参考价格"),
        ("参考价格 : ", "", "参考价格"),
        ("参考价格", "：", "参考价格"),
        ("\u3000重\u3000\u3000量\u00a0：", "：", "重量"),
        ("【价格】：", "：", "价格"),
        ("[ CPU型号 ]", "", "CPU型号"),
        ("· 屏幕大小", "", "屏幕大小"),
        ("> Stand-by", "", "Stand-by"),
        ("Talk time:", ":", "Talk time"),
        ("价格~", "~", "价格"),
        ("摄像头（后置）", "", "摄像头（后置）"),
        ("（前）摄像头（后）", "", "（前）摄像头（后）"),
        ("电池容量（mAh）：", "：", "电池容量（mAh）"),
        ("3.5mm jack", "", "3.5mm jack"),
        ("RAM 容量", "", "RAM 容量"),
        ("：", "：", ""),
        ("", "", ""),
        ("()", "", ""),
    ],
)
def test_feature_and_dressing_go_the_name_stays(shown: str, feature: str, name: str) -> None:
    assert clean_name(shown, feature) == name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ＣＰＵ型号", "cpu 型号："),
        ("SIM卡", "sim 卡"),
        ("3.5mm Jack", "3.5 MM JACK"),
        ("电池容量（ｍＡｈ）", "电池容量(mAh)"),
        ("STRASSE", "straße"),
    ],
)
def test_names_that_differ_in_writing_only_have_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_different_names_have_different_keys() -> None:
    assert len({name_key(name) for name in ("主屏尺寸", "主屏颜色", "机身尺寸", "RAM", "ROM")}) == 5


@settings(deadline=None)
@example("㆖", "㆖")
@given(st.text(), st.text(max_size=3))
def test_cleaning_loses_no_letter_and_a_key_keeps_its_key(shown: str, feature: str) -> None:
    assert name_key(clean_name(shown, feature)) == name_key(shown)
    assert name_key(name_key(shown)) == name_key(shown)


@pytest.mark.parametrize(
    "url",
    [
        "http://shop.example/a",
        "https://www.shop.example",
        "https://WWW.Shop.Example:8080/a?b#c",
        "http://m.shop.example/",
        "http://user:word@detail.phones.shop.example/",
        "//shop.example/a",
        "http://shop.example./",
    ],
)
def test_all_hosts_of_a_site_share_its_name(url: str) -> None:
    assert site_of(url) == "shop.example"


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("http://product.pconline.com.cn/", "pconline.com.cn"),
        ("http://www.shop.co.uk/", "shop.co.uk"),
        ("http://com.cn/", "com.cn"),
        ("http://localhost:8000/", "localhost"),
        ("http://127.0.0.1/", "127.0.0.1"),
        ("http://192.168.10.1:81/a", "192.168.10.1"),
        ("http://[2001:DB8::1]/", "2001:db8::1"),
        ("http://www.手机.中国/", "手机.中国"),
    ],
)
def test_suffixes_and_addresses_are_known(url: str, site: str) -> None:
    assert site_of(url) == site


@pytest.mark.parametrize("url", ["", "n95.html", "/a/b", "http://", "http://[", "mailto:a@b.cn"])
def test_what_has_no_host_has_no_site(url: str) -> None:
    assert host_of(url) == ""
    assert site_of(url) == ""


@given(st.text())
def test_no_text_makes_it_raise(text: str) -> None:
    assert site_of(text) == site_of(text).lower()
    assert host_of(f"http://{text}/").endswith(site_of(f"http://{text}/"))


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        ("5G手机>，4G手机 ＞、智能手机››", "5G手机，4G手机、智能手机"),
        ("» 直板", "直板"),
        ("OLED ▸", "OLED"),
        (">= 500", ">= 500"),
        ("60→120Hz", "60→120Hz"),
        ("a , b", "a , b"),
        (" >> ", " >> "),
    ],
)
def test_the_arrows_of_links_are_left_out(shown: str, text: str) -> None:
    assert without_arrows(shown) == text


@given(st.text(alphabet=" >»a,1，\n", max_size=200))
@example("> " * 100_000 + "a")
def test_arrows_are_left_out_of_any_text(shown: str) -> None:
    assert without_arrows(without_arrows(shown)) == without_arrows(shown)
