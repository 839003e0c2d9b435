"""W1 anew: a grid of divisions in place of lines divided by `br`."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from samples.furniture import advertisement, anchor, brand_links, foot, navigation, similar, wrapped
from samples.gold import GoldPair, Spec
from samples.redesigned.rewording import Rewording, in_yuan, metric, spaced
from samples.sites.pcpop import Pcpop

if TYPE_CHECKING:
    from samples.catalogue import Phone

_REWORDING = Rewording(
    order=("手机名", "主屏尺寸", "主屏分辨率", "主屏颜色", "摄像头像素", "机身尺寸", "手机制式"),
    gone=frozenset({"音乐播放"}),
    names={"参考价格": "官方报价", "主屏分辨率": "清晰度", "手机通话时间": "可通话"},
    writings={"主屏尺寸": spaced, "机身尺寸": metric, "参考价格": in_yuan},
)


class PcpopAnew(Pcpop):
    page_count = 90
    codec = "utf-8"
    content_type = "text/html; charset=utf-8"
    style = (
        ".phone-grid{display:grid;grid-template-columns:1fr 1fr}.phone-grid__cell{padding:8px}"
        ".phone-grid__k{color:#888;font-size:12px}.phone-grid__v{font-weight:600}"
    )

    def spec(self, phone: Phone) -> Spec:
        before = super().spec(phone)
        gold = _REWORDING.of(before.gold)
        name, *rest = gold
        cells = "\n".join(map(self._cell, rest))
        area = (
            f'<h1 class="phone-title">{escape(name.value)}</h1>\n'
            f'<div class="phone-grid">\n{cells}\n</div>'
        )
        return Spec(area, gold, before.variant)

    def _cell(self, pair: GoldPair) -> str:
        value = escape(pair.value)
        if pair.attribute == "商家报价":
            low, high = value.split("至")
            more = anchor(self.url(self.list_path("", 1)), "全部商家")
            value = f"<b>{low}</b>至<b>{high}</b><small>{more}</small>"
        return (
            f'<div class="phone-grid__cell"><div class="phone-grid__k">{pair.name}</div>'
            f'<div class="phone-grid__v">{value}</div></div>'
        )

    def around(self, here: str, phone: Phone, area: str) -> str:
        return f"""<main class="phone"><figure><img src="{self.url("/images/phone.gif")}"
 alt="{escape(phone["手机名"])}"><figcaption>图片仅供参考</figcaption></figure>
{area}</main>
<section class="comments"><h2>网友点评</h2><article><b>续航不错</b>
<p>用了半年，{escape(phone["品牌"])}的做工一如既往。</p></article></section>
<aside><h2>同类手机</h2>{wrapped('div class="card"', similar(self, here, phone))}</aside>"""

    def frame(self, here: str, title: str, middle: str) -> str:
        return f"""<!DOCTYPE html>
<html lang="zh-CN"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)} | {self.title}</title>
<link rel="stylesheet" href="{self.url("/css/site.css")}"></head>
<body><header><nav>{"".join(navigation(self, here))}</nav></header>
{advertisement(self, here, "top")}
<div class="brand-bar">{"".join(brand_links(self, here))}</div>
{middle}
<footer>{foot(self, here)}</footer></body></html>
"""
