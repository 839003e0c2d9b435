"""One labelled page per layout: the page, what it says, and where a person would mark it.

`python -m samples.labelled_pages` writes them anew; a test sees that they are current.

Of the five published layouts the marks are there too: the area's tag sequence and the marks a
person makes on it. Area, formats and positions are those of the published model. A mark is (i,
attrType, contentType, isNoise): i counts the area's tags from 1; the others name a record of the
formats, from 1, or 0 for none. Tags without a mark hold nothing.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from samples.monitor_sites.bildschirmwelt import Bildschirmwelt
from samples.monitor_sites.monitorkatalog import Monitorkatalog
from samples.monitor_sites.screenshop import Screenshop
from samples.sites.digi_sohu import DigiSohu
from samples.sites.mobile_21cn import Mobile21cn
from samples.sites.pconline import Pconline
from samples.sites.pcpop import Pcpop
from samples.sites.shangcheng import Shangcheng
from samples.sites.shouji import Shouji
from samples.sites.tech_163 import Tech163
from samples.sites.tongxun import Tongxun
from samples.sites.zol import DetailZol, MobileZol

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from samples.catalogue import Product
    from samples.site import Site


_Mark = tuple[int, int, int, int]
_Format = tuple[str, str]
FOLDER = Path(__file__).parent / "labelled"


@dataclass(frozen=True)
class PublishedLayout:
    """How a labelled page is marked; a format is a name as shown and its feature."""

    area: str
    formats: tuple[_Format, ...]
    marks: tuple[_Mark, ...]

    @property
    def length(self) -> int:
        return self.area.count("*") + 1


_NO_NAME: _Format = ("", "")


def _named(names: str, feature: str) -> tuple[_Format, ...]:
    return tuple((name + feature, feature) for name in names.split())


PCPOP = PublishedLayout(
    "div*div*span*a*span*a*b*span*a*br*span*a*span*a*b*b*span*a*br*span*a*br*span*a*br*span*br"
    "*span*a*br*span*a*br*span*a*br*span*br*span*a",
    (
        _NO_NAME,
        *_named("参考价格 商家报价 手机制式 主屏尺寸 主屏分辨率", ""),
        *_named("主屏颜色 手机通话时间 摄像头像素 产品尺寸 音乐播放", ""),
    ),
    (
        (1, 0, 1, 0),
        *((4, 2, 0, 0), (6, 0, 0, 1), (7, 0, 2, 0), (9, 0, 0, 1)),
        *((12, 3, 0, 0), (14, 0, 0, 1), (15, 0, 3, 0), (16, 0, 3, 0), (18, 0, 0, 1)),
        *((21, 4, 4, 0), (24, 5, 5, 0), (26, 6, 6, 0), (29, 7, 7, 0), (32, 8, 8, 0)),
        *((35, 9, 9, 0), (37, 10, 10, 0), (40, 11, 11, 0)),
    ),
)

PCONLINE = PublishedLayout(
    "dt*dd*strong*span" + 6 * "*dd*strong",
    (_NO_NAME, *_named("参考价格 上市时间 网络制式 手机外形 主屏参数 数据业务 摄像头", "：")),
    ((1, 0, 1, 0), (3, 2, 0, 0), (4, 0, 2, 0), *((2 * k, k, k, 0) for k in range(3, 9))),
)


def _mobile_21cn(names: str) -> PublishedLayout:
    """Two rows with a link, then rows of two divisions; the heading above them is noise."""
    formats = _named(names, "：")
    plain = len(formats) - 2
    return PublishedLayout(
        "span*tr*td*tr*td*div*div*a*tr*td*div*div*a" + plain * "*tr*td*div*div",
        (_NO_NAME, *formats),
        (
            *((1, 0, 1, 0), (3, 0, 0, 1)),
            *((6, 2, 0, 0), (8, 0, 2, 0), (11, 3, 0, 0), (13, 0, 3, 0)),
            *(
                mark
                for k in range(plain)
                for mark in ((16 + 4 * k, k + 4, 0, 0), (17 + 4 * k, 0, k + 4, 0))
            ),
        ),
    )


MOBILE_21CN_NINE = _mobile_21cn(
    "产品类别 生产厂商 参考报价 上市日期 手机制式 手机类型 屏幕色彩 主屏尺寸"
)

MOBILE_21CN_EIGHT = _mobile_21cn("产品类别 生产厂商 参考报价 上市日期 手机制式 屏幕色彩 主屏尺寸")

TECH_163 = PublishedLayout(
    "h3*p*p*p*p*p*div",
    (_NO_NAME, *_named("参考价格 上市日期 网络频率 外观设计", "：")),
    ((1, 0, 1, 0), *((k, k, k, 0) for k in range(2, 6)), (6, 0, 0, 1), (7, 0, 0, 1)),
)

DIGI_SOHU = PublishedLayout(
    "td*tr*td*tr*td*strong*span" + 7 * "*tr*td*tr*td*strong",
    (
        _NO_NAME,
        *_named("参考价格 上市时间 网络制式 外观设计 屏幕参数 数据业务 摄像头 音乐播放", "："),
    ),
    (
        *((1, 0, 1, 0), (6, 2, 0, 0), (7, 0, 2, 0)),
        *((5 * k - 3, k, k, 0) for k in range(3, 10)),
    ),
)


class _Sample(NamedTuple):
    folder: str
    site: type[Site]
    layout: PublishedLayout | None = None
    variant: str = "regular"


_SAMPLES = (
    _Sample("pcpop", Pcpop, PCPOP),
    _Sample("pconline", Pconline, PCONLINE),
    _Sample("21cn-nine", Mobile21cn, MOBILE_21CN_NINE),
    _Sample("21cn-eight", Mobile21cn, MOBILE_21CN_EIGHT, "8 attributes"),
    _Sample("163", Tech163, TECH_163),
    _Sample("sohu", DigiSohu, DIGI_SOHU),
    _Sample("zol", DetailZol),
    _Sample("zol-old", MobileZol),
    _Sample("shouji", Shouji),
    _Sample("tongxun", Tongxun),
    _Sample("shangcheng", Shangcheng),
    _Sample("bildschirmwelt", Bildschirmwelt),
    _Sample("monitorkatalog", Monitorkatalog),
    _Sample("screenshop", Screenshop),
)


def folders(topic: str) -> list[Path]:
    """Where the labelled pages of a topic's sites are."""
    return sorted(FOLDER / sample.folder for sample in _SAMPLES if sample.site.topic == topic)


def files() -> Iterator[tuple[str, bytes]]:
    """Every file's path inside the folder of labelled pages, and what it holds."""
    for sample in _SAMPLES:
        site = sample.site()
        product = _labelled_product(site, sample.variant)
        page = site.product(product)
        expected = {
            "url": page.url,
            "content_type": page.content_type,
            "pairs": [pair._asdict() for pair in page.gold],
        }
        yield f"{sample.folder}/page.html", page.body
        yield f"{sample.folder}/expected.json", _json(expected)
        if sample.layout:
            yield f"{sample.folder}/marks.json", _json(_marks(site, product, sample.layout))


def _labelled_product(site: Site, variant: str) -> Product:
    """The product whose page shows most: one label should teach as much as it can."""
    fitting = [product for product in site.products if site.spec(product).variant == variant]

    def shows(product: Product) -> tuple[int, int]:
        spec = site.spec(product)
        return len(spec.gold), spec.area.count("<a ")

    return max(fitting, key=shows)


def _marks(site: Site, product: Product, layout: PublishedLayout) -> dict[str, object]:
    spec = site.spec(product)
    before, _, _ = site.product_html(product, spec).partition(spec.area)
    return {
        "start": _count_tags(before),
        "length": layout.length,
        "formats": layout.formats,
        "pos": layout.marks,
    }


def _count_tags(source: str) -> int:
    """How long the tag sequence of this source is: scripts and styles are not in it."""
    counter = _TagCounter()
    counter.feed(source)
    return counter.count


class _TagCounter(HTMLParser):
    count = 0

    def handle_starttag(self, tag: str, _attributes: object) -> None:
        self.count += tag not in {"script", "style"}


def _json(content: Mapping[str, object]) -> bytes:
    """JSON with one list item per line, for people to read and compare."""
    entries = (f'"{key}": {_json_value(value)}' for key, value in content.items())
    return ("{\n  " + ",\n  ".join(entries) + "\n}\n").encode()


def _json_value(value: object) -> str:
    if isinstance(value, list | tuple):
        items = ",\n    ".join(json.dumps(item, ensure_ascii=False) for item in value)
        return f"[\n    {items}\n  ]"
    return json.dumps(value, ensure_ascii=False)


def write(folder: Path = FOLDER) -> None:
    for path, content in files():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


if __name__ == "__main__":
    write()
