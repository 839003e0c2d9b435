"""W2: a definition list, names in `strong` with `：`; eight attributes on every page."""

from __future__ import annotations

from html import escape

from samples.catalogue import Phone, yuan
from samples.page_parts import advertisement, brand_links, foot, navigation, similar, wrapped
from samples.site import GoldPair, Spec
from samples.sites.phone_site import PhoneSite


class Pconline(PhoneSite):
    host = "product.pconline.example"
    title = "太平洋样例网"
    page_count = 110
    codec = "gbk"
    content_type = "text/html; charset=GBK"
    style = (
        "body{font:12px/1.5 宋体;margin:0}.info_con{background:#f4f9ff;padding:8px}"
        ".info_con dt{font-size:16px;font-weight:bold}.red{color:#c00}.ad{display:none}"
    )

    def product_path(self, phone: Phone) -> str:
        return f"/mobile/{self.brand_identity(phone['品牌'])}/{self.identity(phone)}.html"

    def list_path(self, brand: str, page: int) -> str:
        folder = f"{self.brand_identity(brand)}/" if brand else ""
        return f"/mobile/{folder}" if page == 1 else f"/mobile/{folder}list_{page}.html"

    def spec(self, phone: Phone) -> Spec:
        gold = (
            GoldPair("手机名", "", phone["手机名"]),
            GoldPair("参考价格", "参考价格", f"￥{yuan(phone)}"),
            GoldPair("上市时间", "上市时间", phone["上市时间"]),
            GoldPair("手机制式", "网络制式", phone["手机制式"]),
            GoldPair("手机外形", "手机外形", phone["手机外形"]),
            GoldPair("主屏参数", "主屏参数", phone["主屏参数"]),
            GoldPair("数据业务", "数据业务", phone["数据业务"]),
            GoldPair("摄像头", "摄像头", phone["摄像头"]),
        )
        return Spec(_area(gold), gold)

    def about(self, phone: Phone) -> str:
        """Its picture; the one beside the attributes is there for the wait."""
        return f'<meta property="og:image" content="{self.picture_url(phone)}" />'

    def around(self, here: str, phone: Phone, area: str) -> str:
        return f"""<div class="pic"><img src="/images/phone.gif" alt="{escape(phone["手机名"])}">
<p class="tips">图片仅供参考，以实物为准</p></div>
<dl class="info_con">{area}</dl>
<div class="review"><h2>编辑点评</h2><p>{escape(phone["手机名"])}的优点在于做工，
缺点是价格。<a href="/news/">更多评测&gt;&gt;</a></p></div>
<div class="side"><h2>看过该手机的人还看过</h2>
<ul>{wrapped("li", similar(self, here, phone))}</ul></div>"""

    def frame(self, here: str, title: str, middle: str) -> str:
        return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN"
 "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head>
<meta http-equiv="Content-Type" content="text/html; charset=gb2312" />
<title>【{escape(title)}】_{self.title}产品库</title>
<meta name="keywords" content="{escape(title)},报价,图片,网络制式,参考价格" />
<link href="/css/site.css" rel="stylesheet" type="text/css" />
<script type="text/javascript">var pconline = {{area: "<dl><dt></dt></dl>"}};</script></head>
<body><div class="head"><ul>{wrapped("li", navigation(self, here))}</ul></div>
{advertisement(self, here, "top")}
<div class="brands">热门品牌：{"".join(brand_links(self, here))}</div>
<div class="main">{middle}</div>
{advertisement(self, here, "float")}
<div class="foot">{foot(self, here)}</div></body></html>
"""


def _area(gold: tuple[GoldPair, ...]) -> str:
    name, price, *rest = gold
    rows = "\n".join(
        f"<dd>·<strong>{pair.name}：</strong>{escape(pair.value)}</dd>" for pair in rest
    )
    return (
        f"<dt>{escape(name.value)}</dt>\n"
        f"<dd>·<strong>{price.name}：</strong><!-- 报价 -->"
        f'<span class="red" id="ppckbj">{price.value}</span>'
        f'<script type="text/javascript">document.write("<i>走势</i>");</script></dd>\n{rows}'
    )
