"""Numbers in query strings: one script shows phones, goods, news and threads. Written in GBK."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from evaluation.wide_web.plan import BoardPlan, Section
from evaluation.wide_web.wide_site import WideSite

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evaluation.wide_web.wide_site import PageContent

_STYLE = (
    "BODY{font-size:12px;font-family:宋体}TD{font-size:12px;line-height:20px}"
    ".t1{background:#f60;color:#fff;font-weight:bold}.t2{border:1px solid #fc9}"
    "A:link{color:#03c}A:visited{color:#639}.canshu LI{float:left;width:300px}"
)
# What the script's `mod` is for pages that are neither phones nor goods.
_MODES = {"article": "view", "thread": "topic", "user": "space", "tag": "tag"}


class Zhichang(WideSite):
    host = "www.zhichang.example"
    name = "值场网"
    codec = "gbk"
    content_type = "text/html; charset=gb2312"
    part = 18
    product_share = 0.11
    list_length = 12
    tracking = "from"
    sections = (
        Section("101", "行情", "phones", "article", 14),
        Section("102", "导购", "digital", "article", 12),
        Section("103", "笔记本报价", "notebooks", "goods", 14),
        Section("104", "冰箱报价", "fridges", "goods", 9),
        Section("105", "相机报价", "cameras", "goods", 8),
        Section("106", "网友社区", "chat", "thread", 18),
        Section("107", "生活", "recipes", "article", 6),
        Section("108", "车友", "cars", "article", 5),
        Section("109", "买家", "chat", "user", 9),
        Section("110", "服务", "help", "article", 5),
    )
    attributes = (
        ("品牌", "品牌"),
        ("型号", "产品型号"),
        ("参考价格", "参考报价"),
        ("商家报价", "商家报价"),
        ("手机制式", "网络频率"),
        ("手机外形", "外观设计"),
        ("主屏尺寸", "屏幕尺寸"),
        ("主屏分辨率", "分辨率"),
        ("主屏颜色", "屏幕色彩"),
        ("摄像头像素", "摄像头像素"),
        ("数据业务", "数据业务"),
        ("音乐播放", "音乐播放"),
        ("电池容量", "电池容量"),
        ("重量", "手机重量"),
    )
    navigation_item = "<TD>{}</TD>"
    item_address = re.compile(r"/detail\.php\?(?:mod=[a-z]+&)?id=([0-9]{1,12})(?:&mod=[a-z]+)?")
    list_address = re.compile(r"/list\.php\?cid=([0-9]{1,9})(?:&page=([0-9]{1,9}))?")

    def href(self, path: str) -> str:
        return path[1:] or "/"

    def section_path(self, section: Section) -> str:
        return f"/channel.php?c={section.key}"

    def board_word(self, board: BoardPlan) -> str:
        """Lists of phones are numbered like all others."""
        return str(1000 + board.number * 37 % 7001)

    def list_path(self, board: BoardPlan, page: int) -> str:
        first = f"/list.php?cid={self.board_word(board)}"
        return f"{first}&page={page}" if page > 1 else first

    def item_path(self, board: BoardPlan, identifier: int, title: str) -> str:
        del title  # nothing of it is in the address
        mode = _MODES.get(board.section.form)
        return f"/detail.php?{f'mod={mode}&' if mode else ''}id={identifier}"

    def hub_path(self, identifier: int) -> str:
        return f"/detail.php?mod=subject&id={identifier}"

    def block(self, title: str, links: Sequence[str]) -> str:
        head = f"<TR><TD class=t1>{title}</TD></TR>" if title else ""
        rows = "".join(f"<TR><TD>·{link}</TD></TR>" for link in links)
        return f"<TABLE class=t2 width=100%>{head}{rows}</TABLE>\n"

    def entries(self, items: Sequence[tuple[str, str]]) -> str:
        rows = "".join(
            f"<TR><TD width=40%><B>{link}</B></TD><TD>{note}</TD></TR>\n" for link, note in items
        )
        return f"<TABLE cellspacing=1 width=100%>{rows}</TABLE>"

    def specification(self, rows: Sequence[tuple[str, str]]) -> str:
        items = "".join(f"<LI>{name}：{value}</LI>\n" for name, value in rows)
        return f'<UL class="canshu">{items}</UL><BR clear=all>'

    def frame(self, page: PageContent) -> str:
        boxes = "".join(self.block(*box) for box in page.boxes)
        return f"""<HTML><HEAD><META http-equiv="Content-Type" content="text/html; charset=gb2312">
<TITLE>{page.title}_{self.name}</TITLE>
<META name="description" content="{page.heading} 报价 图片 评论 {self.name}">
<STYLE>{_STYLE}</STYLE></HEAD><BODY leftmargin=0><TABLE width=950 align=center><TR>
{self.navigation}</TR></TABLE>
<TABLE width=950 align=center><TR><TD colspan=2>当前位置：{" - ".join(page.trail)}</TD></TR>
<TR valign=top><TD width=230>{boxes}</TD><TD><H2>{page.heading}</H2>
{page.middle}</TD></TR></TABLE>
<CENTER>{self.foot}</CENTER></BODY></HTML>
"""
