"""Made-up products as engines take them in: segmented here, understood when they were made up."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from index.engines.engine import PROMINENCE, Fields, IndexEntry
from index.entries import exact_tokens, texts_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from evaluation.searching.products import MadeUp
    from index.analysis import Analyzer

_NAMING = ("手机名", "型号")
_SAID = (*_NAMING, "操作系统", "处理器")
_LISTED = ("品牌", "手机类型", "机身颜色", "操作系统", "主屏材质")
_SIZES = ("屏幕刷新率", "运行内存", "机身内存")
_MEASURED = (
    "上市时间", "参考价格", "主屏尺寸", "后置摄像头", "前置摄像头", "电池容量", "充电功率", "重量",
)  # fmt: skip
FIELDS = Fields(
    said=_SAID,
    terms=(*_LISTED, "主屏分辨率", *_SIZES, *_MEASURED),
    numbers=(*_SIZES, *_MEASURED),
    orders=(PROMINENCE, "主屏分辨率", *_SIZES, *_MEASURED),
)


def entry_of(product: MadeUp, analyzer: Analyzer) -> IndexEntry:
    """As `index.entries` makes it, but for the reading of values, which is not searching."""
    document, body, values = product
    texts = texts_of(document, frozenset(_NAMING))
    extents = {
        name: (low, high)
        for name, (_, _, low, high) in values.items()
        if low is not None and high is not None
    }
    compared = {name: extent for name, extent in extents.items() if name in FIELDS.numbers}
    newness = extents.get("上市时间", (0.0,))[0] / 3_652_059
    prominence = len(document.pages) * 1000 + len(values) + newness
    return IndexEntry(
        document.id,
        body,
        name=_tokens(texts.name, analyzer),
        body=_tokens(texts.body, analyzer),
        exact=exact_tokens((*texts.name, *texts.body), analyzer),
        said={name: analyzer.index_tokens(values[name].raw) for name in _SAID if name in values},
        terms={name: made.keys for name, made in values.items() if made.keys},
        numbers={name: (low,) for name, (low, high) in compared.items() if low == high},
        spans={name: extent for name, extent in compared.items() if extent[0] < extent[1]},
        orders={name: low for name, (low, _) in extents.items()} | {PROMINENCE: prominence},
    )


def _tokens(texts: Iterable[str], analyzer: Analyzer) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(map(analyzer.index_tokens, texts))))
