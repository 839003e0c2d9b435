"""Names that pages set beside values, but that tell of the sale, the page or its readers."""

from __future__ import annotations

import re

from rules.names import name_key

_WHOLE = """
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
    运费|配送|送货|送至|发货|库存|数量|有货|评论|评论数|评价|评分|好评|好评率|
    优点|缺点|不足|总结|满意度|促销|优惠|优惠券|节省|服务|售后|卖家|商家|店铺|
    掌柜|来源|编辑|责任编辑|发布|发布者|发表于|发表时间|更新|更新时间|时间|日期|
    浏览|浏览量|点击|点击数|回复|收藏|标签|关键词|关键字|分享|登录|用户名|密码|
    注册|搜索|热门搜索|电话|客服|热线|地址|邮箱|版权|版权声明|声明|注|注意|提示|
    问|答|网址|网站|上一篇|下一篇|上一页|下一页|积分|注册时间|最后登录|帖子|主题|
    精华|威望|金币|性别|来自|小计|合计|总计|您的位置|当前位置|相关|更多
"""
# Whatever else a name with one of them says, it is no property of the thing that is sold.
_WORDS = "refund|refunds|freight|rebate|rebates|coupon|coupons|combo|dealer|dealers|reseller"
_CHARACTERS = "退货|退款|退换货|包邮|运费|经销商|客服"
_TRADE = frozenset(name_key(word) for word in _WHOLE.split("|"))
_SAYS_TRADE = re.compile(rf"\b(?:{_WORDS})\b|{_CHARACTERS}", re.IGNORECASE)
_STARS = ("star", "stars", "星")


def is_of_the_trade(name: str) -> bool:
    """Whether it is one of the names that shops and forums have, whatever they sell or speak of.

    >>> is_of_the_trade("You save:"), is_of_the_trade("Shipping weight"), is_of_the_trade("5 star")
    (True, False, True)
    """
    key = name_key(name)
    if key in _TRADE or _SAYS_TRADE.search(name):
        return True
    return key[:1].isdigit() and key[1:] in _STARS
