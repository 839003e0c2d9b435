"""Sites whose coverage fell: a repair is proposed, or an alarm is raised. Nothing is changed."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from discovery.repair import Repair, is_misread, repair
from index.ledger.changes import (
    ChangeKind,
    ChangeState,
    NewChange,
    add_change,
    changes_in,
    files_of,
    keep_files,
    set_state,
)
from index.ledger.errors import ErrorSeen, register
from review.fallen_pages import fallen_pages
from review.repair_files import repair_files
from review.watch import falls

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sqlalchemy import Connection

    from discovery.accuracy import Accuracy
    from discovery.known_values import KnownPage
    from discovery.repair import NoRepair
    from index.ledger.changes import FileChange
    from review.watch import Fall
    from review.workshop import Workshop

# The kind under which the error register has sites that were lost.
ALARM = "coverage"
_ACTION = "no rule is proposed; look at the site, label a page if it shows products still"


@dataclass(frozen=True)
class Finding:
    """What became of one site's fall: `change` waits for an answer, or `alarm` tells why not."""

    fall: Fall
    pages: int
    change: int | None = None
    repair: Repair | None = None
    alarm: str = ""

    def as_json(self) -> dict[str, object]:
        found = {"site": self.fall.site, **self.fall.figures(), "pages_looked_at": self.pages}
        if self.repair is None:
            return {**found, "change": None, "alarm": self.alarm}
        return {**found, "change": self.change, **repair_detail(self.repair)}


def propose_repairs(workshop: Workshop, site: str | None = None) -> Iterator[Finding]:
    """Site after site; a repair waits for a person under its change's number."""
    with workshop.ledger.reading() as conn:
        fallen = falls(conn, workshop.topic_name, site)
    for fall in fallen:
        with workshop.ledger.reading() as conn:
            pages = fallen_pages(conn, workshop, fall)
        library, topic = workshop.library(), workshop.topic()
        if not fall.is_deep and not is_misread(pages, fall.in_doubt, library, topic):
            continue
        found = repair(pages, library, topic)
        if isinstance(found, Repair):
            yield _proposed(workshop, fall, pages, found)
        elif fall.is_deep:
            yield _alarmed(workshop, fall, pages, found)


def _proposed(workshop: Workshop, fall: Fall, pages: Sequence[KnownPage], found: Repair) -> Finding:
    files = repair_files(workshop, found)
    detail = {**fall.figures(), **repair_detail(found), "pages_looked_at": len(pages)}
    new = NewChange(workshop.topic_name, fall.site, ChangeKind.REPAIR, "", detail)
    with workshop.ledger.transaction() as conn:
        change = _same_as_waiting(conn, workshop, fall.site, files)
        if change is None:
            change = add_change(conn, new, time.time(), ChangeState.PROPOSED)
            keep_files(conn, change, files)
    return Finding(fall, len(pages), change, found)


def _same_as_waiting(
    conn: Connection, workshop: Workshop, site: str, files: Sequence[FileChange]
) -> int | None:
    """The proposal that says the same already; one that says otherwise is out of date."""
    for known in changes_in(conn, [ChangeState.PROPOSED], workshop.topic_name):
        if (known.kind, known.site) == (ChangeKind.REPAIR, site):
            if sorted(files_of(conn, known.id)) == sorted(files):
                return known.id
            note = "the site changed again; a newer repair was proposed"
            set_state(conn, known.id, ChangeState.REFUSED, time.time(), note)
    return None


def _alarmed(
    workshop: Workshop, fall: Fall, pages: Sequence[KnownPage], found: NoRepair
) -> Finding:
    example = pages[0].page.url if pages else f"http://{fall.site}/"
    words = f"{fall}; {found.reason}"
    seen = ErrorSeen(workshop.topic_name, None, ALARM, example, fall.site, _ACTION, words)
    with workshop.ledger.transaction() as conn:
        register(conn, seen, time.time())
    return Finding(fall, len(pages), alarm=found.reason)


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
