"""W4 anew: a definition list in place of paragraphs, and two attributes more."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from samples.furniture import advertisement, brand_links, foot, navigation, similar, wrapped
from samples.gold import GoldPair, Spec
from samples.redesigned.rewording import Rewording, dashed, with_sign
from samples.sites.tech_163 import Tech163

if TYPE_CHECKING:
    from samples.catalogue import Phone

_NEW = {"主屏尺寸": "屏幕大小", "重量": "机身重量"}
_REWORDING = Rewording(
    order=("手机名", "手机制式", "参考价格"),
    gone=frozenset({"手机外形"}),
    names={"手机制式": "支持制式", "参考价格": "官方报价"},
    writings={"上市时间": dashed, "参考价格": with_sign},
)


class Tech163Anew(Tech163):
    page_count = 106
    codec = "utf-8"
    content_type = "text/html; charset=utf-8"
    style = "dl.info{overflow:hidden}dl.info dt{float:left;width:8em}dl.info dd{margin-left:8em}"

    def spec(self, phone: Phone) -> Spec:
        more = (GoldPair(attribute, name, phone[attribute]) for attribute, name in _NEW.items())
        gold = (*_REWORDING.of(super().spec(phone).gold), *more)
        name, *rest = gold
        rows = "\n".join(f"<dt>{pair.name}</dt><dd>{escape(pair.value)}</dd>" for pair in rest)
        area = f'<h1 class="tit">{escape(name.value)}</h1>\n<dl class="info">\n{rows}\n</dl>'
        return Spec(area, gold)

    def around(self, here: str, phone: Phone, area: str) -> str:
        return f"""<article class="phone">{area}<p class="src">数据由厂商提供</p></article>
<div class="relate"><h3>相关手机</h3><ol>{wrapped("li", similar(self, here, phone))}</ol></div>
<div class="tie"><h3>跟贴</h3><blockquote>顶一下，{escape(phone["品牌"])}加油</blockquote></div>"""

    def frame(self, here: str, title: str, middle: str) -> str:
        return f"""<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>{escape(title)}_{self.title}</title>
<link rel="stylesheet" href="/css/site.css"></head>
<body><nav>{" ".join(navigation(self, here))}</nav>
{advertisement(self, here, "top")}
<main>{middle}</main>
<aside><h3>品牌索引</h3><p>{" ".join(brand_links(self, here))}</p></aside>
<footer>{foot(self, here)}</footer></body></html>
"""
