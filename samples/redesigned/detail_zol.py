"""zol anew: sections of lists in place of tables, fewer remarks beside the values."""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from samples.furniture import advertisement, brand_links, foot, navigation, similar, wrapped
from samples.gold import GoldPair, Spec
from samples.redesigned.rewording import Rewording, dashed, spaced
from samples.sites.detail_zol import DetailZol
from samples.sites.zol_rows import GROUPS

if TYPE_CHECKING:
    from samples.catalogue import Phone

_GROUP_OF = {row.attribute: group for group, rows in GROUPS.items() for row in rows}
_ORDER = ("硬件", "屏幕", "摄像头", "外观", "网络与连接", "功能与服务", "基本参数", "保修信息")
_REWORDING = Rewording(
    order=(
        "手机名",
        *(row.attribute for group in _ORDER for row in reversed(GROUPS[group])),
    ),
    gone=frozenset({"质保备注", "保修政策", "和弦铃声"}),
    names={
        "处理器": "核心芯片",
        "运行内存": "内存",
        "机身内存": "存储",
        "机身尺寸": "三围",
        "手机通话时间": "连续通话",
    },
    writings=dict.fromkeys(
        ("主屏尺寸", "电池容量", "充电功率", "重量", "屏幕刷新率", "手机通话时间"), spaced
    )
    | {"上市时间": dashed},
)


class DetailZolAnew(DetailZol):
    page_count = 83
    codec = "utf-8"
    content_type = "text/html; charset=utf-8"
    style = (
        ".block h2{font-size:16px}.block .row{display:flex}.row .n{width:8em}.row .fix{color:#ccc}"
    )

    def spec(self, phone: Phone) -> Spec:
        gold = _REWORDING.of(super().spec(phone).gold)
        groups = groupby(gold[1:], key=lambda pair: _GROUP_OF[pair.attribute])
        area = "".join(
            f'<section class="block"><h2>{group}</h2>\n<div class="rows">\n'
            f"{''.join(map(self._row, pairs))}</div></section>\n"
            for group, pairs in groups
        )
        return Spec(area, gold)

    def _row(self, pair: GoldPair) -> str:
        value = escape(pair.value)
        if pair.attribute == "主屏尺寸":
            value += f'<a class="fix" href="{self.list_path("", 1)}">同尺寸手机</a>'
        return f'<div class="row"><p class="n">{pair.name}</p><p class="v">{value}</p></div>\n'

    def around(self, here: str, phone: Phone, area: str) -> str:
        return f"""<div class="title"><h1>{escape(phone["手机名"])}</h1><span>参数</span></div>
<div class="layout"><div class="tabs">{wrapped("a", _ORDER)}</div>
{area}</div>
<div class="rivals"><h2>竞争产品</h2><ul>{wrapped("li", similar(self, here, phone))}</ul>
{advertisement(self, here, "side")}</div>"""

    def frame(self, here: str, title: str, middle: str) -> str:
        return f"""<!DOCTYPE html>
<html lang="zh"><head><meta charset="utf-8">
<title>{escape(title)}_{self.title}</title>
<link href="/css/site.css" rel="stylesheet"></head>
<body><header>{" ".join(navigation(self, here))}</header>
{advertisement(self, here, "top")}
{middle}
<div class="hot">{" ".join(brand_links(self, here, 20))}</div>
<footer>{foot(self, here)}</footer></body></html>
"""
