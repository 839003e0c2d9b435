"""A change as the page shows it, with what may be done about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from flask import g

from search_ui.languages import phrase
from search_ui.products.readable import one_way
from search_ui.reviewing.cards import percent, shown_text
from store.changes import ChangeKind, ChangeState

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from store.changes import KnownChange

_LONGEST = 120
_LONGEST_NOTE = 4_000
_CHOICES: Mapping[ChangeState, tuple[str, ...]] = {
    ChangeState.PROPOSED: ("confirm", "drop"),
    ChangeState.DONE: ("revert",),
}


class ChangeRow(NamedTuple):
    """`choices` are the answers that a person may give now."""

    id: int
    title: str
    site: str
    state: str
    who: str
    note: str
    accuracy: str
    made_at: float
    pages_done: int
    pages_all: int
    choices: tuple[str, ...]


def change_row(change: KnownChange, reverted: Container[object]) -> ChangeRow:
    """`reverted` are the ids of changes that were put back."""
    settled = change.kind is ChangeKind.REVERT or change.id in reverted
    return ChangeRow(
        change.id,
        phrase(f"review.change.kind.{change.kind}", g.language, name=_about(change)),
        one_way(change.site) or _sites(change),
        change.state.value,
        one_way(change.who),
        shown_text(one_way(change.note), _LONGEST_NOTE),
        _accuracy(change),
        change.made_at,
        change.pages_done,
        change.pages_all,
        () if settled else _CHOICES.get(change.state, ()),
    )


def _about(change: KnownChange) -> str:
    """The attribute, with the names that sites have for it where it is known already."""
    told = change.detail.get("attribute")
    attribute = told.get("name", "") if isinstance(told, dict) else told or ""
    names = change.detail.get("names") or change.detail.get("region_names")
    also = ", ".join(map(str, names)) if isinstance(names, list) else ""
    if "names" in change.detail and not isinstance(told, dict):
        about = f"{also} → {attribute}"
    else:
        about = str(attribute) or also or change.site
    return shown_text(one_way(about), _LONGEST)


def _sites(change: KnownChange) -> str:
    sites = change.detail.get("sites")
    return (
        shown_text(one_way(", ".join(map(str, sites))), _LONGEST) if isinstance(sites, list) else ""
    )


def _accuracy(change: KnownChange) -> str:
    """How right a repaired rule is thought to be."""
    predicted = change.detail.get("predicted")
    told = predicted.get("f1") if isinstance(predicted, dict) else None
    if not isinstance(told, int | float):
        return ""
    return phrase("review.change.accuracy", g.language, percent=percent(told))
