"""A site of today: a grid of divisions, JSON-LD, pictures that load late, icons everywhere."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING

from samples.catalogue import yuan
from samples.chance import number
from samples.page_parts import advertisement, brand_links, foot, navigation, similar, wrapped
from samples.site import GoldPair, Spec
from samples.sites.phone_site import PhoneSite

if TYPE_CHECKING:
    from samples.catalogue import Phone

_ICON = '<svg width="12" height="12" viewBox="0 0 12 12"><path d="M0 6h12"/></svg>'
_BLANK = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="
_GROUPS = {
    "屏幕": (("主屏尺寸", "屏幕尺寸"), ("主屏分辨率", "分辨率"), ("屏幕刷新率", "刷新率")),
    "性能": (("处理器", "处理器"), ("运行内存", "运行内存"), ("机身内存", "存储容量")),
    "拍照": (("后置摄像头", "后置镜头"), ("前置摄像头", "前置镜头")),
    "续航": (("电池容量", "电池容量"), ("充电功率", "充电功率")),
    "机身": (("机身尺寸", "三围"), ("重量", "机身重量"), ("防水防尘", "防护等级")),
}


class Shouji(PhoneSite):
    host = "www.shouji.example"
    title = "手机样例"
    page_count = 20
    picture_kind = "png"
    codec = "utf-8"
    content_type = "text/html; charset=utf-8"
    style = (
        ".spec-row{display:flex;background:#fafafa}.spec-row__name{width:8em;color:#888}"
        ".sr-only{position:absolute;left:-9999px}"
    )

    def rank(self, phone: Phone) -> int:
        return int("后置摄像头" not in phone)

    def product_path(self, phone: Phone) -> str:
        return f"/p/{self.identity(phone)}"

    def list_path(self, brand: str, page: int) -> str:
        return f"/phones?brand={self.brand_identity(brand) if brand else 'all'}&page={page}"

    def spec(self, phone: Phone) -> Spec:
        hero = (
            GoldPair("手机名", "", phone["手机名"]),
            GoldPair("参考价格", "", f"￥{yuan(phone)}"),
        )
        groups = {
            group: [GoldPair(a, name, phone[a]) for a, name in rows if a in phone]
            for group, rows in _GROUPS.items()
        }
        area = "\n".join(_group(group, pairs) for group, pairs in groups.items() if pairs)
        return Spec(area, (*hero, *(pair for pairs in groups.values() for pair in pairs)))

    def around(self, here: str, phone: Phone, area: str) -> str:
        return f"""{self._linked_data(phone)}
<main class="page" data-v-7ba5bd90><section class="hero">
<img class="lazy" src="{_BLANK}" data-src="{self.picture_path(phone)}" loading="lazy" alt="">
<noscript><img src="{self.picture_path(phone)}" alt="{escape(phone["手机名"])}"></noscript>
<h1 class="hero__name">{escape(phone["手机名"])}</h1>
<div class="hero__price"><small>￥</small><strong>{yuan(phone)}</strong></div>
<button type="button" data-id="{self.identity(phone)}">加入对比</button></section>
<section class="spec-grid" id="spec">{area}</section>
<aside><h2>猜你喜欢</h2><ul>{wrapped("li", similar(self, here, phone))}</ul></aside></main>"""

    def _linked_data(self, phone: Phone) -> str:
        """What the page says once more for machines; on some pages a second block is broken."""
        product: dict[str, object] = {
            "@context": "https://schema.org",
            "@type": "Product",
            "name": phone["手机名"],
            "brand": {"@type": "Brand", "name": phone["品牌"]},
            "offers": {"@type": "Offer", "price": yuan(phone), "priceCurrency": "CNY"},
        }
        if number("image", phone["手机名"]) % 2:
            product["image"] = [self.picture_url(phone)]
        block = '<script type="application/ld+json">{}</script>'
        broken = block.format('{"@type": "BreadcrumbList", "itemListElement": [,]}')
        whole = block.format(json.dumps(product, ensure_ascii=False))
        return whole + broken if number("broken", phone["手机名"]) % 3 == 0 else whole

    def frame(self, here: str, title: str, middle: str) -> str:
        return f"""<!DOCTYPE html>
<html lang="zh-CN"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)} | {self.title}</title>
<link rel="canonical" href="{escape(self.url(here))}">
<link rel="stylesheet" href="/css/site.css">
</head><body>
<header><nav aria-label="主导航">{"".join(navigation(self, here))}</nav></header>
{middle}
<nav class="brands" aria-label="品牌">{"".join(brand_links(self, here))}</nav>
<footer>{advertisement(self, here, "foot")}{foot(self, here)}</footer>
<script>window.dataLayer = window.dataLayer || [];</script></body></html>
"""


def _group(group: str, pairs: list[GoldPair]) -> str:
    rows = "\n".join(
        f'<div class="spec-row"><div class="spec-row__name">{_ICON}{pair.name}</div>'
        f'<div class="spec-row__value">{escape(pair.value)}</div></div>'
        for pair in pairs
    )
    return f'<div class="spec-group"><div class="spec-group__title">{group}</div>\n{rows}</div>'
