"""Proposals as a crawl would note them, good ones and bad ones."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from store.ledger import Ledger, ledger_url
from store.proposals import SeenProposal, save_proposals
from tests.search_ui.label.stored_site import NOW
from tests.search_ui.review.grown_web import ALIAS, NAME, size_on, value_on

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


HOSTILE = "<script>hostile()</script>\u202e"
FACTORS = ("font", "background", "parent", "format", "interest")


def evidence(strength: float) -> str:
    """All factors the same, and a signal against it."""
    factors = dict.fromkeys(FACTORS, strength)
    return json.dumps({"factors": factors, "signals": {"row": -0.3}, "by": "unit"})


def note_some(data: Path, numbers: Mapping[str, int]) -> None:
    """On each of the pages: the new attribute (likeliest), an alias, and a text of no good."""
    with Ledger.open(ledger_url(data)) as ledger, ledger.transaction() as conn:
        for url, number in numbers.items():
            seen = [
                SeenProposal(NAME, value_on(url), evidence(0.9)),
                SeenProposal(ALIAS, size_on(url), evidence(0.6)),
                SeenProposal(HOSTILE, '"><img src=x onerror=hostile()>' * 40_000, evidence(-0.2)),
            ]
            save_proposals(conn, number, seen, NOW)
