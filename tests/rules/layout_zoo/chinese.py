"""Chinese shops and spec sites, in the encodings they use."""

from __future__ import annotations

from html import escape

from tests.rules.layout_zoo.family import family
from tests.rules.layout_zoo.products import Product, each


def _page(product: Product, main: str, charset: str = "utf-8") -> str:
    others = "".join(
        f'<li><a href="/{o.number}.html"><img src="{o.number}.jpg"></a><div class="p-name">'
        f'<a>{escape(o.title)}</a></div><div class="p-price"><strong>{o.price}</strong></div></li>'
        for o in product.others
    )
    return f"""<!DOCTYPE html><html><head><meta charset="{charset}">
<title>【{escape(product.title)}】报价_参数_图片</title></head><body>
<div id="shortcut"><ul><li>你好，请<a>登录</a></li><li><a>我的订单</a></li></ul></div>
<div class="crumb"><a>手机</a> &gt; <a>{product.brand}</a> &gt; {escape(product.title)}</div>
<div class="itemInfo"><div class="sku-name">{escape(product.title)}</div>
<dl class="summary"><dt>价　　格：</dt>
<dd><strong>{product.price}</strong> <a>降价通知</a></dd></dl>
<dl class="summary"><dt>服　　务：</dt><dd>由本店发货并提供售后服务</dd></dl></div>
<div class="detail">{main}</div>
<div class="aside"><h3>看了又看</h3><ul>{others[: 200 + 400 * (product.number % 2)]}</ul></div>
<div class="comment"><h3>商品评价</h3><p>用户：<b>j***n</b> 颜色：{product.brand}色 评分：5</p>
<p>屏幕：很好。电池：够用。</p></div>
<div class="footer"><dl><dt>购物指南</dt><dd><a>购物流程</a></dd><dd><a>会员介绍</a></dd></dl>
<dl><dt>配送方式</dt><dd><a>上门自提</a></dd></dl><p>Copyright &copy; 2004-2023 版权所有</p></div>
</body></html>"""


@family("phones_zh")
def zh_parameters_with_tips(product: Product) -> str:
    """One dl a pair in a group's dl; some names have an explanation in a dd before the value."""
    groups = ""
    for section, specs in product.sections:
        rows = ""
        for n, s in enumerate(specs):
            tip = (
                '<dd class="Ptable-tips"><a href="#"><i class="Ptable-sprite-question"></i></a>'
                '<div class="tips"><div class="content"><p>该参数由厂商提供，仅供参考</p></div>'
                "</div></dd>"
            )
            rows += (
                f'<dl class="clearfix"><dt>{s.name}</dt>{tip if n % 3 == 1 else ""}'
                f"<dd>{escape(s.value)}</dd></dl>"
            )
        groups += f'<div class="Ptable-item"><h3>{section}</h3><dl>{rows}</dl></div>'
    return _page(product, f'<div class="Ptable">{groups}</div>')


@family("phones_zh")
def zh_parameter_list_with_links(product: Product) -> str:
    """li with the value again in its title; the brand is a link with a heart behind it."""
    items = ""
    for s in product.specs:
        value = escape(s.value)
        if s.name == "品牌":
            value = f"<a href='/b'>{value}</a>　<a class='follow'><b>♥</b>关注</a>"
        items += f"<li title='{escape(s.value)}'>{s.name}：{value}</li>"
    return _page(product, f'<div class="p-parameter"><ul class="parameter2">{items}</ul></div>')


@family("phones_zh", charset="gbk")
def zh_old_parameter_table(product: Product) -> str:
    rows = "".join(
        f'<tr><th class="tdTitle" colspan="2">{section}</th></tr>'
        + "".join(
            f'<tr><td class="tdTitle">{s.name}</td><td>{escape(s.value)}</td></tr>' for s in specs
        )
        for section, specs in product.sections
    )
    table = f'<table cellpadding="0" class="Ptable"><tbody>{rows}</tbody></table>'
    return _page(product, table, "gbk")


@family("phones_zh", charset="gbk")
def zh_attributes_after_colon_and_space(product: Product) -> str:
    """li with title; a half-width colon and a no-break space before the value."""
    items = each(product.specs, '<li title="&nbsp;{value}">{name}:&nbsp;{value}</li>')
    extra = "<li>关注 1234</li><li>收藏</li>"
    return _page(
        product,
        f'<div id="attributes"><p>产品参数：</p><ul id="J_AttrUL">{items}</ul>'
        f'<ul class="tool">{extra}</ul></div>',
        "gbk",
    )


@family("phones_zh")
def zh_table_three_cells_with_correction(product: Product) -> str:
    """name with a help sign, value, and a link 纠错 in a cell of its own."""
    row = (
        '<tr><td class="name"><div class="name-inner"><span>{name}</span><i class="tip"></i></div>'
        '</td><td class="val">{value}</td><td class="err"><a href="#">纠错</a></td></tr>'
    )
    head = "<tr><th colspan='3'>主要参数</th></tr>"
    return _page(product, f"<table id='itemParameter'>{head}{each(product.specs, row)}</table>")


@family("phones_zh", charset="gbk")
def zh_parameters_with_remarks(product: Product) -> str:
    """th and td with spans, a link for more of the kind behind some values, 纠错 behind all."""
    tables = ""
    for section, specs in product.sections:
        rows = ""
        for n, s in enumerate(specs):
            more = f'<a class="_j" href="/m">更多{s.value[:4]}手机&gt;</a>' if n % 3 == 0 else ""
            rows += (
                f'<tr><th><span class="n">{s.name}</span></th><td class="hover"><span class="v">'
                f'{escape(s.value)}</span>{more}<em class="error">纠错</em></td></tr>'
            )
        tables += (
            f'<div class="param"><div class="hd"><strong>{section}</strong></div>'
            f"<table>{rows}</table></div>"
        )
    return _page(product, f'<div class="detailed-parameters">{tables}</div>', "gbk")


@family("phones_zh", charset="gb18030")
def zh_brackets_and_breaks(product: Product) -> str:
    """【name】value lines in one paragraph."""
    lines = "<br/>".join(f"【{s.name}】{escape(s.value)}" for s in product.specs)
    return _page(product, f"<p>欢迎选购！</p><p>{lines}</p><p>全国联保</p>", "gb18030")


@family("phones_zh")
def zh_colon_lines(product: Product) -> str:
    """`name：value` in paragraphs of their own, words stretched by wide spaces."""
    lines = ""
    for s in product.specs:
        name = "　　".join(s.name) if len(s.name) == 2 else s.name
        lines += f"<p>{name}：{escape(s.value)}</p>"
    return _page(product, f"<div class='txt'>{lines}</div>")


@family("phones_zh")
def zh_spans_in_li(product: Product) -> str:
    items = each(
        product.specs, '<li><span class="t">{name}</span><span class="c">{value}</span></li>'
    )
    return _page(product, f"<ul class='params'>{items}</ul>")


@family("phones_zh")
def zh_two_pairs_a_row(product: Product) -> str:
    """th td th td; a long value takes the rest of its row."""
    rows, row = [], ""
    for s in product.specs:
        if len(s.value) > 12:
            if row:
                rows.append(row + "<th></th><td></td>")
                row = ""
            rows.append(f"<th>{s.name}</th><td colspan='3'>{escape(s.value)}</td>")
            continue
        row += f"<th>{s.name}</th><td>{escape(s.value)}</td>"
        if row.count("<th>") == 2:
            rows.append(row)
            row = ""
    rows += [row] if row else []
    return _page(product, "<table>" + "".join(f"<tr>{cells}</tr>" for cells in rows) + "</table>")
