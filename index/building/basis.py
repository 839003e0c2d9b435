"""What an index was made with: if any of it is different today, the index is made anew."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from index.analysis.analyzer import analyzer_for
from index.products.vocabulary import BRANDS

if TYPE_CHECKING:
    from core.topic import Topic
    from index.engines.engine import Engine

FORMAT = 4  # of documents, entries and the files beside the engine's: more with every change

# What a tokeniser does to this tells whether it is the one that made the index.
_SAMPLE = (
    "小米14 Ultra（全网通 16GB+512GB）澎湃OS；華為Mate60 Pro+，骁龙8 Gen3，5000mAh 毫安时，"
    "6.73英寸 3200×1440像素 ＡＭＯＬＥＤ，SM-G9500/GT-i9000，￥5,999起；Nokia 5700 XpressMusic；"
    "后置四摄像头：徕卡光学镜头；支持面部识别，屏幕指纹；诺基亚N95 8GB版，一加12"
)


class BuildKey(NamedTuple):
    """Each in a few letters; the names are what `differences` tells people."""

    format: str
    topic: str
    brands: str
    analyzer: str
    engine: str

    def differences(self, other: BuildKey) -> list[str]:
        """What is not the same."""
        pairs = zip(self, other, self._fields, strict=True)
        return [name for mine, others, name in pairs if mine != others]


def build_key_of(topic: Topic, engine: Engine) -> BuildKey:
    return BuildKey(
        str(FORMAT),
        _digest(topic.model_dump_json()),
        _digest(BRANDS.model_dump_json()),
        _analyzer_mark(topic),
        f"{engine.name} ({engine.version})",
    )


@lru_cache(maxsize=8)
def _analyzer_mark(topic: Topic) -> str:
    analyzer = analyzer_for(topic)
    return _digest(repr((analyzer.index_tokens(_SAMPLE), analyzer.exact_tokens(_SAMPLE))))


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
