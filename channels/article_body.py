"""Which blocks of text are the article?

Each text has a likelihood by what speaks for and against it (`article_features.py`, weights learned
by `evaluation/learn_article_weights.py`). Texts of one block belong together: of all ways to cut
blocks out of the tree the best is found, where each cut costs something and each text counts by its
length. One pass up the tree and one down.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from channels.article_features import FEATURES, article_features

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

    from channels.article_features import ArticleFeatures
    from channels.blocks import Blocks
    from channels.metadata import Metadata

CUT = 5.0  # what it costs that a block is kept in one that is not, or the other way round
LONGEST = 400  # characters that count, of one text
SHORTEST = 25  # characters that are added to each: a word alone says something, too


class ArticleWeights(msgspec.Struct, frozen=True):
    """A number per feature, and one for all."""

    constant: float
    features: dict[str, float]

    def likelihoods(self, matrix: NDArray[np.float64]) -> NDArray[np.float64]:
        """The logarithm of the odds of each row."""
        weights = np.array([self.features.get(name, 0.0) for name in FEATURES])
        odds: NDArray[np.float64] = matrix @ weights + self.constant
        return odds


@cache
def shipped_weights() -> ArticleWeights:
    raw = files("channels").joinpath("article_weights.json").read_bytes()
    return msgspec.json.decode(raw, type=ArticleWeights)


def body_texts(
    blocks: Blocks, title: str, data: Metadata, template: Collection[str] = ()
) -> list[int]:
    """The places of the article's texts among all texts of the page."""
    if not blocks.texts:
        return []
    features = article_features(blocks, title, template, data.body, data.authors)
    places: list[int] = np.flatnonzero(kept(blocks, features, shipped_weights())).tolist()
    return places


def kept(blocks: Blocks, features: ArticleFeatures, weights: ArticleWeights) -> NDArray[np.bool_]:
    likelihoods = np.clip(weights.likelihoods(features.matrix), -7, 7)
    likelihoods[features.is_furniture] = -7
    counts = np.sqrt([min(len(text), LONGEST) + SHORTEST for text in blocks.texts])
    return _cut(blocks, (likelihoods * counts).tolist())


def _cut(blocks: Blocks, gains: list[float]) -> NDArray[np.bool_]:
    """Keep or drop each text: gains of what is kept, less what the cuts cost, are the most."""
    parents = blocks.parents
    kept = [0.0] * len(parents)  # the best that a node's subtree can give if the node is kept
    dropped = [0.0] * len(parents)
    for node, gain in zip(blocks.nodes, gains, strict=True):
        kept[node] += max(gain, -CUT)
        dropped[node] += max(gain - CUT, 0.0)
    for node in range(len(parents) - 1, 0, -1):
        parent, stays, goes = parents[node], kept[node], dropped[node]
        kept[parent] += max(goes - CUT, stays)
        dropped[parent] += max(stays - CUT, goes)
    is_kept = [kept[0] > dropped[0]] * len(parents)
    for node in range(1, len(parents)):
        cost = CUT if is_kept[parents[node]] else -CUT
        is_kept[node] = kept[node] + cost > dropped[node]
    return np.array(
        [
            gain >= -CUT if is_kept[node] else gain > CUT
            for node, gain in zip(blocks.nodes, gains, strict=True)
        ],
        dtype=bool,
    )
