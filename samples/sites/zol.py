"""zol: its parameter pages of today, and the site as it once was.

Rows of a parameter page have names plain or as glossary links, and values in many dresses.
"""

from __future__ import annotations

import re
from html import escape
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from samples.chance import number
from samples.page_parts import advertisement, brand_links, foot, navigation, similar, wrapped
from samples.site import GoldPair, Spec
from samples.sites.phone_site import PhoneSite

if TYPE_CHECKING:
    from collections.abc import Iterator

    from samples.catalogue import Phone


class ZolRow(NamedTuple):
    """An attribute as zol calls it; `glossary` is the word's place in the glossary, if any."""

    attribute: str
    name: str
    glossary: str = ""


GROUPS = {
    "基本参数": (
        ZolRow("上市时间", "上市日期"),
        ZolRow("参考价格", "参考价格"),
        ZolRow("商家报价", "商家报价"),
        ZolRow("手机类型", "手机类型"),
        ZolRow("生产厂商", "生产厂商"),
        ZolRow("操作系统", "操作系统"),
        ZolRow("处理器", "CPU型号", "cpu"),
        ZolRow("机身颜色", "机身颜色"),
        ZolRow("解锁方式", "解锁方式"),
    ),
    "屏幕": (
        ZolRow("主屏尺寸", "主屏尺寸", "size"),
        ZolRow("主屏材质", "主屏材质"),
        ZolRow("主屏分辨率", "主屏分辨率", "ratio"),
        ZolRow("主屏颜色", "主屏颜色"),
        ZolRow("屏幕刷新率", "屏幕刷新率"),
    ),
    "硬件": (
        ZolRow("运行内存", "RAM容量", "ram"),
        ZolRow("机身内存", "ROM容量", "rom"),
        ZolRow("存储卡", "存储卡"),
        ZolRow("电池容量", "电池容量", "battery"),
        ZolRow("充电功率", "充电功率"),
    ),
    "网络与连接": (
        ZolRow("手机制式", "网络制式"),
        ZolRow("数据业务", "数据业务"),
        ZolRow("SIM卡", "SIM卡"),
        ZolRow("GPS功能", "GPS功能"),
        ZolRow("WLAN", "WLAN"),
        ZolRow("蓝牙", "蓝牙"),
        ZolRow("NFC", "NFC"),
    ),
    "摄像头": (
        ZolRow("摄像头", "摄像头"),
        ZolRow("摄像头像素", "摄像头像素"),
        ZolRow("后置摄像头", "后置摄像头", "camera"),
        ZolRow("前置摄像头", "前置摄像头"),
    ),
    "外观": (
        ZolRow("手机外形", "造型设计"),
        ZolRow("机身尺寸", "手机尺寸"),
        ZolRow("重量", "手机重量"),
        ZolRow("防水防尘", "三防功能"),
    ),
    "功能与服务": (
        ZolRow("音乐播放", "音频支持"),
        ZolRow("和弦铃声", "和弦铃声"),
        ZolRow("电子字典", "电子字典"),
        ZolRow("手机通话时间", "通话时间"),
        ZolRow("待机时间", "待机时间"),
    ),
    "保修信息": (
        ZolRow("保修政策", "保修政策"),
        ZolRow("质保时间", "质保时间"),
        ZolRow("质保备注", "质保备注"),
    ),
}

_LINKED = {"手机类型", "主屏材质", "手机外形"}

_WARRANTY = {
    "保修政策": "全国联保，享受三包服务",
    "质保时间": "1年",
    "质保备注": "主机1年，电池6个月，充电器1年",
}


def shown_rows(phone: Phone, rows: tuple[ZolRow, ...]) -> Iterator[tuple[ZolRow, GoldPair]]:
    """The rows of a group that this phone has something to say in."""
    facts = {**_WARRANTY, **phone, "手机类型": _kinds(phone)}
    for row in rows:
        if row.attribute in facts:
            yield row, GoldPair(row.attribute, row.name, facts[row.attribute])


def _kinds(phone: Phone) -> str:
    networks = {"5G": "5G手机，4G手机", "4G": "4G手机，3G手机", "CDMA": "3G手机"}
    network = next((networks[n] for n in networks if n in phone["手机制式"]), "2G手机")
    return f"{network}，{phone['产品类别'].replace(',', '，')}"


def dressed(pair: GoldPair, phone: Phone, list_path: str) -> str:
    """The value as the page dresses it: as links, or with remarks and links beside it."""
    value = escape(pair.value)
    if pair.attribute in _LINKED:
        links = (f'<a href="{list_path}">{part}&gt;</a>' for part in value.split("，"))
        return "，".join(links)
    more = f'<a href="{list_path}">更多{value}手机＞</a>'
    beside = ""
    match pair.attribute:
        case "处理器":
            beside = f'{_remark("")}{more}，<a href="/help/">手机性能排行&gt;</a>'
        case "主屏尺寸":
            both = _first_number(pair.value) >= 5
            beside = f"{_remark('需双手打字' if both else '单手操作')}{more}"
        case "主屏分辨率":
            beaten = number("beaten", phone["手机名"]) % 10_000 / 100
            beside = _remark(f'清晰度（击败<font class="orange">{beaten}%</font>的手机）')
        case "电池容量":
            big = _first_number(pair.value) >= 3000
            beside = _remark("大电池" if big else "续航一般")
        case "机身颜色":
            beside = f'&nbsp;&nbsp;<a href="{list_path}">查看外观&gt;</a>'
    return value + beside


def _remark(text: str) -> str:
    return f'<i class="bg-icon"></i><span class="text-hui">{text}</span>'


def _first_number(text: str) -> float:
    digits = re.search(r"\d+(?:\.\d+)?", text)
    return float(digits.group()) if digits else 0.0


class DetailZol(PhoneSite):
    host = "detail.zol.example"
    title = "中关村样例"
    page_count = 80
    picture_host = "img.zoltu.example"
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
            for row, pair in shown_rows(phone, rows):
                gold.append(pair)
                lines.append(
                    _parameter_row(next(numbers), row, dressed(pair, phone, self.list_path("", 1)))
                )
            tables.append("<table>\n" + "\n".join(lines) + "\n</table>\n")
        return Spec("".join(tables), tuple(gold))

    def around(self, here: str, phone: Phone, area: str) -> str:
        sides = wrapped("li", (f'<span><a href="#s">{group}</a></span>' for group in GROUPS))
        picture = self.picture_url(phone).removeprefix("http:")
        return f"""<div class="product-model">
<img src="/images/phone.gif" data-original="{picture}" width="200" alt="">
<h1 class="product-model__name">{escape(phone["手机名"])}</h1></div>
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


def _parameter_row(number: int, row: ZolRow, value: str) -> str:
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


class MobileZol(PhoneSite):
    host = "mobile.zol.example"
    title = "中关村样例旧版"
    page_count = 20
    picture_host = "img.zol.example"
    picture_kind = "gif"
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
<img src="{self.picture_url(phone).removeprefix("http:")}" alt="{escape(phone["手机名"])}"></td>
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
