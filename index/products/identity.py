"""Which product a record tells of, as far as the record itself can say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from index.products.brand_names import split_brand
from index.products.chips import Chipset, read_chipset
from index.products.codes import codes_in
from index.products.names import LONGEST_NAME, ReadName, read_name
from index.products.variants import Variant
from index.products.vocabulary import BRANDS
from index.products.writing import compact, folded, tidy

if TYPE_CHECKING:
    from store.records import CurrentRecord

_NAME, _BRAND, _MODEL, _SCREEN, _CHIP = "手机名", "品牌", "型号", "主屏尺寸", "处理器"
_INCHES = re.compile(
    r"(?<![\d.])([1-9](?:\.\d{1,2})?)\s*(?:英寸|寸|inch|in\b|\"|″|$)", re.IGNORECASE
)


class ProductKey(NamedTuple):
    """What records of one product have in common; both parts are in one compact writing."""

    brand: str
    model: str


class Identity(NamedTuple):
    """`key` is None where the record does not tell, or is at odds with itself.

    `name` is the whole name as the page writes it, `written` the model in it.
    """

    key: ProductKey | None
    name: str = ""
    written: str = ""
    codes: frozenset[str] = frozenset()
    variant: Variant = Variant()
    inches: float | None = None
    chip: Chipset = Chipset()


def identify(record: CurrentRecord) -> Identity:
    brand = _said_brand(record)
    names = [read_name(raw, brand) for raw in _raw(record, _NAME) or _raw(record, _MODEL)]
    brands = dict.fromkeys(name.brand for name in names if name.brand)
    keys = {_key(name, next(iter(brands), brand)) for name in names}
    key = keys.pop() if len(keys) == 1 else None
    if key is None or not _agree(key.brand, brand):
        return Identity(None, names[0].whole if names else "")
    first = names[0]
    codes = first.codes.union(*(codes_in(tidy(raw)) for raw in _raw(record, _MODEL)))
    chip = read_chipset(" ".join(_raw(record, _CHIP))[:LONGEST_NAME])
    inches = _inches(record)
    return Identity(key, first.whole, first.written, codes, first.variant, inches, chip)


def _raw(record: CurrentRecord, attribute: str) -> list[str]:
    found = (value.raw for value in record.values if value.attribute == attribute)
    return [raw for raw in dict.fromkeys(found) if raw.strip()]


def _said_brand(record: CurrentRecord) -> str:
    """Brands that no file knows are taken at their word."""
    for raw in _raw(record, _BRAND)[:1]:
        branded = split_brand(tidy(raw[:LONGEST_NAME]))
        return branded.brand if branded.brand and not branded.rest else compact(raw[:LONGEST_NAME])
    return ""


def _key(name: ReadName, brand: str) -> ProductKey | None:
    brand = name.brand or brand
    about = BRANDS.brands.get(brand)
    model = name.model
    if about is None:  # a brand no file knows may stand before the model, or not
        model = model.removeprefix(brand)
    if not brand or not (model or (about and about.is_model)):
        return None
    return ProductKey(brand, model)


def _agree(named: str, said: str) -> bool:
    """A page of 小米 may show a 红米; a page of 红米 that names a 小米 is at odds with itself."""
    return not said or said not in BRANDS.brands or BRANDS.is_within(named, said)


def _inches(record: CurrentRecord) -> float | None:
    for raw in _raw(record, _SCREEN)[:1]:
        if match := _INCHES.search(folded(raw[:LONGEST_NAME])):
            return float(match[1])
    return None
