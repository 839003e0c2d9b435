"""Names as pages show them (cleaned for people, keyed for comparing), and the names of sites."""

from __future__ import annotations

import re
from functools import lru_cache
from ipaddress import ip_address
from unicodedata import normalize
from urllib.parse import urlsplit

from tldextract import TLDExtract

_SPACES = " \t\n\r\f\v\u00a0\u2002\u2003\u2009\u200b\u3000\ufeff"
_MARKS = ":：︰﹕;；,，、。·•・|｜/-–—=>＞»*★☆■□◆◇●○▪►▶"
_DRESSING = _SPACES + _MARKS
_BRACKETS = {"【": "】", "[": "]", "［": "］", "〔": "〕", "「": "」", "(": ")", "（": "）"}
_COLON = re.compile("[:：]")
_LONGEST_NAME = 80
# Of longer texts no keys are kept.
_SHORT = 80
_SMALL = bytes(range(128)).lower().ljust(256, b"\0")
_NO_LETTERS = bytes(code for code in range(128) if not chr(code).isalnum())
_STRETCHED = re.compile(r"(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])")


def name_key(name: str) -> str:
    """What is compared: letters and digits only, full-width forms and case folded."""
    return _short_key(name) if len(name) <= _SHORT else _key(name)


def _key(name: str) -> str:
    if name.isascii():
        return name.encode().translate(_SMALL, _NO_LETTERS).decode()
    folded = normalize("NFKC", normalize("NFKC", name).casefold())
    return "".join(filter(str.isalnum, folded))


# Names and short values come again and again.
_short_key = lru_cache(maxsize=50_000)(_key)


def clean_name(shown: str, feature: str = "") -> str:
    """The pseudo name: what the page shows, without its feature and dressing.

    >>> clean_name("参考价格：", "："), clean_name("【重 量】"), clean_name("· 摄像头（后置）")
    ('参考价格', '重量', '摄像头（后置）')
    """
    dressing = _DRESSING
    if feature:
        dressing += "".join(mark for mark in feature if not name_key(mark))
    name = shown.strip(dressing)
    if _BRACKETS.get(name[:1]) == name[-1:] and name.count(name[-1]) == 1:
        name = name[1:-1].strip(dressing)
    return _STRETCHED.sub("", name)


def split_name(text: str) -> tuple[str, str]:
    """Name and value of a text that holds both, parted by its first colon.

    >>> split_name("重量：102 克"), split_name("102 克")
    (('重量', '102 克'), ('', '102 克'))
    """
    colon = _COLON.search(text, 0, _LONGEST_NAME + 1)
    if not colon:
        return "", text
    return clean_name(text[: colon.start()]), text[colon.end() :].strip()


# Sites: what the hosts of a registered domain have in common.


# The list of public suffixes that comes with the package: nothing is fetched.
_SUFFIXES = TLDExtract(suffix_list_urls=(), cache_dir=None)


def host_of(url: str) -> str:
    """The host of a URL in lower case, "" where there is none."""
    try:
        return (urlsplit(url).hostname or "").rstrip(".").lower()
    except ValueError:
        return ""


@lru_cache(maxsize=4096)
def site_of(url: str) -> str:
    """The registered domain: what `www.`, `m.` and other hosts of a site have in common."""
    host = host_of(url)
    if not host or _is_ip_address(host):
        return host
    site = _SUFFIXES(host).top_domain_under_public_suffix
    return site or ".".join(host.split(".")[-2:])


def _is_ip_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
