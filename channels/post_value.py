"""Is a post worth showing? The published filter of low-value posts: naive Bayes on words.

"顶", "+1", "thanks" and advertisements tell a reader nothing about a product. A post is a set of
words (binary features, stop words left out), and each word that was chosen when the filter was
learned speaks for or against it. What was learned is a weight per word (`post_value.json`,
written by `python -m evaluation.learn_post_value`).
"""

from __future__ import annotations

import json
import re
import warnings
from bisect import bisect_right
from functools import cache
from importlib.resources import files
from math import exp
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

LONGEST_TEXT = 2_000  # characters that are looked at
_LENGTHS = (2, 4, 6, 9, 14)  # words from which on a text is of the next length
_TOKEN = re.compile(
    r"https?://\S++|www\.\S++|\+\d++|\d++|[^\W\d_一-鿿]++(?:['’][^\W\d_]++)?|[一-鿿]++"
)
_LINK = re.compile(r"https?://|www\.")
_HAN = re.compile(r"[一-鿿]")
_CONTACT = re.compile(
    r"加[qQ微]|[qQ]{2}群?|微信[号同咨联]|薇信|私信我|联系(?:我|电话|方式)|咨询|电话|whatsapp|telegram|"
    r"\b\d[\d -]{7,}\d\b|click here|contact (?:us|me)|visit (?:our|my)",
    re.IGNORECASE,
)
# Words that say nothing by themselves, in both languages.
_STOP_WORDS = frozenset(
    "a an and are as at be been but by can do for from had has have he her his i if in into is it "
    "its just me my of on or our so than that the their them then there they this to was we were "
    "what when which who will with would you your "
    "的 了 是 在 我 你 他 她 它 们 这 那 也 就 都 而 及 与 着 或 个 把 被 和 有 吗 呢 吧 啊 "
    "一".split()
)


def value(text: str) -> float:
    """The probability that a post is worth showing, from 0 to 1; below 0.5 it is hidden.

    >>> value("顶") < 0.1 < 0.9 < value("屏幕很细腻，但是阳光下看不太清楚，电池只能用一天")
    True
    """
    return value_by(shipped_weights(), text)


def value_by(weights: Mapping[str, float], text: str) -> float:
    """Weights are log odds. Words that a post does not have say nothing: most never occur."""
    odds = sum(weights.get(word, 0.0) for word in features(text))
    return 1 / (1 + exp(-max(min(odds, 50.0), -50.0)))


def features(text: str) -> frozenset[str]:
    """The words of a text, and in angle brackets what else it has: a link, a question, length."""
    text = text[:LONGEST_TEXT].lower()
    words = list(_words(text))
    found = {word for word in words if word not in _STOP_WORDS}
    found.add(f"<length {bisect_right(_LENGTHS, len(words))}>")
    if _LINK.search(text):
        found.add("<link>")
    if _CONTACT.search(text):
        found.add("<contact>")
    if "?" in text or "？" in text:
        found.add("<question>")
    return frozenset(found)


def _words(text: str) -> Iterable[str]:
    for token in _TOKEN.findall(text):
        if token[0] == "+":
            yield "<plus>"
        elif token.isdecimal():
            yield "<number>"
        elif _LINK.match(token):
            yield "<link>"
        elif _HAN.match(token):
            yield from _segmenter().cut(token, HMM=False)
        else:
            yield token.replace("’", "'")


@cache
def _segmenter() -> Any:  # noqa: ANN401 - jieba has no types
    """Jieba with its own dictionary, which it would otherwise cache in a file that it trusts."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # invalid escapes in its regular expressions
        import jieba  # noqa: PLC0415 - takes a while, and many pages have no Chinese
    segmenter = jieba.Tokenizer()
    with segmenter.get_dict_file() as dictionary:
        segmenter.FREQ, segmenter.total = segmenter.gen_pfdict(dictionary)
    segmenter.initialized = True
    return segmenter


@cache
def shipped_weights() -> Mapping[str, float]:
    weights: dict[str, float] = json.loads(
        files("channels").joinpath("post_value.json").read_text("utf-8")
    )
    return weights
