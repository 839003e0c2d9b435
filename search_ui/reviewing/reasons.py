"""Why a name may be another name of a known attribute, in the page's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from search_ui.languages import phrase
from search_ui.products.readable import one_way

if TYPE_CHECKING:
    from review.reasons import AliasReason
    from search_ui.languages import Language

_LONGEST = 120
_OF_TYPES = ("type-and-unit", "other-type")


def reason_text(reason: AliasReason, language: Language) -> str:
    detail = one_way(reason.detail)[:_LONGEST]
    if reason.kind in _OF_TYPES:
        kind, _, unit = detail.partition(" ")
        detail = f"{phrase(f'review.type.{kind}', language)} {unit}".rstrip()
    return phrase(f"review.reason.{reason.kind}", language, detail=detail)
