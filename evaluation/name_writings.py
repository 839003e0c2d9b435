"""One phone's name as different sites write it: the same phone, spelled otherwise."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from index.products.vocabulary import BRANDS

if TYPE_CHECKING:
    from collections.abc import Callable

_SPACE_WITHOUT_NEED = re.compile(r"(?<=[\u4e00-\u9fff]) | (?=[\u4e00-\u9fff])|(?<=[A-Za-z]) (?=\d)")
_FULL_WIDTH = str.maketrans({code: chr(code + 0xFEE0) for code in range(0x21, 0x7F)})


def _closed_up(brand: str, model: str) -> str:
    return _SPACE_WITHOUT_NEED.sub("", f"{brand} {model}")


def _other_brand(brand: str, model: str) -> str:
    return f"{_another_name(brand)} {model}"


def _both_brands(brand: str, model: str) -> str:
    return f"{brand}（{_another_name(brand)}）{model} 手机"


def _another_name(brand: str) -> str:
    about = BRANDS.brands.get(BRANDS.known(brand))
    return about.names[-1] if about else brand


WRITINGS: tuple[Callable[[str, str], str], ...] = (
    lambda brand, model: f"{brand} {model}",
    _closed_up,
    _other_brand,
    _both_brands,
    lambda brand, model: f"{brand} {model}".upper(),
    lambda brand, model: f"{brand} {model}".translate(_FULL_WIDTH).replace(" ", "\u3000"),
    lambda brand, model: f"{brand}{model}（全网通）",
    lambda brand, model: f"{brand} {model} 4GB+64GB",
    lambda brand, model: f"{brand} {model}（6GB/128GB/移动4G）黑色",
    lambda brand, model: f"{brand} {model}/联通版",
)
