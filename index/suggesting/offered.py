"""What is offered, best first: brands that have products, products, then the topic's words."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from core.topic import Facet
from index.analysis.normal import normal
from index.products.vocabulary import BRANDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from core.topic import Topic

_LONGEST_TITLE = 200
_LONGEST_BRAND = 24
_UNSHOWN = re.compile(r"[\x00-\x20\x7f-\xa0\u3000\ud800-\udfff]+")


def offered_texts(
    titles: Iterable[tuple[str, float]], topic: Topic
) -> Mapping[str, tuple[str, ...]]:
    """Texts to complete to, each with the other names it is found by."""
    brands = dict(_brands(topic))
    ranked = _ranked(titles)
    products = _products(brands, ranked)
    in_use = [brand for brand, _ in products.most_common()]
    in_order = (*in_use, *ranked, *_words(topic), *brands)
    return {text: brands.get(text, ()) for text in in_order}


def _ranked(titles: Iterable[tuple[str, float]]) -> list[str]:
    """Each title once, the most prominent first; fit to be shown and stored."""
    best: dict[str, float] = {}
    for title, prominence in titles:
        shown = _UNSHOWN.sub(" ", title[:_LONGEST_TITLE]).strip()
        if shown:
            best[shown] = max(prominence, best.get(shown, prominence))
    return sorted(best, key=lambda title: (-best[title], title))


def _brands(topic: Topic) -> Iterator[tuple[str, tuple[str, ...]]]:
    """小米红米 is a name of 红米, but who types 小米 does not begin to type it."""
    if topic.standard_name("Brand"):
        firsts = tuple(brand.names[0] for brand in BRANDS.brands.values())
        for brand in BRANDS.brands.values():
            first, *others = brand.names
            yield first, tuple(name for name in others if not name.startswith(firsts))


def _products(brands: Mapping[str, tuple[str, ...]], titles: list[str]) -> Counter[str]:
    """How many titles begin with a name of a brand."""
    owner = {_joined(name): brand for brand, also in brands.items() for name in (brand, *also)}
    lengths = sorted({len(name) for name in owner}, reverse=True)
    beginnings = (_joined(title[:_LONGEST_BRAND]) for title in titles)
    names = (next((name[:n] for n in lengths if name[:n] in owner), "") for name in beginnings)
    return Counter(owner[name] for name in names if name)


def _joined(name: str) -> str:
    return normal(name).replace(" ", "")


def _words(topic: Topic) -> Iterator[str]:
    for attribute in topic.attributes:
        if attribute.facet is not Facet.NONE:
            yield from (same[0] for same in attribute.words)
    for attribute in topic.attributes:
        yield from (attribute.name, attribute.label)
