"""W5 anew: cards inside cards, names in spans, in place of rows with spacer rows."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from samples.furniture import advertisement, brand_links, foot, navigation, similar, wrapped
from samples.gold import GoldPair, Spec
from samples.redesigned.rewording import Rewording, dashed, spaced, with_sign
from samples.sites.digi_sohu import DigiSohu

if TYPE_CHECKING:
    from samples.catalogue import Phone

_REWORDING = Rewording(
    order=("手机名", "摄像头", "主屏参数", "手机制式", "数据业务", "上市时间"),
    gone=frozenset({"音乐播放"}),
    names={"主屏参数": "显示屏规格", "参考价格": "市场价", "手机外形": "外形"},
    writings={"参考价格": with_sign, "主屏参数": spaced, "上市时间": dashed},
)


class DigiSohuAnew(DigiSohu):
    page_count = 115
    codec = "utf-8"
    content_type = "text/html"
    style = ".item{padding:6px;border-bottom:1px solid #eee}.item .label{color:#999}"

    def spec(self, phone: Phone) -> Spec:
        gold = _REWORDING.of(super().spec(phone).gold)
        name, *rest = gold
        area = (
            f'<div class="hd"><strong>{escape(name.value)}</strong></div>\n'
            f'<div class="bd"><div class="list">\n{"".join(map(_item, rest))}</div></div>'
        )
        return Spec(area, gold)

    def around(self, here: str, phone: Phone, area: str) -> str:
        return f"""<div class="panel">{area}</div>
<div class="panel"><div class="hd"><strong>热门手机</strong></div>
<div class="bd">{wrapped("p", similar(self, here, phone))}</div></div>
<div class="panel">进入 {" ".join(brand_links(self, here, 1))} 论坛
共有 {self.identity(phone) % 97} 条留言</div>"""

    def frame(self, here: str, title: str, middle: str) -> str:
        return f"""<!DOCTYPE html>
<html><head><meta charset="utf-8">
<title>{escape(title)}-{self.title}</title>
<link href="{self.href(here, "/css/site.css")}" rel="stylesheet"></head>
<body><div class="nav">{wrapped("span", navigation(self, here))}</div>
{advertisement(self, here, "top")}
<div class="wrap">{middle}</div>
<div class="brands">{" ".join(brand_links(self, here, 14))}</div>
<div class="footer">{foot(self, here)}</div></body></html>
"""


def _item(pair: GoldPair) -> str:
    return (
        f'<div class="item"><span class="label"><i></i>{pair.name}：</span>'
        f'<div class="value"><span>{escape(pair.value)}</span></div></div>\n'
    )
