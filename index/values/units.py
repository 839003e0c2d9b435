"""Units as sites write them, in Chinese and English, and their conversion.

Only units of the attribute's own kind of measure are considered: `G` is a gigabyte for storage and
a gigahertz for a processor, `M` is a megapixel for a camera.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

# Spellings (separated by spaces, _ is a space) → size. Case is ignored.
_KINDS: Mapping[str, Mapping[str, float]] = {
    "length": {
        "nm 纳米 奈米": 1e-6,
        "μm µm um 微米": 1e-3,
        "mm 毫米 公厘 ㎜": 1,
        "cm 厘米 公分 ㎝": 10,
        "英寸 英吋 吋 寸 inches inch in \" ''": 25.4,
        "英尺 feet foot ft": 304.8,
        "m 米 公尺 meters metres meter metre": 1e3,
        "km 千米 公里 ㎞": 1e6,
    },
    "mass": {
        "mg 毫克": 1e-3,
        "g 克 公克 grams gram": 1,
        "oz 盎司 ounces ounce": 28.349523125,
        "lbs lb 磅 pounds pound": 453.59237,
        "斤 市斤": 500,
        "kg 千克 公斤 kilograms kilogram ㎏": 1e3,
    },
    "time": {
        "ms 毫秒": 1e-3,
        "秒 seconds second secs sec s": 1,
        "分钟 分 minutes minute mins min": 60,
        "小时 个小时 钟头 hours hour hrs hr h": 3600,
        "天 日 days day d": 86400,
        "周 星期 weeks week": 7 * 86400,
        "个月 months month": 30 * 86400,
        "年 years year": 365 * 86400,
    },
    "data": {
        "KB K": 1 / 1024**2,
        "MB MiB M 兆": 1 / 1024,
        "GB GiB G": 1,
        "TB TiB T": 1024,
    },
    "frequency": {
        "Hz 赫兹 赫": 1,
        "kHz 千赫": 1e3,
        "MHz M 兆赫兹 兆赫": 1e6,
        "GHz G 吉赫兹 吉赫": 1e9,
    },
    "current": {"mA 毫安": 1e-3, "A 安培 安": 1},
    "angle": {"° 度 degrees degree": 1},
    "pixels": {
        "像素 pixels pixel": 1e-4,
        "万像素 万画素 万像 万 w": 1,
        "megapixels megapixel Mpixels Mpixel Mpix Mpx MP M 百万像素": 100,
        "亿像素 亿": 1e4,
    },
    "colours": {
        "色 种颜色 种色彩 colors colours color colour": 1,
        "K色 K_colors K_colours K": 1e3,
        "万色 万种颜色 万种色彩 万": 1e4,
        "M色 M_colors M_colours M": 1e6,
        "亿色 亿种颜色 亿种色彩 亿": 1e8,
    },
    "charge": {"mAh mA 毫安时 毫安小时 毫安": 1, "Ah 安时": 1e3},
    "energy": {"mWh": 1e-3, "Wh 瓦时": 1, "kWh 千瓦时 度": 1e3},
    "power": {"mW 毫瓦": 1e-3, "W 瓦特 瓦 watts watt": 1, "kW 千瓦": 1e3},
    "voltage": {"mV 毫伏": 1e-3, "V 伏特 伏 volts volt": 1, "kV 千伏": 1e3},
    "volume": {"ml cc 毫升 cm³ cm3 立方厘米": 1e-3, "L 升 公升 liters litres liter litre": 1},
    "density": {"ppi dpi 像素/英寸": 1},
    "share": {"% 百分之 percent": 1},
    "brightness": {"尼特 nits nit cd/m² cd/m2 cd/㎡ 坎德拉": 1},
    "absorption": {"W/kg 瓦/千克 瓦/公斤 瓦特/千克 瓦特/公斤 mW/g": 1},
    "temperature": {"℃ °C 摄氏度 C": 1},
    "noise": {"dB dB(A) dBA 分贝": 1},
}
_COUNTED = frozenset(("data", "pixels"))  # a comma between such numbers separates list items
_FEWEST_PIXELS = 30  # in 万: fewer are a number of megapixels, or of cameras


@dataclass(frozen=True, slots=True)
class Scale:
    """All spellings that can be converted to one unit."""

    unit: str
    kind: str
    factors: Mapping[str, float]

    @property
    def counted(self) -> bool:
        """Whole numbers, in which a comma separates list items, never thousands."""
        return self.kind in _COUNTED

    @property
    def pattern(self) -> str:
        """A regular expression of all spellings, to be used with IGNORECASE."""
        longest_first = sorted(self.factors, key=len, reverse=True)
        return "|".join(map(_spelling, longest_first))

    def factor(self, spelled: str) -> float:
        return self.factors[spelled.casefold()]

    def factor_of_bare(self, value: float) -> float | None:
        """The factor for a number without a unit; None if its unit cannot be guessed."""
        if self.kind == "data":
            return None
        if self.unit == "GHz" and value > 50:
            return self.factor("MHz")
        if self.unit == "万像素" and value < _FEWEST_PIXELS:
            return None
        return 1.0


@cache
def scale_of(unit: str) -> Scale:
    """The scale of a unit; one that is in no table has a single spelling, and no conversions."""
    for same_case in (True, False):
        for kind, spellings in _KINDS.items():
            if one := _size_of(unit, spellings, same_case=same_case):
                return Scale(unit, kind, _factors(spellings, one))
    return Scale(unit, "", {unit.casefold(): 1.0})


def _size_of(unit: str, spellings: Mapping[str, float], *, same_case: bool) -> float | None:
    for many, size in spellings.items():
        if unit in many.split():
            return size
        if not same_case and unit.casefold() in many.casefold().split():
            return size
    return None


def _factors(spellings: Mapping[str, float], one: float) -> dict[str, float]:
    return {
        spelled.replace("_", " ").casefold(): size / one
        for many, size in spellings.items()
        for spelled in many.split()
    }


def _spelling(spelled: str) -> str:
    """A Latin spelling must not be followed by letters, nor cm by ²."""
    pattern = re.escape(spelled)
    if spelled[-1].isascii() and spelled[-1].isalpha():
        return pattern + r"(?![a-z²³]|[23](?![\d.]))"
    return pattern
