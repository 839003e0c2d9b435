"""What products say of each attribute, and whether it differs: by meaning, not by writing."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from index.products.catalogue import same_by_meaning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.topic import Attribute, Topic
    from index.documents import ProductDocument, ShownAttribute
    from index.products.catalogue import SameValue


class ComparedAttribute(NamedTuple):
    """An attribute of all products; None where nothing is known of it."""

    name: str
    attribute: Attribute | None
    said: tuple[ShownAttribute | None, ...]
    differs: bool


def compared_attributes(
    documents: Sequence[ProductDocument], topic: Topic
) -> list[ComparedAttribute]:
    """The topic's attributes in its order, then the others as they come.

    What is not known of a product is no difference: nobody said so.
    """
    known = {attribute.name: attribute for attribute in topic.attributes}
    by_name = [{said.name: said for said in document.attributes} for document in documents]
    names = dict.fromkeys(name for said in by_name for name in said)
    in_order = [*(name for name in known if name in names), *(n for n in names if n not in known)]
    same = same_by_meaning(topic)
    rows = []
    for name in in_order:
        said = tuple(one.get(name) for one in by_name)
        rows.append(ComparedAttribute(name, known.get(name), said, _differs(said, same)))
    return rows


def _differs(said: Sequence[ShownAttribute | None], same: SameValue) -> bool:
    meanings = [
        [same(attribute.name, value.raw) for value in attribute.values]
        for attribute in said
        if attribute is not None
    ]
    return any(
        one[0] != other[0] and set(one) != set(other) for one, other in combinations(meanings, 2)
    )
