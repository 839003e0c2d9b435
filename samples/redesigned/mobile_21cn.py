"""W3 anew: items of a list in place of table rows; each page keeps what was odd about it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from samples.furniture import (
    advertisement,
    anchor,
    brand_links,
    foot,
    navigation,
    similar,
    wrapped,
)
from samples.gold import GoldPair, Spec
from samples.redesigned.rewording import Rewording, dashed, spaced, with_sign
from samples.sites.mobile_21cn import Mobile21cn

if TYPE_CHECKING:
    from samples.catalogue import Phone

_REWORDING = Rewording(
    order=("手机名", "参考价格", "手机制式", "主屏尺寸", "主屏颜色", "手机类型", "上市时间"),
    gone=frozenset({"产品类别"}),
    names={"主屏颜色": "色彩表现", "生产厂商": "制造商", "手机类型": "类型"},
    writings={"参考价格": with_sign, "主屏尺寸": spaced, "上市时间": dashed},
)


class Mobile21cnAnew(Mobile21cn):
    page_count = 107
    codec = "utf-8"
    content_type = "text/html; charset=utf-8"
    style = ".specs li{display:flex}.specs em{flex:0 0 6em;font-style:normal;color:#666}"

    def spec(self, phone: Phone) -> Spec:
        before = super().spec(phone)
        gold = _REWORDING.of(before.gold)
        name, *rest = gold
        here = self.product_path(phone)
        items = "\n".join(self._item(here, phone, pair) for pair in rest)
        area = f'<h1>{escape(name.value)}</h1>\n<ul class="specs">\n{items}\n</ul>'
        return Spec(area, gold, before.variant)

    def _item(self, here: str, phone: Phone, pair: GoldPair) -> str:
        value = escape(pair.value)
        if pair.attribute == "生产厂商":
            value = anchor(self.href(here, self.list_path(phone["品牌"], 1)), pair.value)
        return f"<li><em>{pair.name}</em><span>{value}</span></li>"

    def around(self, here: str, phone: Phone, area: str) -> str:
        return f"""<div class="shot"><img src="{self.href(here, "/images/phone.gif")}" alt=""></div>
<div class="facts">{area}</div>
<div class="more"><h2>相似机型</h2><ul>{wrapped("li", similar(self, here, phone))}</ul></div>"""

    def frame(self, here: str, title: str, middle: str) -> str:
        return f"""<!doctype html>
<html><head><meta charset="utf-8"><title>{escape(title)} - {self.title}</title>
<link rel="stylesheet" href="{self.href(here, "/css/site.css")}"></head>
<body><header><ul>{wrapped("li", navigation(self, here))}</ul></header>
{advertisement(self, here, "banner")}
<section class="page">{middle}</section>
<aside>{"".join(brand_links(self, here))}</aside>
<footer>{foot(self, here)}</footer></body></html>
"""
