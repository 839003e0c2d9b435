"""Learn how much each feature of `channels.article_features` weighs.

    python -m evaluation.learn_article_weights

writes `channels/article_weights.json` from the articles of the real pages: logistic regression on
their blocks of text, each labelled by whether the gold text has it. Every page counts the same, and
pages whose gold text is not on the page teach nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from rapidfuzz.distance import LCSseq

import channels
from channels.article_body import ArticleWeights, kept
from channels.article_features import FEATURES, article_features
from channels.article_title import title_of
from channels.blocks import blocks_of
from channels.metadata import metadata_of
from evaluation.datasets import en_articles, zh_articles
from pages.dom import Tree

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from channels.article_features import ArticleFeatures
    from channels.blocks import Blocks
    from evaluation.datasets import ArticlePage

_STRENGTH = 0.003
_LEAST_ON_PAGE = 0.93  # of the gold text must be in texts of the page
# A hundred pages teach little of what only a few of them have: one page whose article is called
# "info" must not teach that bylines are text.
SPEAK_AGAINST = {
    **dict.fromkeys(
        ("class navigation", "class sidebar", "class sharing", "class related", "class promotion",
         "class byline", "class author", "class form"), -0.5
    ),
    **dict.fromkeys(("words", "words, short", "byline", "list of links"), -0.5),
    **dict.fromkeys(("section of furniture", "heading of furniture"), -2.0),
    **dict.fromkeys(("class any", "links", "linked", "only links", "branch links"), 0.0),
}  # fmt: skip
SPEAK_FOR = frozenset(
    ("tag quote", "tag code", "in body", "in article", "in content", "in core", "class body",
     "class content", "prose beside core", "branch sentences", "just behind title")
)  # fmt: skip
_SURE = 10  # characters: a shorter text may stand in the gold text by chance


@dataclass(frozen=True)
class LabelledPage:
    page: ArticlePage
    blocks: Blocks
    features: ArticleFeatures
    labels: NDArray[np.bool_]

    def text(self, weights: ArticleWeights) -> str:
        """The article as these weights read it."""
        keeps = kept(self.blocks, self.features, weights)
        return "\n".join(text for text, keep in zip(self.blocks.texts, keeps, strict=True) if keep)

    @property
    def teaches(self) -> bool:
        """Is the gold text on the page?"""
        pairs = zip(self.blocks.texts, self.labels, strict=True)
        labelled = "".join("".join(text.split()) for text, label in pairs if label)
        gold = "".join(self.page.text.split())
        return 2 * LCSseq.similarity(labelled, gold) > _LEAST_ON_PAGE * (len(labelled) + len(gold))


def labelled_page(page: ArticlePage) -> LabelledPage:
    tree = Tree(page.read())
    data = metadata_of(tree)
    blocks = blocks_of(tree)
    features = article_features(blocks, title_of(data, blocks), (), data.body, data.authors)
    shown = [
        "" if is_furniture else "".join(text.split())
        for text, is_furniture in zip(blocks.texts, features.is_furniture, strict=True)
    ]
    labels = _labels(shown, "".join(page.text.split()))
    return LabelledPage(page, blocks, features, labels)


def _labels(texts: Sequence[str], gold: str) -> NDArray[np.bool_]:
    """Which texts the gold text has, where the two run side by side."""
    matched = np.zeros(sum(map(len, texts)), dtype=bool)
    for step in LCSseq.opcodes("".join(texts), gold):
        if step.tag == "equal":
            matched[step.src_start : step.src_end] = True
    labels: list[bool] = []
    start = 0
    for text in texts:
        share = matched[start : start + len(text)].mean() if text else 0.0
        start += len(text)
        is_in = text in gold
        labels.append(
            bool(text) and (share > 0.95 and is_in if len(text) < _SURE else is_in or share > 0.8)
        )
    return np.array(labels, dtype=bool)


def learned_weights(pages: Iterable[LabelledPage]) -> ArticleWeights:
    teaching = [page for page in pages if page.teaches]
    open_texts = [~page.features.is_furniture for page in teaching]
    matrix = np.vstack(
        [page.features.matrix[rows] for page, rows in zip(teaching, open_texts, strict=True)]
    )
    labels = np.concatenate(
        [page.labels[rows] for page, rows in zip(teaching, open_texts, strict=True)]
    )
    counts = np.concatenate(
        [_counts(page)[rows] for page, rows in zip(teaching, open_texts, strict=True)]
    )
    mean, spread = matrix.mean(axis=0), matrix.std(axis=0)
    spread[spread == 0] = 1
    scaled, constant = _regression((matrix - mean) / spread, labels, counts, _bounds(spread))
    weights = scaled / spread
    constant -= float(weights @ mean)
    return ArticleWeights(constant, dict(zip(FEATURES, map(float, weights), strict=True)))


def _bounds(spread: NDArray[np.float64]) -> list[tuple[float | None, float | None]]:
    """Of each weight, where features are scaled by their spread."""
    return [
        (
            0.0 if name in SPEAK_FOR else None,
            SPEAK_AGAINST[name] * float(by) if name in SPEAK_AGAINST else None,
        )
        for name, by in zip(FEATURES, spread, strict=True)
    ]


def _regression(
    matrix: NDArray[np.float64],
    labels: NDArray[np.bool_],
    counts: NDArray[np.float64],
    bounds: list[tuple[float | None, float | None]],
) -> tuple[NDArray[np.float64], float]:
    """Logistic regression with bounds on its weights: the weights, and the constant."""
    signs = np.where(labels, 1.0, -1.0)

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        margins = signs * (matrix @ weights[:-1] + weights[-1])
        wrong = counts * signs / (1 + np.exp(np.clip(margins, -30, 30)))
        slope = np.append(matrix.T @ wrong, wrong.sum())
        size = float(counts @ np.logaddexp(0, -margins))
        penalty = weights[:-1] / _STRENGTH
        return size + float(penalty @ weights[:-1]) / 2, np.append(penalty, 0.0) - slope

    optimize = import_module("scipy.optimize")
    start = np.zeros(matrix.shape[1] + 1)
    found = optimize.minimize(
        loss, start, jac=True, method="L-BFGS-B", bounds=[*bounds, (None, None)],
        options={"maxiter": 3000, "maxfun": 5000},
    )  # fmt: skip
    return found.x[:-1], float(found.x[-1])


def _counts(page: LabelledPage) -> NDArray[np.float64]:
    """Long texts count more than short ones, and all pages the same."""
    lengths = np.array([min(len(text), 400) for text in page.blocks.texts], dtype=float)
    counts = lengths**0.7 + 2
    scaled: NDArray[np.float64] = counts / counts.sum() * 100
    return scaled


def main() -> None:
    pages = [labelled_page(page) for page in (*zh_articles(), *en_articles())]
    weights = learned_weights(pages)
    rounded = {name: round(weight, 4) for name, weight in weights.features.items()}
    raw = msgspec.json.encode(ArticleWeights(round(weights.constant, 4), rounded))
    target = Path(channels.__file__).with_name("article_weights.json")
    target.write_bytes(msgspec.json.format(raw, indent=1) + b"\n")


if __name__ == "__main__":
    main()
