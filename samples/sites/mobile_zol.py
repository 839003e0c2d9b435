"""zol as it was: names in links of one look, the date's name in a span of another."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from samples.furniture import advertisement, brand_links, foot, navigation, similar, wrapped
from samples.gold import GoldPair, Spec
from samples.site import Site

if TYPE_CHECKING:
    from samples.catalogue import Phone


class MobileZol(Site):
    host = "mobile.zol.example"
    title = "中关村样例旧版"
    page_count = 20
    codec = "gbk"
    content_type = "text/html; charset=gb2312"
    style = (
        ".Cl_31{color:#313131}.hui612{font-size:12px;line-height:20px}.h12{font:12px 宋体}"
        ".nav{font-size:14px}.red{color:#c00}"
    )

    def rank(self, phone: Phone) -> int:
        return 2 * ("商家报价" not in phone) + ("和弦铃声" not in phone)

    def product_path(self, phone: Phone) -> str:
        return f"/cell_phone/index{self.identity(phone)}.shtml"

    def list_path(self, brand: str, page: int) -> str:
        return f"/manu/{self.brand_identity(brand) if brand else 57}_{page}.shtml"

    def spec(self, phone: Phone) -> Spec:
        facts = {**phone, "手机类型": phone["产品类别"]}
        gold = tuple(
            GoldPair(attribute, name, facts[attribute])
            for attribute, name in (
                ("参考价格", "参考价格"),
                ("商家报价", "商家报价"),
                ("上市时间", "上市日期"),
                ("手机制式", "手机制式"),
                ("手机类型", "手机类型"),
                ("主屏颜色", "屏幕色彩"),
                ("和弦铃声", "和弦铃声"),
                ("摄像头", "摄像头"),
            )
            if attribute in facts
        )
        rows = "\n".join(f"<tr>{_name(p.name)}<td>{escape(p.value)}</td></tr>" for p in gold)
        area = f'<table width="98%" class="tb">\n{rows}\n</table>'
        return Spec(area, (GoldPair("手机名", "", phone["手机名"]), *gold))

    def around(self, here: str, phone: Phone, area: str) -> str:
        return f"""<table width="950"><tr><td width="220">
<img src="/images/phone.gif" alt="{escape(phone["手机名"])}"></td>
<td valign="top"><h1>{escape(phone["手机名"])}</h1>{area}
<div class="more"><a href="{self.list_path("", 1)}">更多手机</a></div></td></tr></table>
<ul class="rel">{wrapped("li", similar(self, here, phone))}</ul>"""

    def frame(self, here: str, title: str, middle: str) -> str:
        return f"""<html><head>
<meta http-equiv="Content-Type" content="text/html; charset=gb2312">
<title>{escape(title)}-{self.title}</title>
<link href="/css/site.css" rel="stylesheet" type="text/css"></head>
<body><div class="nav">{" ┆ ".join(navigation(self, here))}</div>
{advertisement(self, here, "top")}
{middle}
<div class="nav">{" ".join(brand_links(self, here))}</div>
<div class="foot">{foot(self, here)}</div></body></html>
"""


def _name(name: str) -> str:
    if name == "上市日期":
        return f'<td><span class="h12">{name}</span></td>'
    return f'<td><a class="Cl_31 hui612" href="/help/glossary.html">{name}</a></td>'
