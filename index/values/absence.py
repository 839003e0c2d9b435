"""Words that say: there is no value."""

from __future__ import annotations

import re

_ABSENT = frozenset(
    "无 暂无 没有 未知 不详 未公布 尚未公布 未公开 未提供 待定 待公布 待更新 保密 不支持 空 "
    "暂无报价 暂无价格 暂无数据 暂无资料 无报价 无货 缺货 停产 已停产 已下架 下架 "
    "即将上市 未上市 尚未上市 概念产品 预约抢购 预约 敬请期待 面议 价格面议 电询 "
    "n na n/a no none null nil unknown unspecified tbd tba cancelled discontinued".split()
) | frozenset(
    (
        "coming soon",
        "not available",
        "not announced yet",
        "not officially announced yet",
        "no cellular connectivity",
    )
)
_PARTS = re.compile(r"[,、;；(。]")
_AROUND_WORDS = " -_./?*×:!~、。…"


def says_nothing(text: str) -> bool:
    """Does it say, in so many words, that there is nothing to say?

    >>> says_nothing("无,可以通过第二块屏进行自拍"), says_nothing("--"), says_nothing("内置")
    (True, True, False)
    """
    first = next(filter(None, (part.strip(_AROUND_WORDS) for part in _PARTS.split(text, 8))), "")
    return not first or first.casefold() in _ABSENT
