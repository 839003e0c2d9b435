"""English; phones and news alike stand at `/some_words-18858.php`; groups of cells in a table."""

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
    "body{font:13px/1.5 Arial,sans-serif;background:#fafafa}#wrap{width:1060px;margin:auto}"
    "#nav a{display:block;padding:3px;color:#444}#left{float:left;width:200px}"
    "#specs td.ttl{font-weight:bold;width:130px}#specs td.nfo{width:400px}"
    ".story{border-bottom:1px dotted #bbb;padding:6px 0}.fr{float:right;width:220px}"
)


class Gadgetpress(WideSite):
    host = "www.gadgetpress.example"
    name = "Gadget Press"
    language = "en"
    part = 18
    product_share = 0.10
    list_length = 16
    tracking = "utm_source"
    sections = (
        Section("news", "News", "digital", "article", 20),
        Section("phone-news", "Phone news", "phones", "article", 20),
        Section("forum", "Forum", "chat", "thread", 20),
        Section("laptops", "Laptops", "laptops", "goods", 9),
        Section("cameras", "Cameras", "cameras", "goods", 7),
        Section("apps", "Apps", "software", "article", 7),
        Section("cars", "Cars", "cars", "article", 5),
        Section("kitchen", "Kitchen", "recipes", "article", 4),
        Section("members", "Members", "chat", "user", 9),
        Section("about", "About us", "help", "article", 2),
    )
    attributes = (
        ("品牌", "Brand"),
        ("型号", "Model"),
        ("上市时间", "Released"),
        ("参考价格", "Price"),
        ("机身尺寸", "Dimensions"),
        ("重量", "Weight"),
        ("主屏尺寸", "Screen size"),
        ("主屏分辨率", "Resolution"),
        ("主屏材质", "Display type"),
        ("操作系统", "OS"),
        ("运行内存", "RAM"),
        ("机身内存", "Internal"),
        ("存储卡", "Card slot"),
        ("摄像头像素", "Megapixels"),
        ("电池容量", "Battery"),
        ("防水防尘", "IP rating"),
    )
    item_address = re.compile(r"/[a-z0-9_]+-([0-9]{1,12})\.php")
    list_address = re.compile(r"/([a-z0-9_-]+)-f(?:-p([0-9]{1,9}))?\.php")

    def href(self, path: str) -> str:
        return path[1:] or "/"

    def section_path(self, section: Section) -> str:
        return f"/{section.key}.php"

    def board_word(self, board: BoardPlan) -> str:
        return f"{board.section.key}-{self.names.key(board)}"

    def list_path(self, board: BoardPlan, page: int) -> str:
        return f"/{self.board_word(board)}-f{f'-p{page}' if page > 1 else ''}.php"

    def item_path(self, board: BoardPlan, identifier: int, title: str) -> str:
        del board  # nothing of it is in the address
        return f"/{slug(title, '_')}-{identifier}.php"

    def hub_path(self, identifier: int) -> str:
        return f"/special-{identifier}.php"

    def block(self, title: str, links: Sequence[str]) -> str:
        head = f"<h4>{title}</h4>" if title else ""
        return f'<div class="module">{head}{"<br>".join(links)}</div>\n'

    def entries(self, items: Sequence[tuple[str, str]]) -> str:
        return "".join(
            f'<div class="story"><h3>{link}</h3><p>{note}...</p></div>\n' for link, note in items
        )

    def specification(self, rows: Sequence[tuple[str, str]]) -> str:
        cells = "".join(
            f'<tr><td class="ttl">{name}</td><td class="nfo">{value}</td></tr>\n'
            for name, value in rows
        )
        return f'<div id="specs"><table cellspacing="0">{cells}</table></div>'

    def frame(self, page: PageContent) -> str:
        boxes = "".join(self.block(*box) for box in page.boxes)
        return f"""<!DOCTYPE html>
<html lang="en-US"><head><meta charset="utf-8"><title>{page.title} - {self.name}</title>
<meta name="description" content="{page.heading}. News, opinions and tests since 2004.">
<link rel="canonical" href="http://{self.host}{page.path}"><style>{_STYLE}</style></head>
<body><div id="wrap"><div id="left"><div id="nav">{self.navigation}</div></div>
<div id="body"><div class="path">{" &raquo; ".join(page.trail)}</div>
<h1>{page.heading}</h1>
{page.middle}</div><div class="fr">{boxes}</div>
<div id="footer">{self.foot}</div></div></body></html>
"""
