"""The six published sites of the pocket web after a redesign, and one that went empty.

A redesign changes names, writes values anew and drops some (`Rewording`); markup, encoding and
order are others too. `redesigned_web` is the pocket web a while later.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import escape
from itertools import groupby
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
from samples.pocket_web import FURTHER, PocketWeb
from samples.site import GoldPair, Spec
from samples.sites.digi_sohu import DigiSohu
from samples.sites.mobile_21cn import Mobile21cn
from samples.sites.pconline import Pconline
from samples.sites.pcpop import Pcpop
from samples.sites.tech_163 import Tech163
from samples.sites.tongxun import Tongxun
from samples.sites.zol import GROUPS, DetailZol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from samples.catalogue import Phone


_DATE = re.compile(r"(\d{4})年(?:(\d{1,2})月)?")
_UNIT = re.compile(r"(?<=\d)(?=英寸|毫米|像素|小时|万|元|克|mAh|MB|GB|MHz|Hz|W|g\b)")
_PRICE = re.compile(r"[￥¥]?(\d+)元?")
_NEW = {"主屏尺寸": "屏幕大小", "重量": "机身重量"}
_GROUP_OF = {row.attribute: group for group, rows in GROUPS.items() for row in rows}
_ORDER = ("硬件", "屏幕", "摄像头", "外观", "网络与连接", "功能与服务", "基本参数", "保修信息")


@dataclass(frozen=True)
class Rewording:
    """`order` has the attributes that come first, all others stand behind them as they stood."""

    order: tuple[str, ...]
    gone: frozenset[str]
    names: Mapping[str, str]
    writings: Mapping[str, Callable[[str], str]] = field(default_factory=dict)

    def of(self, gold: Iterable[GoldPair]) -> tuple[GoldPair, ...]:
        left = [self._reworded(pair) for pair in gold if pair.attribute not in self.gone]
        return tuple(sorted(left, key=lambda pair: self._place(pair.attribute)))

    def _reworded(self, pair: GoldPair) -> GoldPair:
        written = self.writings.get(pair.attribute, str)
        return GoldPair(
            pair.attribute, self.names.get(pair.attribute, pair.name), written(pair.value)
        )

    def _place(self, attribute: str) -> int:
        return self.order.index(attribute) if attribute in self.order else len(self.order)


def spaced(value: str) -> str:
    """A space between number and unit: `1.5英寸` becomes `1.5 英寸`."""
    return _UNIT.sub(" ", value)


def metric(value: str) -> str:
    """`102×44×17.5毫米` becomes `102 x 44 x 17.5 mm`."""
    return value.replace("×", " x ").replace("毫米", " mm")


def dashed(value: str) -> str:
    """`2007年5月` becomes `2007-05`, `2007年` becomes `2007`."""
    return _DATE.sub(
        lambda date: "-".join([date[1], *([date[2].zfill(2)] if date[2] else [])]), value
    )


def in_yuan(value: str) -> str:
    """`￥280` becomes `280 元`."""
    return _PRICE.sub(r"\1 元", value)


def with_sign(value: str) -> str:
    """`280元` becomes `¥280`."""
    return _PRICE.sub(r"¥\1", value)


_PCPOP = Rewording(
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
        gold = _PCPOP.of(before.gold)
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


_PCONLINE = Rewording(
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
        gold = _PCONLINE.of(super().spec(phone).gold)
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


_MOBILE_21CN = Rewording(
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
        gold = _MOBILE_21CN.of(before.gold)
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


_TECH_163 = Rewording(
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
        gold = (*_TECH_163.of(super().spec(phone).gold), *more)
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


_DIGI_SOHU = Rewording(
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
        gold = _DIGI_SOHU.of(super().spec(phone).gold)
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


_ZOL = Rewording(
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
        gold = _ZOL.of(super().spec(phone).gold)
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


class TongxunEmptied(Tongxun):
    def spec(self, phone: Phone) -> Spec:  # noqa: ARG002 - whichever phone it is
        return Spec('<div class="_wait"><h2>页面升级中</h2><p>精彩即将呈现，敬请期待</p></div>', ())


_SIX_ANEW = (PcpopAnew, PconlineAnew, Mobile21cnAnew, Tech163Anew, DigiSohuAnew, DetailZolAnew)
EMPTIED_HOST = TongxunEmptied.host


def redesigned_web() -> PocketWeb:
    """The pocket web as it is later, when the six sites have new looks and one is empty."""
    further = (TongxunEmptied if site is Tongxun else site for site in FURTHER)
    return PocketWeb((*_SIX_ANEW, *further))
