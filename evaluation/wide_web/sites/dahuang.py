"""A portal: deep folders, misleading words, few phones among many other goods; rows of `div`s."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from evaluation.wide_web.plan import BoardPlan, Section
from evaluation.wide_web.wide_site import WideSite

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evaluation.wide_web.wide_site import PageContent

_STYLE = (
    "body{font:12px/1.8 SimSun;width:1000px;margin:0 auto}#top a{padding:0 8px;color:#c00}"
    ".bk{border-top:2px solid #c00;margin:6px 0}.lst li{list-style:square}"
    ".sx{overflow:hidden}.sx .mc{float:left;width:120px;color:#666}.sx .nr{margin-left:130px}"
)
# News stand in folders whose names promise more than they hold.
_FOLDERS = ("product", "phone", "specs", "roll", "2012", "original")


class Dahuang(WideSite):
    host = "www.dahuang.example"
    name = "大黄网"
    codec = "gbk"
    content_type = "text/html"
    part = 25
    product_share = 0.03
    list_length = 20
    mentions = 64
    tracking = "pos"
    sections = (
        Section("society", "社会", "society", "article", 17),
        Section("tech", "科技", "digital", "article", 12),
        Section("mobile", "手机", "phones", "article", 12),
        Section("auto", "汽车", "cars", "article", 9),
        Section("food", "美食", "recipes", "article", 7),
        Section("pc", "电脑库", "notebooks", "goods", 8),
        Section("dc", "相机库", "cameras", "goods", 7),
        Section("jd", "家电库", "fridges", "goods", 6),
        Section("club", "社区", "chat", "thread", 12),
        Section("blog", "博客", "chat", "user", 6),
        Section("down", "下载", "software", "article", 4),
    )
    attributes = (
        ("品牌", "品牌"),
        ("型号", "型号"),
        ("产品类别", "产品类别"),
        ("参考价格", "参考价格"),
        ("上市时间", "上市时间"),
        ("手机制式", "手机制式"),
        ("主屏尺寸", "主屏尺寸"),
        ("主屏参数", "屏幕参数"),
        ("摄像头", "摄像头"),
        ("操作系统", "手机系统"),
        ("电池容量", "电池容量"),
        ("机身尺寸", "外形尺寸"),
        ("机身内存", "机身容量"),
    )
    item_address = re.compile(r"/[a-z]+(?:/[a-z0-9-]+){1,5}/([0-9]{1,12})\.s?html")
    list_address = re.compile(r"(/[a-z]+/[a-z0-9/-]+/)(?:index_([0-9]{1,9})\.shtml)?")

    def href(self, path: str) -> str:
        return f"http://{self.host}{path}"

    def section_path(self, section: Section) -> str:
        return f"/{section.key}/index.shtml"

    def board_word(self, board: BoardPlan) -> str:
        if board.section.form in {"phone", "goods"}:
            return f"/db/list/{board.number * 37 % 7001}/"
        return f"/{board.section.key}/{self.names.key(board)}/"

    def list_path(self, board: BoardPlan, page: int) -> str:
        return self.board_word(board) + (f"index_{page}.shtml" if page > 1 else "")

    def item_path(self, board: BoardPlan, identifier: int, title: str) -> str:
        del title  # nothing of it is in the address
        if board.section.form in {"phone", "goods"}:
            return f"/db/item/{identifier % 100:02d}/{identifier}.html"
        folder = _FOLDERS[identifier // 7 % len(_FOLDERS)]
        month = f"20{10 + identifier % 9}/{1 + identifier % 12:02d}"
        return f"{self.board_word(board)}{folder}/{month}/{identifier}.shtml"

    def hub_path(self, identifier: int) -> str:
        return f"/special/{identifier % 10}/{identifier}.shtml"

    def block(self, title: str, links: Sequence[str]) -> str:
        head = f"<h3>{title}</h3>" if title else ""
        items = "".join(f"<li>{link}</li>\n" for link in links)
        return f'<div class="bk">{head}<ul class="lst">{items}</ul></div>\n'

    def entries(self, items: Sequence[tuple[str, str]]) -> str:
        rows = "".join(f"<dt>{link}</dt><dd>{note}</dd>\n" for link, note in items)
        return f'<dl class="roll">{rows}</dl>'

    def specification(self, rows: Sequence[tuple[str, str]]) -> str:
        pairs = "".join(
            f'<div class="sx"><div class="mc">{name}</div><div class="nr">{value}</div></div>\n'
            for name, value in rows
        )
        return f'<div id="canshu">{pairs}</div>'

    def frame(self, page: PageContent) -> str:
        boxes = "".join(self.block(*box) for box in page.boxes)
        return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN">
<html><head><meta http-equiv="Content-Type" content="text/html; charset=gb2312" />
<title>{page.title}-{self.name}</title>
<meta name="keywords" content="{page.heading},手机,汽车,数码,新闻" />
<meta name="description" content="{page.heading}。{self.name}，每天看世界。" />
<style type="text/css">{_STYLE}</style></head>
<body><div id="top">{self.navigation}</div><div id="path">{" &gt;&gt; ".join(page.trail)}</div>
<div id="content"><h1>{page.heading}</h1>
{page.middle}</div>
<div id="right">{boxes}</div><div id="bottom">{self.foot}</div></body></html>
"""
