"""Which phones a site shows, and in which order."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from samples.chance import number
from samples.facts import phones

Phone = Mapping[str, str]


def chosen(host: str, count: int, rank: Callable[[Phone], int]) -> tuple[Phone, ...]:
    """Pick a site's phones: those of the lowest rank first, within a rank in its own order."""
    known = sorted(phones(), key=lambda phone: (rank(phone), number(host, phone["手机名"])))
    if len(known) < count:
        raise ValueError(f"{host} wants {count} phones, but samples.facts knows {len(known)}")
    return tuple(known[:count])


def neighbours(shown: tuple[Phone, ...], phone: Phone, count: int) -> tuple[Phone, ...]:
    """The phones that stand behind this one in a site's order, as in "similar phones"."""
    start = shown.index(phone) + 1
    return (shown + shown)[start : start + count]


def yuan(phone: Phone) -> int:
    """The reference price as a number."""
    digits = re.search(r"\d+", phone["参考价格"])
    if digits is None:
        raise ValueError(f"{phone['手机名']}: 参考价格 {phone['参考价格']!r} holds no number")
    return int(digits.group())
