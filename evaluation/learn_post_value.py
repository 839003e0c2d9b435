"""The weights of the filter of low-value posts (`channels/post_value.json`), learned anew.

`python -m evaluation.learn_post_value` learns them from posts that were made up and judged by hand
(`judged_posts.yaml`) and writes the file: naive Bayes with binary features, of which those with the
most information gain are kept.
"""

from __future__ import annotations

import json
from collections import Counter
from math import log, log2
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from channels.post_value import features, value_by
from core.yaml_files import read_yaml
from evaluation.scoring import Tally

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST_WORDS = 150
_FILE = Path(__file__).with_name("judged_posts.yaml")
_SHIPPED = Path(__file__).parents[1] / "channels" / "post_value.json"


class PostExamples(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    low: tuple[str, ...]
    telling: tuple[str, ...]


class JudgedPosts(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    learned: PostExamples
    held_back: PostExamples


def judged_posts() -> JudgedPosts:
    return read_yaml(_FILE, JudgedPosts)


def learned_weights(judged: PostExamples) -> dict[str, float]:
    """Each chosen word's log odds, with one post added to each side; both sides count the same."""
    telling, low = _counts(judged.telling), _counts(judged.low)
    posts, others = len(judged.telling), len(judged.low)
    gains = {
        word: information_gain(telling[word], posts, low[word], others)
        for word in telling.keys() | low.keys()
    }
    chosen = sorted(gains, key=lambda word: (-gains[word], word))[:MOST_WORDS]
    return {
        word: round(log((telling[word] + 1) / (posts + 2) * (others + 2) / (low[word] + 1)), 3)
        for word in sorted(chosen)
    }


def _counts(texts: Sequence[str]) -> Counter[str]:
    return Counter(word for text in texts for word in features(text))


def information_gain(one: int, ones: int, other: int, others: int) -> float:
    """Bits about the class that a word's presence tells: it is in so many of each class's posts.

    >>> information_gain(5, 5, 0, 5), information_gain(2, 4, 2, 4)
    (1.0, 0.0)
    """
    whole = ones + others
    present, absent = one + other, whole - one - other
    left = present / whole * _entropy(one, other) + absent / whole * _entropy(
        ones - one, others - other
    )
    return _entropy(ones, others) - left


def _entropy(one: int, other: int) -> float:
    whole = one + other
    return -sum(part / whole * log2(part / whole) for part in (one, other) if part)


def score(weights: Mapping[str, float], judged: PostExamples) -> Tally:
    """Of the posts that should be hidden, those that are, and how many are hidden at all."""
    hidden = [value_by(weights, text) < 0.5 for text in judged.low]
    wrong = [value_by(weights, text) < 0.5 for text in judged.telling]
    return Tally(sum(hidden), sum(hidden) + sum(wrong), len(hidden))


def main() -> None:
    weights = learned_weights(judged_posts().learned)
    text = json.dumps(weights, ensure_ascii=False, indent=0, sort_keys=True)
    _SHIPPED.write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
