"""What is true of the sample phones: written down by hand, shown by the pocket web's pages.

Prices are typical launch prices in China, rounded (converted where a phone was never sold there);
the shops' offers (商家报价) are made up around them.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING

import yaml

if TYPE_CHECKING:
    from collections.abc import Mapping


@cache
def phones() -> tuple[Mapping[str, str], ...]:
    """Every phone's facts by standard attribute name, oldest phone first."""
    sheets = (entry for entry in files(__name__).iterdir() if entry.name.endswith(".yaml"))
    facts = (
        phone for sheet in sheets for phone in yaml.safe_load(sheet.read_text(encoding="utf-8"))
    )
    return tuple(MappingProxyType(phone) for phone in sorted(facts, key=_release_then_name))


def _release_then_name(phone: Mapping[str, str]) -> tuple[int, int, str]:
    """A year without a month comes before that year's months."""
    year, *month = map(int, re.findall(r"\d+", phone["上市时间"]))
    return year, month[0] if month else 0, phone["手机名"]
