"""A phone all of whose texts mean harm."""

from __future__ import annotations

from tests.search_ui.product_shop import PHONES, Read

MARKUP = "<script>alert('script')</script><img src=http://evil.example/x onerror=alert('img')>"
BREAKOUT = "\"'><svg onload=alert('svg')></bdi></title></style></textarea><!--"
TEMPLATE = "{{ 7 * 7 }}{% raw %}${7*7}"
BACKWARDS = "\u202egnihtyna\u2066"  # shown as "anything", and all after it the wrong way round
FORMULA = "=HYPERLINK(\"http://evil.example\",'x')"
ENDLESS = "无穷" * 175_000  # a megabyte
UNSEEN = "\0\x08\x1b[31m\x7f\x85\ufeff\ud800"
ALL = (MARKUP, BREAKOUT, TEMPLATE, BACKWARDS, FORMULA, UNSEEN, "</script>", "javascript:alert('a')")

ID = "hostile:phone"
NAME = {"手机名": "Hostile Phone", "品牌": "Hostile"}


def hostile(number: int) -> str:
    return f"{ALL[number % len(ALL)]} {UNSEEN} {MARKUP} {BACKWARDS} {number}"


HOSTILE = (
    Read(
        f"http://a.example/{BREAKOUT}",
        {attribute.name: hostile(at) for at, attribute in enumerate(PHONES.attributes)} | NAME,
        {text: text for text in ALL} | {"endless": ENDLESS, ENDLESS: "endless"},
    ),
    Read("javascript:alert('link')", {**NAME, "重量": FORMULA, "参考价格": "￥1" + MARKUP}),
    Read(
        "http://b.example/1",
        {**NAME, "参考价格": "1999元" + MARKUP},
        {"image": "javascript:alert('image')", "x": "y"},
        source="json-ld",
    ),
    Read(
        "http://b.example/1",
        {**NAME, "参考价格": "2999元" + BREAKOUT},
        {"image": "http://evil.example/picture.png"},
        day=9,
        source="json-ld",
    ),
    Read("http://b.example/2", {"手机名": f"小米 14 {BREAKOUT}{BACKWARDS}", "重量": MARKUP}),
)
