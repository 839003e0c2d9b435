"""W5: table rows with spacer rows between, names in `strong` with `：`; nine attributes."""

from __future__ import annotations

from html import escape
from urllib.parse import quote

from samples.catalogue import Phone, yuan
from samples.page_parts import advertisement, brand_links, foot, navigation, similar, wrapped
from samples.site import GoldPair, Spec
from samples.sites.phone_site import PhoneSite

_SPACER = '<tr><td height="1" bgcolor="#e5e5e5"></td></tr>\n'


class DigiSohu(PhoneSite):
    host = "digi.sohu.example"
    title = "搜样例网"
    page_count = 112
    codec = "gbk"
    content_type = "text/html"
    links = "relative"
    style = "body{background:#fff;font:12px 宋体}.price{color:#f00}.tit{font-size:14px}"

    def product_path(self, phone: Phone) -> str:
        return f"/product/mobile-{self.identity(phone)}.shtml"

    def list_path(self, brand: str, page: int) -> str:
        return f"/search/phone.jsp?brand={quote(brand or '全部', encoding='gbk')}&p={page}"

    def spec(self, phone: Phone) -> Spec:
        gold = (
            GoldPair("手机名", "", phone["手机名"]),
            GoldPair("参考价格", "参考价格", f"{yuan(phone)}元"),
            GoldPair("上市时间", "上市时间", phone["上市时间"]),
            GoldPair("手机制式", "网络制式", phone["手机制式"]),
            GoldPair("手机外形", "外观设计", phone["手机外形"]),
            GoldPair("主屏参数", "屏幕参数", phone["主屏参数"]),
            GoldPair("数据业务", "数据业务", phone["数据业务"]),
            GoldPair("摄像头", "摄像头", phone["摄像头"]),
            GoldPair("音乐播放", "音乐播放", phone["音乐播放"]),
        )
        return Spec(_area(gold), gold)

    def around(self, here: str, phone: Phone, area: str) -> str:
        return f"""<table width="950"><tr><th rowspan="20">
<img src="{self.href(here, self.picture_path(phone))}" alt="{escape(phone["手机名"])}"></th>
{area}</table>
<div class="bbs">进入 {" ".join(brand_links(self, here, 1))} 论坛
共有 {self.identity(phone) % 97} 条留言</div>
<dl class="hot"><dt>热门手机</dt>{wrapped("dd", similar(self, here, phone))}</dl>"""

    def frame(self, here: str, title: str, middle: str) -> str:
        return f"""<HTML><HEAD>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=GBK">
<TITLE>{escape(title)}-{self.title}数码</TITLE>
<LINK HREF="{self.href(here, "/css/site.css")}" REL=stylesheet TYPE="text/css">
<SCRIPT LANGUAGE="JavaScript"><!--
if (top.location != self.location) document.write('<td><tr><td>');
//--></SCRIPT></HEAD>
<BODY><div id="topNav">{" - ".join(navigation(self, here))}</div>
{advertisement(self, here, "top")}
<div id="brand">{" ".join(brand_links(self, here, 14))}</div>
{middle}
{advertisement(self, here, "couplet")}
<div id="footer">{foot(self, here)}</div>
</BODY></HTML>
"""


def _area(gold: tuple[GoldPair, ...]) -> str:
    name, price, *rest = gold
    rows = "".join(
        f"{_SPACER}<tr><td><strong>{pair.name}：</strong>{escape(pair.value)}</td></tr>\n"
        for pair in rest
    )
    return (
        f'<td class="tit">{escape(name.value)}</td></tr>\n{_SPACER}'
        f"<tr><td><strong>{price.name}：</strong>"
        f'<span class="price">{price.value}</span></td></tr>\n{rows}'
    )
