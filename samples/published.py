"""The five published layouts: the area's tag sequence and the marks a person makes on it.

Area, formats and positions are those of the published model. A mark is (i, attrType,
contentType, isNoise): i counts the area's tags from 1; the others name a record of the
formats, from 1, or 0 for none. Tags without a mark hold nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

Mark = tuple[int, int, int, int]
Format = tuple[str, str]


@dataclass(frozen=True)
class Layout:
    """How a labelled page is marked; a format is a name as shown and its feature."""

    area: str
    formats: tuple[Format, ...]
    marks: tuple[Mark, ...]

    @property
    def length(self) -> int:
        return self.area.count("*") + 1


_NO_NAME: Format = ("", "")


def _named(names: str, feature: str) -> tuple[Format, ...]:
    return tuple((name + feature, feature) for name in names.split())


PCPOP = Layout(
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

PCONLINE = Layout(
    "dt*dd*strong*span" + 6 * "*dd*strong",
    (_NO_NAME, *_named("参考价格 上市时间 网络制式 手机外形 主屏参数 数据业务 摄像头", "：")),
    ((1, 0, 1, 0), (3, 2, 0, 0), (4, 0, 2, 0), *((2 * k, k, k, 0) for k in range(3, 9))),
)


def _mobile_21cn(names: str) -> Layout:
    """Two rows with a link, then rows of two divisions; the heading above them is noise."""
    formats = _named(names, "：")
    plain = len(formats) - 2
    return Layout(
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

TECH_163 = Layout(
    "h3*p*p*p*p*p*div",
    (_NO_NAME, *_named("参考价格 上市日期 网络频率 外观设计", "：")),
    ((1, 0, 1, 0), *((k, k, k, 0) for k in range(2, 6)), (6, 0, 0, 1), (7, 0, 0, 1)),
)

DIGI_SOHU = Layout(
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
