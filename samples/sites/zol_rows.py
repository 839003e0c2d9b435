"""The rows of a zol parameter page: names plain or as glossary links, values in many dresses."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from samples.chance import number
from samples.gold import GoldPair

if TYPE_CHECKING:
    from collections.abc import Iterator

    from samples.catalogue import Phone


class Row(NamedTuple):
    """An attribute as zol calls it; `glossary` is the word's place in the glossary, if any."""

    attribute: str
    name: str
    glossary: str = ""


GROUPS = {
    "基本参数": (
        Row("上市时间", "上市日期"),
        Row("参考价格", "参考价格"),
        Row("商家报价", "商家报价"),
        Row("手机类型", "手机类型"),
        Row("生产厂商", "生产厂商"),
        Row("操作系统", "操作系统"),
        Row("处理器", "CPU型号", "cpu"),
        Row("机身颜色", "机身颜色"),
        Row("解锁方式", "解锁方式"),
    ),
    "屏幕": (
        Row("主屏尺寸", "主屏尺寸", "size"),
        Row("主屏材质", "主屏材质"),
        Row("主屏分辨率", "主屏分辨率", "ratio"),
        Row("主屏颜色", "主屏颜色"),
        Row("屏幕刷新率", "屏幕刷新率"),
    ),
    "硬件": (
        Row("运行内存", "RAM容量", "ram"),
        Row("机身内存", "ROM容量", "rom"),
        Row("存储卡", "存储卡"),
        Row("电池容量", "电池容量", "battery"),
        Row("充电功率", "充电功率"),
    ),
    "网络与连接": (
        Row("手机制式", "网络制式"),
        Row("数据业务", "数据业务"),
        Row("SIM卡", "SIM卡"),
        Row("GPS功能", "GPS功能"),
        Row("WLAN", "WLAN"),
        Row("蓝牙", "蓝牙"),
        Row("NFC", "NFC"),
    ),
    "摄像头": (
        Row("摄像头", "摄像头"),
        Row("摄像头像素", "摄像头像素"),
        Row("后置摄像头", "后置摄像头", "camera"),
        Row("前置摄像头", "前置摄像头"),
    ),
    "外观": (
        Row("手机外形", "造型设计"),
        Row("机身尺寸", "手机尺寸"),
        Row("重量", "手机重量"),
        Row("防水防尘", "三防功能"),
    ),
    "功能与服务": (
        Row("音乐播放", "音频支持"),
        Row("和弦铃声", "和弦铃声"),
        Row("电子字典", "电子字典"),
        Row("手机通话时间", "通话时间"),
        Row("待机时间", "待机时间"),
    ),
    "保修信息": (
        Row("保修政策", "保修政策"),
        Row("质保时间", "质保时间"),
        Row("质保备注", "质保备注"),
    ),
}

_LINKED = {"手机类型", "主屏材质", "手机外形"}
_WARRANTY = {
    "保修政策": "全国联保，享受三包服务",
    "质保时间": "1年",
    "质保备注": "主机1年，电池6个月，充电器1年",
}


def shown(phone: Phone, rows: tuple[Row, ...]) -> Iterator[tuple[Row, GoldPair]]:
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
