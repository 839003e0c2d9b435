"""What a text says by its form alone: may it be a name, may it be a value?

Each judgement is a signal, from -1 (surely not) to 1.
"""

from __future__ import annotations

import re
from unicodedata import category

from rules.names import name_key

_CJK = re.compile(r"[\u3400-\u9fff]")
_PRICE = re.compile(r"[$€£¥￥₹]\s*\d|\d\s*(?:[€£¥￥元]|USD\b|EUR\b|GBP\b|RMB\b)")
_DATE = re.compile(
    r"\d{4}[-/.年]\d{1,2}|\d{1,2}/\d{1,2}/\d{2,4}|\d{1,2}:\d{2}\b|"
    r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}\b",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"https?:|www\.|@|\.com\b", re.IGNORECASE)
# A dot behind a short word may shorten it: "Max. resolution".
_SENTENCE_END = re.compile(r"[!?！？。…，“”《》]|; |(?<=\w{7})\. |\.$|\.\.")
_COUNT = re.compile(r"^[\d,.]+ (?:[a-z]+ ?){1,4}$")
_ACTION = re.compile(
    r"^(?:add|buy|click|compare|view|see|show|read|write|more|details|learn|select|choose|enter|"
    r"sign|log ?in|submit|search|please|close|back|next|print|email|share|help|edit|find|get|"
    r"更多|查看|点击|登录|注册|购买|加入|详情|立即|请|进入|我要)\b",
    re.IGNORECASE,
)
_UNIT = (
    "mah|mp|gb|mb|tb|kb|mm|cm|km|kg|lbs?|oz|inch(?:es)?|px|pixels?|[kmg]?hz|fps|dpi|watts?|"
    "英寸|寸|万像素|像素|克|毫安时?|毫米|厘米|元|小时|分钟"
)
_QUANTITIES = re.compile(rf"(?:[\d.,x×*]+ ?(?:{_UNIT})\b[\s,/+]*)+(?:ram|rom)?", re.IGNORECASE)
_NO_NAMES = frozenset("yes no none na unknown new used free 是 否 无 有 支持 不支持".split())
_MARKS = "([{<«‹›»>【（-–—•· "
_ENDS = (".", "!", "?", "。", "！", "？", "…")
_SENTENCES = re.compile(r"[.!?](?= [A-Z])|[。！？]")


def name_form(name: str) -> float:
    """Names are short, and neither sentences nor numbers, prices, dates or addresses.

    >>> name_form("主屏尺寸"), name_form("Does it float?"), name_form("$ 12")
    (0.0, -1.0, -1.0)
    """
    if _is_no_name(name):
        return -1.0
    size = _size(name)
    if size > 9 or (size <= 1 and _ACTION.search(name)):
        return -1.0
    return -0.5 if size > 6 or _COUNT.search(name) or _ACTION.search(name) else 0.0


def _is_no_name(name: str) -> bool:
    letters = sum(map(str.isalpha, name))
    if letters < 2 and not _CJK.search(name):
        return True
    if 2 * letters < len(name.replace(" ", "")) and not _CJK.search(name):
        return True
    if _QUANTITIES.fullmatch(name) or name_key(name) in _NO_NAMES:
        return True
    return any(form.search(name) for form in (_PRICE, _DATE, _ADDRESS, _SENTENCE_END))


def _size(text: str) -> float:
    """In words; two Chinese characters are about one."""
    return len(_CJK.sub(" ", text).split()) + len(_CJK.findall(text)) / 2


def value_form(value: str) -> float:
    """Values are short; what ends in a colon is a name, what tells to click a button.

    >>> value_form("102 克"), value_form("Add to cart"), value_form("Weight:")
    (0.0, -1.0, -1.0)
    """
    if all(category(mark)[0] in "PZ" for mark in value):
        return -1.0
    if value.endswith((":", "：")) or (_ACTION.search(value.lstrip(_MARKS)) and _size(value) <= 5):
        return -1.0
    sentences = len(_SENTENCES.findall(value))
    size = _size(value)
    if sentences >= 3 or size > 150:
        return -1.0
    return -0.5 if sentences or size > 40 or is_sentence(value) else 0.0


def is_sentence(text: str) -> bool:
    """Whether it ends like a sentence and is long enough for one.

    >>> is_sentence("Same day shipping if ordered by 4 PM."), is_sentence("Heavy, smooth.")
    (True, False)
    """
    return text.rstrip().endswith(_ENDS) and _size(text) > 6


def is_prose(value: str) -> bool:
    return is_sentence(value) or bool(_SENTENCES.search(value))


def is_price(text: str) -> bool:
    return bool(_PRICE.search(text)) and len(text) <= 40
