"""The words a product is found by: those of its name, and all others."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from index.products.vocabulary import BRANDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from core.topic import Topic
    from index.building.document import ProductDocument

_NAMING = ("Name", "Model")
_LONGEST_BODY = 40_000  # characters of one product


class SearchTexts(NamedTuple):
    """Pieces of text, each of one value or name."""

    name: tuple[str, ...]
    body: tuple[str, ...]


def naming_attributes(topic: Topic) -> frozenset[str]:
    return frozenset(name for name in map(topic.standard_name, _NAMING) if name)


def texts_of(document: ProductDocument, naming: frozenset[str]) -> SearchTexts:
    """Name: the title, all names of the brand, and every way pages write name and model.

    Body: names of attributes with all their values.
    """
    brand = BRANDS.brands.get(document.brand)
    name = [document.title, *(brand.names if brand else ())]
    body: list[str] = []
    for shown in document.attributes:
        values = [value.raw for value in shown.values]
        if shown.name in naming:
            name += values
        else:
            body.append(shown.name)
            body += values
    if sum(map(len, body)) > _LONGEST_BODY:
        body = list(_first_of(body, _LONGEST_BODY))
    return SearchTexts(tuple(dict.fromkeys(name)), tuple(body))


def _first_of(texts: Iterable[str], room: int) -> Iterator[str]:
    for text in texts:
        if room <= 0:
            return
        yield text[:room]
        room -= len(text)
