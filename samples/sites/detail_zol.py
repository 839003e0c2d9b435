"""zol as it is today: tables with `th` and `td`, in groups, with remarks beside the values."""

from __future__ import annotations

from html import escape
from itertools import count
from typing import TYPE_CHECKING

from samples.furniture import advertisement, brand_links, foot, navigation, similar, wrapped
from samples.gold import GoldPair, Spec
from samples.site import Site
from samples.sites.zol_rows import GROUPS, Row, dressed, shown

if TYPE_CHECKING:
    from samples.catalogue import Phone


class DetailZol(Site):
    host = "detail.zol.example"
    title = "中关村样例"
    page_count = 80
    codec = "gbk"
    content_type = "text/html; charset=GBK"
    style = (
        ".section-header h3{font-size:18px}th{width:120px;text-align:left}.hd{color:#333}"
        ".edit-param{display:none}.text-hui{color:#999}.orange{color:#f60}"
    )

    def product_path(self, phone: Phone) -> str:
        identity = self.identity(phone)
        return f"/{identity // 1000 + 1}/{identity}/param.shtml"

    def list_path(self, brand: str, page: int) -> str:
        folder = f"subcate57_{self.brand_identity(brand)}_list" if brand else "subcate57_0_list"
        return f"/cell_phone_index/{folder}_{page}.html"

    def spec(self, phone: Phone) -> Spec:
        gold = [GoldPair("手机名", "", phone["手机名"])]
        numbers = count()
        tables = []
        for group, rows in GROUPS.items():
            lines = [f'<tr>\n<td class="hd" colspan="2">{group}</td>\n</tr>']
            for row, pair in shown(phone, rows):
                gold.append(pair)
                lines.append(_row(next(numbers), row, dressed(pair, phone, self.list_path("", 1))))
            tables.append("<table>\n" + "\n".join(lines) + "\n</table>\n")
        return Spec("".join(tables), tuple(gold))

    def around(self, here: str, phone: Phone, area: str) -> str:
        sides = wrapped("li", (f'<span><a href="#s">{group}</a></span>' for group in GROUPS))
        return f"""<div class="product-model"><h1 class="product-model__name">{
            escape(phone["手机名"])
        }</h1></div>
<div class="info-list"><ul>{_summary(phone)}</ul></div>
<div class="wrapper clearfix"><div class="content"><div class="section">
<div class="section-header"><h3>详细参数</h3></div>
<div class="detailed-parameters"><div id="paramSideNav" class="param-nav">
<span class="add-compare-btn">+对比</span><ul id="paramNavList">{sides}</ul></div>
{area}</div></div></div>
<div class="sidebar"><h3>竞争产品</h3><ul>{wrapped("li", similar(self, here, phone))}</ul>
{advertisement(self, here, "side")}</div></div>"""

    def frame(self, here: str, title: str, middle: str) -> str:
        return f"""<!DOCTYPE html>
<html>
<head>
    <meta charset="gbk">
    <meta charset="GBK" />
    <title>【{escape(title)}】{escape(title)}_规格_性能_功能-{self.title}</title>
    <meta name="description" content="{self.title}提供{escape(title)}、价格、图片" />
    <link href="/css/site.css?v=44668" rel="stylesheet">
    <script>var _PRO_ = {{pageType: 'Detail', subPageType: 'Param', tpl: '<th></th>'}};</script>
    <style type="text/css">.pi-57 span{{background-image:url(/images/phone.gif)}}</style>
</head>
<body>
<div class="site-nav"><ul>{wrapped("li", navigation(self, here))}</ul></div>
{advertisement(self, here, "top")}
<div class="breadcrumb">{" &gt; ".join(navigation(self, here)[:2])} &gt; {escape(title)}</div>
<div class="hot-brands">{" ".join(brand_links(self, here, 20))}</div>
{middle}
<div class="footer">{foot(self, here)}</div>
</body>
</html>
"""


def _row(number: int, row: Row, value: str) -> str:
    """A row readers may correct; a shop's offer is not theirs to correct."""
    name = (
        f'<th class="icon-ico">\n<a class="param-baike-enent" id="newPmName_{number}" '
        f'href="/help/glossary.html#{row.glossary}" data-text="">{row.name}</a>\n</th>'
        if row.glossary
        else f'<th><span id="newPmName_{number}">{row.name}</span></th>'
    )
    mend = f'<em class="edit-param" data-rel="newPmName_{number},newPmVal_{number}">纠错</em>'
    cell = f'<span id="newPmVal_{number}">{value}</span>'
    if row.attribute != "商家报价":
        cell += mend
    return f'<tr>\n{name}\n<td class="hover-edit-param ">{cell}</td>\n</tr>'


def _summary(phone: Phone) -> str:
    """The same facts once more, in short: not what the parameter table says."""
    facts = (("电池", phone["电池容量"]), ("屏幕", phone["主屏尺寸"]))
    return wrapped(
        'li class="info-item"',
        (
            f'<div class="box-item-fl"><label class="name">{name}：</label>'
            f'<span class="product-link">{escape(value)}</span><em class="line"></em></div>'
            for name, value in facts
        ),
    )
