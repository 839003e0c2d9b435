"""Why a name may, or may not, be another name of an attribute: for people to read."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.topic import Topic
    from review.likeness.evidence import AliasEvidence

_ALIKE = 0.5
_VALUES_ALIKE = 0.3


class AliasReason(NamedTuple):
    """`kind` is a word of `REASON_KINDS`; `detail` is what it is about, as pages write it."""

    kind: str
    detail: str


REASON_KINDS = (
    "same-name",  # detail: the name that means the same
    "similar-name",  # detail: the name it is like
    "same-product",  # detail: 5/6: so many of the products have the same value on other sites
    "other-product-values",  # detail: 1/6: most have another value there
    "similar-values",  # detail: what the values have in common
    "other-values",  # detail: the attribute
    "type-and-unit",  # detail: the attribute's type and unit, which the values have
    "other-type",  # detail: the attribute's type and unit, which the values do not have
    "unusual-amounts",  # detail: the attribute
    "beside",  # detail: the name and value under which the page shows the attribute itself
)


def reasons_for(one: AliasEvidence, topic: Topic) -> tuple[AliasReason, ...]:
    """The strongest first; none where nothing speaks for it."""
    return tuple(AliasReason(kind, detail) for kind, detail in _reasons(one, topic))


def _reasons(one: AliasEvidence, topic: Topic) -> Iterator[tuple[str, str]]:
    if one.beside:
        yield "beside", f"{one.beside.name}: {one.beside.value}"
    if one.elsewhere.of:
        kind = "same-product" if one.elsewhere.bits > 0 else "other-product-values"
        yield kind, f"{one.elsewhere.same}/{one.elsewhere.of}"
    if one.name.same:
        yield "same-name", one.name.to
    elif one.name.total >= _ALIKE:
        yield "similar-name", one.name.to
    yield from _about_values(one, topic)


def _about_values(one: AliasEvidence, topic: Topic) -> Iterator[tuple[str, str]]:
    attribute = topic.attributes[topic.places[one.attribute]]
    if one.values and one.values.share >= _VALUES_ALIKE:
        yield "similar-values", " ".join(one.values.shared)
    elif one.values:
        yield "other-values", one.attribute
    if one.understood is not None:
        kind = "type-and-unit" if one.understood >= _ALIKE else "other-type"
        yield kind, f"{attribute.type} {attribute.unit}".strip()
    if one.usual is not None and one.usual < _ALIKE:
        yield "unusual-amounts", one.attribute
