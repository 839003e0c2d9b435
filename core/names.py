"""Names as pages show them, cleaned for display or reduced to a key for comparison; site names."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from ipaddress import ip_address
from typing import TYPE_CHECKING
from unicodedata import normalize
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from tldextract import TLDExtract

_SPACES = " \t\n\r\f\v\u00a0\u2002\u2003\u2009\u200b\u3000\ufeff"
_MARKS = ":：︰﹕;；,，、。·•・|｜/-–—=>＞»*★☆■□◆◇●○▪►▶"
_AROUND_NAMES = _SPACES + _MARKS
_BRACKETS = {"【": "】", "[": "]", "［": "］", "〔": "〕", "「": "」", "(": ")", "（": "）"}
_COLON = re.compile("[:：]")
_LONGEST_NAME = 80
_LONGEST_CACHED = 80  # keys of longer texts are not cached
_LOWER_CASE = bytes(range(128)).lower().ljust(256, b"\0")
_NO_LETTERS = bytes(code for code in range(128) if not chr(code).isalnum())
_SPACED_OUT = re.compile(r"(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])")


def name_key(name: str) -> str:
    """The form in which names are compared: letters and digits only, case and width folded."""
    return _cached_key(name) if len(name) <= _LONGEST_CACHED else _key(name)


def _key(name: str) -> str:
    if name.isascii():
        return name.encode().translate(_LOWER_CASE, _NO_LETTERS).decode()
    folded = normalize("NFKC", normalize("NFKC", name).casefold())
    return "".join(filter(str.isalnum, folded))


# The same names and short values occur again and again.
_cached_key = lru_cache(maxsize=50_000)(_key)


def clean_name(shown: str, feature: str = "") -> str:
    """The pseudo name: what the page shows, without its feature and surrounding punctuation.

    >>> clean_name("参考价格：", "："), clean_name("【重 量】"), clean_name("· 摄像头（后置）")
    ('参考价格', '重量', '摄像头（后置）')
    """
    around = _AROUND_NAMES
    if feature:
        around += "".join(mark for mark in feature if not name_key(mark))
    name = shown.strip(around)
    if _BRACKETS.get(name[:1]) == name[-1:] and name.count(name[-1]) == 1:
        name = name[1:-1].strip(around)
    return _SPACED_OUT.sub("", name)


# A link that leads to a list ends, or begins, with an arrow: `5G phones >`.


ARROWS = ">＞»›→▸►▶"
_BEFORE_A_SEPARATOR = re.compile(rf"(?<![\s{ARROWS}])[\s{ARROWS}]++(?=\Z|[,，、;；/|])")
_LEADING_ARROWS = re.compile(rf"[\s{ARROWS}]*+(?=[^\W\d])")


def without_arrows(text: str) -> str:
    """The text without the arrows of links; a text of arrows alone stays.

    >>> without_arrows("5G手机>，4G手机 >"), without_arrows("» Slider"), without_arrows(">500 nits")
    ('5G手机，4G手机', 'Slider', '>500 nits')
    """
    if not any(map(text.__contains__, ARROWS)):
        return text
    leading = _LEADING_ARROWS.match(text)
    rest = text[leading.end() :] if leading else text
    return _BEFORE_A_SEPARATOR.sub(_blank_of, rest) or text


def _blank_of(run: re.Match[str]) -> str:
    """Spaces alone stay: they are not ours to remove."""
    return run[0] if run[0].isspace() else ""


def split_name(text: str) -> tuple[str, str]:
    """Name and value of a text that contains both, split at its first colon.

    >>> split_name("重量：102 克"), split_name("102 克")
    (('重量', '102 克'), ('', '102 克'))
    """
    colon = _COLON.search(text, 0, _LONGEST_NAME + 1)
    if not colon:
        return "", text
    return clean_name(text[: colon.start()]), text[colon.end() :].strip()


# Sites: all hosts of one registered domain.


@cache
def _suffix_list() -> TLDExtract:
    """The list of public suffixes that comes with the package: nothing is fetched."""
    from tldextract import TLDExtract  # noqa: PLC0415 - it imports requests; few commands need it

    return TLDExtract(suffix_list_urls=(), cache_dir=None)


def host_of(url: str) -> str:
    """The host of a URL in lower case, or ""."""
    try:
        return (urlsplit(url).hostname or "").rstrip(".").lower()
    except ValueError:
        return ""


@lru_cache(maxsize=4096)
def site_of(url: str) -> str:
    """The registered domain: the same for `www.`, `m.` and all other hosts of a site."""
    host = host_of(url)
    if not host or _is_ip_address(host):
        return host
    site = _suffix_list()(host).top_domain_under_public_suffix
    return site or ".".join(host.split(".")[-2:])


def _is_ip_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
