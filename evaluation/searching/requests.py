"""What the contestants are asked: each kind of request many times, drawn at random."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from index.engines.engine import AnyOf, SearchRequest, Sort, Within

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from index.analysis import Analyzer

WHOLE = "whole, by price"  # the kind that bars are set for
WHOLE_BY_RELEVANCE = "whole, by relevance"
FACETS = ("品牌", "参考价格", "运行内存", "机身颜色", "操作系统", "电池容量")

_TEXTS = (
    "骁龙8 Gen3", "骁龙", "天玑9300", "麒麟9000", "拍照手机", "游戏手机", "5G手机", "八核", "小米",
    "华为", "AMOLED", "HarmonyOS", "星岩黑", "Pro", "青春版", "2400x1080", "120Hz", "512GB", "白色",
)  # fmt: skip
_PHRASES = (
    "骁龙8 Gen2", "骁龙8 Gen3", "天玑 9300 八核", "苹果 A16 仿生", "小米 Redmi Note", "AMOLED",
    "至尊纪念版", "荣耀 Magic", "钛金属色", "Android 14", "三星 Galaxy S", "商务手机",
)  # fmt: skip
_BRANDS = ("xiaomi", "huawei", "samsung", "oppo", "vivo", "honor", "nokia", "realme", "sony")


def requests_by_kind(
    analyzer: Analyzer, of_each: int, seed: int = 4
) -> Mapping[str, tuple[SearchRequest, ...]]:
    rng = Random(seed)  # noqa: S311 - to be drawn again, not to be secret
    drawing = _Drawing(rng, analyzer)
    kinds: dict[str, Callable[[], SearchRequest]] = {
        "one word": drawing.word,
        "two words": drawing.words,
        "phrase": drawing.phrase,
        "filter and range": drawing.filters,
        "six facets": drawing.facets,
        WHOLE: drawing.whole,
        WHOLE_BY_RELEVANCE: drawing.by_relevance,
    }
    return {kind: tuple(draw() for _ in range(of_each)) for kind, draw in kinds.items()}


class _Drawing:
    def __init__(self, rng: Random, analyzer: Analyzer) -> None:
        self._rng = rng
        self._analyzer = analyzer

    def word(self) -> SearchRequest:
        return SearchRequest(words=self._words(1))

    def words(self) -> SearchRequest:
        return SearchRequest(words=self._words(2))

    def phrase(self) -> SearchRequest:
        phrase = self._analyzer.exact_tokens(self._rng.choice(_PHRASES))
        return SearchRequest(phrases=(phrase,), limit=self._rng.randint(10, 30))

    def filters(self) -> SearchRequest:
        return SearchRequest(conditions=self._conditions())

    def facets(self) -> SearchRequest:
        return SearchRequest(words=self._words(1), facets=FACETS)

    def whole(self) -> SearchRequest:
        """Text, two filters, six facets (two of them filtered), and a sort."""
        return SearchRequest(
            words=self._words(1),
            conditions=self._conditions(),
            facets=FACETS,
            sort=Sort("参考价格", descending=self._rng.random() < 0.5),
        )

    def by_relevance(self) -> SearchRequest:
        return SearchRequest(words=self._words(1), conditions=self._conditions(), facets=FACETS)

    def _words(self, texts: int) -> tuple[str, ...]:
        drawn = self._rng.sample(_TEXTS, texts)
        return tuple(token for text in drawn for token in self._analyzer.query_tokens(text))

    def _conditions(self) -> tuple[AnyOf, Within]:
        brands = self._rng.sample(_BRANDS, self._rng.randint(1, 3))
        low = self._rng.randrange(500, 3000, 100)
        price = Within("参考价格", low, low + self._rng.randrange(500, 4000, 100))
        return AnyOf("品牌", tuple(brands)), price
