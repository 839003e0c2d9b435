"""Why a name may be another name of a known attribute, in the page's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from search_ui.languages import phrase, words
from search_ui.products.readable import one_way

if TYPE_CHECKING:
    from review.kinds import Reason
    from search_ui.languages import Language

_LONGEST = 120


def told(reason: Reason, language: Language) -> str:
    """A kind of reason that has no words here is called as it is."""
    key = f"review.reason.{reason.kind}"
    detail = one_way(str(reason.detail))[:_LONGEST]
    return phrase(key, language, detail=detail) if key in words() else f"{reason.kind} {detail}"
