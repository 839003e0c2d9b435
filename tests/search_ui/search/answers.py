"""Answers as a finder gives them, put together by hand."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import partial

from core.local_text import LocalText
from core.topic import Attribute, shipped_topic
from index.documents import PageOfProduct, ProductDocument, ShownAttribute, ShownValue, ValueSource
from index.search.model import (
    FacetValue,
    FilterChip,
    HistogramBar,
    RangeFacet,
    Relaxation,
    SearchQuery,
    SearchResult,
    ValuesFacet,
)

PHONES = shipped_topic("phones")
_ATTRIBUTES = {attribute.name: attribute for attribute in PHONES.attributes}
_TYPED = SearchQuery("小米 徕卡")


def attribute(name: str) -> Attribute:
    return _ATTRIBUTES[name]


def product(title: str = "小米14 Ultra", **values: str) -> ProductDocument:
    """Values are written and understood alike."""
    pages = (
        PageOfProduct(1, "http://a.example/1", "a.example", "rule", ""),
        PageOfProduct(2, "http://b.example/2", "b.example", "rule", ""),
    )
    saying = ValueSource(0, "layout", 1, 0.0)
    shown = tuple(
        ShownAttribute(name, known=True, conflict=False, values=(ShownValue(raw, raw, (saying,)),))
        for name, raw in values.items()
    )
    return ProductDocument("xiaomi:14 ultra", title, "xiaomi", pages, shown)


def brands(*labels: str, chosen: str = "") -> ValuesFacet:
    choices = tuple(
        FacetValue(
            key=label.lower(),
            label=LocalText.same(label),
            products=100 - at,
            chosen=label == chosen,
            click=partial(
                replace, _TYPED, chosen={} if label == chosen else {"品牌": (label.lower(),)}
            ),
        )
        for at, label in enumerate(labels)
    )
    return ValuesFacet(attribute("品牌"), LocalText({"zh": "品牌", "en": "Brand"}), choices)


def batteries(low: float | None = None, high: float | None = None) -> RangeFacet:
    bars = tuple(
        HistogramBar(edge, edge + 1000.0, count)
        for edge, count in zip(_EDGES, _HEIGHTS, strict=True)
    )
    label = LocalText({"zh": "电池容量", "en": "Battery"})
    return RangeFacet(attribute("电池容量"), label, bars, (low, high), _TYPED)


_EDGES = (3000.0, 4000.0, 5000.0, 6000.0)
_HEIGHTS = (10, 400, 0, 1)


def years(low: float | None = None, high: float | None = None) -> RangeFacet:
    firsts = [float(date(year, 1, 1).toordinal()) for year in (2020, 2021, 2022)]
    bars = (HistogramBar(firsts[0], firsts[1], 5), HistogramBar(firsts[1], firsts[2], 7))
    label = LocalText({"zh": "上市时间", "en": "Released"})
    return RangeFacet(attribute("上市时间"), label, bars, (low, high), _TYPED)


def answer(total: int = 61, page: int = 1) -> SearchResult:
    """Three pages of results for 小米 徕卡."""
    chip = FilterChip(
        LocalText({"zh": "品牌: 小米", "en": "Brand: Xiaomi"}), "小米", SearchQuery("徕卡")
    )
    return SearchResult(
        asked=replace(_TYPED, page=page),
        total=total,
        products=(product(电池容量="5000 mAh", 参考价格="￥5,999"),) if total else (),
        chips=(chip,),
        words=("徕卡", "14"),
        facets=(brands("Xiaomi", "Huawei", chosen="Xiaomi"), batteries(5000.0)),
        sorts=(
            ("", LocalText({"zh": "相关度", "en": "Relevance"})),
            ("-参考价格", LocalText({"zh": "价格从高", "en": "Dearest"})),
        ),
        relaxed=() if total else (Relaxation(chip, 12),),
        corrections=() if total else (SearchQuery("小米 莱卡"),),
    )
