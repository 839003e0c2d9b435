"""W1: names in links or bare spans, divided by `br`; eleven attributes, four pages with ten."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from samples.catalogue import Phone

_SHORT_PAGES = 4
# Names that stand in a bare span; all others are links to the glossary.
_BARE = {"主屏分辨率", "产品尺寸"}


class Pcpop(PhoneSite):
    host = "www.pcpop.example"
    title = "泡泡样例网"
    page_count = 86
    codec = "gbk"
    content_type = "text/html; charset=gb2312"
    links = "absolute"
    across_path = "/news/big5/hk.shtml"
    style = (
        ".font12-blue-bold{font:bold 12px 宋体;color:#039}.font12{font-size:12px}"
        ".pc31{font:bold 16px 黑体}.pc32{line-height:22px}.top td{background:#eef}"
    )

    def rank(self, phone: Phone) -> int:
        return 2 * ("商家报价" not in phone) + ("手机通话时间" not in phone)

    def product_path(self, phone: Phone) -> str:
        return f"/product/{self.identity(phone):08d}/Index.shtml"

    def list_path(self, brand: str, page: int) -> str:
        return f"/mobile/{self.brand_identity(brand) if brand else 'all'}_{page}.shtml"

    def spec(self, phone: Phone) -> Spec:
        gold = _attributes(phone)
        if phone not in self.products[-_SHORT_PAGES:]:
            return Spec(self._area(gold, phone), gold)
        left = tuple(pair for pair in gold if pair.attribute != "手机通话时间")
        return Spec(self._area(left, phone), left, "10 of 11 attributes")

    def _area(self, gold: tuple[GoldPair, ...], phone: Phone) -> str:
        name, price, offers, *simple = gold
        low, high = offers.value.split("至")
        shops = phone["商家报价"].partition("（")[2].rstrip("）")
        return (
            f'<div class="pc31">{escape(name.value)}</div>\n<div class="pc32">\n'
            f"{self._name(price.name)}{self._remark('[北京]', self.list_path('', 1))}"
            f"<b>{price.value}</b>{self._remark('[报价走势]', '/help/')}<BR>\n"
            f"{self._name(offers.name)}{self._remark(f'[{shops}]', '/help/')}"
            f"<b>{low}</b>至<b>{high}</b>{self._remark('[查看全部]', self.list_path('', 1))}<BR>\n"
            + "<BR>\n".join(f"{self._name(p.name)}&nbsp;{escape(p.value)}" for p in simple)
            + "\n</div>"
        )

    def _name(self, name: str) -> str:
        text = name if name in _BARE else anchor(self.url("/help/glossary.html"), name)
        return f'<SPAN class="font12-blue-bold">{text}</SPAN>'

    def _remark(self, text: str, path: str) -> str:
        return f'<span class="font12">{anchor(self.url(path), text)}</span>'

    def around(self, here: str, phone: Phone, area: str) -> str:
        return (
            f'<TABLE width=760><TR><TD width=200><img src="{self.picture_url(phone)}" '
            f'alt="{escape(phone["手机名"])}"></TD><TD>{area}</TD></TR></TABLE>'
            f"<H4>网友点评</H4><UL><LI><I>续航不错</I> 用了半年，{escape(phone['品牌'])}"
            f"的做工一如既往。</LI><LI><I>性价比一般</I> 等降价再入手。</LI></UL>"
            f"<H4>同类手机</H4><OL>{wrapped('LI', similar(self, here, phone))}</OL>"
        )

    def frame(self, here: str, title: str, middle: str) -> str:
        return f"""<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<HTML><HEAD><meta http-equiv="Content-Type" content="text/html; charset=gb2312">
<TITLE>{escape(title)}-{self.title}</TITLE>
<LINK rel="stylesheet" type="text/css" href="{self.url("/css/site.css")}"></HEAD>
<BODY topmargin=0><TABLE class="top" width=760><TR>{wrapped("TD", navigation(self, here))}</TR>
</TABLE>{advertisement(self, here, "top")}
<TABLE width=760><TR><TD>{" | ".join(brand_links(self, here))}</TD></TR></TABLE>
{middle}
{advertisement(self, here, "bottom")}<CENTER class="font12">{foot(self, here)}</CENTER>
</BODY></HTML>
"""


def _attributes(phone: Phone) -> tuple[GoldPair, ...]:
    low, high = re.findall(r"￥\d+", phone["商家报价"])
    return (
        GoldPair("手机名", "", phone["手机名"]),
        GoldPair("参考价格", "参考价格", phone["参考价格"]),
        GoldPair("商家报价", "商家报价", f"{low}至{high}"),
        GoldPair("手机制式", "手机制式", phone["手机制式"]),
        GoldPair("主屏尺寸", "主屏尺寸", phone["主屏尺寸"]),
        GoldPair("主屏分辨率", "主屏分辨率", phone["主屏分辨率"]),
        GoldPair("主屏颜色", "主屏颜色", phone["主屏颜色"]),
        GoldPair("手机通话时间", "手机通话时间", phone.get("手机通话时间", "暂无数据")),
        GoldPair("摄像头像素", "摄像头像素", phone["摄像头像素"]),
        GoldPair("机身尺寸", "产品尺寸", phone["机身尺寸"]),
        GoldPair("音乐播放", "音乐播放", phone["音乐播放"]),
    )
