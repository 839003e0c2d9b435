"""MadeUpValue-up products, as many as one likes and the same every time.

Each phone has twenty attributes, as a page writes them and as they are understood; `entry_of` gives
them to an engine.
"""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date
from functools import cache
from importlib.resources import files
from itertools import chain
from math import exp
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import yaml

from core.topic import shipped_topic
from index.documents import PageOfProduct, ProductDocument, ShownAttribute, ShownValue, ValueSource
from index.engines.engine import PROMINENCE, Fields, IndexEntry
from index.entries import exact_tokens, named_product, texts_of
from index.fields import family_keys, touched_bars
from index.products.spellings import speller
from index.products.vocabulary import brands_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from core.topic import Attribute, Topic
    from index.analysis import Analyzer


_SITES = tuple(f"shop{number}.example" for number in range(8))
EDGES: Mapping[str, tuple[float, ...]] = {
    "上市时间": tuple(float(date(year, 1, 1).toordinal()) for year in range(2011, 2027)),
    "参考价格": tuple(float(price) for price in range(0, 10_500, 500)),
    "主屏尺寸": tuple(inch / 10 for inch in range(40, 80, 2)),
    "后置摄像头": tuple(float(camera) for camera in range(0, 21_000, 1000)),
    "前置摄像头": tuple(float(camera) for camera in range(0, 5500, 500)),
    "电池容量": tuple(float(battery) for battery in range(1500, 7500, 250)),
    "充电功率": tuple(float(power) for power in range(0, 260, 20)),
    "重量": tuple(float(weight) for weight in range(120, 270, 10)),
}
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


class MadeUpPhone(NamedTuple):
    """A product to show, as it is kept, and what its values mean."""

    document: ProductDocument
    body: bytes
    values: Mapping[str, MadeUpValue]


def made_up_products(count: int, seed: int = 4) -> Iterator[MadeUpPhone]:
    """The first thousand of a million are the same as a thousand."""
    rng = Random(seed)  # noqa: S311 - to be made up again, not to be secret
    for number in range(count):
        values = made_up_values(rng)
        sites = rng.sample(_SITES, min(1 + int(rng.expovariate(0.7)), len(_SITES)))
        document = _document(number, values, sites)
        yield MadeUpPhone(document, document.to_json(), values)


def _document(
    number: int, values: Mapping[str, MadeUpValue], sites: Iterable[str]
) -> ProductDocument:
    pages = tuple(
        PageOfProduct(number, f"http://{site}/phone/{number}", site, "rule", "") for site in sites
    )
    since = 1_700_000_000.0 + number
    said_by = tuple(ValueSource(at, page.site, 1, since) for at, page in enumerate(pages))
    shown = tuple(
        ShownAttribute(name, known=True, conflict=False, values=(ShownValue(raw, raw, said_by),))
        for name, (raw, *_) in values.items()
    )
    (brand,) = values["品牌"].keys
    return ProductDocument(f"phone-{number}", values["手机名"].raw, brand, pages, shown)


class MadeUpValue(NamedTuple):
    """`low` and `high` are the same for most numbers, None for what is none."""

    raw: str
    keys: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None


def made_up_values(rng: Random) -> dict[str, MadeUpValue]:
    """By attribute. New and dear phones have more of everything; some values are missing."""
    newness, tier = rng.random() ** 0.6, rng.random()
    maker = _Maker(rng, newness * 0.7 + tier * 0.3)
    values = dict(_named(maker))
    values |= dict(_listed(maker))
    values |= dict(_measured(maker, newness, tier))
    return {
        name: made
        for name, made in values.items()
        if name in {"手机名", "品牌"} or rng.random() > 0.05
    }


class _Maker(NamedTuple):
    rng: Random
    level: float

    def any(self, what: str) -> Any:  # noqa: ANN401 - what a list of the file holds
        return self.rng.choice(_facts()[what])

    def near(self, choices: Sequence[Any]) -> Any:  # noqa: ANN401 - likewise
        """One of these, by how new and dear the phone is."""
        at = round(self.level * (len(choices) - 1) + self.rng.gauss(0, len(choices) * 0.12))
        return choices[min(max(at, 0), len(choices) - 1)]


def _named(maker: _Maker) -> Iterator[tuple[str, MadeUpValue]]:
    rng, facts = maker.rng, _facts()
    (brand,) = rng.choices(facts["brands"], cum_weights=_shares())
    model = f"{rng.choice(brand['series'])} {rng.randint(1, 99)} {maker.any('suffixes')}".strip()
    chip = maker.near(facts["chips"][rng.choice(brand["chips"])])
    yield "手机名", MadeUpValue(f"{brand['name']} {model}")
    yield "品牌", MadeUpValue(brand["name"], (brand["key"],))
    yield (
        "型号",
        MadeUpValue(f"{brand['key'][:2].upper()}-{rng.randrange(36**4):05}{rng.choice('CNET')}"),
    )
    yield "处理器", MadeUpValue(f"{chip} {maker.any('cores')}")


def _listed(maker: _Maker) -> Iterator[tuple[str, MadeUpValue]]:
    rng, facts = maker.rng, _facts()
    for name, what, most, between in (
        ("手机类型", "kinds", 3, "，"),
        ("机身颜色", "colours", 5, "、"),
    ):
        several = tuple(rng.sample(facts[what], rng.randint(1, most)))
        yield name, MadeUpValue(between.join(several), several)
    system = maker.near(facts["systems"])
    yield "操作系统", MadeUpValue(system, tuple(re.findall("[a-z]+", system.lower())))
    material = maker.near(facts["materials"])
    yield "主屏材质", MadeUpValue(f"{material}材质", (material,))
    resolution = maker.near(facts["resolutions"])
    width, height = map(int, resolution.split("x"))
    pixels = float(width * height)
    yield "主屏分辨率", MadeUpValue(f"{width}×{height}像素", (resolution,), pixels, pixels)
    for name, what, unit in (
        ("屏幕刷新率", "rates", "Hz"),
        ("运行内存", "memory", "GB"),
        ("机身内存", "storage", "GB"),
    ):
        size = maker.near(facts[what])
        yield name, MadeUpValue(f"{size}{unit}", (f"{size} {unit}",), float(size), float(size))


def _measured(maker: _Maker, newness: float, tier: float) -> Iterator[tuple[str, MadeUpValue]]:
    rng, facts, level = maker.rng, _facts(), maker.level
    year, month = 2011 + min(int(newness * 15), 14), rng.randint(1, 12)
    first = date(year, month, 1).toordinal()
    last = first + monthrange(year, month)[1] - 1
    yield "上市时间", _barred("上市时间", f"{year}年{month:02}月", first, last)
    price = 100 * round(4 * exp(tier * 2.8 + rng.gauss(0, 0.2))) + 99
    highest = price + rng.choice((0, 0, 0, 0, 0, 0, 0, 0, 300, 1000))
    written = f"￥{price}" if price == highest else f"{price}-{highest}元"
    yield "参考价格", _barred("参考价格", written, price, highest)
    for name, amount, unit in (
        ("主屏尺寸", round(4.0 + 2.9 * level + rng.gauss(0, 0.2), 1), "英寸"),
        ("后置摄像头", maker.near(facts["rear"]), "万像素"),
        ("前置摄像头", maker.near(facts["front"]), "万像素"),
        ("电池容量", 10 * round(170 + 400 * level + rng.gauss(0, 30)), "mAh"),
        ("充电功率", maker.near(facts["charging"]), "W"),
        ("重量", round(145 + 60 * level + rng.gauss(0, 12)), "g"),
    ):
        yield name, _barred(name, f"{amount}{unit}", amount, amount)


def _barred(name: str, raw: str, low: float, high: float) -> MadeUpValue:
    keys = tuple(map(str, touched_bars(EDGES[name], low, high)))
    return MadeUpValue(raw, keys, float(low), float(high))


@cache
def _facts() -> dict[str, Any]:
    text = files("evaluation").joinpath("made_up_phones.yaml").read_text("utf-8")
    facts: dict[str, Any] = yaml.safe_load(text)
    return facts


@cache
def _shares() -> tuple[int, ...]:
    shares = [brand["share"] for brand in _facts()["brands"]]
    return tuple(sum(shares[: at + 1]) for at in range(len(shares)))


def entry_of(product: MadeUpPhone, analyzer: Analyzer) -> IndexEntry:
    """As `index.entries` makes it, but for the reading of values, which is not searching."""
    document, body, values = product
    topic = _phones()
    texts = texts_of(document, frozenset(_NAMING), brands_of(topic))
    names = speller(topic).name_tokens(named_product(document, frozenset(_NAMING)))
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
        name=tuple(dict.fromkeys((*_tokens(texts.name, analyzer), *names))),
        body=_tokens(texts.body, analyzer),
        exact=exact_tokens((*texts.name, *texts.body), analyzer),
        said={name: analyzer.index_tokens(values[name].raw) for name in _SAID if name in values},
        terms={name: _with_families(name, made.keys) for name, made in values.items() if made.keys},
        numbers={name: (low,) for name, (low, high) in compared.items() if low == high},
        spans={name: extent for name, extent in compared.items() if extent[0] < extent[1]},
        orders={name: low for name, (low, _) in extents.items()} | {PROMINENCE: prominence},
    )


def _with_families(name: str, keys: Iterable[str]) -> tuple[str, ...]:
    attribute = _attributes().get(name)
    return tuple(family_keys({key: key for key in keys}, attribute) if attribute else keys)


@cache
def _phones() -> Topic:
    return shipped_topic("phones")


@cache
def _attributes() -> dict[str, Attribute]:
    return {attribute.name: attribute for attribute in _phones().attributes}


def _tokens(texts: Iterable[str], analyzer: Analyzer) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(map(analyzer.index_tokens, texts))))
