"""What visitors of the search page ask for: words, filters as people type them, facets, sorts."""

from __future__ import annotations

from random import Random
from urllib.parse import urlencode

_WORDS = (
    "骁龙8 Gen3", "天玑9300", "麒麟", "游戏手机", "5G手机", "AMOLED", "HarmonyOS", "Pro", "青春版",
    "120Hz", "512GB", "拍照", "小米", "华为 5000mAh以上", "vivo 6.5寸", "荣耀 12GB", "",
)  # fmt: skip
_LIMITS = ("3000元以下", "2000-4000元", "5000mAh以上", "6.5寸以上", "8GB以上", "2022年以后", "")
_BRANDS = ("xiaomi", "huawei", "samsung", "oppo", "vivo", "honor")
_SORTS = ("", "参考价格", "-参考价格", "-上市时间", "-电池容量")


def searches(count: int, seed: int = 8) -> list[str]:
    """Paths of the search page, hardly two of them the same."""
    rng = Random(seed)  # noqa: S311 - to be drawn again, not to be secret
    return [_search(rng) for _ in range(count)]


def _search(rng: Random) -> str:
    parameters = [("q", f"{rng.choice(_WORDS)} {rng.choice(_LIMITS)}".strip())]
    if rng.random() < 0.5:
        parameters += [("is.品牌", brand) for brand in rng.sample(_BRANDS, rng.randint(1, 2))]
    if rng.random() < 0.5:
        low = rng.randrange(500, 3000, 50)
        parameters += [("min.参考价格", str(low)), ("max.参考价格", str(low + 2500))]
    parameters.append(("sort", rng.choice(_SORTS)))
    return f"/search?{urlencode([(name, value) for name, value in parameters if value])}"
