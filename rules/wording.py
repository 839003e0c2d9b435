"""Could a text be a name or a value, by its form and words alone?"""

from __future__ import annotations

import json
import re
from pathlib import Path
from string import digits
from unicodedata import category

from core.names import name_key

_CJK = re.compile(r"[\u3400-\u9fff]")
_PRICE = re.compile(r"[$€£¥￥₹]\s*\d|\d\s*(?:[€£¥￥元]|USD\b|EUR\b|GBP\b|RMB\b)")
_DATE = re.compile(
    r"\d{4}[-/.年]\d{1,2}|\d{1,2}/\d{1,2}/\d{2,4}|\d{1,2}:\d{2}\b|"
    r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}\b",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"https?:|www\.|@|\.com\b", re.IGNORECASE)
# A dot after a short word may mark an abbreviation: "Max. resolution".
_SENTENCE_END = re.compile(r"[!?！？。…，“”《》]|; |(?<=\w{7})\. |\.$|\.\.")
_COUNT = re.compile(r"^[\d,.]+ (?:[a-z]+ ?){1,4}$")
_ACTION = re.compile(
    r"^(?:add|buy|click|compare|view|see|show|read|write|more|details|learn|select|choose|enter|"
    r"sign|log ?in|submit|search|please|close|back|next|print|email|share|help|edit|find|get|"
    r"更多|查看|点击|登录|注册|购买|加入|详情|立即|请|进入|我要)\b"
)
_UNIT = (
    "mah|mp|gb|mb|tb|kb|mm|cm|km|kg|lbs?|oz|inch(?:es)?|px|pixels?|[kmg]?hz|fps|dpi|watts?|"
    "英寸|寸|万像素|像素|克|毫安时?|毫米|厘米|元|小时|分钟"
)
_QUANTITIES = re.compile(rf"(?:[\d.,x×*]+ ?(?:{_UNIT})\b[\s,/+]*)+(?:ram|rom)?", re.IGNORECASE)
_NOT_NAMES = frozenset("yes no none na unknown new used free 是 否 无 有 支持 不支持".split())
_OPENING_MARKS = "([{<«‹›»>【（-–—•· "
_COLONS = (":", "：")
_ENDS = (".", "!", "?", "。", "！", "？", "…")
_DIGITS = digits.encode()
_SENTENCES = re.compile(r"[.!?](?= [A-Z])|[。！？]")


def name_form(name: str) -> int:
    """Whether a text may be a name: 0 for yes, 1 for hardly, 2 for surely not.

    Names are short, and neither sentences nor numbers, prices, dates or addresses.

    >>> name_form("主屏尺寸"), name_form("145 customer reviews"), name_form("Does it float?")
    (0, 1, 2)
    """
    if _cannot_be_name(name):
        return 2
    size = _size(name)
    is_action = _ACTION.match(name.lower())
    if size > 9 or (size <= 1 and is_action):
        return 2
    return int(size > 6 or bool(is_action or _COUNT.match(name)))


def count_digits(text: str) -> int:
    if text.isascii():
        return len(text) - len(text.encode().translate(None, _DIGITS))
    return sum(map(str.isdigit, text))


def _cannot_be_name(name: str) -> bool:
    without_spaces = name.replace(" ", "")
    letters = sum(map(str.isalpha, without_spaces))
    if (letters < 2 or 2 * letters < len(without_spaces)) and not _CJK.search(name):
        return True
    if _QUANTITIES.fullmatch(name) or name_key(name) in _NOT_NAMES:
        return True
    # Most names are letters alone: neither these forms nor those with digits need be tried.
    if not without_spaces.isalnum() and (_ADDRESS.search(name) or _SENTENCE_END.search(name)):
        return True
    return count_digits(name) > 0 and bool(_PRICE.search(name) or _DATE.search(name))


def _size(text: str) -> float:
    """The number of words; two Chinese characters count as one."""
    if text.isascii():
        return len(text.split())
    return len(_CJK.sub(" ", text).split()) + len(_CJK.findall(text)) / 2


def cannot_be_value(value: str) -> bool:
    """Whether it is only punctuation, ends in a colon, or reads like a button."""
    if value[-1:] in _COLONS:
        return True
    if not value[:1].isalnum() and all(category(mark)[0] in "PZ" for mark in value):
        return True
    return bool(_ACTION.match(value.lstrip(_OPENING_MARKS).lower())) and _size(value) <= 5


def is_sentence(text: str) -> bool:
    """Whether it ends like a sentence and is long enough for one.

    >>> is_sentence("Same day shipping if ordered by 4 PM."), is_sentence("Heavy, smooth.")
    (True, False)
    """
    return text.rstrip().endswith(_ENDS) and _size(text) > 6


def is_prose(value: str) -> bool:
    return is_sentence(value) or bool(_SENTENCES.search(value))


def is_price(text: str) -> bool:
    return len(text) <= 40 and bool(_PRICE.search(text))


_RATE = re.compile(
    r"\d[.,]\d|(?:note:? ?)?\d{1,2}(?:[.,]\d{1,2})? ?"
    r"(?:/ ?(?:5|10|100)|(?:out of|von|of) (?:5|10)\b.*|分|★+|stars?|sternen?)",
    re.IGNORECASE,
)


def is_rate(text: str) -> bool:
    """Whether a text looks like what people or editors gave: a small number, or one of a scale.

    >>> is_rate("4.7"), is_rate("9/10"), is_rate("4,5 von 5 Sternen"), is_rate("4.7 inches")
    (True, True, True, False)
    """
    return len(text) <= 40 and _RATE.fullmatch(text) is not None


# A name that contains one of these is never a property of the product.
_WORDS = (
    "refund|refunds|freight|rebate|rebates|coupon|coupons|combo|dealer|dealers|reseller|"
    "review|reviews|"
    "lieferzeit|lieferzeiten|lieferung|versandkosten|rückgabe|rücksendung|rückerstattung|gutschein|"
    "gutscheine|rabatt|bewertung|bewertungen|hotline|livraison|remboursement|avis"
)
_CHARACTERS = "退货|退款|退换货|包邮|运费|经销商|客服"
# Names of rows about the sale, the page or its readers, not about the product, by language. Of the
# currencies (labels of prices) SAR, CAD and PHP are missing: specifications use these words too.
_NAMES = json.loads(Path(__file__).with_name("boilerplate_names.json").read_text("utf-8"))
_BOILERPLATE = frozenset(name_key(name) for names in _NAMES.values() for name in names)
_CONTAINS_BOILERPLATE = re.compile(rf"\b(?:{_WORDS})\b|{_CHARACTERS}")
_STARS = ("star", "stars", "星")


def is_boilerplate_name(name: str) -> bool:
    """Whether it is a name that shops and forums use on all pages, whatever the product.

    >>> is_boilerplate_name("You save:"), is_boilerplate_name("Shipping weight")
    (True, False)
    """
    key = name_key(name)
    if key in _BOILERPLATE or _CONTAINS_BOILERPLATE.search(name.lower()):
        return True
    return key[:1].isdigit() and key[1:] in _STARS


_SHORTEST_ENDING = 5
# Names that attributes of any kind of product have in shops, by language; and the endings of
# longer names that say the same: "battery capacity", "Akkukapazität", "电池容量".
_COMMON = frozenset(
    name_key(name)
    for names in json.loads(
        Path(__file__).with_name("common_names.json").read_text("utf-8")
    ).values()
    for name in names
)
_ENDINGS = frozenset(
    key for key in _COMMON if len(key) >= (_SHORTEST_ENDING if key.isascii() else 2)
)
_LENGTHS = sorted(set(map(len, _ENDINGS)))


def commonness(name: str) -> int:
    """Whether products of many kinds have an attribute of this name (2), or one ending like it (1).

    What ends like a name behind a figure is a remark: "more than 92% in capacity".

    >>> commonness("Weight:"), commonness("Spindle weight"), commonness("Customers")
    (2, 1, 0)
    """
    key = name_key(name)
    if key in _COMMON:
        return 2
    return int(any(key[-size:] in _ENDINGS for size in _LENGTHS) and not count_digits(name))
