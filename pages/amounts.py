"""Amounts that a page splits over elements: `208,` `60` `€`, and `1299` with small cents.

Texts of a line are joined one by one; `joint` says what stands between two of them. Numbers are
glued only where they can be nothing but one: the first breaks off at its decimal sign, or the
second is raised or called cents, with a currency beside them.
"""

from __future__ import annotations

import re

from core.currencies import CLEAR_SIGNS, CURRENCIES

_SIGNS = "|".join(map(re.escape, sorted((*CURRENCIES, "￥"), key=len, reverse=True)))
_SIGN_ALONE = frozenset(("￥", *(sign for sign in CLEAR_SIGNS if not sign.isalpha())))
_MONEY_FIRST = re.compile(rf"\s{{0,2}}(?:{_SIGNS})(?![a-z])", re.IGNORECASE)
_WHOLE = r"\d{1,3}(?:[.,'’]\d{3}){1,3}|\d{1,7}"
_END = re.compile(
    rf"(?P<sign>(?<![a-z])(?:{_SIGNS})\s{{0,2}})?(?<![\d.,])(?P<whole>{_WHOLE})(?P<cut>[.,]?)\Z",
    re.IGNORECASE,
)
_CENTS = re.compile(rf"(?:\d\d|[-–—]{{1,2}})(?:\s{{0,2}}(?:{_SIGNS})|\*)?", re.IGNORECASE)
_DIGITS_OF_CENTS = re.compile(rf"\d\d(?:\s{{0,2}}(?:{_SIGNS})|\*)?", re.IGNORECASE)
_DECIMALS = re.compile(r"[.,](?:\d\d|[-–—]{1,2})(?!\d)")
_SMALL = re.compile(
    rb"""(?i)(?:class|id)\s*=\s*["']?[^"'>]{0,200}?(?:cent|decimal|fraction|pence|nachkomma|superscript)"""
    rb"""|vertical-align\s*:\s*(?:super|top)"""
)
_BASES = frozenset(("2", "10"))  # of powers: 10<sup>12</sup>
_TAIL = 32  # characters of the text before that are looked at


def joint(before: str, behind: str, following: str | None, *, tag: str, rest: bytes) -> str | None:
    """What stands between two texts of one amount: nothing, or a decimal sign; None for others.

    `following` is the text after `behind`, None if the line ends there; `tag` and `rest` are of the
    element around `behind`.

    >>> joint("208,", "60", "€", tag="span", rest=b""), joint("$1,299", "99", None, tag="sup", rest=b"")
    ('', '.')
    >>> joint("144,", "60", "Hz", tag="span", rest=b"") is None
    True
    """  # noqa: E501 - an example on one line
    first = behind[:1]
    if not first or first not in "0123456789.,-–—":
        return None
    ahead, _, last = before.rpartition(" ")
    if last in _SIGN_ALONE:
        return "" if first.isdigit() and not ahead[-1:].isdigit() else None
    found = _END.search(before[-_TAIL:])
    if not found:
        return None
    if not found["cut"]:
        return _before_cents(found, behind, following, tag, rest)
    is_cents = _CENTS.fullmatch(behind) and _is_money(found, behind, following)
    return "" if is_cents else None


def _is_money(found: re.Match[str], behind: str, following: str | None) -> bool:
    """Does a currency stand before the number or behind the cents, or nothing at all behind?"""
    return bool(
        found["sign"]
        or following is None
        or not behind[-1].isdigit()
        or _MONEY_FIRST.match(following)
    )


def _before_cents(
    found: re.Match[str], behind: str, following: str | None, tag: str, rest: bytes
) -> str | None:
    if _DECIMALS.match(behind):
        return ""
    if behind in {".", ","}:
        return "" if following and _CENTS.fullmatch(following) else None
    if not _DIGITS_OF_CENTS.fullmatch(behind):
        return None
    is_raised = tag == "sup" and found["whole"] not in _BASES
    has_money = found["sign"] or _MONEY_FIRST.match(following or "") or not behind[-1].isdigit()
    if is_raised or (has_money and (tag == "sup" or _SMALL.search(rest))):
        return "," if "." in found["whole"] else "."
    return None
