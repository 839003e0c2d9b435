"""A shop: a short list of `name：value`, then a table with names in `th`."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from samples.drawings import bomb, is_one_in
from samples.page_parts import advertisement, brand_links, foot, navigation, similar, wrapped
from samples.response import Response
from samples.site import GoldPair, Spec
from samples.sites.phone_site import PhoneSite

if TYPE_CHECKING:
    from samples.catalogue import Phone

_BRIEF = (
    ("手机名", "商品名称"),
    ("品牌", "品牌"),
    ("重量", "商品毛重"),
    ("操作系统", "系统"),
    ("产品类别", "分类"),
)
_TABLE = {
    "主体": (("型号", "产品型号"), ("上市时间", "上市时间"), ("手机外形", "机身形式")),
    "存储": (("运行内存", "运存"), ("机身内存", "机身存储"), ("存储卡", "存储卡")),
    "屏幕": (("主屏尺寸", "主屏幕尺寸"), ("主屏分辨率", "分辨率"), ("主屏材质", "屏幕材质类型")),
    "电池": (("电池容量", "电池容量（mAh）"), ("充电功率", "充电功率")),
    "网络": (("手机制式", "网络支持"), ("数据业务", "数据网络"), ("NFC", "NFC/NFC模式")),
}


class Shangcheng(PhoneSite):
    host = "item.shangcheng.example"
    title = "样例商城"
    page_count = 20
    picture_host = "img.shangcheng.example"
    codec = "utf-8-sig"
    content_type = "text/html;charset=UTF-8"
    links = "absolute"
    style = ".Ptable th{background:#f7f7f7;text-align:right}.p-parameter-list li{width:24%}"

    def product_path(self, phone: Phone) -> str:
        return f"/{self.identity(phone)}000.html"

    def list_path(self, brand: str, page: int) -> str:
        return (
            f"/list.html?cat=9987,653&ev=exbrand_{self.brand_identity(brand or '全部')}&page={page}"
        )

    def spec(self, phone: Phone) -> Spec:
        brief = _pairs(phone, _BRIEF)
        groups = {group: _pairs(phone, rows) for group, rows in _TABLE.items()}
        items = "\n".join(
            f'<li title="{escape(pair.value)}">{pair.name}：{escape(pair.value)}</li>'
            for pair in brief
        )
        table = "".join(_group(group, pairs) for group, pairs in groups.items() if pairs)
        area = (
            f'<ul class="parameter2 p-parameter-list">\n{items}\n</ul>\n'
            '<p class="more-par">更多参数&gt;&gt;</p>\n'
            f'<table class="Ptable"><tbody>\n{table}</tbody></table>'
        )
        return Spec(area, brief + tuple(pair for pairs in groups.values() for pair in pairs))

    def picture(self, phone: Phone) -> Response:
        """For some it sends a page that asks to log in, for one in six a bomb."""
        if is_one_in(6, phone, "bomb"):
            return Response(200, "image/png", bomb())
        if is_one_in(6, phone, "login"):
            return Response(200, "text/html", "<html>请先登录</html>".encode())
        return super().picture(phone)

    def around(self, here: str, phone: Phone, area: str) -> str:
        picture = self.picture_url(phone).removeprefix("http:")
        return f"""<div class="preview"><img id="spec-img" data-lazy-img="{picture}" width="350"
height="350" alt="{escape(phone["手机名"])}"></div>
<div class="itemInfo-wrap"><div class="sku-name">{escape(phone["品牌"])} 手机
自营 现货速发</div><div class="summary-price"><span class="p-price"><span>￥</span>
<span class="price J-p-{self.identity(phone)}"></span></span></div></div>
<div class="tab-con">{area}
<div class="serve"><strong>售后保障</strong> 七天无理由退货，一年质保。</div></div>
<div class="track"><ul>{wrapped("li", similar(self, here, phone))}</ul></div>"""

    def frame(self, here: str, title: str, middle: str) -> str:
        return f"""<!DOCTYPE html>
<html class="root61"><head>
<title>{escape(title)}【行情 报价 价格 评测】-{self.title}</title>
<link rel="stylesheet" href="{self.url("/css/site.css")}">
</head><body class="cat-1-9987">
<div id="shortcut"><ul class="fr">{wrapped("li", navigation(self, here))}</ul></div>
<div class="crumb">{" &gt; ".join(brand_links(self, here, 3))}</div>
{middle}
{advertisement(self, here, "foot")}
<div id="footer">{foot(self, here)}</div></body></html>
"""


def _pairs(phone: Phone, rows: tuple[tuple[str, str], ...]) -> tuple[GoldPair, ...]:
    return tuple(GoldPair(a, name, phone[a]) for a, name in rows if a in phone)


def _group(group: str, pairs: tuple[GoldPair, ...]) -> str:
    rows = "".join(f"<tr><th>{p.name}</th><td>{escape(p.value)}</td></tr>\n" for p in pairs)
    return f'<tr><th class="tdTitle" colspan="2">{group}</th></tr>\n{rows}'
