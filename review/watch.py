"""Is each site still read as it was? What fell, since when, and how far.

Much lost is a fall in any case. Where single attributes are no longer read, or other values of
them, the site may have changed its mind or its prices: whether known values are there still,
unread, only its pages tell.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from index.ledger.changes import ChangeKind, ChangeState, changes_of
from index.ledger.kept_values import KeptValues, kept_attributes, kept_values, refused_pages
from index.ledger.records import BY_RULE
from index.ledger.runs import last_runs

if TYPE_CHECKING:
    from sqlalchemy import Connection

# A site is looked after when less than this part of what was known on its pages is still read.
LEAST_KEPT = 0.8
# Or when more than this part of its pages no longer answers.
_MOST_GONE = 0.5
_FEWEST_PAGES = 3
# An attribute is in doubt when it says the same as before on less than this part of its pages.
_LEAST_SAME = 0.5
_RUNS = 5  # crawls to look back over
_ANSWERED = (ChangeState.DECIDED, ChangeState.KEPT, ChangeState.DONE, ChangeState.DROPPED)


class Fall(NamedTuple):
    """A site's coverage before and now; `since` is the moment with which now is compared.

    `in_doubt` are attributes that most pages no longer say, or say otherwise.
    """

    site: str
    since: float
    kept: KeptValues
    refused: int
    in_doubt: tuple[str, ...] = ()

    @property
    def is_deep(self) -> bool:
        """Whether so much is lost that somebody has to look, whatever the pages say."""
        kept = self.kept
        lost = kept.pages_then >= _FEWEST_PAGES and self.part < LEAST_KEPT
        return lost or (kept.pages_gone >= _FEWEST_PAGES and self.part_gone > _MOST_GONE)

    @property
    def part(self) -> float:
        """Which part of the values on pages that answer is still read."""
        kept = self.kept
        return kept.values_now / kept.values_then if kept.values_then else 0.0

    @property
    def part_gone(self) -> float:
        return self.kept.pages_gone / (self.kept.pages_then + self.kept.pages_gone)

    def figures(self) -> dict[str, float]:
        kept = self.kept
        return {
            "pages": kept.pages_then,
            "pages_with_record": kept.pages_now,
            "pages_gone": kept.pages_gone,
            "records_per_page": kept.pages_now / max(kept.pages_then, 1),
            "attributes_per_record_before": kept.values_then / max(kept.pages_then, 1),
            "attributes_per_record": kept.values_now / max(kept.pages_now, 1),
            "values_kept": self.part,
            "refused": self.refused,
        }

    def __str__(self) -> str:
        kept = self.kept
        gone = f", {kept.pages_gone} pages do not answer" if kept.pages_gone else ""
        return (
            f"{self.site}: {kept.pages_now} of {kept.pages_then} pages have a record, "
            f"{kept.values_now} of {kept.values_then} values are still read{gone}"
        )


def falls(conn: Connection, topic: str, site: str | None = None) -> list[Fall]:
    """Sites that lost much since one of the last crawls began, each with its deepest fall.

    What a person has answered about a site's repair is not asked again: only what happened
    after that counts.
    """
    answered = _last_answers(conn, topic)
    refused = refused_pages(conn, topic)
    deepest: dict[str, Fall] = {}
    for run in last_runs(conn, topic, _RUNS):
        in_doubt = _in_doubt(conn, topic, run.started_at)
        for kept in kept_values(conn, topic, BY_RULE, run.started_at):
            doubts = tuple(in_doubt[kept.site])
            fall = Fall(kept.site, run.started_at, kept, refused.get(kept.site, 0), doubts)
            if (fall.is_deep or doubts) and fall.since > answered.get(kept.site, 0.0):
                known = deepest.setdefault(kept.site, fall)
                deepest[kept.site] = min(known, fall, key=_left)
    return [deepest[name] for name in sorted(deepest) if site in {None, name}]


def _in_doubt(conn: Connection, topic: str, moment: float) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for kept in kept_attributes(conn, topic, BY_RULE, moment):
        if kept.then >= _FEWEST_PAGES and kept.same < _LEAST_SAME * kept.then:
            found[kept.site].append(kept.attribute)
    return found


def _left(fall: Fall) -> tuple[bool, float, int]:
    """How much of all that was there is left."""
    return not fall.is_deep, fall.part * (1 - fall.part_gone), -len(fall.in_doubt)


def _last_answers(conn: Connection, topic: str) -> dict[str, float]:
    answers: dict[str, float] = {}
    for change in changes_of(conn, topic, limit=10_000):
        if change.kind is ChangeKind.REPAIR and change.state in _ANSWERED:
            at = change.done_at or change.decided_at or change.made_at
            answers[change.site] = max(answers.get(change.site, 0.0), at)
    return answers
