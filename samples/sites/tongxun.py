"""A page a script might have built: divisions ten deep, nameless classes, values in pieces."""

from __future__ import annotations

import json
import re
from html import escape
from typing import TYPE_CHECKING

from samples.chance import number
from samples.drawings import is_one_in
from samples.page_parts import advertisement, brand_links, foot, navigation, similar, wrapped
from samples.response import Response, not_found
from samples.site import GoldPair, Spec
from samples.sites.phone_site import PhoneSite

if TYPE_CHECKING:
    from samples.catalogue import Phone

_NUMBER_AND_UNIT = re.compile(r"(\d+(?:\.\d+)?)(\D{1,4})")
_ROWS = (
    ("手机名", "产品名称"),
    ("品牌", "品牌"),
    ("参考价格", "官方售价"),
    ("上市时间", "发布时间"),
    ("手机制式", "网络类型"),
    ("主屏尺寸", "屏幕大小"),
    ("主屏材质", "屏幕材质"),
    ("处理器", "芯片"),
    ("操作系统", "系统版本"),
    ("运行内存", "内存"),
    ("机身内存", "闪存"),
    ("电池容量", "电池"),
    ("重量", "整机重量"),
    ("NFC", "NFC"),
    ("SIM卡", "SIM卡类型"),
)


class Tongxun(PhoneSite):
    host = "m.tongxun.example"
    title = "通讯样例"
    page_count = 20
    picture_kind = "webp"
    codec = "utf-8"
    content_type = "text/html"
    style = "._3f9k{display:flex}._3f9k dt{flex:0 0 30%;font-weight:600}._3f9k dd{margin:0}"

    def rank(self, phone: Phone) -> int:
        return int("处理器" not in phone)

    def product_path(self, phone: Phone) -> str:
        return f"/device/{self.identity(phone):x}/specs"

    def list_path(self, brand: str, page: int) -> str:
        return f"/devices/{self.brand_identity(brand) if brand else 'all'}/{page}"

    def spec(self, phone: Phone) -> Spec:
        gold = tuple(GoldPair(a, name, phone[a]) for a, name in _ROWS if a in phone)
        return Spec("".join(map(_row, gold)), gold)

    def about(self, phone: Phone) -> str:
        return f'<meta property="og:image" content="{self.picture_url(phone)}">'

    def picture(self, phone: Phone) -> Response:
        """Some were moved away, and the pages still name them."""
        lost = is_one_in(4, phone, "lost")
        return not_found(self.picture_url(phone)) if lost else super().picture(phone)

    def around(self, here: str, phone: Phone, area: str) -> str:
        deep = "".join(
            f'<div class="_{number("class", str(level)) % 46_656:x}">' for level in range(10)
        )
        state = json.dumps({"device": phone["手机名"], "html": "<dl><dt>"}, ensure_ascii=False)
        return f"""{deep}<div role="tablist"><div role="tab">参数</div><div role="tab">评价</div>
</div>{area}{"</div>" * 10}
<div class="_also">{wrapped("div", similar(self, here, phone, 4))}</div>
<script>window.__INITIAL_STATE__={state}</script>"""

    def frame(self, here: str, title: str, middle: str) -> str:
        return f"""<!doctype html><html><head><meta charset=utf-8><title>{escape(title)}</title>
<link rel=stylesheet href=/css/site.css></head><body><div id="app"><div data-reactroot="">
<div class="_bar">{"".join(navigation(self, here))}</div>{middle}
<div class="_brands">{"".join(brand_links(self, here))}</div>
<div class="_foot">{advertisement(self, here, "foot")}{foot(self, here)}</div></div></div>
</body></html>
"""


def _row(pair: GoldPair) -> str:
    return (
        f"<dl class=_3f9k><dt><div><span>{pair.name}</span></div></dt>"
        f"<dd><div>{_pieces(pair.value)}</div></dd></dl>"
    )


def _pieces(value: str) -> str:
    """Numbers and units in pieces of their own, divided by the marks such scripts leave."""
    measure = _NUMBER_AND_UNIT.fullmatch(value)
    if measure is None:
        return f"<span>{escape(value)}</span>"
    return "<!-- -->".join(f"<span>{escape(piece)}</span>" for piece in measure.groups())
