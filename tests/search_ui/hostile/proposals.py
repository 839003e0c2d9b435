"""Proposals and changes whose every text is a stranger's."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from store.changes import (
    ChangeKind,
    ChangeState,
    FileChange,
    NewChange,
    add_change,
    save_change_files,
)
from store.ledger import Ledger, ledger_url
from store.proposals import SeenProposal, save_proposals
from tests.search_ui.hostile.texts import TEXTS

if TYPE_CHECKING:
    from pathlib import Path


def propose_hostile_things(data: Path, link: int) -> None:
    """Each text as a name and as a value, one of them a million characters long."""
    texts = [body.decode("utf-8", "replace") for body in TEXTS.values()]
    factors = dict.fromkeys(("font", "background", "parent", "format", "interest"), 0.5)
    evidence = json.dumps({"factors": factors, "signals": {texts[0]: 1.0}, "by": texts[1]})
    seen = [SeenProposal(text, text, evidence) for text in texts]
    seen.append(SeenProposal("x" * 1_000_000, "<b>" * 333_333, evidence))
    detail = {"attribute": {"name": texts[0]}, "names": texts[:5], "sites": texts[:3]}
    new = NewChange("phones", texts[0], ChangeKind.REPAIR, texts[2], detail, texts[9])
    with Ledger.open(ledger_url(data)) as ledger, ledger.transaction() as conn:
        save_proposals(conn, link, seen, 1.0)
        number = add_change(conn, new, 1.0, ChangeState.PROPOSED)
        save_change_files(conn, number, [FileChange("rules/x", None, "\n".join(texts).encode())])
