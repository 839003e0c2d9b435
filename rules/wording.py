"""Could a text be a name or a value, by its form and words alone?

`name_form` and `value_form` return 0 for yes, -0.5 for hardly, -1 for surely not.
"""

from __future__ import annotations

import re
from string import ascii_letters, digits
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
_PLAIN = frozenset(f"{ascii_letters}{digits} -/()#%&+,'")
_COLONS = (":", "：")
_ENDS = (".", "!", "?", "。", "！", "？", "…")
_DIGITS, _LETTERS = digits.encode(), ascii_letters.encode()
_SENTENCES = re.compile(r"[.!?](?= [A-Z])|[。！？]")


def name_form(name: str) -> float:
    """Names are short, and neither sentences nor numbers, prices, dates or addresses.

    >>> name_form("主屏尺寸"), name_form("Does it float?"), name_form("$ 12")
    (0.0, -1.0, -1.0)
    """
    if _cannot_be_name(name):
        return -1.0
    size = _size(name)
    is_action = _ACTION.match(name.lower())
    if size > 9 or (size <= 1 and is_action):
        return -1.0
    return -0.5 if size > 6 or is_action or _COUNT.match(name) else 0.0


def count_digits(text: str) -> int:
    if text.isascii():
        return len(text) - len(text.encode().translate(None, _DIGITS))
    return sum(map(str.isdigit, text))


def _count_letters(text: str) -> int:
    if text.isascii():
        return len(text) - len(text.encode().translate(None, _LETTERS))
    return sum(map(str.isalpha, text))


def _cannot_be_name(name: str) -> bool:
    letters = _count_letters(name)
    if (letters < 2 or 2 * letters < len(name.replace(" ", ""))) and not _CJK.search(name):
        return True
    if _QUANTITIES.fullmatch(name) or name_key(name) in _NOT_NAMES:
        return True
    # Cheap checks first: most names have no digits and only plain characters.
    if count_digits(name) and (_PRICE.search(name) or _DATE.search(name)):
        return True
    if _PLAIN.issuperset(name):
        return False
    return bool(_ADDRESS.search(name) or _SENTENCE_END.search(name))


def _size(text: str) -> float:
    """The number of words; two Chinese characters count as one."""
    if text.isascii():
        return len(text.split())
    return len(_CJK.sub(" ", text).split()) + len(_CJK.findall(text)) / 2


def value_form(value: str) -> float:
    """Values are short, do not end in a colon as names do, and are not a button's text.

    >>> value_form("102 克"), value_form("Add to cart"), value_form("Weight:")
    (0.0, -1.0, -1.0)
    """
    if cannot_be_value(value):
        return -1.0
    sentences = len(_SENTENCES.findall(value))
    size = _size(value)
    if sentences >= 3 or size > 150:
        return -1.0
    return -0.5 if sentences or size > 40 or is_sentence(value) else 0.0


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
    if value.isascii() and not (". " in value or "! " in value or "? " in value):
        return is_sentence(value)
    return is_sentence(value) or bool(_SENTENCES.search(value))


def is_price(text: str) -> bool:
    return len(text) <= 40 and bool(_PRICE.search(text))


# Names of rows about the sale, the page or its readers, not about the product.
_WHOLE_NAMES = """
    availability|available|in stock|stock|stock status|quantity|qty|you save|save|savings|
    discount|rebate|instant rebate|mail in rebate|coupon|subtotal|total|shipping|free shipping|
    shipping cost|shipping price|est shipping|standard shipping|shipping and handling|ships|
    ships in|ships from|ships to|usually ships|usually ships in|delivery|estimated delivery|
    delivery time|handling|tax|returns|return policy|restocking fee|sold by|seller|sellers|
    merchant|vendor|review|reviews|customer reviews|total reviews|rating|ratings|product rating|
    overall rating|average rating|customer rating|overall|pros|cons|bottom line|reviewed by|
    review by|by|posted|posted by|posted on|date posted|updated|last updated|date|joined|
    member since|posts|threads|location|join date|from|to|re|subject|reply|quote|
    originally posted by|views|replies|likes|tags|tagged|categories|filed under|share|
    share this|follow us|sort by|show|page|pages|results|items|search|username|user name|
    password|email|e mail|phone|telephone|tel|fax|address|hours|contact|customer service|
    website|url|source|photo|photos|image|credit|via|note|notes|warning|tip|tips|question|
    questions|answer|answers|q|a|step|example|related|see also|more|special offers|sales rank|
    would recommend|recommended|recommend|yes|no|or|and|currency|original price|was|now|today|
    sale ends|ends|time left|bids|item location|payment|payments|payment methods|copyright|
    disclaimer|advertisement|sponsored|total price|support phone|support phone number|
    versand|versandkosten|versandgewicht|versandzeit|lieferung|lieferzeit|lieferumfang und versand|
    verfügbarkeit|verfügbar|lagerbestand|auf lager|menge|anzahl|bewertung|bewertungen|
    kundenbewertung|kundenbewertungen|rabatt|gutschein|sie sparen|ersparnis|zwischensumme|
    gesamtsumme|summe|mwst|verkäufer|händler|zahlung|zahlungsarten|rückgabe|kontakt|hotline|
    telefon|anmelden|suche|warenkorb|merkzettel|
    运费|配送|送货|送至|发货|库存|数量|有货|评论|评论数|评价|评分|好评|好评率|
    优点|缺点|不足|总结|满意度|促销|优惠|优惠券|节省|服务|售后|卖家|商家|店铺|
    掌柜|来源|编辑|责任编辑|发布|发布者|发表于|发表时间|更新|更新时间|时间|日期|
    浏览|浏览量|点击|点击数|回复|收藏|标签|关键词|关键字|分享|登录|用户名|密码|
    注册|搜索|热门搜索|电话|客服|热线|地址|邮箱|版权|版权声明|声明|注|注意|提示|
    问|答|网址|网站|上一篇|下一篇|上一页|下一页|积分|注册时间|最后登录|帖子|主题|
    精华|威望|金币|性别|来自|小计|合计|总计|您的位置|当前位置|相关|更多
"""
# Labels of prices. SAR, CAD and PHP are missing: specifications use these words too.
_CURRENCIES = frozenset(
    "aed aud bhd brl chf cny czk dkk eur gbp hkd huf inr jpy krw kwd mxn myr nok nzd omr pkr pln "
    "qar sek sgd thb twd usd zar".split()
)
# A name that contains one of these is never a property of the product.
_WORDS = (
    "refund|refunds|freight|rebate|rebates|coupon|coupons|combo|dealer|dealers|reseller|"
    "review|reviews"
)
_CHARACTERS = "退货|退款|退换货|包邮|运费|经销商|客服"
_BOILERPLATE = _CURRENCIES.union(name_key(word) for word in _WHOLE_NAMES.split("|"))
_CONTAINS_BOILERPLATE = re.compile(rf"\b(?:{_WORDS})\b|{_CHARACTERS}", re.IGNORECASE)
# A cheaper check first: hardly any name contains one of the words.
_MAY_CONTAIN_BOILERPLATE = re.compile(
    f"refund|freight|rebate|coupon|combo|dealer|reseller|review|{_CHARACTERS}"
)
_STARS = ("star", "stars", "星")


def is_boilerplate_name(name: str) -> bool:
    """Whether it is a name that shops and forums use on all pages, whatever the product.

    >>> is_boilerplate_name("You save:"), is_boilerplate_name("Shipping weight")
    (True, False)
    """
    key = name_key(name)
    if key in _BOILERPLATE or (
        _MAY_CONTAIN_BOILERPLATE.search(key) and _CONTAINS_BOILERPLATE.search(name)
    ):
        return True
    return key[:1].isdigit() and key[1:] in _STARS
