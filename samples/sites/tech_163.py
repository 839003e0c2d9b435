"""W4: a heading and paragraphs of `name：value`; five attributes on every page."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from samples.catalogue import Phone, yuan
from samples.page_parts import advertisement, brand_links, foot, navigation, similar, wrapped
from samples.site import GoldPair, Spec
from samples.sites.phone_site import PhoneSite

if TYPE_CHECKING:
    from samples.words import SampleArticle


class Tech163(PhoneSite):
    host = "tech.163.example"
    title = "易样例网"
    page_count = 103
    codec = "gbk"
    content_type = "text/html; charset=GBK"
    style = "body{font-size:14px}.param{background:#fff;border:1px solid #ddd}.param h3{color:#900}"

    def product_path(self, phone: Phone) -> str:
        return f"/mobile/product/{self.identity(phone) // 1000:04d}/{self.identity(phone)}.html"

    def list_path(self, brand: str, page: int) -> str:
        return f"/mobile/{self.brand_identity(brand) if brand else 'index'}_{page}.html"

    def spec(self, phone: Phone) -> Spec:
        gold = (
            GoldPair("手机名", "", phone["手机名"]),
            GoldPair("参考价格", "参考价格", f"{yuan(phone)}元"),
            GoldPair("上市时间", "上市日期", phone["上市时间"]),
            GoldPair("手机制式", "网络频率", phone["手机制式"]),
            GoldPair("手机外形", "外观设计", phone["手机外形"]),
        )
        name, *rest = gold
        rows = "\n".join(f"<p>{pair.name}：{escape(pair.value)}</p>" for pair in rest)
        area = (
            f'<h3>{escape(name.value)}</h3>\n{rows}\n<p class="tip">数据由厂商提供，仅供参考</p>\n'
            '<div class="share">分享到微博</div>'
        )
        return Spec(area, gold)

    def around(self, here: str, phone: Phone, area: str) -> str:
        picture = f'<img src="{self.picture_path(phone)}" width="240" height="320" alt="">'
        return f"""<div class="photo">{picture}</div>
<div class="param">{area}</div>
<div class="relate"><h4>相关手机</h4><ul>{wrapped("li", similar(self, here, phone))}</ul></div>
<div class="tie"><h4>跟贴</h4><ul><li><cite>网易样例网友 [广东] 的原贴：</cite>顶一下，
{escape(phone["品牌"])}加油</li><li><cite>火星网友 的原贴：</cite>沙发</li></ul></div>"""

    def article_middle(self, article: SampleArticle) -> str:
        """News in the very tags of a product's area: what a name check is for."""
        paragraphs = wrapped("p", article.paragraphs)
        return f'<h3>{article.title}</h3>{paragraphs}<div class="src">{article.date}</div>'

    def frame(self, here: str, title: str, middle: str) -> str:
        return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN">
<html><head><meta http-equiv="Content-Type" content="text/html; charset=gb2312" />
<title>{escape(title)}_{self.title}手机库</title>
<style type="text/css">@import url(/css/site.css); .tie li>cite{{color:#1e50a2}}</style>
</head><body><div class="ntes-nav"><ul>{wrapped("li", navigation(self, here))}</ul></div>
{advertisement(self, here, "top")}
<div class="crumb">您的位置：{" &gt; ".join(navigation(self, here)[:2])} &gt; {escape(title)}</div>
<div class="area"><div class="col-l">{middle}</div>
<div class="col-r"><h4>品牌索引</h4><ul>{wrapped("li", brand_links(self, here))}</ul>
{advertisement(self, here, "right")}</div></div>
<div class="N-nav-bottom">{foot(self, here)}</div></body></html>
"""
