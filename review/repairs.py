"""Sites whose coverage fell: proposes a repair, or raises an alarm. Changes nothing itself.

`coverage_losses` compares what is read now with what was read before the last crawls; `lost_pages`
gathers the pages that lost values, with the values known before; `discovery.repair` learns new
rules from these.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from core.names import name_key
from core.records import BY_RULE
from discovery.known_values import KnownPage, KnownValue
from discovery.repair import Repair, is_misread, repair
from review.reread import DamagedPageError, page_at
from rules.library import RuleLibrary
from store.changes import (
    ChangeKind,
    ChangeState,
    FileChange,
    NewChange,
    add_change,
    bytes_or_none,
    changes_in_state,
    changes_of,
    files_of_change,
    save_change_files,
    set_change_state,
)
from store.database import steady_time
from store.kept_values import (
    KeptValues,
    changed_pages,
    gone_pages,
    kept_attributes,
    kept_on_pages,
    kept_values,
    past_values,
    refused_pages,
)
from store.runs import ErrorSeen, last_runs, register_error
from store.stored_pages import stored_page
from store.unread import unread_since

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sqlalchemy import Connection

    from core.records import ReadValue
    from discovery.repair import NoRepair
    from discovery.repair_trials import Accuracy
    from review.context import ReviewContext


# The kind of alarms about sites in the error register.
COVERAGE_ALARM = "coverage"
_ACTION = "no rule is proposed; look at the site, label a page if it shows products still"


@dataclass(frozen=True)
class RepairFinding:
    """The result for one site: `change` waits for an answer, or `alarm` says why there is none."""

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
    """For each site in turn; a repair is a change that waits for confirmation."""
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
            change = add_change(conn, new, steady_time(), ChangeState.PROPOSED)
            save_change_files(conn, change, files)
    return RepairFinding(loss, len(pages), change, found)


def _same_as_waiting(
    conn: Connection, context: ReviewContext, site: str, files: Sequence[FileChange]
) -> int | None:
    """The waiting proposal with the same files; one with other files is out of date."""
    for known in changes_in_state(conn, [ChangeState.PROPOSED], context.topic_name):
        if (known.kind, known.site) == (ChangeKind.REPAIR, site):
            if sorted(files_of_change(conn, known.id)) == sorted(files):
                return known.id
            note = "the site changed again; a newer repair was proposed"
            set_change_state(conn, known.id, ChangeState.REFUSED, steady_time(), note)
    return None


def _alarmed(
    context: ReviewContext, loss: CoverageLoss, pages: Sequence[KnownPage], found: NoRepair
) -> RepairFinding:
    example = pages[0].page.url if pages else f"http://{loss.site}/"
    words = f"{loss}; {found.reason}"
    seen = ErrorSeen(context.topic_name, None, COVERAGE_ALARM, example, loss.site, _ACTION, words)
    with context.ledger.transaction() as conn:
        register_error(conn, seen, steady_time())
    return RepairFinding(loss, len(pages), alarm=found.reason)


def repair_detail(found: Repair) -> dict[str, object]:
    """What people should know before they confirm."""
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


# Coverage losses: what fell, since when, and how far.
#
# A large loss counts in any case. If single attributes are no longer read, or with other values,
# the site may have changed its content or prices: only its pages can tell whether known values are
# still there, unread.


# A site is checked when less than this share of its known values is still read.
LEAST_KEPT = 0.8
# Or when more than this share of its pages is gone.
_MOST_GONE = 0.5
_FEWEST_PAGES = 3
# An attribute is in doubt when it has its old value on less than this share of its pages.
_LEAST_SAME = 0.5
_RUNS = 5  # crawls to look back over
_ANSWERED = (ChangeState.DECIDED, ChangeState.KEPT, ChangeState.DONE, ChangeState.DROPPED)


class CoverageLoss(NamedTuple):
    """A site's coverage before and now; `since` is the time of the former.

    `in_doubt` are attributes that most pages lost, or show with other values.
    """

    site: str
    since: float
    kept: KeptValues
    refused: int
    in_doubt: tuple[str, ...] = ()

    @property
    def is_deep(self) -> bool:
        """Whether so much is lost that somebody has to look in any case."""
        kept = self.kept
        lost = kept.pages_then >= _FEWEST_PAGES and self.part < LEAST_KEPT
        return lost or (kept.pages_gone >= _FEWEST_PAGES and self.part_gone > _MOST_GONE)

    @property
    def part(self) -> float:
        """The share of values that is still read, of pages that are not gone."""
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


def coverage_losses(conn: Connection, topic: str, site: str | None = None) -> list[CoverageLoss]:
    """Sites that lost much since one of the last crawls, each with its largest loss.

    After a person has answered a site's repair, only what happened since then counts.
    """
    answered = _last_answers(conn, topic)
    refused = refused_pages(conn, topic)
    deepest: dict[str, CoverageLoss] = {}
    for run in last_runs(conn, topic, _RUNS):
        in_doubt = _in_doubt(conn, topic, run.started_at)
        for kept in kept_values(conn, topic, BY_RULE, run.started_at):
            doubts = tuple(in_doubt[kept.site])
            loss = CoverageLoss(kept.site, run.started_at, kept, refused.get(kept.site, 0), doubts)
            if (loss.is_deep or doubts) and loss.since > answered.get(kept.site, 0.0):
                known = deepest.setdefault(kept.site, loss)
                deepest[kept.site] = min(known, loss, key=_share_left)
    return [deepest[name] for name in sorted(deepest) if site in {None, name}]


def _in_doubt(conn: Connection, topic: str, moment: float) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for kept in kept_attributes(conn, topic, BY_RULE, moment):
        if kept.then >= _FEWEST_PAGES and kept.same < _LEAST_SAME * kept.then:
            found[kept.site].append(kept.attribute)
    return found


def _share_left(loss: CoverageLoss) -> tuple[bool, float, int]:
    """The share of everything that is left."""
    return not loss.is_deep, loss.part * (1 - loss.part_gone), -len(loss.in_doubt)


def _last_answers(conn: Connection, topic: str) -> dict[str, float]:
    answers: dict[str, float] = {}
    for change in changes_of(conn, topic, limit=10_000):
        if change.kind is ChangeKind.REPAIR and change.state in _ANSWERED:
            at = change.done_at or change.decided_at or change.made_at
            answers[change.site] = max(answers.get(change.site, 0.0), at)
    return answers


# The pages that rules lost: from the archive, with their known values.
#
# If a site changed its URLs as well, the old pages are gone. Their products may be on pages that no
# rule reads: a page that has a product's name in its title and shows its values is its new page.


# More would tell nothing new; they are taken evenly from the whole site.
_MOST_PAGES = 150
# Share of a product's values on its new page: other pages only mention it.
_FEWEST_SEEN = 0.4
_MOST_LOOKED_AT = 5  # candidate pages for one product


def lost_pages(conn: Connection, context: ReviewContext, loss: CoverageLoss) -> list[KnownPage]:
    """Pages with a single record that lost much of it since the time of the loss.

    If the loss is not deep: pages that lost a value of an attribute in doubt.
    """
    moment = (loss.site, BY_RULE, loss.since)
    if loss.is_deep:
        lost = [
            page.link_id
            for page in kept_on_pages(conn, context.topic_name, *moment)
            if page.values_now < LEAST_KEPT * page.values_then
        ]
    else:
        lost = changed_pages(conn, context.topic_name, *moment, loss.in_doubt)
    known = past_values(conn, _evenly(lost), BY_RULE, loss.since)
    pages = (_known_page(conn, context, link, values) for link, values in known.items())
    return [*filter(None, pages), *_moved_pages(conn, context, loss)]


def _moved_pages(conn: Connection, context: ReviewContext, loss: CoverageLoss) -> list[KnownPage]:
    """For each product whose page is gone, the new page that shows most of its values."""
    topic = context.topic_name
    gone = gone_pages(conn, topic, loss.site, BY_RULE, loss.since)
    if not gone:
        return []
    naming = context.topic().naming
    if naming is None:
        return []
    products: dict[str, list[ReadValue]] = {}
    for values in past_values(conn, _evenly(gone), BY_RULE, loss.since).values():
        products |= {name_key(one.raw): values for one in values if one.attribute == naming.name}
    found: dict[str, KnownPage] = {}
    looked_at: Counter[str] = Counter()
    for unread in unread_since(conn, topic, loss.site, loss.since):
        key = _longest_in(name_key(unread.title), products)
        looked_at[key] += 1
        if not key or looked_at[key] > _MOST_LOOKED_AT:
            continue
        page = _known_page(conn, context, unread.link_id, products[key])
        if page and len(page.seen) >= _FEWEST_SEEN * len(page.values):
            found[key] = max(found.get(key, page), page, key=lambda one: len(one.seen))
    return list(found.values())


def _longest_in(title: str, names: Iterable[str]) -> str:
    return max((name for name in names if name and name in title), key=len, default="")


def _evenly(lost: Sequence[int]) -> list[int]:
    step = max(len(lost) / _MOST_PAGES, 1.0)
    return [lost[int(place * step)] for place in range(min(len(lost), _MOST_PAGES))]


def _known_page(
    conn: Connection, context: ReviewContext, link_id: int, values: Sequence[ReadValue]
) -> KnownPage | None:
    """None if the page cannot be read from the archive, which `specseek reread` reports."""
    body = stored_page(conn, context.topic_name, link_id)
    if body is None:
        return None
    try:
        page = page_at(context.archive, body)
    except DamagedPageError:
        return None
    return KnownPage(
        page,
        tuple(KnownValue(one.attribute, one.name, one.raw) for one in values if one.attribute),
        tuple(KnownValue(one.name, one.name, one.raw) for one in values if not one.attribute),
    )


# The files of a repair.


def repair_files(context: ReviewContext, repair: Repair) -> list[FileChange]:
    """The rule file and the new samples, written to a temporary folder and compared."""
    site = repair.rules.source
    with TemporaryDirectory() as aside:
        library = RuleLibrary(Path(aside))
        for sample in (*context.library().samples(site), *repair.samples):
            library.keep_sample(site, sample)
        library.save(repair.rules)
        written = [path for path in sorted(Path(aside).rglob("*")) if path.is_file()]
        paths = [f"{context.rules_path}/{path.relative_to(aside).as_posix()}" for path in written]
        files = [
            FileChange(path, bytes_or_none(context.file(path)), source.read_bytes())
            for path, source in zip(paths, written, strict=True)
        ]
    return [file for file in files if file.before != file.after]
