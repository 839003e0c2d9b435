"""Units as sites write them, and their conversion.

Sizes and international symbols are here; the words for units are in the locale packs, units that
only one kind of product has in its topic file. Only units of the attribute's own kind of measure
are considered: `G` is a gigabyte for storage and a gigahertz for a processor, `M` is a megapixel
for a camera.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from core.locales import locales

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.topic import Attribute
    from core.topic_parts import OwnUnits

# Kind of measure → unit → its size, and its symbols separated by spaces. Case is ignored.
_KINDS: Mapping[str, Mapping[str, tuple[float, str]]] = {
    "length": {
        "nm": (1e-6, "nm"),
        "μm": (1e-3, "μm µm um"),
        "mm": (1, "mm ㎜"),
        "cm": (10, "cm ㎝"),
        "inch": (25.4, "\" ''"),
        "ft": (304.8, "ft"),
        "m": (1e3, "m"),
        "km": (1e6, "km ㎞"),
    },
    "mass": {
        "mg": (1e-3, "mg"),
        "g": (1, "g"),
        "oz": (28.349523125, "oz"),
        "lb": (453.59237, "lbs lb"),
        "jin": (500, ""),
        "kg": (1e3, "kg ㎏"),
    },
    "time": {
        "ms": (1e-3, "ms"),
        "s": (1, "s"),
        "min": (60, "min"),
        "h": (3600, "h"),
        "day": (86400, ""),
        "week": (7 * 86400, ""),
        "month": (30 * 86400, ""),
        "year": (365 * 86400, ""),
    },
    "data": {
        "KB": (1 / 1024**2, "KB K"),
        "MB": (1 / 1024, "MB MiB M"),
        "GB": (1, "GB GiB G"),
        "TB": (1024, "TB TiB T"),
    },
    "frequency": {
        "Hz": (1, "Hz"),
        "kHz": (1e3, "kHz"),
        "MHz": (1e6, "MHz M"),
        "GHz": (1e9, "GHz G"),
    },
    "current": {"mA": (1e-3, "mA"), "A": (1, "A")},
    "angle": {"°": (1, "°")},
    "pixels": {
        "pixel": (1, ""),
        "10k pixels": (1e4, ""),
        "megapixel": (1e6, "MP M"),
        "100M pixels": (1e8, ""),
    },
    "colours": {
        "colour": (1, ""),
        "thousand colours": (1e3, "K"),
        "10k colours": (1e4, ""),
        "million colours": (1e6, "M"),
        "100M colours": (1e8, ""),
        "billion colours": (1e9, ""),
    },
    "charge": {"mAh": (1, "mAh mA"), "Ah": (1e3, "Ah")},
    "energy": {"mWh": (1e-3, "mWh"), "Wh": (1, "Wh"), "kWh": (1e3, "kWh")},
    "power": {"mW": (1e-3, "mW"), "W": (1, "W"), "kW": (1e3, "kW")},
    "voltage": {"mV": (1e-3, "mV"), "V": (1, "V"), "kV": (1e3, "kV")},
    "volume": {"ml": (1e-3, "ml cc cm³ cm3"), "l": (1, "L")},
    "density": {"ppi": (1, "ppi dpi")},
    "share": {"%": (1, "%")},
    "brightness": {"nit": (1, "cd/m² cd/m2 cd/㎡ cd/qm")},
    "absorption": {"W/kg": (1, "W/kg mW/g")},
    "temperature": {"°C": (1, "℃ °C C")},
    "noise": {"dB": (1, "dB dB(A) dBA")},
    "ratio": {":1": (1, ":1 :_1")},  # _ is a space
}
_COUNTED = frozenset(("data", "pixels"))  # a comma between such numbers separates list items
_WHOLE = frozenset(("ratio",))  # no such number has three decimals
# Nobody has a thousand of these: 2.165 kg has decimals in German, too.
_LARGE = frozenset(("kg", "m", "km", "l", "kW", "kWh", "kV", "GHz", "TB", "Ah", "year", "h"))
_FEWEST_PIXELS = 300_000  # fewer are a number of megapixels, or of cameras


@dataclass(frozen=True, slots=True)
class Scale:
    """All spellings that can be converted to one unit."""

    unit: str
    kind: str
    factors: Mapping[str, float]
    large: frozenset[str] = frozenset()

    @property
    def counted(self) -> bool:
        """Whole numbers, in which a comma separates list items, never thousands."""
        return self.kind in _COUNTED

    @property
    def whole(self) -> bool:
        """Numbers in which any sign before three digits separates thousands: 1.000:1."""
        return self.kind in _WHOLE

    @property
    def pattern(self) -> str:
        """A regular expression of all spellings, to be used with IGNORECASE."""
        longest_first = sorted(self.factors, key=len, reverse=True)
        return "|".join(map(_spelling, longest_first))

    def factor(self, spelled: str) -> float:
        return self.factors[spelled.casefold()]

    def decimal(self, spelled: str, usual: str) -> str:
        """The signs before the decimals of a number with this unit, if `usual` is the text's.

        >>> scale_of("kg").decimal("kg", ","), scale_of("kg").decimal("g", ",")
        ('.,', ',')
        """
        is_large = (spelled or self.unit).casefold() in self.large
        return ".," if usual == "," and is_large else usual

    def factor_of_bare(self, value: float) -> float | None:
        """The factor for a number without a unit; None if its unit cannot be guessed."""
        if self.kind == "data":
            return None
        if self.unit == "GHz" and value > 50:
            return self.factor("MHz")
        if self.kind == "pixels" and value / self.factor("MP") * 1e6 < _FEWEST_PIXELS:
            return None
        return 1.0


@lru_cache(maxsize=1000)
def attribute_scale(attribute: Attribute) -> Scale:
    """The scale of an attribute's unit, with the units of its topic."""
    return scale_of(attribute.unit, attribute.own_units)


@cache
def scale_of(unit: str, own: OwnUnits = ()) -> Scale:
    """The scale of a unit; one that nobody knows has a single spelling, and no conversions."""
    kinds = _with_own(own)
    for same_case in (True, False):
        for kind, units in kinds.items():
            if found := _unit_in(unit, units, same_case=same_case):
                one = units[found].size
                factors = {
                    spelled.casefold(): each.size / one
                    for each in units.values()
                    for spelled in each.spellings
                }
                large = (units[key].spellings for key in units if key in _LARGE)
                return Scale(
                    *(unit, kind, factors),
                    frozenset(spelled.casefold() for many in large for spelled in many),
                )
    return Scale(unit, "", {unit.casefold(): 1.0})


class _Unit(NamedTuple):
    size: float
    spellings: tuple[str, ...]


@cache
def _known() -> Mapping[str, Mapping[str, _Unit]]:
    """All kinds and units, spelled by symbols and by the words of all languages."""
    return {
        kind: {unit: _Unit(size, _spellings(kind, unit)) for unit, (size, _) in units.items()}
        for kind, units in _KINDS.items()
    }


def _spellings(kind: str, unit: str) -> tuple[str, ...]:
    words = (locale.values.units.get(kind, {}).get(unit, ()) for locale in locales())
    symbols = (symbol.replace("_", " ") for symbol in _KINDS[kind][unit][1].split())
    return tuple(dict.fromkeys((*symbols, *(word for several in words for word in several))))


def _with_own(own: OwnUnits) -> dict[str, dict[str, _Unit]]:
    """The known units and a topic's own, each of the kind of the unit that it is a multiple of."""
    kinds = {kind: dict(units) for kind, units in _known().items()}
    for name, described in own:
        kind, size = _kind_and_size(kinds, described.of or name, described.size)
        units = kinds.setdefault(kind or name, {})
        before = _unit_in(name, units, same_case=True)
        spellings = units[before].spellings if before else (name,)
        units[before or name] = _Unit(size, (*spellings, *described.spellings))
    return kinds


def _kind_and_size(
    kinds: Mapping[str, Mapping[str, _Unit]], unit: str, times: float
) -> tuple[str, float]:
    for kind, units in kinds.items():
        if found := _unit_in(unit, units, same_case=True):
            return kind, units[found].size * times
    return "", times


def _unit_in(unit: str, units: Mapping[str, _Unit], *, same_case: bool) -> str:
    """The key of a unit that is spelled in any way, or ""."""
    for key, (_, spellings) in units.items():
        if unit in spellings:
            return key
        if not same_case and unit.casefold() in map(str.casefold, spellings):
            return key
    return ""


def _spelling(spelled: str) -> str:
    """A Latin spelling must not be followed by letters, nor cm by ²."""
    pattern = re.escape(spelled)
    if spelled[-1].isascii() and spelled[-1].isalpha():
        return pattern + r"(?![a-zäöüß²³]|[23](?![\d.]))"
    return pattern
