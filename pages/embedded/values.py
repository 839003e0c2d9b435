"""The words of a value, of whatever type it came."""

from __future__ import annotations

from pages.text import fold, unescape

MOST_VALUES = 20  # of a list
_LONGEST_RAW = 10_000
_DEEPEST = 3

# What UN/CEFACT's codes for units are called by people.
_UNITS = {
    "GRM": "g", "KGM": "kg", "MGM": "mg", "LBR": "lb", "ONZ": "oz", "TNE": "t",
    "MMT": "mm", "CMT": "cm", "MTR": "m", "KMT": "km", "INH": "in", "FOT": "ft",
    "LTR": "L", "MLT": "mL", "E09": "mAh", "AMH": "Ah", "WTT": "W", "KWT": "kW", "WHR": "Wh",
    "VLT": "V", "AMP": "A", "HTZ": "Hz", "KHZ": "kHz", "MHZ": "MHz", "A86": "GHz",
    "AD": "B", "2P": "KB", "4L": "MB", "E34": "GB", "E35": "TB",
    "SEC": "s", "MIN": "min", "HUR": "h", "DAY": "d", "CEL": "°C", "P1": "%", "C62": "",
}  # fmt: skip


def text_of(value: object, depth: int = _DEEPEST) -> str:
    """Its words; of a thing, its name; of a list, all different ones with commas between."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return fold(unescape(value)) if len(value) < _LONGEST_RAW else ""
    if isinstance(value, list) and depth:
        texts = (text_of(one, depth - 1) for one in value[:MOST_VALUES])
        return ", ".join(dict.fromkeys(filter(None, texts)))
    if isinstance(value, dict) and depth:
        return text_of(value.get("@value", value.get("name")), depth - 1)
    return ""


def quantity_of(value: object, depth: int = _DEEPEST) -> str:
    """An amount with its unit, "174 g"; a range where it is told as one."""
    if not (isinstance(value, dict) and depth):
        return text_of(value)
    amount = quantity_of(value.get("value"), depth - 1) or span_of(
        text_of(value.get("minValue")), text_of(value.get("maxValue"))
    )
    if not amount:
        return text_of(value)
    code = text_of(value.get("unitCode"))
    unit = text_of(value.get("unitText")) or _UNITS.get(code, code)
    return f"{amount} {unit}".strip()


def span_of(low: str, high: str) -> str:
    return "-".join(dict.fromkeys(filter(None, (low, high))))
