"""W2 anew: a table of two pairs in a row in place of a definition list."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from samples.furniture import advertisement, brand_links, foot, navigation, similar, wrapped
from samples.gold import GoldPair, Spec
from samples.redesigned.rewording import Rewording, dashed, in_yuan
from samples.sites.pconline import Pconline

if TYPE_CHECKING:
    from samples.catalogue import Phone

_REWORDING = Rewording(
    order=("手机名", "主屏参数", "摄像头", "手机外形", "手机制式"),
    gone=frozenset({"数据业务"}),
    names={"参考价格": "市场均价", "手机外形": "款式", "上市时间": "上市日期"},
    writings={"上市时间": dashed, "参考价格": in_yuan},
)


class PconlineAnew(Pconline):
    page_count = 114
    codec = "utf-8"
    content_type = "text/html; charset=UTF-8"
    style = "table.params{width:100%}.params th{background:#f5f5f5;text-align:right}"

    def spec(self, phone: Phone) -> Spec:
        gold = _REWORDING.of(super().spec(phone).gold)
        name, *rest = gold
        cells = list(map(_cells, rest))
        rows = wrapped("tr", map("".join, zip(cells[::2], cells[1::2], strict=True)))
        area = (
            f'<div class="headline"><h2>{escape(name.value)}</h2><span>在售</span></div>\n'
            f'<table class="params"><tbody>{rows}</tbody></table>'
        )
        return Spec(area, gold)

    def around(self, here: str, phone: Phone, area: str) -> str:
        return f"""<div class="gallery"><img src="/images/phone.gif" alt=""></div>
{area}
<p class="note">参数仅供参考，以厂商公布为准</p>
<div class="also"><h3>看过该手机的人还看过</h3>
<ul>{wrapped("li", similar(self, here, phone))}</ul></div>"""

    def frame(self, here: str, title: str, middle: str) -> str:
        return f"""<!DOCTYPE html>
<html><head><meta charset="UTF-8"><title>{escape(title)}_{self.title}</title>
<link href="/css/site.css" rel="stylesheet"></head>
<body><div id="nav">{" ".join(navigation(self, here))}</div>
<div id="left"><h3>品牌</h3><ul>{wrapped("li", brand_links(self, here))}</ul>
{advertisement(self, here, "left")}</div>
<div id="right">{middle}</div>
<div id="bottom">{foot(self, here)}</div></body></html>
"""


def _cells(pair: GoldPair) -> str:
    return f"<th>{pair.name}</th><td>{escape(pair.value)}</td>"
