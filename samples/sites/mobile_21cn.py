"""W3: table rows of two divisions; nine or eight attributes, some pages with seven or new ones."""

from __future__ import annotations

from functools import cached_property
from html import escape

from samples.catalogue import Phone, yuan
from samples.chance import choose
from samples.page_parts import (
    advertisement,
    anchor,
    brand_links,
    foot,
    navigation,
    similar,
    wrapped,
)
from samples.site import GoldPair, Spec
from samples.sites.phone_site import PhoneSite

_NEW = ("电子字典", "GPS功能")
_PAGES_PER_NEW = 3
_SEVEN = 4
_EIGHT = 34


class Mobile21cn(PhoneSite):
    host = "mobile.21cn.example"
    title = "世纪样例网"
    page_count = 104
    codec = "gbk"
    content_type = "text/html"
    links = "relative"
    style = (
        ".l{float:left;width:90px}.r{margin-left:90px}.bt{color:#06c}"
        ".nav a{font-size:14px}.foot{font-size:12px;color:#999}"
    )

    def rank(self, phone: Phone) -> int:
        return int("电子字典" not in phone)

    def product_path(self, phone: Phone) -> str:
        return f"/product/detail.php?id={self.identity(phone)}"

    def list_path(self, brand: str, page: int) -> str:
        return f"/product/list.php?brand={self.brand_identity(brand) if brand else 0}&page={page}"

    @cached_property
    def _variants(self) -> dict[str, str]:
        """Pages by phone: six with new attributes, four with seven, 34 with eight; else nine."""
        names: dict[str, str] = {}
        for new in _NEW:
            showing = [p["手机名"] for p in self.products if new in p and p["手机名"] not in names]
            names |= dict.fromkeys(showing[:_PAGES_PER_NEW], "new attributes")
        others = [phone["手机名"] for phone in self.products if phone["手机名"] not in names]
        names.update(dict.fromkeys(others[:_SEVEN], "7 attributes"))
        return names | dict.fromkeys(others[_SEVEN : _SEVEN + _EIGHT], "8 attributes")

    def spec(self, phone: Phone) -> Spec:
        variant = self._variants.get(phone["手机名"], "regular")
        gold = _attributes(phone)
        if variant == "new attributes":
            gold += tuple(GoldPair(name, name, phone[name]) for name in _NEW if name in phone)
        elif variant == "8 attributes":
            gold = _without(gold, "手机类型")
        elif variant == "7 attributes":
            gold = _without(gold, "手机类型", choose(("屏幕色彩", "上市日期"), phone["手机名"]))
        return Spec(self._area(phone, gold), gold, variant)

    def _area(self, phone: Phone, gold: tuple[GoldPair, ...]) -> str:
        name, category, maker, *plain = gold
        here = self.product_path(phone)
        everything = self.href(here, self.list_path("", 1))
        of_brand = self.href(here, self.list_path(phone["品牌"], 1))
        return (
            f'<span class="bt">{escape(name.value)}</span></td></tr>\n'
            "<tr><td>基本参数</td></tr>\n"
            + _row(category.name, anchor(everything, category.value))
            + _row(maker.name, anchor(of_brand, maker.value))
            + "".join(_row(pair.name, escape(pair.value)) for pair in plain)
        )

    def around(self, here: str, phone: Phone, area: str) -> str:
        return f"""<table width="100%"><tr><td valign="top">
<img src="{self.href(here, self.picture_path(phone))}" width="150" alt="{escape(phone["手机名"])}">
</td></tr></table>
<table width="560"><tr><td>{area}</table>
<p>以上参数仅供参考，请以厂商公布为准。</p>
<ul><li>{"</li><li>".join(similar(self, here, phone))}</li></ul>"""

    def frame(self, here: str, title: str, middle: str) -> str:
        return f"""<html>
<head>
<title>{escape(title)} - {self.title}手机频道</title>
<meta http-equiv=Content-Type content="text/html; charset=gb2312">
<link rel=stylesheet href={self.href(here, "/css/site.css")}>
</head>
<body>
<div class="nav">{"&nbsp;".join(navigation(self, here))}</div>
{advertisement(self, here, "banner")}
<table width="960"><tr><td width="180" valign="top"><ul>
{wrapped("li", brand_links(self, here))}</ul>{advertisement(self, here, "left")}
</td><td valign="top">{middle}</td></tr></table>
<div class="foot">{foot(self, here)}</div>
</body>
</html>
"""


def _row(name: str, value: str) -> str:
    return f'<tr><td><div class="l">{name}：</div><div class="r">{value}</div></td></tr>\n'


def _without(gold: tuple[GoldPair, ...], *names: str) -> tuple[GoldPair, ...]:
    return tuple(pair for pair in gold if pair.name not in names)


def _attributes(phone: Phone) -> tuple[GoldPair, ...]:
    return (
        GoldPair("手机名", "", phone["手机名"]),
        GoldPair("产品类别", "产品类别", "手机"),
        GoldPair("生产厂商", "生产厂商", phone["生产厂商"]),
        GoldPair("参考价格", "参考报价", f"{yuan(phone)}元"),
        GoldPair("上市时间", "上市日期", phone["上市时间"]),
        GoldPair("手机制式", "手机制式", phone["手机制式"]),
        GoldPair("手机类型", "手机类型", phone["产品类别"]),
        GoldPair("主屏颜色", "屏幕色彩", phone["主屏颜色"]),
        GoldPair("主屏尺寸", "主屏尺寸", phone["主屏尺寸"]),
    )
