"""Which parameters of an address choose the page, and which only say who came from where?

Of courlan only the list of trackers serves, and not all of it: on shops and catalogues `cid`,
`uid`, `keyword` or `source` tell pages apart. Its `clean_url` is not used: it loses empty
parameters, breaks values that are not UTF-8, and takes longer than all the rest of a link.
"""

from __future__ import annotations

import re
from functools import lru_cache

from courlan.clean import TRACKERS_RE

# What courlan takes for a tracker, but catalogues use to choose a page.
_AMBIGUOUS = frozenset(
    "aff affi cid clid eid ga gl kwd keyword medium ref session source uid".split()
)
# Trackers of Chinese shops and statistics, and others that courlan does not know.
_MORE_TRACKERS = frozenset(
    "spm scm hmsr hmpl hmcu hmkw hmci bd_vid qz_gdt _openstat _hsenc _hsmi srsltid".split()
)
_SESSIONS = frozenset(
    "phpsessid jsessionid sessionid session_id sessid cfid cftoken zenid oscsid".split()
)
# These are sessions only where their value looks like one: sid=12 may well be a shop.
_PERHAPS_SESSIONS = frozenset("sid s session".split())
_TOKEN = re.compile(r"(?=.*[0-9])(?=.*[A-Za-z])[A-Za-z0-9]{6}|(?=.*[0-9])[A-Za-z0-9,-]{16,}")

_SESSION_IN_PATH = re.compile(
    r";(?:jsessionid|phpsessid|sid)=[^/;]*+|/\([a-z]\([a-z0-9]{20,}\)\)(?=/)", re.IGNORECASE
)


def is_idle(name: str, value: str) -> bool:
    """Does the page stay the same without this parameter?"""
    return _is_idle_name(name) or (name.lower() in _PERHAPS_SESSIONS and _is_token(value))


def without_session(path: str) -> str:
    """A path without the session that some servers write into it.

    >>> without_session("/shop/item.do;jsessionid=8A3F01")
    '/shop/item.do'
    """
    return _SESSION_IN_PATH.sub("", path) if ";" in path or "(" in path else path


@lru_cache(maxsize=4096)
def _is_idle_name(name: str) -> bool:
    lower = name.lower()
    if lower in _SESSIONS or lower in _MORE_TRACKERS:
        return True
    found = TRACKERS_RE.search(lower)
    return found is not None and found[0].lstrip("_") not in _AMBIGUOUS


def _is_token(value: str) -> bool:
    return _TOKEN.fullmatch(value) is not None
