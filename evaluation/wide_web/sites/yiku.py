"""Opaque addresses: phones, articles and threads all stand at `/i/84723.html`; a list of `dl`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from evaluation.wide_web.plan import BoardPlan, Section
from evaluation.wide_web.wide_site import WideSite

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evaluation.wide_web.wide_site import PageContent

_STYLE = (
    "*{box-sizing:border-box}body{font-family:PingFang SC,Microsoft YaHei,sans-serif;margin:0}"
    "header,main,aside,footer{max-width:1100px;margin:auto;padding:10px}nav a{margin-right:16px}"
    "dl.info{display:grid;grid-template-columns:9em 1fr}dt{color:#888}dd{margin:0}"
    ".card{padding:10px 0;border-bottom:1px solid #eee}.card small{color:#999}"
)


class Yiku(WideSite):
    host = "www.yiku.example"
    name = "易库"
    part = 17
    product_share = 0.10
    list_length = 18
    mentions = 20
    tracking = "spm"
    sections = (
        Section("1", "头条", "digital", "article", 15),
        Section("2", "玩机", "phones", "article", 15),
        Section("3", "小组", "chat", "thread", 22),
        Section("4", "应用", "software", "article", 10),
        Section("5", "厨房", "recipes", "article", 9),
        Section("6", "影像", "cameras", "article", 8),
        Section("7", "本子", "notebooks", "goods", 8),
        Section("8", "同好", "chat", "user", 8),
        Section("9", "话题", "digital", "tag", 5),
    )
    attributes = (
        ("品牌", "品牌"),
        ("型号", "型号"),
        ("生产厂商", "生产厂商"),
        ("上市时间", "上市日期"),
        ("参考价格", "市场价"),
        ("主屏尺寸", "屏幕尺寸"),
        ("主屏颜色", "主屏颜色"),
        ("机身尺寸", "产品尺寸"),
        ("重量", "重量"),
        ("电池容量", "电池容量"),
        ("存储卡", "存储卡"),
        ("操作系统", "操作系统"),
        ("GPS功能", "GPS功能"),
        ("NFC", "NFC"),
    )
    item_address = re.compile(r"/i/([0-9]{1,12})\.html")
    list_address = re.compile(r"/c/([0-9]{1,9})(?:_([0-9]{1,9}))?\.html")

    def section_path(self, section: Section) -> str:
        return f"/p/{section.key}.html"

    def board_word(self, board: BoardPlan) -> str:
        return str(100 + board.number * 53 % 8009)

    def list_path(self, board: BoardPlan, page: int) -> str:
        return f"/c/{self.board_word(board)}{f'_{page}' if page > 1 else ''}.html"

    def item_path(self, board: BoardPlan, identifier: int, title: str) -> str:
        del board, title  # nothing of them is in the address
        return f"/i/{identifier}.html"

    def hub_path(self, identifier: int) -> str:
        return f"/i/{identifier}.html"

    def block(self, title: str, links: Sequence[str]) -> str:
        head = f"<h2>{title}</h2>" if title else ""
        return f"<section>{head}<p>{' · '.join(links)}</p></section>\n"

    def entries(self, items: Sequence[tuple[str, str]]) -> str:
        return "".join(
            f'<div class="card">{link}<br><small>{note}</small></div>\n' for link, note in items
        )

    def specification(self, rows: Sequence[tuple[str, str]]) -> str:
        pairs = "".join(f"<dt>{name}</dt><dd>{value}</dd>\n" for name, value in rows)
        return f'<dl class="info">{pairs}</dl>'

    def frame(self, page: PageContent) -> str:
        boxes = "".join(self.block(*box) for box in page.boxes)
        return f"""<!doctype html>
<html lang="zh"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>{page.title} | {self.name}</title>
<meta property="og:title" content="{page.heading}"><meta name="description"
 content="{page.heading}，来{self.name}和大家一起聊聊。"><style>{_STYLE}</style></head>
<body><header><nav>{self.navigation}</nav><div>{" / ".join(page.trail)}</div></header>
<main><h1>{page.heading}</h1>
{page.middle}</main>
<aside>{boxes}</aside><footer>{self.foot}</footer></body></html>
"""
