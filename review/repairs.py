"""Sites whose coverage fell: a repair is proposed, or an alarm is raised. Nothing is changed."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from discovery.repair import Repair, is_misread, repair
from review.fallen_pages import lost_pages
from review.repair_files import repair_files
from review.watch import coverage_losses
from store.changes import (
    ChangeKind,
    ChangeState,
    NewChange,
    add_change,
    changes_in_state,
    files_of_change,
    save_change_files,
    set_change_state,
)
from store.runs import ErrorSeen, register_error

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sqlalchemy import Connection

    from discovery.accuracy import Accuracy
    from discovery.known_values import KnownPage
    from discovery.repair import NoRepair
    from review.watch import CoverageLoss
    from review.workshop import ReviewContext
    from store.changes import FileChange

# The kind under which the error register has sites that were lost.
COVERAGE_ALARM = "coverage"
_ACTION = "no rule is proposed; look at the site, label a page if it shows products still"


@dataclass(frozen=True)
class RepairFinding:
    """What became of one site's loss: `change` waits for an answer, or `alarm` tells why not."""

    loss: CoverageLoss
    pages: int
    change: int | None = None
    repair: Repair | None = None
    alarm: str = ""

    def as_json(self) -> dict[str, object]:
        found = {"site": self.loss.site, **self.loss.figures(), "pages_looked_at": self.pages}
        if self.repair is None:
            return {**found, "change": None, "alarm": self.alarm}
        return {**found, "change": self.change, **repair_detail(self.repair)}


def propose_repairs(context: ReviewContext, site: str | None = None) -> Iterator[RepairFinding]:
    """Site after site; a repair waits for a person under its change's number."""
    with context.ledger.reading() as conn:
        losses = coverage_losses(conn, context.topic_name, site)
    for loss in losses:
        with context.ledger.reading() as conn:
            pages = lost_pages(conn, context, loss)
        library, topic = context.library(), context.topic()
        if not loss.is_deep and not is_misread(pages, loss.in_doubt, library, topic):
            continue
        found = repair(pages, library, topic)
        if isinstance(found, Repair):
            yield _proposed(context, loss, pages, found)
        elif loss.is_deep:
            yield _alarmed(context, loss, pages, found)


def _proposed(
    context: ReviewContext, loss: CoverageLoss, pages: Sequence[KnownPage], found: Repair
) -> RepairFinding:
    files = repair_files(context, found)
    detail = {**loss.figures(), **repair_detail(found), "pages_looked_at": len(pages)}
    new = NewChange(context.topic_name, loss.site, ChangeKind.REPAIR, "", detail)
    with context.ledger.transaction() as conn:
        change = _same_as_waiting(conn, context, loss.site, files)
        if change is None:
            change = add_change(conn, new, time.time(), ChangeState.PROPOSED)
            save_change_files(conn, change, files)
    return RepairFinding(loss, len(pages), change, found)


def _same_as_waiting(
    conn: Connection, context: ReviewContext, site: str, files: Sequence[FileChange]
) -> int | None:
    """The proposal that says the same already; one that says otherwise is out of date."""
    for known in changes_in_state(conn, [ChangeState.PROPOSED], context.topic_name):
        if (known.kind, known.site) == (ChangeKind.REPAIR, site):
            if sorted(files_of_change(conn, known.id)) == sorted(files):
                return known.id
            note = "the site changed again; a newer repair was proposed"
            set_change_state(conn, known.id, ChangeState.REFUSED, time.time(), note)
    return None


def _alarmed(
    context: ReviewContext, loss: CoverageLoss, pages: Sequence[KnownPage], found: NoRepair
) -> RepairFinding:
    example = pages[0].page.url if pages else f"http://{loss.site}/"
    words = f"{loss}; {found.reason}"
    seen = ErrorSeen(context.topic_name, None, COVERAGE_ALARM, example, loss.site, _ACTION, words)
    with context.ledger.transaction() as conn:
        register_error(conn, seen, time.time())
    return RepairFinding(loss, len(pages), alarm=found.reason)


def repair_detail(found: Repair) -> dict[str, object]:
    """What a person should know before they say yes."""
    return {
        "predicted": _figures(found.predicted),
        "shown": found.shown,
        "attributes": {
            attribute: {"name": name, **_figures(found.by_attribute[attribute])}
            for attribute, name in found.naming.names.items()
            if attribute in found.by_attribute
        },
        "renamed": {attribute: list(names) for attribute, names in found.renamed.items()},
        "gone": list(found.gone),
        "samples": [sample.page.url for sample in found.samples],
    }


def _figures(accuracy: Accuracy) -> dict[str, float]:
    return {
        "pages": accuracy.pages,
        "precision": accuracy.precision,
        "recall": accuracy.recall,
        "f1": accuracy.f1,
    }
