"""A small site before and after its redesign."""

from discovery.known_values import KnownPage, KnownValue
from pages.page import Page

PHONES = (
    ("诺基亚 N95", "￥4200", "120g", "2.6英寸"),
    ("摩托罗拉 V3", "￥2980", "95g", "2.2英寸"),
    ("三星 D508", "￥3100", "103g", "1.9英寸"),
    ("索尼 W800", "￥2750", "99g", "1.8英寸"),
    ("多普达 818", "￥5200", "150g", "2.8英寸"),
    ("夏新 A8", "￥1999", "80g", "1.5英寸"),
    ("明基 S700", "￥2100", "88g", "1.6英寸"),
    ("飞利浦 9@9", "￥1750", "91g", "1.7英寸"),
)
NAMES = (("手机名", ""), ("参考价格", "参考价格"), ("重量", "重量"), ("主屏尺寸", "主屏尺寸"))


def known(phone: tuple[str, ...]) -> tuple[KnownValue, ...]:
    pairs = zip(NAMES, phone, strict=True)
    return tuple(KnownValue(attribute, name, value) for (attribute, name), value in pairs)


def new_page(phone: tuple[str, ...]) -> Page:
    """The price has another name, the weight another writing, the screen is gone."""
    name, price, weight, _ = phone
    body = f"""<html><head><meta charset=utf-8></head><body>
<nav><a href=/>首页</a><a href=/all>手机大全</a></nav>
<h1>{name}</h1><ul><li><em>市场均价</em><span>{price}</span></li>
<li><em>重量</em><span>{weight[:-1]} 克</span></li><li><em>售后</em><span>全国联保</span></li></ul>
<p>看了又看：<a href=/1>诺基亚 1110</a> ￥380</p></body></html>"""
    return Page.read(body.encode(), f"http://shop.example/{PHONES.index(phone)}")


def empty_page(phone: tuple[str, ...]) -> Page:
    body = f"<html><head><title>{phone[0]}</title></head><body>页面升级中</body></html>"
    return Page.read(body.encode(), f"http://shop.example/{PHONES.index(phone)}")


def pages_anew() -> list[KnownPage]:
    return [KnownPage(new_page(phone), known(phone)) for phone in PHONES]
