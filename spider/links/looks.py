"""How an anchor looks: like a product's name, a price, a page number, a sentence?"""

from __future__ import annotations

import re

_PAGE = re.compile(
    r"(?:上|下|前|后|後|首|末|尾|第\s*\d+\s*)一?[页頁]|第?\s*\d{1,4}\s*[页頁]?|[«»‹›<>←→]+"
    r"|(?:[«»‹›<>←→]\s*)*(?:next|prev(?:ious)?|older|newer|first|last|more)(?:\s+page)?"
    r"(?:\s*[«»‹›<>←→])*|page\s+\d+|\[\d+\]|次へ|前へ|다음|이전|suivant|weiter|siguiente",
    re.IGNORECASE,
)
_MODEL = re.compile(r"[A-Za-z]+[-\s]?\d+[A-Za-z]*|\d+[A-Za-z]+\d*")
_PRICE = re.compile(r"[$€£¥￥]\s*\d|\d\s*元|\d[\d.,]*\s*(?:usd|eur|rmb)", re.IGNORECASE)
_SENTENCE = re.compile(r"[，。！？；]|[,;!?]\s|：\S{4}")
_LATIN_WORD = re.compile(r"[a-z]{2,}|\d+")
_OTHER_WORD = re.compile(r"[^\W\da-zA-Z_]{2,}")
_MOST_WORDS = 4


def is_page_turn(anchor: str) -> bool:
    """Is it a link to another page of the same list?

    >>> [is_page_turn(text) for text in ("下一页", "3", "Next »", "第12页", "iPhone 12")]
    [True, True, True, True, False]
    """
    return len(anchor) <= 20 and _PAGE.fullmatch(anchor) is not None


def anchor_looks(anchor: str) -> list[str]:
    """What can be seen of an anchor without knowing its words."""
    if not anchor:
        return ["look:empty"]
    if is_page_turn(anchor):
        return ["look:page"]
    found = []
    if _PRICE.search(anchor):
        found.append("look:price")
    if _SENTENCE.search(anchor):
        found.append("look:sentence")
    elif len(anchor) <= 60 and _MODEL.search(anchor):
        found.append("look:model")
    length = len(anchor) if anchor.isascii() else 2 * len(anchor)
    found.append("look:short" if length <= 8 else "look:middle" if length <= 40 else "look:long")
    return found


def anchor_words(anchor: str) -> list[str]:
    """A few words to learn from: Latin words, and how runs of other letters begin and end."""
    lower = anchor[:80].lower()
    found = ["#" if word.isdigit() else word for word in _LATIN_WORD.findall(lower)[:_MOST_WORDS]]
    for run in _OTHER_WORD.findall(lower)[:2]:
        found += (run[:2], run[-2:])
    return found
