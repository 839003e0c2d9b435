"""Speaking addresses (`/phones/nokia/n95-10123.html`); attributes in `th` and `td`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from evaluation.wide_web.plan import BoardPlan, Section
from evaluation.wide_web.wide_site import WideSite
from evaluation.wide_web.wording import slug

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evaluation.wide_web.wide_site import PageContent

_STYLE = (
    "body{margin:0 auto;width:980px;font:14px/1.7 sans-serif;color:#333}a{color:#1a5fa8}"
    ".nav li{display:inline-block;padding:0 12px}.side{float:right;width:280px}"
    ".main{float:left;width:680px}.box{border:1px solid #e4e4e4;margin:0 0 12px;padding:8px}"
    ".param th{width:110px;background:#f6f9fc;text-align:left}.param td{padding:4px 10px}"
)


class Digiland(WideSite):
    host = "www.digiland.example"
    name = "数码大陆"
    part = 22
    product_share = 0.10
    list_length = 15
    tracking = "from"
    sections = (
        Section("news", "业界新闻", "digital", "article", 14),
        Section("mobile", "手机资讯", "phones", "article", 16),
        Section("bbs", "论坛", "chat", "thread", 16),
        Section("notebook", "笔记本", "notebooks", "goods", 9),
        Section("camera", "相机", "cameras", "goods", 7),
        Section("soft", "下载", "software", "article", 8),
        Section("auto", "汽车", "cars", "article", 8),
        Section("food", "美食", "recipes", "article", 6),
        Section("help", "帮助", "help", "article", 3),
        Section("user", "会员", "chat", "user", 9),
        Section("tag", "标签", "digital", "tag", 4),
    )
    attributes = (
        ("品牌", "品牌"),
        ("型号", "型号"),
        ("上市时间", "上市时间"),
        ("参考价格", "参考价格"),
        ("手机制式", "网络制式"),
        ("手机外形", "手机外形"),
        ("主屏尺寸", "主屏尺寸"),
        ("主屏分辨率", "主屏分辨率"),
        ("主屏材质", "主屏材质"),
        ("操作系统", "操作系统"),
        ("处理器", "处理器"),
        ("运行内存", "运行内存"),
        ("机身内存", "机身内存"),
        ("摄像头像素", "摄像头像素"),
        ("电池容量", "电池容量"),
        ("重量", "重量"),
    )
    navigation_item = "<li>{}</li>"
    item_address = re.compile(r"/[a-z]+(?:/[a-z0-9-]+)?/(?:[a-z0-9-]+-)?([0-9]{1,12})\.html")
    list_address = re.compile(r"(/[a-z]+/[a-z0-9-]+/)(?:list_([0-9]{1,9})\.html)?")

    def section_path(self, section: Section) -> str:
        return f"/{section.key}/"

    def board_word(self, board: BoardPlan) -> str:
        return f"/{board.section.key}/{self.names.key(board)}/"

    def list_path(self, board: BoardPlan, page: int) -> str:
        return self.board_word(board) + (f"list_{page}.html" if page > 1 else "")

    def item_path(self, board: BoardPlan, identifier: int, title: str) -> str:
        if board.section.form in {"phone", "goods"}:
            words = f"{slug(title)}-".lstrip("-")
            return f"{self.board_word(board)}{words}{identifier}.html"
        return f"{self.board_word(board)}{identifier}.html"

    def hub_path(self, identifier: int) -> str:
        return f"/zt/{identifier}.html"

    def block(self, title: str, links: Sequence[str]) -> str:
        head = f"<h3>{title}</h3>" if title else ""
        items = "".join(f"<li>{link}</li>" for link in links)
        return f'<div class="box">{head}<ul>{items}</ul></div>\n'

    def entries(self, items: Sequence[tuple[str, str]]) -> str:
        rows = "".join(f"<li><h4>{link}</h4><p>{note}</p></li>\n" for link, note in items)
        return f'<ul class="entries">{rows}</ul>'

    def specification(self, rows: Sequence[tuple[str, str]]) -> str:
        cells = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>\n" for name, value in rows)
        return f'<table class="param"><tbody>{cells}</tbody></table>'

    def frame(self, page: PageContent) -> str:
        boxes = "".join(self.block(*box) for box in page.boxes)
        return f"""<!DOCTYPE html>
<html lang="zh-CN"><head><meta charset="utf-8"><title>{page.title} - {self.name}</title>
<meta name="description" content="{page.title}，{self.name}为您提供最新的资讯、行情与导购。">
<meta name="keywords" content="{page.heading},{self.name}">
<link rel="canonical" href="http://{self.host}{page.path}"><style>{_STYLE}</style></head>
<body><ul class="nav">{self.navigation}</ul>
<div class="crumb">{" &gt; ".join(page.trail)}</div>
<div class="main"><h1>{page.heading}</h1>
{page.middle}</div>
<div class="side">{boxes}</div>
<div class="foot">{self.foot}</div>
<script>var _t=_t||[];_t.push(["page","{page.path}"]);</script></body></html>
"""
