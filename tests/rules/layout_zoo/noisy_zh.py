"""Whole pages of Chinese shops and spec sites: the shop's marks, services and dealers beside."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from tests.rules.layout_zoo.family import all_specs, family, pair
from tests.rules.layout_zoo.products import each

if TYPE_CHECKING:
    from rules.learn import Example
    from tests.rules.layout_zoo.products import Product


def _page(product: Product, main: str, behind: str = "", charset: str = "utf-8") -> str:
    return f"""<!DOCTYPE html><html><head><meta charset="{charset}">
<title>{escape(product.title)}【价格 参数 评价】</title></head><body>
<div class="top"><a>请登录</a><a>免费注册</a><a>购物车0件</a></div>
<div class="nav"><a>首页</a> &gt; <a>{product.brand}</a></div>
<h1>{escape(product.title)}</h1>{main}{behind}
<div class="foot"><dl><dt>购物指南</dt><dd><a>购物流程</a></dd><dd><a>发票制度</a></dd></dl><dl>
<dt>支付方式</dt><dd><a>货到付款</a></dd><dd><a>分期付款</a></dd></dl><p>客服热线：400-555-0100</p>
<p>工作时间：9:00-21:00</p><p>京ICP备00000000号</p></div></body></html>"""


def _number(product: Product) -> int:
    return 29 * (product.number + 3) % 83 + 11


def _with_code(product: Product) -> tuple[Example, ...]:
    return (
        pair("商品名称：", product.title),
        pair("商品编号：", f"1000{product.number}7315"),
        *all_specs(product),
    )


@family("phones_zh", _with_code)
def noisy_zh_large_shop(product: Product) -> str:
    """A short list of li with colons, sections of dl, then promises of the shop and its marks."""
    groups = "".join(
        f'<div class="Ptable-item"><h3>{section}</h3><dl>'
        + each(specs, '<dl class="clearfix"><dt>{name}</dt><dd>{value}</dd></dl>')
        + "</dl></div>"
        for section, specs in product.sections
    )
    n = _number(product)
    return _page(
        product,
        f'<div class="summary"><div class="dt">价　格</div><div class="dd"><strong>{product.price}'
        '</strong><a>降价通知</a></div><div class="dt">累计评价</div><div class="dd"><a>20万+</a>'
        "</div>"
        '<div class="dt">配送至</div><div class="dd">北京朝阳区</div><div class="dt">增值业务</div>'
        '<div class="dd">高价回收</div><div class="dt">白条分期</div><div class="dd">'
        "￥458.25起×12期"
        '</div></div><div class="shop"><h3>店铺评分</h3><div><span>商品评价</span><em>9.8</em>'
        "</div>"
        f"<div><span>物流履约</span><em>9.{n % 10}</em></div><div><span>售后服务</span><em>9.7</em>"
        '</div></div><ul class="parameter2 p-parameter-list">'
        f'<li title="{escape(product.title)}">商品名称：{escape(product.title)}</li>'
        f'<li title="1000{product.number}7315">商品编号：1000{product.number}7315</li></ul>'
        f'<div class="Ptable">{groups}</div>',
        '<div class="promise"><strong>厂家服务</strong><p>本产品全国联保，享受三包服务，'
        "质保期为一年"
        "。</p><strong>商城承诺</strong><p>正品保证，开具发票。</p><strong>权利声明</strong><p>"
        "所有商品"
        '信息为本站重要经营资源，未经许可禁止转载。</p></div><div class="comment"><h3>商品评价</h3>'
        f"<div><span>好评度</span><strong>{n}%</strong></div><ul><li>全部评价(20万+)</li><li>"
        "好评(18万+)"
        '</li><li>中评(2000+)</li><li>差评(900+)</li></ul><div class="c"><p>用户：j***n</p><p>'
        "颜色："
        "曜石黑</p><p>购买时间：2023-04-0"
        f"{product.number + 1}</p><p>外形外观：好看</p><p>运行速度：很快</p><p>待机时间：一天</p>"
        "</div></div>",
    )


@family("kettles_zh")
def noisy_zh_market_list(product: Product) -> str:
    """li with a colon and hard spaces; the seller's marks, sales and delivery around it."""
    items = each(product.specs, '<li title="{value}">{name}:&nbsp;{value}</li>')
    n = _number(product)
    return _page(
        product,
        f'<ul class="meta"><li><span class="l">价格</span><span>{product.price}</span></li><li>'
        "<span "
        f'class="l">月销量</span><span>{n * 40}</span></li><li><span class="l">累计评价</span>'
        "<span>"
        f'{n * 21}</span></li><li><span class="l">运费</span><span>广东佛山 至 北京 快递: '
        "0.00</span>"
        '</li><li><span class="l">承诺</span><span>7天无理由</span><span>正品保证</span></li><li>'
        "<span "
        'class="l">支付</span><span>信用卡</span><span>花呗</span></li></ul><div class="score">'
        "<dl><dt>"
        f"描述</dt><dd>4.9</dd></dl><dl><dt>服务</dt><dd>4.{n % 10}</dd></dl><dl><dt>物流</dt>"
        "<dd>4.8"
        f'</dd></dl></div><div class="attributes"><p>产品参数：</p><ul id="J_AttrUL">{items}</ul>'
        "</div>",
        "<h3>售后说明</h3><p>退货：签收后7天内</p><p>换货：签收后15天内</p><p>"
        "发货时间：48小时内发出</p>"
        "<p>默认快递：中通</p><h3>关于色差</h3><p>图片与实物略有差别。</p>",
    )


@family("kettles_zh")
def noisy_zh_market_grid(product: Product) -> str:
    """Four values stand above their names, then two pairs to a row; sales figures beside."""
    first = each(
        product.specs[:4],
        '<div class="emphasis"><div class="title" title="{value}">{value}</div><div class="sub">'
        "{name}</div></div>",
    )
    rest = each(
        product.specs[4:],
        '<div class="general"><div class="infoTitle">{name}</div><div class="infoContent" '
        'title="{value}">{value}</div></div>',
    )
    n = _number(product)
    return _page(
        product,
        f'<div class="p"><span>券后</span><span>{product.price}</span><span>已售 {n * 100}+</span>'
        '</div><div class="shop"><span>好评率</span><span>98%</span><span>平均发货</span><span>'
        "18小时"
        f'</span><span>客服满意度</span><span>{n}%</span></div><div class="params"><div '
        'class="top4">'
        f'{first}</div><div class="more">{rest}</div></div>',
        '<div class="svc"><div><b>极速退款</b><span>退货秒退款</span></div><div><b>运费险</b>'
        "<span>退货"
        "包运费</span></div><div><b>破损包退</b><span>签收后48小时</span></div></div>",
    )


@family("phones_zh", charset="gb18030")
def noisy_zh_old_portal(product: Product) -> str:
    """A table of the year 2008: two pairs to a row, dealers by town below, a ranking beside."""
    cells = '<td bgcolor="#f0f0f0" align="right">{name}：</td><td>{value}</td>'
    rows = "".join(
        f'<tr><td colspan="4" class="tit"><b>{section}</b></td></tr>'
        + "".join(
            f"<tr>{each(specs[at : at + 2], cells)}"
            + ("<td></td><td></td>" if at + 1 == len(specs) else "")
            + "</tr>"
            for at in range(0, len(specs), 2)
        )
        for section, specs in product.sections
    )
    dealers = "".join(
        f"<tr><td><a>{town}{name}数码</a></td><td>{town}</td><td>￥{5200 + 30 * at}</td><td>"
        "010-5550"
        f"10{at}</td></tr>"
        for at, (town, name) in enumerate((("北京", "鑫源"), ("上海", "联创"), ("广州", "天河")))
    )
    ranks = "".join(
        f"<tr><td>{at}</td><td><a>{escape(o.title)}</a></td><td>{o.price}</td></tr>"
        for at, o in enumerate(product.others, 1)
    )
    return _page(
        product,
        f'<table><tr><td>参考报价：</td><td><font color="red">{product.price}</font></td></tr>'
        "<tr><td>"
        "网友评分：</td><td>8.4分</td></tr><tr><td>编辑评分：</td><td>8.1分</td></tr></table>"
        f'<table width="100%" border="1">{rows}</table>',
        "<h3>经销商报价</h3><table><tr><th>商家</th><th>地区</th><th>报价</th><th>电话</th></tr>"
        f"{dealers}</table><h3>手机排行榜</h3><table>{ranks}</table>",
        "gb2312",
    )
